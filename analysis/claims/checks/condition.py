"""What holds on a condition, told as if it held without it, on its opposite or on half of it."""

from collections.abc import Iterator, Sequence

from misheard.analysis.claims.checks.base import Check, Found
from misheard.analysis.claims.checks.condition_read import TRIGGERS, WORDS, Conditional, added, conditionals
from misheard.analysis.claims.checks.support import (
    content,
    is_absent,
    kept,
    missing,
    opposed,
    place,
    quoted,
    share,
)
from misheard.analysis.claims.edits.telling import Pair
from misheard.analysis.claims.edits.tokens import Token

LEAST_MAIN = 0.6
"""So much of what holds must stand in the retelling."""
SHORT = 3
"""Where only one word says what holds, the retelling may have no more content words than this."""
LEAST_TERMS = 0.6
"""Two conditions are the same one where each has so much of the other."""
LOST = {"only": 0.85, "if": 0.8, "unless": 0.85, "when": 0.7, "until": 0.65}
TURNED, LOOSENED, WEAKENED, HALVED, REPLACED = 0.85, 0.8, 0.6, 0.7, 0.65
_OPPOSITE = frozenset(("unless", "until"))
_STRICT = frozenset(("only", "if", "unless"))
_NEEDED = frozenset(("only", "must", "needs"))
_PAST = frozenset(("was", "were", "had", "did"))


def _find(pair: Pair) -> Iterator[Found]:
    if TRIGGERS.isdisjoint(pair.told.lower):
        return
    theirs = conditionals(pair.source)
    extra = added(pair.told, pair.source) if len(pair.told.sentences) > 1 else None
    if not theirs and extra is None:
        return
    mine = conditionals(pair.retelling)
    retold = pair.retelling.tokens
    for one in theirs:
        if not kept(one.main, retold) or share(one.main, retold) < LEAST_MAIN:
            continue
        found = next((change for other in mine if (change := _changed(pair, one, other))), None)
        found = found or _lost(pair, one) or _halved(pair, one)
        if found:
            yield found
            return
    if extra and not mine and _stands_alone(pair, extra):
        yield _found(pair, place(extra.main), place(retold), LOST[extra.tag] - 0.1)


def _stands_alone(pair: Pair, extra: Conditional) -> bool:
    """Tell whether the retelling has a claim without the condition that the next sentence of the source adds."""
    retold = pair.retelling
    if WORDS["hints"] & retold.lower or share(extra.main, retold.tokens) < LEAST_MAIN:
        return False
    return kept(extra.main, retold.tokens) >= 2 and is_absent(extra.terms, pair.retold, spent=extra.main)


def _found(pair: Pair, before: tuple[int, int], after: tuple[int, int], sure: float) -> Found:
    return Found("condition", before, after, quoted(pair, before, after), sure)


def _lost(pair: Pair, one: Conditional) -> Found | None:
    """Return the change of a claim whose condition stands nowhere in the retelling."""
    if not _binds(one) or WORDS["hints"] & (pair.retelling.lower - pair.source.lower):
        return None
    if any(word in WORDS["hints"] for word in _behind_main(pair, one)) or WORDS["elsewhere"] & pair.retold.lower:
        return None
    if len(content(one.main)) < 2 and len(content(pair.retelling.tokens)) > SHORT:
        return None
    if _is_negative(one.main) != _is_negative(pair.retelling.tokens):
        return None
    if not is_absent([w for w in one.terms if w.lower not in WORDS["weak"]], pair.retold, spent=one.main):
        return None
    before = place(one.words)
    main = [word for word in pair.retelling.tokens if word.sort != "p"]
    why = f'"{pair.source.text[slice(*before)]}" was left out'
    return Found("condition", before, place(main), why, LOST[one.tag])


def _behind_main(pair: Pair, one: Conditional) -> list[str]:
    """Return the words of the retelling that the main clause does not have."""
    own = {word.lower for word in one.main}
    return [word.lower for word in pair.retelling.tokens if word.lower not in own]


def _binds(one: Conditional) -> bool:
    """Tell whether what holds is bound to the condition: no mere time, no courtesy."""
    terms = [word for word in content(one.terms) if word.lower not in WORDS["weak"]]
    if not terms or one.tag not in LOST:
        return False
    if one.tag in _STRICT:
        return True
    main = {word.lower for word in one.main}
    if one.tag == "until":
        return not _is_negative(one.main) and bool(main & {"can", "may", "allowed", "permitted"})
    now = main & {"can", "may", "will", "must", "allowed"} or {"has", "have"} & {word.lower for word in one.terms}
    limit = any(word.sort == "d" for word in one.terms) and not any(word.sort == "d" for word in one.main)
    return bool(now or limit) and not _PAST & {word.lower for word in one.terms + one.main}


def _changed(pair: Pair, one: Conditional, other: Conditional) -> Found | None:
    """Return how the same claim stands on another condition in the retelling."""
    if share(one.main, other.main) < LEAST_MAIN or share(other.main, one.main) < LEAST_TERMS:
        return None
    sure = 0.0
    if other.tag == "always" != one.tag and share(other.terms, one.terms) >= LEAST_TERMS:
        sure = TURNED
    elif min(share(one.terms, other.terms), share(other.terms, one.terms)) >= LEAST_TERMS:
        sure = _twist(pair, one, other)
    elif _STRICT.issuperset((one.tag, other.tag)) and share(other.main, one.main) >= LEAST_MAIN:
        gone = is_absent(one.terms, pair.retold, 0) and is_absent(other.terms, pair.told, 0)
        sure = REPLACED if gone else 0.0
    return _found(pair, place(one.words), place(other.words), sure) if sure else None


def _twist(pair: Pair, one: Conditional, other: Conditional) -> float:
    """Return how sure it is that the same claim and the same words for its condition are put together otherwise."""
    same = _is_negative(one.main) == _is_negative(other.main)
    if same and "needs" not in (one.tag, other.tag) and _is_turned(one, other):
        return TURNED
    if _joins(one.terms) * _joins(other.terms) == -1 and _parity(one) == _parity(other):
        return LOOSENED
    bare = (one.tag, other.tag) == ("only", "if") and not _NEEDED & pair.retelling.lower
    return WEAKENED if bare and not missing(one.main + one.terms, other.main + other.terms) else 0.0


def _is_negative(words: Sequence[Token]) -> bool:
    return sum(word.lower in WORDS["negative"] for word in words) % 2 == 1


def _parity(one: Conditional) -> int:
    """Return 1 where the claim is turned round an odd number of times by its negations and its condition."""
    return (_is_negative(one.main) + _is_negative(one.terms) + (one.tag in _OPPOSITE)) % 2


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


def _halved(pair: Pair, one: Conditional) -> Found | None:
    """Return the change of a claim of whose joint conditions one is kept and another stands nowhere."""
    at = next((i for i, word in enumerate(one.terms) if word.lower == "and"), 0)
    if one.tag not in _STRICT or not at or {"both", "all", "or"} & pair.retelling.lower:
        return None
    halves = one.terms[:at], one.terms[at + 1 :]
    for gone, left in (halves, halves[::-1]):
        if not content(gone) or share(left, pair.retelling.tokens) < LEAST_TERMS:
            continue
        if is_absent(gone, pair.retold, 0, [*one.main, *left]):
            before = place(gone)
            why = f'"{pair.source.text[slice(*before)]}" was left out'
            return Found("condition", before, place(pair.retelling.tokens), why, HALVED)
    return None


CHECK = Check(_find)
