"""All that is asked of a word when it is compared with another, put together once per word."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from misheard.analysis.lexicon.forms import lemmas
from misheard.analysis.lexicon.store import ADJECTIVES, entry, parents, store

CLIMBED = 5
"""Senses whose hypernyms are followed: rarer ones make everything alike."""


BITS = {"n": 1, "v": 2, "a": 4, "r": 8}
ONE_STEP = (1 << 10) + (1 << 5)
"""What a step further up adds to a code."""

COMMON = 3
"""Senses of a word that are common enough for a loose relation to be more than chance."""


class Meaning(NamedTuple):
    """A word with all its lemmas. A rank is the place of a sense among those of its lemma, from 0."""

    lemmas: dict[str, int]
    """Each lemma with its place among the likeliest."""
    pos: int
    """Its parts of speech as the sum of their `BITS`."""
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
    """Antonyms, by common senses, of the words derived from it or that it is derived from."""


def code_of(steps: int, rank: int) -> int:
    """Return steps up and rank as one number that orders by their sum, then by the steps."""
    return (steps + rank) << 10 | steps << 5 | rank


@lru_cache(maxsize=16384)
def vicinity(word: str) -> frozenset[str | int]:
    """Return a word's lemmas and those derived from them, its common senses and what is next to these.

    Two words of which these have nothing in common are no forms of one word, nor derived from one another, and
    none of their common senses are synonyms or one step apart. It costs a tenth of `meaning`.
    """
    found: set[str | int] = set()
    group = store().group
    for lemma, pos in lemmas(word):
        listed = entry(lemma)
        found.add(lemma)
        found.update(listed.derived)
        for letter, _, numbers in listed.senses:
            if letter == pos:
                for number in numbers[:COMMON]:
                    found.add(number)
                    found.update(parents(number))
                    found.update(group.get(number, ()))
    return frozenset(found)


@lru_cache(maxsize=4096)
def meaning(word: str) -> Meaning:
    """Return what is known of a word; everything is empty when it is unknown."""
    pairs = lemmas(word)
    known = store()
    names = list(dict.fromkeys([lemma for lemma, _ in pairs]))
    senses = _senses(pairs)
    wide, close = _raised(senses)
    derived = frozenset([other for name in names for other in entry(name).derived])
    return Meaning(
        {name: place for place, name in enumerate(names)},
        sum({BITS[pos] for _, pos in pairs}),
        senses,
        _above(senses),
        _antonyms(names, senses),
        wide,
        _linked(wide, known.opposites),
        close,
        _linked(close, known.opposites),
        _linked(senses, known.group),
        _linked(senses, {one: found for one in senses if (found := known.related(one))}),
        derived,
        frozenset([link[2] for name in derived for link in known.antonyms(name) if _is_common(name, link)]),
    )


def _senses(pairs: tuple[tuple[str, str], ...]) -> dict[int, int]:
    found: dict[int, int] = {}
    for lemma, pos in pairs:
        for letter, _, numbers in entry(lemma).senses:
            if letter == pos:
                for rank, number in enumerate(numbers):
                    found[number] = min(rank, found.get(number, rank))
    return found


def _is_common(name: str, link: tuple[int, int, str]) -> bool:
    """Tell whether an antonym is one by a common sense of both words."""
    mine, theirs, other = link
    return all(
        any(synset in numbers[:COMMON] for _, _, numbers in entry(lemma).senses)
        for lemma, synset in ((name, mine), (other, theirs))
    )


def _raised(senses: dict[int, int]) -> tuple[dict[int, int], dict[int, int]]:
    """Return the senses with the heads of adjectives, and the senses with the hypernyms of nouns and verbs."""
    file = store().file
    wide, close = senses.copy(), senses.copy()
    for one, rank in senses.items():
        for parent in parents(one):
            found = wide if file(one) in ADJECTIVES else close
            if rank < found.get(parent, rank + 1):
                found[parent] = rank
    return wide, close


def _linked(numbers: dict[int, int], links: Mapping[int, tuple[int, ...]]) -> dict[int, int]:
    found: dict[int, int] = {}
    for one, rank in numbers.items():
        for other in links.get(one, ()):
            if rank < found.get(other, rank + 1):
                found[other] = rank
    return found


def _antonyms(names: list[str], senses: dict[int, int]) -> dict[str, tuple[tuple[int, int], ...]]:
    found: dict[str, tuple[tuple[int, int], ...]] = {}
    for mine, theirs, other in [link for name in names for link in store().antonyms(name)]:
        if mine in senses:
            found[other] = (*found.get(other, ()), (senses[mine], theirs))
    return found


def _above(senses: dict[int, int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for one, rank in senses.items():
        ahead: Iterable[int] = (one,) if rank < CLIMBED else ()
        code = code_of(0, rank)
        while ahead:
            higher: list[int] = []
            for number in ahead:
                if code < found.get(number, code + 1):
                    found[number] = code
                    higher += parents(number)
            ahead = higher
            code += ONE_STEP
    return found
