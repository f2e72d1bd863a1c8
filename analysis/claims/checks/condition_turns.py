"""A condition told as a fact, as met, with what hangs on another one, or as open to everybody."""

from collections.abc import Sequence

from misheard.analysis.claims import fidelity
from misheard.analysis.claims.checks.base import Found
from misheard.analysis.claims.checks.condition_read import WORDS, Conditional, conditionals
from misheard.analysis.claims.checks.condition_twist import is_negative
from misheard.analysis.claims.checks.support import all_tokens, content, is_absent, place, quoted, share
from misheard.analysis.claims.edits.telling import Pair

LEAST = 0.6
"""So much of a condition or of what hangs on it must stand in the retelling."""
FACT = 0.7
"""So much of it where it is told as a fact."""
APART = 0.3
"""By so much must what hangs on a condition be nearer to that of another one."""
SURE = {"fact": 0.7, "freed": 0.85, "swapped": 0.8, "everyone": 0.75}


def told_otherwise(pair: Pair, one: Conditional, mine: Sequence[Conditional]) -> Found | None:
    """Return how a claim on a condition is told in another form, where the source does not support that."""
    if _is_fact(pair, one):
        return _found(pair, one, "fact")
    if _is_freed(pair, one):
        return _found(pair, one, "freed")
    if is_for_all(pair, one):
        return _found(pair, one, "everyone")
    return _found(pair, one, "swapped") if any(_is_swapped(pair, one, other) for other in mine) else None


def same_figure(pair: Pair) -> bool:
    """Tell whether both sentences have one figure with its unit: 26 tonnes, 26,000 kg."""
    if not any(word.sort == "d" for word in pair.retelling.tokens):
        return False
    mine = [one for one in pair.retelling.quantities if one.unit]
    return any(
        fidelity.comparable(one, other) and fidelity.same_value(one, other)
        for one in pair.source.quantities
        if mine and one.unit
        for other in mine
    )


def _found(pair: Pair, one: Conditional, sort: str) -> Found:
    before, after = place(one.words), place(pair.retelling.tokens)
    return Found("condition", before, after, quoted(pair, before, after), SURE[sort])


def _is_fact(pair: Pair, one: Conditional) -> bool:
    """Tell whether the retelling says that a condition is met, and what follows, while the source does not."""
    said = pair.retelling.lower
    if one.tag not in ("if", "only") or len(content(one.terms)) < 2 or not WORDS["causal"] & said:
        return False
    if WORDS["open"] & pair.retold.lower or "to" in said - pair.source.lower:
        return False
    retold = pair.retelling.tokens
    if share(one.terms, retold) < FACT or is_negative([*one.main, *one.terms]) != is_negative(retold):
        return False
    rest = [word for word in all_tokens(pair.told) if word not in one.words and word not in one.main]
    return share(one.terms, rest, loose=True) < APART


def _is_freed(pair: Pair, one: Conditional) -> bool:
    """Tell whether what must not be until something is done is told as allowed, without a word of that."""
    if (
        one.tag not in ("until", "unless", "without")
        or not is_negative(one.main)
        or is_negative(pair.retelling.tokens)
    ):
        return False
    said = pair.retelling.lower
    if not WORDS["leave"] & said or (WORDS["hints"] - {"case", "cases", "while", "where", "certain"}) & said:
        return False
    return is_absent(one.terms, pair.retold, spent=one.main)


def is_for_all(pair: Pair, one: Conditional) -> bool:
    """Tell whether what only some get is told of all, without the figure that tells who they are."""
    if one.tag != "only" or not WORDS["everyone"] & (pair.retelling.lower - pair.source.lower):
        return False
    figures = {word.key for word in one.terms if word.sort == "d"}
    told = {word.key for word in all_tokens(pair.retold)}
    return figures.isdisjoint(told) if figures else is_absent(one.terms, pair.retold, spent=one.main)


def _is_swapped(pair: Pair, one: Conditional, other: Conditional) -> bool:
    """Tell whether what hangs on one condition is told as hanging on another one of the source."""
    straight = share(other.terms, one.terms)
    rivals = [rival for sentence in pair.told.sentences for rival in conditionals(sentence) if rival != one]
    for rival in rivals:
        nearer = share(other.terms, rival.terms)
        if nearer < LEAST or nearer - straight < APART or share(other.main, one.main) < LEAST:
            continue
        if share(other.main, one.main) - share(other.main, rival.main) >= APART and rival.tag == other.tag:
            return True
    return False
