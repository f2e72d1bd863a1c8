"""What shows that two figures are of different things, however like the words around them are."""

from collections import defaultdict

from misheard.analysis.claims.checks.entity_reading import read
from misheard.analysis.claims.checks.figure_cross import clause
from misheard.analysis.claims.checks.figures import Figure, figures_in
from misheard.analysis.claims.checks.mood import COPY, mood_of
from misheard.analysis.claims.checks.support import near
from misheard.analysis.claims.edits.telling import Pair, Sentence
from misheard.analysis.claims.edits.tokens import Token

ROUNDED = 0.05
"""What was told as a round figure may be told exactly, so far off."""
LIKE = 0.5
"""Sentences that share less of their content must have a verb in common."""
_SUMS = frozenset(("+", "=", "×", "*"))
_EACH = frozenset(("per", "each", "apiece"))
_WHOLE = frozenset(("total", "overall", "altogether", "combined", "cumulative"))
_LIMITS = frozenset(("max", "min"))
_PERIODS = frozenset(
    ("day", "daily", "week", "weekly", "month", "monthly", "year", "yearly", "annual", "annually", "hour", "hourly",
     "each", "per", "every", "total", "all", "altogether", "over")
)  # fmt: skip
MOST_TIMES = 60
"""So many times may a rate be taken for a total."""


def is_apart(pair: Pair, sentence: Sentence, one: Figure, other: Figure) -> bool:
    """Tell whether a figure of the source and one of the retelling need not agree."""
    if _is_in_other_mood(pair) or _is_of_another(pair, one, other) or _is_multiple(pair, one, other):
        return True
    is_rounder = other.step < one.step or (one.shown[0] % 10 == 0 != other.shown[0] % 10)
    if one.bound == "about" and is_rounder and abs(one.low - other.low) <= ROUNDED * abs(one.low):
        return True
    if any(_is_part_of_sum(*side) or _is_name(*side) for side in ((sentence, one), (pair.retelling, other))):
        return True
    if _is_each(sentence, one) != _is_each(pair.retelling, other) or _is_share_of(pair, sentence, one, other):
        return True
    whole = _WHOLE & pair.retelling.lower and not _WHOLE & pair.source.lower
    return bool(whole and other.low > one.low) or (pair.overlap < LIKE and _are_other_acts(pair, one, other))


def _is_multiple(pair: Pair, one: Figure, other: Figure) -> bool:
    """Tell whether one may be the total of the other: 14 litres in the week, 2 litres each day."""
    less, more = sorted((abs(one.low), abs(other.low)))
    if not less or one.low != one.high or other.low != other.high:
        return False
    times = more / less
    is_whole = abs(times - round(times)) < 1e-9 and 1 < round(times) <= MOST_TIMES
    return (
        is_whole
        and len(_PERIODS & pair.source.lower) > 0
        and not _PERIODS & pair.retelling.lower <= pair.source.lower
    )


def _is_in_other_mood(pair: Pair) -> bool:
    """Tell whether one sentence supposes, asks or orders what the other states."""
    left, right = mood_of(pair.source), mood_of(pair.retelling)
    if left == right:
        return False
    return pair.overlap < COPY or bool({"supposed", "question"} & {left, right})


def _is_of_another(pair: Pair, one: Figure, other: Figure) -> bool:
    """Tell whether both sentences tell a thing apart by a number, and not the same: ledger 12, ledgers 11 to 13."""
    theirs, mine = _numbered(pair.source, one), _numbered(pair.retelling, other)
    return any(theirs[key].isdisjoint(mine[key]) for key in theirs.keys() & mine.keys())


def _numbered(sentence: Sentence, besides: Figure) -> dict[str, set[float]]:
    """Return the bare numbers that stand right behind each noun."""
    found: dict[str, set[float]] = defaultdict(set)
    for figure in figures_in(sentence):
        is_bare = figure.head == "count" and (figure.label or not figure.noun) and not figure.unit
        if figure is besides or not is_bare or figure.bound in _LIMITS or figure.low % 1:
            continue
        ahead = _ahead(sentence, figure)
        if ahead is not None and ahead.sort in "wn":
            found[ahead.key].update(figure.shown)
    return found


def _ahead(sentence: Sentence, figure: Figure) -> Token | None:
    return next((word for word in reversed(sentence.tokens) if word.end <= figure.start), None)


def _behind(sentence: Sentence, figure: Figure) -> list[Token]:
    return [word for word in sentence.tokens if word.start >= figure.end]


def _is_part_of_sum(sentence: Sentence, figure: Figure) -> bool:
    around = sentence.text[max(0, figure.start - 2) : figure.start] + sentence.text[figure.end : figure.end + 2]
    return not _SUMS.isdisjoint(around)


def _is_name(sentence: Sentence, figure: Figure) -> bool:
    """Tell whether a number word is part of a name: North Forty."""
    text, ahead = sentence.text[figure.start : figure.end], _ahead(sentence, figure)
    return text.istitle() and text.isalpha() and ahead is not None and ahead.text[0].isupper()


def _is_each(sentence: Sentence, figure: Figure) -> bool:
    return bool(figure.rate) or any(word.lower in _EACH for word in _behind(sentence, figure)[:2])


def _is_share_of(pair: Pair, sentence: Sentence, one: Figure, other: Figure) -> bool:
    """Tell whether a share of something became a share that it has itself: 71 percent of dry matter."""
    behind, ahead = _behind(sentence, one)[:4], _ahead(pair.retelling, other)
    if one.head != "share" or not behind or behind[0].lower != "of" or ahead is None:
        return False
    return ahead.sort in "wn" and ahead.key in {word.key for word in behind[1:]}


def _are_other_acts(pair: Pair, one: Figure, other: Figure) -> bool:
    """Tell whether the clauses of two figures have verbs, and none in common."""
    theirs, mine = _verbs(pair.source, one), _verbs(pair.retelling, other)
    return bool(theirs and mine) and not any(near(left, right) for left in theirs for right in mine)


def _verbs(sentence: Sentence, figure: Figure) -> list[str]:
    begin, stop = clause(sentence, figure)
    words = sentence.tokens
    return [words[i].lower for i in read(sentence).verbs if begin <= words[i].start < stop]
