"""Whether two requests ask for the same work, and by which facets: `same_work`."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from misheard.analysis.samework.asking import Asking
from misheard.analysis.samework.features import MET, Pair
from misheard.analysis.samework.judge import model, score
from misheard.analysis.samework.kinds import Kind
from misheard.analysis.samework.reading import Reading, Word, read

APART = 2
"""Characters between two words of a kind up to which they are shown as one: a name of two words."""


@dataclass(frozen=True)
class Words:
    """Words of a request: `text` is `request[start:end]`, counted in characters."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Facet:
    """What two requests say of one kind (action, object, entity, number, period, place, source, tool, command)."""

    kind: Kind
    first: tuple[Words, ...]
    second: tuple[Words, ...]


@dataclass(frozen=True)
class SameWork:
    """How likely two requests ask for the same work (`score`, 0 to 1; from 0.5 on it is called the same), and why.

    `same` holds the facets in which they agree, with the words on both sides; `differing` those in which they do
    not, where a side may be empty: it says nothing of the kind, or nothing that the other does not say.
    """

    score: float
    same: tuple[Facet, ...]
    differing: tuple[Facet, ...]


def same_work(first: str, second: str) -> SameWork:
    """Judge whether two requests, tasks or questions ask for the same work.

    The same work in other words scores high; the same words with another value (a name, number, date, place, file)
    score low, and so does another question on the same things. The order of the two does not matter, and a request
    compared with itself scores 1. Of each the first 4,000 characters are read.
    """
    pair = Pair(read(first), read(second))
    likely = 1.0 if _alike(first, second) else score(pair.features(), model())
    return SameWork(likely, tuple(_same(pair)), tuple(_differing(pair)))


@lru_cache(maxsize=16384)
def likely_same(first: str, second: str) -> float:
    """Return the score of `same_work` alone, at about half the cost."""
    return 1.0 if _alike(first, second) else score(Pair(read(first), read(second)).features(), model())


def _alike(first: str, second: str) -> bool:
    return first == second or first.split() == second.split()


def _same(pair: Pair) -> Iterator[Facet]:
    kept = [[word for word, met in zip(side.words, side.met, strict=True) if met >= MET] for side in pair.sides]
    asked = {one.asked for one in pair.readings[0].asking} & {one.asked for one in pair.readings[1].asking}
    asking = [[one for one in reading.asking if one.asked in asked] for reading in pair.readings]
    yield from _facets(pair, kept, asking)


def _differing(pair: Pair) -> Iterator[Facet]:
    one, two = ({asking.asked for asking in reading.asking} for reading in pair.readings)
    apart = one and two and not one & two
    asking = [reading.asking if apart else () for reading in pair.readings]
    yield from _facets(pair, [side.unmet for side in pair.sides], asking)


def _facets(pair: Pair, words: Sequence[Iterable[Word]], asking: Sequence[Iterable[Asking]]) -> Iterator[Facet]:
    """Yield a facet for each kind of which one side has words; question words count as actions."""
    first, second = pair.readings
    for kind in Kind:
        sides = []
        for reading, held, asked in zip((first, second), words, asking, strict=True):
            places = [(word.start, word.end) for word in held if word.kind is kind]
            places += [(one.start, one.end) for one in asked if kind is Kind.ACTION]
            sides.append(tuple(_runs(reading, sorted(places))))
        if any(sides):
            yield Facet(kind, *sides)


def _runs(reading: Reading, places: list[tuple[int, int]]) -> Iterator[Words]:
    """Yield words with their places, those that stand side by side as one."""
    runs: list[list[int]] = []
    for start, end in places:
        if runs and start - runs[-1][1] <= APART:
            runs[-1][1] = max(end, runs[-1][1])
        else:
            runs.append([start, end])
    for start, end in runs:
        yield Words(reading.text[start:end], start, end)
