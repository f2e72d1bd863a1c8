"""The period that a figure is said for, the bound that stands beside it, and whether its sentence denies."""

from collections.abc import Sequence
from itertools import pairwise

from misheard.analysis.claims.checks.figure_lists import word_list
from misheard.analysis.claims.checks.figure_words import PERIODS
from misheard.analysis.claims.edits.record import bit_of
from misheard.analysis.claims.edits.tokens import Token

_ADVERBS = {
    "hourly": 3600.0, "daily": 86400.0, "nightly": 86400.0, "weekly": 604800.0, "fortnightly": 1209600.0,
    "monthly": PERIODS["month"], "quarterly": PERIODS["month"] * 3, "yearly": PERIODS["year"],
    "annually": PERIODS["year"],
}  # fmt: skip
PERIOD = bit_of((*PERIODS, *_ADVERBS))
"""The class of the words without which no figure is said for a period."""
NEGATORS = word_list("negators")
_BOUNDED = word_list("bounded")
_EACH = frozenset(("per", "each", "every", "a", "an", "/"))
_NOT_A_RATE = word_list("not_a_rate")
_STOPS = frozenset(".;:()\n!?")
_ABOUT = frozenset(("about", "around", "roughly", "approximately", "nearly", "almost", "some"))
_MOST, _LEAST = frozenset(("most", "less", "fewer", "under")), frozenset(("least", "more", "over", "above"))
_MAX, _MIN = frozenset(("under", "below", "most")), frozenset(("over", "above", "least"))


def denies(words: Sequence[Token]) -> bool:
    """Tell whether a sentence denies something; in `no more than five` the word is part of a bound."""
    for place, word in enumerate(words):
        if word.lower in NEGATORS:
            behind = words[place + 1].lower if place + 1 < len(words) else ""
            if behind not in _BOUNDED:
                return True
    return False


def bound(words: Sequence[Token], first: int) -> str:
    """Return the bound that the word ahead of a part gives it."""
    ahead = words[first - 1].lower if first else ""
    if ahead in ("a", "an", "the") and first > 1:
        ahead = words[first - 2].lower
    if ahead in _ABOUT:
        return "about"
    return "max" if ahead in _MAX else "min" if ahead in _MIN or ahead == "than" else ""


def bound_behind(behind: Sequence[Token]) -> str:
    """Return the bound that stands behind what is counted: 15 tries at most, five members or more."""
    for one, other in pairwise(behind):
        if one.sort == "p":
            return ""
        if one.lower in ("at", "or") and other.lower in _MOST | _LEAST:
            return "max" if other.lower in _MOST else "min"
    return ""


def rates(words: Sequence[Token], figures: Sequence[tuple[int, int]]) -> dict[int, float]:
    """Return the seconds of the period that each figure is said for, by its number in `figures`."""
    found: dict[int, float] = {}
    for place, word in enumerate(words):
        period = PERIODS.get(word.lower) if place else None
        if period and words[place - 1].lower in _EACH:
            opener, begin = words[place - 1].lower, words[place - 1].start
            ahead = words[place - 2].lower if place > 1 else ""
            if opener in ("a", "an") and (ahead in _NOT_A_RATE or not ahead or ahead in _STOPS):
                continue
        elif word.lower in _ADVERBS:
            period, begin, opener = _ADVERBS[word.lower], word.start, ""
        else:
            continue
        near = _near(words, figures, begin, word.end, opener in ("each", "every"))
        if near is not None and period:
            found.setdefault(near, period)
    return found


def _near(
    words: Sequence[Token], figures: Sequence[tuple[int, int]], begin: int, end: int, may_lead: bool
) -> int | None:
    """Return the figure that a period belongs to: the last ahead of it in its clause, or the first behind."""
    ahead = [n for n, (_, stop) in enumerate(figures) if stop <= begin]
    if ahead:
        between = [word.text for word in words if figures[ahead[-1]][1] <= word.start < begin]
        if len(between) <= 8 and not _STOPS.intersection(between):
            return ahead[-1]
        return None
    behind = [n for n, (start, _) in enumerate(figures) if start >= end]
    return behind[0] if behind and may_lead else None
