"""The database files of WordNet 3.0 as they are published, read for the build (man pages wndb and cntlist, 5WN)."""

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
"""Letters of the parts of speech, with the ending of their files."""

Key = tuple[str, int]
"""A synset: the letter of its part of speech and its place in the data file, in bytes."""

_MARKER = re.compile(r"\((?:a|p|ip)\)$")


class Pointer(NamedTuple):
    """A link from a synset, or one word of it, to another."""

    symbol: str
    target: Key
    word: int
    """Which word of this synset it is from, from 1; 0 when it is from all of them."""
    other: int


class Synset(NamedTuple):
    """Words of one meaning."""

    file: int
    """Number of the lexicographer file, 0 to 44."""
    words: tuple[str, ...]
    pointers: tuple[Pointer, ...]
    satellite: bool


def synsets(folder: Path) -> dict[Key, Synset]:
    """Return every synset, in the order of the files."""
    return {key: synset for letter in FILES for key, synset in _in_file(folder, letter)}


def _in_file(folder: Path, letter: str) -> Iterator[tuple[Key, Synset]]:
    for line in _lines(folder / f"data.{FILES[letter]}"):
        parts = line.partition(" | ")[0].split()
        end = 4 + 2 * int(parts[3], 16)
        words = tuple(_MARKER.sub("", word) for word in parts[4:end:2])
        links = parts[end + 1 : end + 1 + 4 * int(parts[end])]
        pointers = tuple(
            Pointer(symbol, (pos, int(place)), *divmod(int(ends, 16), 256))
            for symbol, place, pos, ends in zip(links[::4], links[1::4], links[2::4], links[3::4], strict=True)
        )
        yield (letter, int(parts[0])), Synset(int(parts[1]), words, pointers, parts[2] == "s")


def senses(folder: Path) -> dict[tuple[str, str], list[Key]]:
    """Return the synsets of each (lower-case lemma, part of speech), the commonest first."""
    found: dict[tuple[str, str], list[Key]] = {}
    for letter, name in FILES.items():
        for line in _lines(folder / f"index.{name}"):
            parts = line.split()
            found[parts[0], letter] = [(letter, int(place)) for place in parts[-int(parts[2]) :]]
    return found


def counts(folder: Path) -> dict[tuple[str, str], int]:
    """Return how often each (lemma, part of speech) was met in the texts WordNet's makers tagged by hand."""
    found: dict[tuple[str, str], int] = defaultdict(int)
    for line in _lines(folder / "cntlist.rev"):
        sense, _, count = line.split()
        lemma, _, rest = sense.rpartition("%")
        found[lemma, " nvara"[int(rest[0])]] += int(count)
    return found


def exceptions(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Yield irregular forms: form, part of speech, lemma."""
    for letter, name in FILES.items():
        for line in _lines(folder / f"{name}.exc"):
            form, *bases = line.split()
            yield from ((form, letter, base) for base in bases)


def _lines(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8") as lines:
        yield from (line for line in lines if not line.startswith("  "))
