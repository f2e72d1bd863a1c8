"""Turns that say the same turned round: some have, not all have; 35 % sprouted, 65 % had not; older, younger."""

from misheard.analysis.claims.checks.comparison import is_turned_round
from misheard.analysis.claims.checks.entity_exchanged import find as exchanged
from misheard.analysis.claims.checks.entity_reading import verb_of
from misheard.analysis.claims.checks.entity_words import CONVERSE
from misheard.analysis.claims.checks.figure_rates import denies
from misheard.analysis.claims.checks.figures import Figure, figures_in
from misheard.analysis.claims.checks.scope_words import amounts
from misheard.analysis.claims.checks.support import missing
from misheard.analysis.claims.edits.telling import Pair, Sentence
from misheard.analysis.claims.edits.tokens import Token

_BEFORE = frozenset(("before", "until", "till", "without", "unless"))
_AFTER = frozenset(("after", "from", "once", "with", "if", "when", "since"))
_ALL = frozenset(("all", "every", "each", "both"))
_FREE = frozenset(("free", "without", "lack", "lacked", "clear", "negative", "failed", "missed"))
_LEFT = frozenset(("still", "remaining", "remain", "remained", "remains", "left", "rest", "other", "others", "yet"))
_SLACK = 0.011
"""Shares are rounded to a hundredth."""


def is_remainder(pair: Pair, one: Figure, other: Figure) -> bool:
    """Tell whether one share is what the other leaves, said of those that did not."""
    if one.head != "share" or other.head != "share" or abs(one.low + other.low - 1) > _SLACK:
        return False
    return _is_contrary(pair)


def _is_contrary(pair: Pair) -> bool:
    """Tell whether one sentence denies, or has another word in the place of one of the other."""
    new = pair.retelling.lower - pair.source.lower
    if denies(pair.retelling.tokens) != denies(pair.source.tokens) or _LEFT & new:
        return True
    return bool(
        missing(_bare(pair.retelling), pair.source.tokens) and missing(_bare(pair.source), pair.retelling.tokens)
    )


def _bare(sentence: Sentence) -> list[Token]:
    return [word for word in sentence.tokens if word.sort != "d"]


def is_rest_of(pair: Pair, one: Figure, other: Figure) -> bool:
    """Tell whether two counts are of one whole that both name, and add up to it: rain on 12 of 30 days, 18 dry."""
    wholes = [_whole(sentence, figure) for sentence, figure in ((pair.source, one), (pair.retelling, other))]
    return wholes[0] == wholes[1] == one.low + other.low and _is_contrary(pair)


def _whole(sentence: Sentence, figure: Figure) -> float:
    """Return the number of which a figure is a part: 30 for 12 of the 30."""
    behind = [word for word in sentence.tokens if word.start >= figure.end][:3]
    if not behind or behind[0].lower not in ("of", "out"):
        return 0.0
    return next((float(word.key) for word in behind if word.sort == "d" and word.key.isdigit()), 0.0)


def is_complement(pair: Pair) -> bool:
    """Tell whether of a whole that both name the rest is told with the contrary: 3 of 14 were, 11 were not."""
    if denies(pair.source.tokens) == denies(pair.retelling.tokens):
        return False
    one, other = (
        {figure.low for figure in figures_in(sentence) if figure.head == "count"}
        for sentence in (pair.source, pair.retelling)
    )
    whole = max(one & other, default=0.0)
    return any(whole - part in other for part in one if 0 < part < whole and part not in other)


def is_same_turned(pair: Pair) -> bool:
    """Tell whether a denial, a comparison or a verb is turned round, and what goes with it is turned, too."""
    return is_turned_round(pair) or _is_converse(pair) or _is_denied_otherwise(pair)


def _is_converse(pair: Pair) -> bool:
    """Tell whether a verb is told from the other side and the roles are turned: he lent her, she borrowed."""
    told = {CONVERSE[verb][0]: verb for word in pair.source.tokens if (verb := verb_of(word.lower)) in CONVERSE}
    if not told:
        return False
    for word in pair.retelling.tokens:
        verb = verb_of(word.lower)
        if verb in CONVERSE and told.get(CONVERSE[verb][0], verb) != verb:
            return next(exchanged(pair), None) is None
    return False


def _is_denied_otherwise(pair: Pair) -> bool:
    """Tell whether the denial of one sentence is made up for by the rest, or by not all, none or after."""
    if denies(pair.source.tokens) == denies(pair.retelling.tokens):
        return False
    one, other = figures_in(pair.source), figures_in(pair.retelling)
    if is_complement(pair) or (len(one) == len(other) == 1 and is_remainder(pair, one[0], other[0])):
        return True
    if _is_turned_time(pair.source.lower, pair.retelling.lower):
        return True
    both = (pair.source, pair.retelling), (pair.retelling, pair.source)
    return any(_is_none(*two) or _is_not_all(*two) for two in both)


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
