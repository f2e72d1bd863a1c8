"""Some of a numbered row, told on as all of it: claims 1 to 4, told as none of the claims."""

from collections.abc import Iterator, Sequence

from misheard.analysis.claims.checks.base import Found
from misheard.analysis.claims.checks.scope_limits import found
from misheard.analysis.claims.checks.scope_words import AMOUNTS, amounts
from misheard.analysis.claims.checks.support import all_tokens, content, share
from misheard.analysis.claims.edits.telling import Pair
from misheard.analysis.claims.edits.tokens import Token

SURE = 0.75
LEAST_KEPT = 0.4
"""So much of what is said of the row must the retelling have."""
SAYS = AMOUNTS.bit
"""Words without one of which in the retelling nothing is found."""
_JOINS = frozenset(("to", "-", "–", "and", "or", ",", "through", "until"))
_REACH = 4


def find(pair: Pair) -> Iterator[Found]:
    """Yield a numbered part of a row whose noun the retelling says all or none of."""
    hits = [hit for hit in amounts(pair.retelling) if hit.tag in ("whole", "none")]
    rows = list(_rows(pair.source.tokens)) if hits else []
    if not rows:
        return
    retold, others = pair.retelling.tokens, {word.key for word in all_tokens(pair.retold)}
    for hit in hits:
        for word in retold[hit.end : hit.end + _REACH]:
            for first, last in rows:
                noun, numbers = (
                    pair.source.tokens[first],
                    [w for w in pair.source.tokens[first:last] if w.sort == "d"],
                )
                if word.key != noun.key or any(number.key in others for number in numbers):
                    continue
                rest = [*pair.source.tokens[:first], *pair.source.tokens[last:]]
                if len(content(rest)) > 1 and share(rest, retold, loose=True) >= LEAST_KEPT:
                    before = noun.start, pair.source.tokens[last - 1].end
                    yield found(pair, before, (retold[hit.start].start, word.end), SURE)
                    return


def _rows(words: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Yield where a plural noun with two numbers or more behind it begins and ends."""
    for at, word in enumerate(words):
        if word.sort not in "wn" or not word.lower.endswith("s"):
            continue
        last, numbers = at + 1, 0
        while last < len(words) and (words[last].sort == "d" or words[last].lower in _JOINS):
            numbers += words[last].sort == "d"
            last += 1
        while last > at + 1 and words[last - 1].sort != "d":
            last -= 1
        if numbers > 1:
            yield at, last
