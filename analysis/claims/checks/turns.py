"""Turns that say the same turned round: some have, not all have; 35 % sprouted, 65 % had not; older, younger."""

from misheard.analysis.claims.checks.comparison import is_turned_round
from misheard.analysis.claims.checks.figure_rates import denies
from misheard.analysis.claims.checks.figures import Figure, figures_in
from misheard.analysis.claims.checks.scope_words import amounts
from misheard.analysis.claims.edits.telling import Pair, Sentence

_BEFORE = frozenset(("before", "until", "till", "without", "unless"))
_AFTER = frozenset(("after", "from", "once", "with", "if", "when", "since"))
_ALL = frozenset(("all", "every", "each", "both"))
_FREE = frozenset(("free", "without", "lack", "lacked", "clear", "negative", "failed", "missed"))
_SLACK = 0.011
"""Shares are rounded to a hundredth."""


def is_remainder(pair: Pair, one: Figure, other: Figure) -> bool:
    """Tell whether one share is what the other leaves, said of those that did not."""
    if one.head != "share" or other.head != "share" or abs(one.low + other.low - 1) > _SLACK:
        return False
    return denies(pair.retelling.tokens) != denies(pair.source.tokens)


def is_same_turned(pair: Pair) -> bool:
    """Tell whether a denial of the retelling is what another amount makes it: the rest, or not all of them."""
    if is_turned_round(pair):
        return True
    if denies(pair.source.tokens) == denies(pair.retelling.tokens):
        return False
    one, other = figures_in(pair.source), figures_in(pair.retelling)
    if len(one) == len(other) == 1 and is_remainder(pair, one[0], other[0]):
        return True
    if _is_none(pair.source, pair.retelling) or _is_none(pair.retelling, pair.source):
        return True
    if _is_turned_time(pair.source.lower, pair.retelling.lower):
        return True
    return _is_not_all(pair.source, pair.retelling) or _is_not_all(pair.retelling, pair.source)


def _is_turned_time(one: frozenset[str], other: frozenset[str]) -> bool:
    """Tell whether what is not done before something is done after it."""
    gone, new = one - other, other - one
    return bool((gone & _BEFORE and new & _AFTER) or (gone & _AFTER and new & _BEFORE))


def _is_none(one: Sentence, other: Sentence) -> bool:
    """Tell whether one sentence says none and the other all without: none contained lead, all were free of lead."""
    return "none" in one.lower and not other.lower.isdisjoint(_ALL) and not other.lower.isdisjoint(_FREE)


def _is_not_all(one: Sentence, other: Sentence) -> bool:
    """Tell whether one sentence says some or many, and the other not all."""
    if not any(hit.tag == "part" for hit in amounts(one)):
        return False
    words = other.tokens
    return any(
        hit.tag == "part" and words[hit.start].lower == "not" and hit.end - hit.start > 1 for hit in amounts(other)
    )
