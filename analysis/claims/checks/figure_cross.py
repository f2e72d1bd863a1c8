"""Two figures or dates that have changed places: each now stands where the other stood."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from operator import attrgetter
from typing import Protocol

from misheard.analysis.claims.edits.telling import Pair, Sentence

NEAR = 6
"""So many tokens on either side of a place are its surroundings."""
_CUT = frozenset(";:()\n.!?")
_PARTS = frozenset(("and", "but", "while", "whereas", "against", "versus"))
_START, _END = attrgetter("start"), attrgetter("end")
_ROLES = {"from": "^from", "between": "^from", "to": "^to", "until": "^to", "till": "^to", "through": "^to"}


class Place(Protocol):
    """Anything that stands somewhere in a sentence."""

    @property
    def start(self) -> int:
        """Where it begins."""

    @property
    def end(self) -> int:
        """Where it ends."""


def surroundings(sentence: Sentence, place: Place) -> frozenset[str]:
    """Return the keys of the content words near a place, up to the end of its clause."""
    words, known = sentence.tokens, sentence.records
    first = bisect_right(words, place.start, key=_END)
    last = bisect_left(words, place.end, key=_START)
    found: set[str] = set()
    for run in (known[max(0, first - NEAR) : first][::-1], known[last : last + NEAR]):
        for word in run:
            if word.sort in "wn":
                found.add(word.key)
            elif word.text in _CUT:
                break
    return frozenset(found)


def is_crossed(pair: Pair, told: tuple[Place, Place], retold: tuple[Place, Place]) -> bool:
    """Tell whether what stood with one place now stands with the other, both ways, and nothing stayed."""
    a, b = _own(pair.source, *told)
    if not a or not b:
        return False
    x, y = _own(pair.retelling, *retold)
    return not a.isdisjoint(y) and not b.isdisjoint(x) and a.isdisjoint(x) and b.isdisjoint(y)


def _own(sentence: Sentence, one: Place, two: Place) -> tuple[frozenset[str], frozenset[str]]:
    """Return what stands in the clause of one of two places and not in that of the other, or nearer to it."""
    near: tuple[set[str], set[str]] = (set(), set())
    known = surroundings(sentence, one) | surroundings(sentence, two)
    clauses = [clause(sentence, place) for place in (one, two)]
    apart = clauses[0] != clauses[1]
    words = sentence.tokens
    for place_of, record in enumerate(sentence.records):
        label = record.sort == "f" and len(record.text) == 1 and record.text.isupper() and not record.first
        if not label and (record.key not in known or record.sort not in "wn"):
            continue
        word = words[place_of]
        if one.start <= word.start < one.end or two.start <= word.start < two.end:
            continue
        if apart:
            for n, (begin, stop) in enumerate(clauses):
                if begin <= word.start < stop:
                    near[n].add(word.text if label else word.key)
            continue
        gaps = [min(abs(word.start - place.end), abs(place.start - word.end)) for place in (one, two)]
        near[gaps[1] < gaps[0]].add(word.text if label else word.key)
    for n, place in enumerate((one, two)):
        near[n].update(_role(sentence, place))
    both = near[0] & near[1]
    return frozenset(near[0] - both), frozenset(near[1] - both)


def _role(sentence: Sentence, place: Place) -> Iterator[str]:
    first = bisect_right(sentence.tokens, place.start, key=_END)
    ahead = sentence.tokens[first - 1].lower if first else ""
    if ahead in _ROLES:
        yield _ROLES[ahead]


def clause(sentence: Sentence, place: Place) -> tuple[int, int]:
    """Return where the clause of a place begins and ends: at commas, semicolons, and, but, while."""
    begin, stop = 0, len(sentence.text)
    for word in sentence.tokens:
        if word.lower in _PARTS or word.text[0] in ",;:()":
            if word.end <= place.start:
                begin = word.end
            elif word.start >= place.end:
                stop = word.start
                break
    return begin, stop
