"""The words that say how sure a speaker is, read once from the data files, and where they stand in a text."""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from misheard.analysis.claims.words import STOP

LONGEST_READ = 2000
"""Characters of a statement that are read: hardly a sentence is longer, and patterns stay quick on junk."""

_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?", re.IGNORECASE)


@dataclass(frozen=True)
class WordClass:
    """A class of words that say how sure a speaker is.

    `level` ranks it from 0 (does not know) to 1 (certain) and is no probability. Leaving out a `hedge` makes a
    claim surer; `denies` means that the words lean against the claim; `reserves` that they only hold back.
    """

    name: str
    level: float
    hedge: bool = False
    denies: bool = False
    reserves: bool = False


class Mark(NamedTuple):
    """Words of one class in a text."""

    start: int
    end: int
    text: str
    word_class: WordClass


class Pattern(NamedTuple):
    """A shape of words of one class; it fits no text in which a word of `needs` is missing."""

    shape: re.Pattern[str]
    word_class: WordClass
    needs: frozenset[str] = frozenset()


class Lexicon(NamedTuple):
    """Single words, and patterns by a word that must be in a text for them to fit, as most texts have none."""

    words: dict[str, WordClass]
    patterns: dict[str, tuple[Pattern, ...]]


@cache
def read_data(name: str) -> dict[str, Any]:
    """Return one of the TOML files that ship with the package; read once."""
    return tomllib.loads(files("misheard.analysis").joinpath("data", name).read_text(encoding="utf-8"))


@cache
def pattern(group: str, name: str) -> re.Pattern[str]:
    """Return one of the patterns of certainty_patterns.toml."""
    return re.compile(read_data("certainty_patterns.toml")[group][name].strip(), re.VERBOSE | re.IGNORECASE)


@cache
def lexicon() -> Lexicon:
    """Return the words and patterns of hedges.toml; read once."""
    words: dict[str, WordClass] = {}
    patterns: dict[str, list[Pattern]] = defaultdict(list)
    for name, entry in read_data("hedges.toml").items():
        word_class = WordClass(
            name, entry["level"], entry["hedge"], entry.get("denies", False), entry.get("reserves", False)
        )
        for phrase in entry.get("words", ()):
            parts = _WORD.findall(phrase.lower())
            if len(parts) == 1:
                words.setdefault(parts[0], word_class)
            else:
                patterns[max(parts, key=lambda part: (part not in STOP, len(part)))].append(
                    Pattern(_compiled(_phrase(phrase)), word_class, _needed(phrase))
                )
        for shape in entry.get("patterns", ()):
            compiled = _compiled(shape["match"])
            for trigger in shape["on"]:
                patterns[trigger].append(Pattern(compiled, word_class))
    return Lexicon(words, {trigger: tuple(entries) for trigger, entries in patterns.items()})


def _phrase(words: str) -> str:
    return r"[\s-]+".join(re.escape(part) for part in re.split(r"[\s-]+", words)) + r"(?!\w)"


def _needed(phrase: str) -> frozenset[str]:
    """Return the words that stand wherever a phrase does, as `heads` has them."""
    return frozenset(part for part in re.split(r"[\s-]+", phrase.lower()) if _WORD.fullmatch(part))


def heads(words: Iterable[str]) -> set[str]:
    """Return lower-case words, and those with an apostrophe without what follows it, too."""
    found = set(words)
    found.update([word.partition("'")[0] for word in found if "'" in word])
    return found


def _compiled(shape: str) -> re.Pattern[str]:
    ahead = "" if shape.startswith(("(?<", r"\b", "^", "(?:not|n't")) else r"(?<![\w'])"
    return re.compile(ahead + shape, re.IGNORECASE)


@lru_cache(maxsize=65536)
def marks(text: str) -> tuple[Mark, ...]:
    """Return the words of `text` that say how sure it is, in order; where two overlap, the longer."""
    text = text[:LONGEST_READ].replace("’", "'")
    known_words = lexicon()
    small = text.lower()
    there = set(_WORD.findall(small))
    parts = heads(there)
    triggers = there & known_words.patterns.keys()
    found: dict[tuple[int, int], Mark] = {}
    if not there.isdisjoint(known_words.words):
        found = _single(text, small if len(small) == len(text) else text, known_words.words)
    for trigger in triggers:
        for shape, word_class, needs in known_words.patterns[trigger]:
            if not needs <= parts:
                continue
            for match in shape.finditer(text):
                mark = Mark(*match.span(), match.group(), word_class)
                known = found.get(match.span())
                if known is None or _before(mark, known):
                    found[match.span()] = mark
    return _longest(list(found.values())) if found else ()


def _single(text: str, small: str, known: dict[str, WordClass]) -> dict[tuple[int, int], Mark]:
    """Return the single words of the lexicon in a text by their places; `small` is the text in lower case."""
    found: dict[tuple[int, int], Mark] = {}
    end = 0
    for word in _WORD.findall(small):
        start = small.index(word, end)  # what lies between two words cannot look like one
        end = start + len(word)
        if (word_class := known.get(word.lower())) is not None:
            found[start, end] = Mark(start, end, text[start:end], word_class)
    return found


def _before(mark: Mark, other: Mark) -> bool:
    """Tell which of two readings of the same words holds: a hedge, and the less sure one."""
    return (not mark.word_class.hedge, mark.word_class.level) < (not other.word_class.hedge, other.word_class.level)


def _longest(found: list[Mark]) -> tuple[Mark, ...]:
    if len(found) == 1:
        return tuple(found)
    kept: list[Mark] = []
    for mark in sorted(found, key=lambda mark: (not mark.word_class.hedge, mark.start - mark.end, mark.start)):
        if all(mark.end <= other.start or mark.start >= other.end for other in kept):
            kept.append(mark)
    return tuple(sorted(kept))
