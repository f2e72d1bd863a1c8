"""The words that deny, and the words that are made of others by a denying prefix."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import lru_cache

from misheard.analysis.claims import direction
from misheard.analysis.claims.lists import lines_of
from misheard.analysis.claims.words import IRREGULAR, stem
from misheard.analysis.lexicon.store import store
from misheard.analysis.lexicon.wordnet import antonyms, lemmas, tags

_FALSE = frozenset(("unlike", "unless", "until", "under", "unit", "union"))
_MOST_TRIED = 65536
PREFIXES = ("un", "in", "im", "il", "ir", "dis", "non", "mis")


@lru_cache(maxsize=1)
def words() -> dict[str, frozenset[str]]:
    """Return the groups of `data/negation_words.txt`, read once."""
    found: dict[str, set[str]] = defaultdict(set)
    for line in lines_of("negation_words.txt"):
        name, _, rest = line.partition(":")
        found[name].update(rest.split())
    return {name: frozenset(group) for name, group in found.items()}


@lru_cache(maxsize=16384)
def forms(word: str) -> frozenset[str]:
    """Return the stem and the lemmas of a lower-case word: two words that share one are the same word."""
    return frozenset((stem(word), *(lemma for lemma, _ in lemmas(word)[:3])))


class Family:
    """A group of words, of which most other words are told at little cost to be no form.

    A form begins with the two letters of its word, if it is not irregular.
    """

    def __init__(self, group: Iterable[str]) -> None:
        """Take the words of the group, in lower case."""
        self.group = frozenset(group)
        rare = (form for form, pairs in store().irregular.items() if any(one in self.group for one, _ in pairs))
        rarer = (form for form, word in IRREGULAR.items() if word in self.group)
        self._begin = frozenset(word[:2] for word in (*self.group, *rare, *rarer))

    def members(self, word: str) -> frozenset[str]:
        """Return those of the group that a word is a form of."""
        return forms(word) & self.group if word[:2] in self._begin else frozenset()

    def has(self, word: str) -> bool:
        """Tell whether a word is a form of one of the group."""
        return word[:2] in self._begin and not forms(word).isdisjoint(self.group)


class Known:
    """The words that pass a test, each of which is tried but once."""

    def __init__(self, test: Callable[[str], object]) -> None:
        """Take the test of a word in lower case."""
        self._test = test
        self._tried: set[str] = set()
        self._passed: set[str] = set()

    def any(self, words: frozenset[str]) -> bool:
        """Tell whether any of some words passes."""
        if not words <= self._tried:
            if len(self._tried) > _MOST_TRIED:
                self._tried = set()
            new = words - self._tried
            self._passed.update([word for word in new if self._test(word)])
            self._tried |= new
        return not self._passed.isdisjoint(words)


@lru_cache(maxsize=16384)
def positive(word: str) -> str | None:
    """Return the word that a word denies by its prefix: unsafe, safe; None for all others."""
    if tags(word)[:1] == "v":
        return None
    for prefix in PREFIXES:
        base = word.removeprefix(prefix)
        if base != word and len(base) >= 4:
            known = {stem(other) for form in forms(word) for other in antonyms(form)}
            if known & forms(base) or direction.are_opposite(stem(word), stem(base)):
                return base
            if prefix in {"un", "non"} and word not in _FALSE and (_is_quality(base) or not tags(word)):
                return base if tags(base) else None
    return None


def _is_quality(word: str) -> bool:
    return "a" in tags(word) or (word.endswith("ed") and "v" in tags(word))
