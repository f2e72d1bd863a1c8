"""Finds the phrases of a list, each with its tag, among the tokens of a sentence."""

from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple

from misheard.analysis.claims.edits.record import bit_of
from misheard.analysis.claims.edits.sentence import Sentence
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.claims.phrases import rareness


class Hit(NamedTuple):
    """A phrase found: its tag, and the tokens from `start` up to `end` that are it."""

    tag: str
    start: int
    end: int


class Phrases:
    """Phrases by tag, such as {"unless": ["unless", "except if"]}; words are compared in lower case."""

    def __init__(self, lists: Mapping[str, Sequence[str]], idle: str = "") -> None:
        """Sort the phrases by their first word, the longest first.

        Phrases of the tag `idle` only keep their words from others; alone they need not be found.
        """
        self._by_first: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for tag, phrases in lists.items():
            for phrase in phrases:
                words = tuple(phrase.split())
                self._by_first.setdefault(words[0], []).append((words, tag))
        for found in self._by_first.values():
            found.sort(key=lambda entry: -len(entry[0]))
        self.first = frozenset(self._by_first)
        """The words that phrases begin with."""
        every = [words for found in self._by_first.values() for words, tag in found if tag != idle]
        self._rarest: dict[str, list[frozenset[str]]] = {}
        for words in every:
            self._rarest.setdefault(max(words, key=rareness), []).append(frozenset(words))
        self.rarest = frozenset(self._rarest)
        """A word of each phrase, the one that is met least."""
        self.bit = bit_of(self.rarest)
        """The class of these words; a sentence without it has none of the phrases."""
        self._longest = max((len(words) for found in self._by_first.values() for words, _ in found), default=0)

    def may_stand(self, words: Set[str]) -> bool:
        """Tell whether all words of any phrase are among some words."""
        rarest = self.rarest & words
        return bool(rarest) and any(phrase <= words for word in rarest for phrase in self._rarest[word])

    def may_stand_in(self, sentence: Sentence) -> bool:
        """Tell whether all words of any phrase are in a sentence."""
        return bool(sentence.bits & self.bit) and self.may_stand(sentence.lower)

    def find_in(self, sentence: Sentence) -> list[Hit]:
        """Return the phrases in a sentence, in order and without overlap."""
        return self.find((), sentence.words) if self.may_stand_in(sentence) else []

    def find(self, words: Sequence[Token], lowers: Sequence[str] = ()) -> list[Hit]:
        """Return the phrases in a sentence, in order and without overlap.

        `lowers` are the words in lower case, where they are at hand.
        """
        lowers = lowers or [word.lower for word in words]
        if self.rarest.isdisjoint(lowers) or not self.may_stand(set(lowers)):
            return []
        known = self._by_first
        found: list[Hit] = []
        end = 0
        for at in _places(known.keys() & lowers, lowers):
            if at < end:
                continue
            ahead = tuple(lowers[at : at + self._longest])
            for phrase, tag in known[lowers[at]]:
                if ahead[: len(phrase)] == phrase:
                    end = at + len(phrase)
                    found.append(Hit(tag, at, end))
                    break
        return found


def _places(some: Set[str], words: Sequence[str]) -> list[int]:
    """Return where some words stand among all, in order."""
    found = []
    for word in some:
        at = -1
        for _ in range(words.count(word)):
            at = words.index(word, at + 1)
            found.append(at)
    return sorted(found)
