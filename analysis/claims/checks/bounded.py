"""On which side of a number or date something holds: above 500, up to 6 bar, before 1 August, no more than six."""

from collections.abc import Sequence
from itertools import pairwise

from misheard.analysis.claims.edits.telling import Pair, Sentence, read_once
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.claims.names import CALENDAR

_UP_TO = frozenset(("below", "under", "before", "until", "till", "within", "to", "inside", "maximum", "most"))
_FROM = frozenset(
    ("above", "over", "after", "from", "exceed", "exceeds", "exceeding", "exceeded", "beyond", "past", "since",
     "minimum", "least")
)  # fmt: skip
_LESS = frozenset(("less", "fewer", "lower", "smaller", "earlier", "shorter", "younger", "lighter", "sooner"))
_MORE = frozenset(
    ("more", "greater", "longer", "higher", "later", "larger", "bigger", "heavier", "older", "taller", "faster")
)
_OR_MORE = frozenset(("more", "above", "older", "over", "higher", "later", "longer", "upwards", "up", "greater"))
_OR_LESS = frozenset(("less", "fewer", "below", "under", "younger", "earlier", "lower", "shorter"))
_NO = frozenset(("no", "not", "never"))
_REACH = 3
"""The number stands at most so many words behind the word that bounds it."""


def is_other_side(pair: Pair) -> bool:
    """Tell whether one number or date bounds both sentences, and from different sides."""
    one, other = sides(pair.source), sides(pair.retelling)
    return any(one[key] != other[key] for key in one.keys() & other.keys())


def is_same_side(pair: Pair) -> bool:
    """Tell whether one number or date bounds both sentences, and from the same side."""
    one, other = sides(pair.source), sides(pair.retelling)
    return any(one[key] == other[key] for key in one.keys() & other.keys())


@read_once
def sides(sentence: Sentence) -> dict[str, int]:
    """Return for each number or date that bounds something -1 where what is below it is meant, else 1."""
    words = sentence.tokens
    found: dict[str, int] = {}
    for place in range(len(words)):
        side = _side(words, place)
        if not side:
            continue
        for other in words[place + 1 : place + 1 + _REACH]:
            if other.sort == "p":
                break
            if other.sort == "d" or other.lower in CALENDAR:
                found[other.key] = side
                break
    for place, word in enumerate(words):
        if word.sort == "d" and word.key not in found:
            side = _behind(words, place)
            if side:
                found[word.key] = side
    return found


def _side(words: Sequence[Token], place: int) -> int:
    """Return -1 or 1 for a word that bounds the number behind it, 0 for others."""
    word = words[place].lower
    behind = words[place + 1].lower if place + 1 < len(words) else ""
    if behind == "than":
        side = 1 if word in _MORE else -1 if word in _LESS else 0
        return -side if place and words[place - 1].lower in _NO else side
    return -1 if word in _UP_TO else 1 if word in _FROM else 0


def _behind(words: Sequence[Token], place: int) -> int:
    """Return the side that the words behind a number give it: 18 years or older, 500 at most."""
    near = words[place + 1 : place + 2 + _REACH]
    for one, other in pairwise(near):
        if one.sort == "p":
            return 0
        if one.lower in ("or", "and"):
            return 1 if other.lower in _OR_MORE else -1 if other.lower in _OR_LESS else 0
        if one.lower == "at":
            return 1 if other.lower == "least" else -1 if other.lower == "most" else 0
    return 0
