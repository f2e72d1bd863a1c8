"""Words of opposite direction (rose, fell; above, below), and which of two things a comparison puts first."""

import re
from collections import defaultdict
from functools import lru_cache

from misheard.analysis.claims.lists import lines_of
from misheard.analysis.claims.words import STOP, content_stem, stem, tokens

_THAN = re.compile(
    r"\b(?P<word>more|less|fewer|(?!other\b|rather\b)[a-z]{3,}er|better|worse)\b(?:\s+(?!\w+er\b|"
    r"than\b)[\w'-]+){0,4}?"
    r"\s+than\s+(?P<rest>[^.;,()]{2,60})",
    re.IGNORECASE,
)
_OF_TWO = re.compile(
    r"\b(?:is|are|was|were)\s+(?:\w+\s+)?the\s+(?P<word>[a-z]{3,}er|better|worse)\b(?:\s+[a-z]+)?"
    r"(?=\s+of the (?:two|pair)|[.,;]|$)",
    re.IGNORECASE,
)


class Opposites:
    """The word pairs of `data/opposites.txt`, by stem."""

    def __init__(self, lines: list[str]) -> None:
        self.of: dict[str, set[str]] = defaultdict(set)
        self.alike: dict[str, set[str]] = defaultdict(set)
        self.relating: set[str] = set()
        for line in lines:
            head, *_ = line.split(" ", 1)
            words = line.removeprefix("than ").removeprefix("side ")
            left, right = ([stem(word) for word in side.split()] for side in words.split("|"))
            for one in left:
                self.of[one].update(right)
                self.alike[one].update(left)
            for other in right:
                self.of[other].update(left)
                self.alike[other].update(right)
            if head == "than":
                self.relating.update(left, right)


@lru_cache(maxsize=1)
def opposites() -> Opposites:
    """Return the word list, read once."""
    return Opposites(lines_of("opposites.txt"))


@lru_cache(maxsize=8192)
def directions_in(text: str) -> tuple[tuple[str, int, int], ...]:
    """Return the words of `text` that have an opposite, as stems with their places."""
    known = opposites().of
    return tuple(
        (stem(word.lower()), start, end) for word, start, end in tokens(text) if stem(word.lower()) in known
    )


def has_opposite(word: str) -> bool:
    """Tell whether a lower-case word is one of a pair of opposites, and so no name."""
    return stem(word) in opposites().of


def are_opposite(one: str, other: str) -> bool:
    """Tell whether two stems say opposite things."""
    return other in opposites().of.get(one, ())


def are_alike(one: str, other: str) -> bool:
    """Tell whether two stems say the same of a comparison, such as longer and slower of a way."""
    return one == other or other in opposites().alike.get(one, ())


@lru_cache(maxsize=8192)
def leader_in(text: str) -> tuple[str, frozenset[str], int, int] | None:
    """Return which of two a sentence puts first (`the ferry is the slower of the two`): word, who, place."""
    found = list(_OF_TWO.finditer(text))
    if len(found) != 1:
        return None
    match = found[0]
    who = _nouns(re.split(r"[,;:()]|\bbut\b|\band\b|\bwhile\b", text[: match.start()])[-1])
    return (stem(match["word"].lower()), who, match.start(), match.end()) if who else None


@lru_cache(maxsize=8192)
def comparison_in(text: str) -> tuple[str, frozenset[str], frozenset[str], int, int] | None:
    """Return the comparison of a sentence: its word, what stands ahead of it and behind `than`, and its place."""
    found = list(_THAN.finditer(text))
    if len(found) != 1 or found[0]["rest"][:1].isdigit():
        return None
    match = found[0]
    ahead = re.split(r"[,;:()]|\bbut\b|\band\b|\bwhile\b", text[: match.start()])[-1]
    word = stem(match["word"].lower())
    front = _nouns(ahead)
    rest = re.split(r"\s+(?:but|and|while|when)\b", match["rest"])[0]
    behind = _nouns(rest)
    end = match.start("rest") + len(rest.rstrip())
    return (word, front - behind, behind - front, match.start(), end) if front and behind else None


def _nouns(text: str) -> frozenset[str]:
    found = (_noun(word) for word, _, _ in tokens(text))
    return frozenset(word for word in found if word)


def _noun(word: str) -> str | None:
    """Return the stem of a word; letters and digits that tell items apart (route B, lane 2) are kept."""
    if len(word) == 1 and (word.isdigit() or (word.isupper() and word != "I")):
        return word
    return None if word.lower() in STOP else content_stem(word)
