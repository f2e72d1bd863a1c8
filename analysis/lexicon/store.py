"""The lexicon's file, unpacked on first use and kept as bytes: a line is taken apart when its word is asked for."""

import gzip
import re
from array import array
from functools import lru_cache
from importlib.resources import files
from itertools import accumulate
from typing import NamedTuple

ADJECTIVES = frozenset({0, 1, 44})
"""Lexicographer files of adjectives: the parent of an adjective is the head of its cluster."""

_FIRST_FILE = 48


class Entry(NamedTuple):
    """What is known of a lemma."""

    senses: tuple[tuple[str, int, tuple[int, ...]], ...]
    """Part of speech, how common it is (bits of its count in tagged text), synsets; the commonest of each first."""
    derived: tuple[str, ...]


NOTHING = Entry((), ())


class _Lines:
    """Lines by number, as one piece of memory."""

    def __init__(self, part: bytes) -> None:
        self._part = part
        self._ends = array("I", [0])
        self._ends.extend(found.end() for found in re.finditer(b"\n", part))

    def __getitem__(self, number: int) -> bytes:
        return self._part[self._ends[number] : self._ends[number + 1] - 1]


class Store:
    """The lexicon by lemma and by number of synset; the parts are described in `build.py`."""

    def __init__(self, text: bytes) -> None:
        lemmas, entries, antonyms, kinds, parents, more, group, opposites, related, words, forms = text.split(b"\f")
        self.words = tuple(lemmas.decode().split("\n"))
        self.row = dict(zip(self.words, range(len(self.words)), strict=True))
        self._entries = _Lines(entries)
        self._antonyms = dict(map(_pair, antonyms.split()))
        self._files = kinds
        self._parent = array("i", accumulate(map(int, parents.split(b","))))
        self._more = _by_number(more)
        self.group = _by_number(group)
        """Of a synset of verbs, those of nearly the same meaning."""
        self.opposites = _by_number(opposites)
        self._related = dict(map(_pair, related.split()))
        self._members = _Lines(words)
        self.irregular: dict[str, tuple[tuple[str, str], ...]] = {}
        for form, _, lemma in (line.partition("\t") for line in forms.decode().split("\n")):
            self.irregular[form] = (*self.irregular.get(form, ()), (lemma[1:], lemma[0]))

    def entry(self, lemma: str) -> Entry:
        """Return what is known of a lemma, NOTHING when it is not in the lexicon."""
        row = self.row.get(lemma)
        if row is None:
            return NOTHING
        senses, _, derived = self._entries[row].partition(b"\t")
        return Entry(
            tuple(
                [
                    (chr(block[0]), int(block[1:2], 36), tuple([int(one, 36) for one in block[2:].split(b",")]))
                    for block in senses.split(b";")
                ]
            ),
            tuple([self.words[row + step] for step in _numbers(derived)]),
        )

    def antonyms(self, lemma: str) -> tuple[tuple[int, int, str], ...]:
        """Return links to antonyms: synset of the lemma, synset of the other, the other."""
        row = self.row.get(lemma, -1)
        line = self._antonyms.get(row)
        links = map(_numbers, line.split(b";")) if line else ()
        return tuple([(mine, theirs, self.words[other]) for mine, theirs, other in links])

    def file(self, synset: int) -> int:
        """Return the number of a synset's lexicographer file, 0 to 44."""
        return self._files[synset] - _FIRST_FILE

    def parents(self, synset: int) -> tuple[int, ...]:
        """Return the hypernyms of a synset, or the head of an adjective's cluster."""
        parent = self._parent[synset]
        return (parent, *self._more.get(synset, ())) if parent >= 0 else ()

    def related(self, synset: int) -> tuple[int, ...]:
        """Return what a synset entails or causes, its attribute, see also, and the whole that it is a part of."""
        steps = self._related.get(synset)
        return tuple([synset + step for step in _numbers(steps)]) if steps else ()

    def members(self, synset: int) -> tuple[str, ...]:
        """Return the lemmas of a synset."""
        return tuple([self.words[row] for row in _numbers(self._members[synset])])


def _numbers(text: bytes) -> tuple[int, ...]:
    return tuple([int(one, 36) for one in text.split(b",")]) if text else ()


def _pair(line: bytes) -> tuple[int, bytes]:
    number, _, rest = line.partition(b":")
    return int(number, 36), rest


def _by_number(part: bytes) -> dict[int, tuple[int, ...]]:
    return {number: _numbers(rest) for number, rest in map(_pair, part.split())}


@lru_cache(maxsize=1)
def store() -> Store:
    """Return the lexicon, read on first use."""
    packed = files("misheard.analysis").joinpath("lexicon", "words.tsv.gz").read_bytes()
    return Store(gzip.decompress(packed))


@lru_cache(maxsize=8192)
def entry(lemma: str) -> Entry:
    """Return what is known of a lemma, NOTHING when it is not in the lexicon."""
    return store().entry(lemma)


@lru_cache(maxsize=16384)
def parents(synset: int) -> tuple[int, ...]:
    """Return the hypernyms of a synset, or the head of an adjective's cluster."""
    return store().parents(synset)


@lru_cache(maxsize=16384)
def depth(synset: int) -> int:
    """Return the least number of steps from a synset up to one without parents."""
    above = parents(synset)
    return 1 + min([depth(parent) for parent in above]) if above else 0
