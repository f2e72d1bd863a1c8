"""What a number counts or names: the words ahead of it and behind it."""

import re
from string import ascii_letters

from misheard.analysis.claims import numerals
from misheard.analysis.claims.words import STOP, content_stem

_NO_WORD_AHEAD = frozenset((*".,;:)%", ""))
_PASSED = frozenset(("more", "other", "further", "of", *numerals.VALUES))
_WORD = re.compile(r"[\s\u00a0-]+(?P<paren>\()?([^\W\d_][\w’'-]*)")


def word_ahead(text: str, start: int) -> str:
    """Return the letters ahead of a number, a point and a sign such as # passed over; "" where there are none."""
    ahead = text[max(0, start - 24) : start].rstrip()
    if ahead[-1:] in ("#", ":"):
        ahead = ahead[:-1].rstrip()
    ahead = ahead.removesuffix(".")
    return ahead[len(ahead.rstrip(ascii_letters)) :]


def noun_behind(text: str, end: int) -> tuple[frozenset[str], int]:
    """Return the stems of the up to three words behind a number that belong to its noun, and where they end."""
    found: list[str] = []
    place = reach = end
    for _ in range(6):
        if text[place : place + 1] in _NO_WORD_AHEAD:
            break
        match = _WORD.match(text, place)
        if match is None or match["paren"] or len(found) == 3:
            break
        place = match.end()
        word = match[2].lower()
        if word in ("of", "the") and not found:
            continue
        if word in STOP:
            if word in _PASSED and not found:
                continue
            break
        stem = content_stem(word)
        if stem:
            found.append(stem)
            reach = place
    return frozenset(found), reach
