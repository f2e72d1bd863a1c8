"""Things that are told apart by a number behind their noun: tannery 39, bay 4, ward 12."""

from collections.abc import Sequence
from functools import lru_cache

from misheard.analysis.claims.edits.telling import telling
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.claims.names import CALENDAR, LABEL_NOUNS
from misheard.analysis.claims.units import unit_of
from misheard.analysis.lexicon.wordnet import tags

_AHEAD = frozenset(("of", "in", "at", "for", "from", "by", "on", "with", "the", "a"))
MOST_DIGITS = 5
"""A longer number behind a noun is an amount or a code."""


@lru_cache(maxsize=4096)
def numbered(text: str) -> frozenset[tuple[str, str]]:
    """Return each noun with the whole number behind it that names one of its kind, and counts nothing."""
    found = set()
    for sentence in telling(text).sentences:
        words = sentence.tokens
        for place in range(1, len(words)):
            noun, number = words[place - 1], words[place]
            if number.text.isdecimal() and len(number.text) <= MOST_DIGITS and _is_noun(words, place - 1):
                behind = words[place + 1] if place + 1 < len(words) else None
                if behind is None or not _is_counted(behind):
                    found.add((noun.key, number.text))
    return frozenset(found)


def _is_noun(words: Sequence[Token], place: int) -> bool:
    """Tell whether a word is a noun or a name here; "the bus costs 340" gives a price, and "March 2026" a date."""
    token = words[place]
    if token.sort not in "wn" or token.lower in CALENDAR or unit_of(token.text) is not None:
        return False
    kinds = tags(token.lower)
    if "v" in kinds and token.lower not in LABEL_NOUNS:
        before = words[place - 1] if place else None
        if before is not None and before.lower in _AHEAD:
            return "n" in kinds
        return kinds[0] == "n" and (before is None or before.sort in "fp")
    return token.lower in LABEL_NOUNS or kinds in ("n", "")


def _is_counted(token: Token) -> bool:
    """Tell whether a word behind a number is what it counts or its unit: 39 lamps, 39 kg, 39 %."""
    if token.sort == "m" or unit_of(token.text) is not None:
        return True
    return token.sort in "wn" and tags(token.lower)[:1] in ("n", "a")


def are_other_items(one: str, other: str) -> bool:
    """Tell whether two texts name numbered things, and none in common."""
    left, right = numbered(one), numbered(other)
    return bool(left and right) and left.isdisjoint(right)
