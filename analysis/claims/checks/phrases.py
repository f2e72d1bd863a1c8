"""Finds the phrases of a list, each with its tag, among the tokens of a sentence."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from misheard.analysis.claims.edits.tokens import Token


class Hit(NamedTuple):
    """A phrase found: its tag, and the tokens from `start` up to `end` that are it."""

    tag: str
    start: int
    end: int


class Phrases:
    """Phrases by tag, such as {"unless": ["unless", "except if"]}; words are compared in lower case."""

    def __init__(self, lists: Mapping[str, Sequence[str]]) -> None:
        """Sort the phrases by their first word, the longest first."""
        self._by_first: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for tag, phrases in lists.items():
            for phrase in phrases:
                words = tuple(phrase.split())
                self._by_first.setdefault(words[0], []).append((words, tag))
        for found in self._by_first.values():
            found.sort(key=lambda entry: -len(entry[0]))
        self.first = frozenset(self._by_first)

    def find(self, words: Sequence[Token]) -> list[Hit]:
        """Return the phrases in a sentence, in order and without overlap."""
        lowers = [word.lower for word in words]
        found: list[Hit] = []
        at = 0
        while at < len(lowers):
            for phrase, tag in self._by_first.get(lowers[at], ()):
                stop = at + len(phrase)
                if tuple(lowers[at:stop]) == phrase:
                    found.append(Hit(tag, at, stop))
                    at = stop - 1
                    break
            at += 1
        return found
