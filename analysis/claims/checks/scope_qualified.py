"""A bound that says of which a finding holds, and that is gone: adults with a value below 3.5, told as adults."""

from collections.abc import Iterator, Sequence

from misheard.analysis.claims.checks.base import Found
from misheard.analysis.claims.checks.scope_limits import found
from misheard.analysis.claims.checks.support import all_tokens, content, missing, place, share
from misheard.analysis.claims.edits.record import bit_of
from misheard.analysis.claims.edits.telling import Pair
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.lexicon.wordnet import tags

SURE = 0.75
LEAST_KEPT = 0.8
"""So much of the rest must the retelling have, for it to be the same finding."""
LEAST_WORDS = 5
"""Of fewer words the rest is too little to be known again."""
_REACH = 6
"""A bound stands at most so many tokens ahead of its number, and what opens it so many ahead of that."""
_BOUNDS = frozenset(
    (
        *("below", "under", "over", "above", "beyond", "exceeding", "than", "least", "most"),
        *("aged", "older", "younger", "up"),
    )
)
_OPENS = frozenset(("with", "without", "at", "in", "on", "for", "from", "aged", "among", "whose", "having", "of"))
BOUND = bit_of(_BOUNDS)
"""Words without one of which in the source nothing is found."""


def find(pair: Pair) -> Iterator[Found]:
    """Yield a bound with its number that limits a noun of the source, and of which the retelling has nothing."""
    told, others = pair.source.tokens, all_tokens(pair.retold)
    known = {word.key for word in others}
    for first, last in _qualifiers(told):
        words = told[first:last]
        if any(word.sort == "d" and word.key in known for word in words):
            continue
        rest = [*told[:first], *told[last:]]
        if len(content(rest)) < LEAST_WORDS or len(missing(words, others, loose=True)) < len(content(words)):
            continue
        if share(rest, others, loose=True) >= LEAST_KEPT:
            yield found(pair, place(words), None, SURE)
            return


def _qualifiers(words: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Yield where each phrase with a bound and a number begins and ends that stands behind a noun."""
    for at, word in enumerate(words):
        if word.sort != "d":
            continue
        bound = next((i for i in range(at - 1, max(-1, at - _REACH), -1) if words[i].lower in _BOUNDS), None)
        if bound is None or any(word.sort == "p" for word in words[bound:at]):
            continue
        first = _opening(words, bound)
        if first and _is_noun(words[first - 1]):
            yield first, at + 1


def _opening(words: Sequence[Token], bound: int) -> int:
    """Return the token that opens the phrase a bound stands in, 0 where a verb does."""
    for i in range(bound, max(0, bound - _REACH), -1):
        if words[i].lower in _OPENS:
            return i
        if words[i].sort == "p" or (i < bound and "v" in tags(words[i].lower)[:1]):
            return 0
    return bound if words[bound].lower in ("below", "under", "over", "above", "aged", "beyond", "exceeding") else 0


def _is_noun(word: Token) -> bool:
    return word.sort == "n" or (word.sort == "w" and tags(word.lower)[:1] == "n")
