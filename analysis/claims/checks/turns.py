"""Turns that say the same by other words and a denial: some have, not all have; 35 % sprouted, 65 % had not."""

from misheard.analysis.claims.checks.figure_rates import denies
from misheard.analysis.claims.checks.figures import Figure, figures_in
from misheard.analysis.claims.checks.scope_words import amounts
from misheard.analysis.claims.edits.telling import Pair, Sentence

_SLACK = 0.011
"""Shares are rounded to a hundredth."""


def is_remainder(pair: Pair, one: Figure, other: Figure) -> bool:
    """Tell whether one share is what the other leaves, said of those that did not."""
    if one.head != "share" or other.head != "share" or abs(one.low + other.low - 1) > _SLACK:
        return False
    return denies(pair.retelling.tokens) != denies(pair.source.tokens)


def is_same_turned(pair: Pair) -> bool:
    """Tell whether a denial of the retelling is what another amount makes it: the rest, or not all of them."""
    if denies(pair.source.tokens) == denies(pair.retelling.tokens):
        return False
    one, other = figures_in(pair.source), figures_in(pair.retelling)
    if len(one) == len(other) == 1 and is_remainder(pair, one[0], other[0]):
        return True
    return _is_not_all(pair.source, pair.retelling) or _is_not_all(pair.retelling, pair.source)


def _is_not_all(one: Sentence, other: Sentence) -> bool:
    """Tell whether one sentence says some or many, and the other not all."""
    if not any(hit.tag == "part" for hit in amounts(one)):
        return False
    words = other.tokens
    return any(
        hit.tag == "part" and words[hit.start].lower == "not" and hit.end - hit.start > 1 for hit in amounts(other)
    )
