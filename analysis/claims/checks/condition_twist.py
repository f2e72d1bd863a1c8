"""The same claim on the same condition, put together otherwise: unless for if, or for and, even if for if."""

from collections.abc import Sequence

from misheard.analysis.claims.checks.base import Found
from misheard.analysis.claims.checks.condition_read import WORDS, Conditional
from misheard.analysis.claims.checks.support import content, is_absent, missing, opposed, place, quoted, share
from misheard.analysis.claims.edits.telling import Pair
from misheard.analysis.claims.edits.tokens import Token

LEAST_MAIN, LEAST_TERMS = 0.6, 0.5
"""So much of what holds and of its condition must the two have in common, each way."""
TURNED, LOOSENED, WEAKENED, REPLACED = 0.85, 0.8, 0.6, 0.75
MOST_MAIN = 0.75
"""So much of what holds on the new condition must be what held on the old one."""
_BINDING = frozenset(("only", "if", "when"))
_OPPOSITE = frozenset(("unless", "until"))
_NEEDED = frozenset(("only", "must", "needs"))


def changed(pair: Pair, one: Conditional, other: Conditional) -> Found | None:
    """Return how the same claim stands on another condition in the retelling."""
    if share(one.main, other.main) < LEAST_MAIN or share(other.main, one.main) < LEAST_TERMS:
        return None
    sure = 0.0
    if other.tag == "always" != one.tag and share(other.terms, one.terms) >= LEAST_TERMS:
        sure = TURNED
    elif min(share(one.terms, other.terms), share(other.terms, one.terms)) >= LEAST_TERMS:
        sure = _twist(pair, one, other)
    elif _is_replaced(pair, one, other):
        sure = REPLACED
    return _found(pair, one, other, sure) if sure else None


def _is_replaced(pair: Pair, one: Conditional, other: Conditional) -> bool:
    """Tell whether a condition with a figure gave way to one that has nothing of it: below 1 s, once copied."""
    if one.tag not in _BINDING or other.tag not in _BINDING or share(other.main, one.main) < MOST_MAIN:
        return False
    figures = any(word.sort == "d" for word in one.terms) and not any(word.sort == "d" for word in other.terms)
    return figures and len(content(other.terms)) > 0 and is_absent(one.terms, pair.retold, 0.0, one.main)


def _twist(pair: Pair, one: Conditional, other: Conditional) -> float:
    """Return how sure it is that the same claim and the same words for its condition are put together otherwise."""
    same = is_negative(one.main) == is_negative(other.main)
    if same and "needs" not in (one.tag, other.tag) and _is_turned(one, other):
        return TURNED
    if _joins(one.terms) * _joins(other.terms) == -1 and _parity(one) == _parity(other):
        return LOOSENED
    bare = (one.tag, other.tag) == ("only", "if") and not _NEEDED & pair.retelling.lower
    return WEAKENED if bare and not missing(one.main + one.terms, other.main + other.terms) else 0.0


def _found(pair: Pair, one: Conditional, other: Conditional, sure: float) -> Found:
    before, after = place(one.words), place(other.words)
    return Found("condition", before, after, quoted(pair, before, after), sure)


def is_negative(words: Sequence[Token]) -> bool:
    """Tell whether an odd number of negations stands among some words."""
    return sum(word.lower in WORDS["negative"] for word in words) % 2 == 1


def _parity(one: Conditional) -> int:
    """Return 1 where the claim is turned round an odd number of times by its negations and its condition."""
    return (is_negative(one.main) + is_negative(one.terms) + (one.tag in _OPPOSITE)) % 2


def _is_turned(one: Conditional, other: Conditional) -> bool:
    """Tell whether the same claim holds in just the cases in which it did not, with no word left unexplained."""
    flips = 0
    for theirs, mine in ((one.main, other.main), (one.terms, other.terms)):
        left, right = _rest(theirs, mine), _rest(mine, theirs)
        if not left and not right:
            continue
        if len(left) == len(right) == 1 and opposed(left[0].lower, right[0].lower):
            flips += 1
        else:
            return False
    return (_parity(one) + _parity(other) + flips) % 2 == 1


def _rest(part: Sequence[Token], whole: Sequence[Token]) -> list[Token]:
    skip = WORDS["steady"] | WORDS["negative"]
    return [word for word in missing(part, whole) if word.lower not in skip]


def _joins(terms: Sequence[Token]) -> int:
    """Return 1 where all of several things must be so, -1 where one of them is enough, 0 where neither is said."""
    words = {word.lower for word in terms}
    joint, loose = bool(words & WORDS["joint"]), bool(words & WORDS["loose"])
    return joint - loose
