"""All that is asked of a word when it is compared with another, put together once per word."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from misheard.analysis.lexicon.forms import lemmas
from misheard.analysis.lexicon.store import ADJECTIVES, entry, synset

CLIMBED = 5
"""Senses whose hypernyms are followed: rarer ones make everything alike."""


class Meaning(NamedTuple):
    """A word with all its lemmas. A rank is the place of a sense among those of its lemma, from 0."""

    lemmas: dict[str, int]
    """Each lemma with its place among the likeliest."""
    pos: frozenset[str]
    senses: dict[int, int]
    """Each synset with its rank."""
    above: dict[int, int]
    """Each synset at or above a sense with its code: see `code_of`."""
    antonyms: dict[str, tuple[tuple[int, int], ...]]
    """Each antonym with pairs of the rank of this word's sense and the synset of the antonym's."""
    wide: dict[int, int]
    """Each sense and, of adjectives, the head of its cluster, with its rank."""
    opposites: dict[int, int]
    """Each synset opposite to one of `wide`, with its rank."""
    close: dict[int, int]
    """Each noun's and verb's sense and what is just above it, with its rank."""
    close_opposites: dict[int, int]
    near: dict[int, int]
    """Each synset in a verb group with a sense, with its rank."""
    related: dict[int, int]
    derived: frozenset[str]
    derived_antonyms: frozenset[str]
    """Antonyms of the words derived from it, or that it is derived from."""


def code_of(steps: int, rank: int) -> int:
    """Return steps up and rank as one number that orders by their sum, then by the steps."""
    return (steps + rank) << 10 | steps << 5 | rank


@lru_cache(maxsize=2048)
def meaning(word: str) -> Meaning:
    """Return what is known of a word; everything is empty when it is unknown."""
    pairs = lemmas(word)
    names = list(dict.fromkeys(lemma for lemma, _ in pairs))
    senses = _senses(pairs)
    wide = _least((near, rank) for one, rank in senses.items() for near in _raised(one, adjective=True))
    close = _least((near, rank) for one, rank in senses.items() for near in _raised(one, adjective=False))
    derived = frozenset(other for name in names for other in entry(name).derived)
    return Meaning(
        {name: place for place, name in enumerate(names)},
        frozenset(pos for _, pos in pairs),
        senses,
        _above(senses),
        _antonyms(names, senses),
        wide,
        _opposites(wide),
        close,
        _opposites(close),
        _least((other, rank) for one, rank in senses.items() for other in synset(one).group),
        _least((other, rank) for one, rank in senses.items() for other in synset(one).related),
        derived,
        frozenset(other for name in derived for _, _, other in entry(name).antonyms),
    )


def _senses(pairs: tuple[tuple[str, str], ...]) -> dict[int, int]:
    return _least(
        (number, rank)
        for lemma, pos in pairs
        for letter, _, numbers in entry(lemma).senses
        if letter == pos
        for rank, number in enumerate(numbers)
    )


def _least(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    found: dict[int, int] = {}
    for key, value in pairs:
        if value < found.get(key, value + 1):
            found[key] = value
    return found


def _raised(number: int, *, adjective: bool) -> tuple[int, ...]:
    one = synset(number)
    return (number, *one.parents) if (one.file in ADJECTIVES) is adjective else (number,)


def _opposites(numbers: dict[int, int]) -> dict[int, int]:
    return _least((other, rank) for one, rank in numbers.items() for other in synset(one).opposites)


def _antonyms(names: list[str], senses: dict[int, int]) -> dict[str, tuple[tuple[int, int], ...]]:
    found: dict[str, tuple[tuple[int, int], ...]] = {}
    for mine, theirs, other in (link for name in names for link in entry(name).antonyms):
        if mine in senses:
            found[other] = (*found.get(other, ()), (senses[mine], theirs))
    return found


def _above(senses: dict[int, int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for one, rank in senses.items():
        ahead: Iterable[int] = (one,) if rank < CLIMBED else ()
        steps = 0
        while ahead:
            code = code_of(steps, rank)
            rising = [number for number in ahead if code < found.get(number, code + 1)]
            found.update(dict.fromkeys(rising, code))
            ahead = [parent for number in rising for parent in synset(number).parents]
            steps += 1
    return found
