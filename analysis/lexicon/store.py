"""The lexicon's file, unpacked on first use and kept as lines: one is taken apart when its word is asked for."""

import gzip
from functools import lru_cache
from importlib.resources import files
from itertools import islice
from typing import NamedTuple

ADJECTIVES = frozenset({0, 1, 44})
"""Lexicographer files of adjectives: the parent of an adjective is the head of its cluster."""


class Entry(NamedTuple):
    """What is known of a lemma."""

    senses: tuple[tuple[str, int, tuple[int, ...]], ...]
    """Part of speech, how common it is (bits of its count in tagged text), synsets; the commonest of each first."""
    antonyms: tuple[tuple[int, int, str], ...]
    """Synset of this lemma, synset of the other, the other lemma."""
    derived: tuple[str, ...]


class Synset(NamedTuple):
    """Words of one meaning, with the meanings around it."""

    file: int
    """Number of the lexicographer file, 0 to 44."""
    parents: tuple[int, ...]
    group: tuple[int, ...]
    """Verbs of nearly the same meaning."""
    related: tuple[int, ...]
    """Entailed, caused, attribute, see also, whole of which it is a part."""
    opposites: tuple[int, ...]
    words: tuple[str, ...]


NOTHING = Entry((), (), ())


class Store:
    """The lexicon by lemma and by number of synset."""

    def __init__(self, text: str) -> None:
        lines = iter(text.split("\n"))
        self.words = list(islice(lines, int(next(lines))))
        self._entries = list(islice(lines, int(next(lines))))
        self._synsets = list(islice(lines, int(next(lines))))
        self.row = dict(zip(self.words, range(len(self.words)), strict=True))
        self.irregular: dict[str, tuple[tuple[str, str], ...]] = {}
        for line in islice(lines, int(next(lines))):
            form, _, lemma = line.partition("\t")
            self.irregular[form] = (*self.irregular.get(form, ()), (lemma[1:], lemma[0]))

    def entry(self, lemma: str) -> Entry:
        """Return what is known of a lemma, NOTHING when it is not in the lexicon."""
        row = self.row.get(lemma)
        if row is None:
            return NOTHING
        senses, antonyms, derived = (*self._entries[row].split("\t"), "", "")[:3]
        return Entry(
            tuple(
                (block[0], int(block[1], 36), tuple([int(one, 36) for one in block[2:].split(",")]))
                for block in senses.split(";")
            ),
            tuple(
                (int(mine, 36), int(theirs, 36), self.words[row + int(other, 36)])
                for mine, theirs, other in (link.split(",") for link in antonyms.split(";") if link)
            ),
            tuple([self.words[row + int(step, 36)] for step in derived.split(",")]) if derived else (),
        )

    def synset(self, number: int) -> Synset:
        """Return a synset."""
        file, parents, group, related, opposites, rows = (*self._synsets[number].split("\t"), *("",) * 5)[:6]
        return Synset(
            int(file, 36),
            _ahead(parents, number),
            _ahead(group, number),
            _ahead(related, number),
            _ahead(opposites, number),
            tuple([self.words[row] for row in _ahead(rows, 0)]),
        )


def _ahead(steps: str, number: int) -> tuple[int, ...]:
    return tuple([number + int(step, 36) for step in steps.split(",")]) if steps else ()


@lru_cache(maxsize=1)
def store() -> Store:
    """Return the lexicon, read on first use."""
    packed = files("misheard.analysis").joinpath("lexicon", "words.tsv.gz").read_bytes()
    return Store(gzip.decompress(packed).decode())


@lru_cache(maxsize=4096)
def entry(lemma: str) -> Entry:
    """Return what is known of a lemma, NOTHING when it is not in the lexicon."""
    return store().entry(lemma)


@lru_cache(maxsize=8192)
def synset(number: int) -> Synset:
    """Return a synset."""
    return store().synset(number)


@lru_cache(maxsize=16384)
def depth(number: int) -> int:
    """Return the least number of steps from a synset up to one without parents."""
    parents = synset(number).parents
    return 1 + min(depth(parent) for parent in parents) if parents else 0
