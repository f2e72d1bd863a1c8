"""What one word of a request tells: its base form, how much it weighs, and how near it is to another."""

import math
from functools import lru_cache

from rapidfuzz.distance import DamerauLevenshtein, JaroWinkler

from misheard.analysis.claims.edits.wordpair import are_opposite, exclude
from misheard.analysis.claims.lists import words_of
from misheard.analysis.lexicon.wordnet import Kind, is_known, lemmas, relation
from misheard.analysis.tokens import rank
from misheard.analysis.wording import stem

EMPTY = words_of("request_words.txt")
"""Words that say nothing of what is asked."""

LEAST = 0.1
COMMON, RARE = 400, 100_000
"""Ranks by frequency between which a word goes from telling hardly anything to telling all it can."""

_NEAR = {
    Kind.SYNONYM: 0.75,
    Kind.DERIVED: 0.9,
    Kind.SIMILAR: 0.6,
    Kind.NARROWER: 0.45,
    Kind.BROADER: 0.45,
    Kind.SIBLING: 0.25,
    Kind.RELATED: 0.25,
}
_OVER = frozenset((Kind.NARROWER, Kind.BROADER, Kind.SIBLING))
_DEEP = 5
"""Steps from the top of the lexicon's tree: what meets further up has little in common."""
_MISSPELT = 5
"""Letters from which on one odd letter is a slip, and not another word."""


@lru_cache(maxsize=65536)
def base(word: str) -> str:
    """Return what a lower-case word is compared by: the stem of its likeliest lemma."""
    found = lemmas(word)
    return stem(found[0][0] if found else word)


@lru_cache(maxsize=65536)
def weight(word: str) -> float:
    """Return how much a lower-case word tells (0.1 to 1): the rarer in general text, the more."""
    place = rank(word)
    if place is None:
        return 1.0
    rarity = (math.log(place + 1) - math.log(COMMON)) / (math.log(RARE) - math.log(COMMON))
    return float(max(LEAST, min(1.0, max(0.0, rarity)) ** 1.5))


def apart(one: str, other: str) -> bool:
    """Tell whether two lower-case words cannot both be meant: opposites, or members of a closed set (May, June)."""
    return are_opposite(one, other) or exclude(one, other)


@lru_cache(maxsize=65536)
def near(one: str, other: str) -> float:
    """Return how far (0 to 1) one lower-case word says what the other says; the same in both directions."""
    if one == other or base(one) == base(other):
        return 1.0
    if any(map(str.isdigit, one + other)) or apart(one, other):
        return 0.0
    return max(_by_meaning(one, other), _by_letters(one, other))


def _by_meaning(one: str, other: str) -> float:
    found = relation(*sorted((one, other)))
    level = _NEAR.get(found.kind, 0.0) * (1.0 if found.senses <= 1 else 0.8 if found.senses <= 3 else 0.5)
    return level * 0.6 if found.kind in _OVER and (found.depth or 0) < _DEEP else level


def _by_letters(one: str, other: str) -> float:
    shortest = min(len(one), len(other))
    if shortest < 4:
        return 0.0
    if shortest >= _MISSPELT and not (is_known(one) and is_known(other)):
        slips = 1 if shortest < 8 else 2
        if DamerauLevenshtein.distance(one, other, score_cutoff=slips) <= slips:
            return 0.95
    alike = JaroWinkler.similarity(one, other)
    if alike > 0.92:
        return 0.8
    begins = one.startswith(other[:5]) or other.startswith(one[:5])
    return 0.6 if begins and alike > 0.8 else 0.0
