"""Numbers written in words: where they stand and what they are worth."""

import re
from collections.abc import Iterator
from functools import lru_cache

from text_to_num import text2num

_UNITS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_SMALL = {word: value for value, word in enumerate(_UNITS)}
_ROUND = {word: 10 * value for value, word in enumerate(_TENS, start=2)}
_LARGE = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12, "dozen": 12}
VALUES: dict[str, int] = {**_SMALL, **_ROUND, **_LARGE}
_ANY = "|".join(sorted(VALUES, key=len, reverse=True))
RUN = re.compile(
    rf"\b(?:(?:a\s+)(?=dozen|hundred|thousand|million|billion))?(?:{_ANY})(?:(?:[\s-]+(?:and\s+)?)(?:{_ANY}))*\b"
    rf"(?P<half>\s+and\s+a\s+half)?(?![-’'])",
    re.IGNORECASE,
)


_PIECES = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "zero", "eleven", "twelve",
    "teen", "twenty", "thirty", "forty", "fifty", "hundred", "thousand", "illion", "dozen",
)  # fmt: skip
"""Every number word holds one of these."""
_LETTERS = re.compile("[a-z]+")

_HALF = re.compile(
    r"\b(?:half(?:\s+of)?\s+an?|(?P<whole>an?|one))\s+(?P<unit>hour|day|year|mile|minute|week|litre|liter|metre|"
    r"meter|tonne|"
    r"kilo)s?\b(?(whole)\s+and\s+a\s+half\b)",
    re.IGNORECASE,
)


def halves(text: str) -> Iterator[tuple[int, int, float, str]]:
    """Yield `half an hour` and `an hour and a half`: the place, the value and the unit."""
    for match in _HALF.finditer(text) if "half" in text.lower() else ():
        yield match.start(), match.end(), 1.5 if match["whole"] else 0.5, match["unit"]


def may_hold_words(lower: str) -> bool:
    """Tell quickly whether a lower-case text may hold a number in words."""
    if "half" in lower:
        return True
    for piece in _PIECES:
        if piece in lower:
            return not VALUES.keys().isdisjoint(_LETTERS.findall(lower))
    return False


def _runs(text: str) -> Iterator[re.Match[str]]:
    """Yield the matches of `RUN`, which is tried only where a number word stands."""
    lower = text.lower()
    if len(lower) != len(text):
        yield from RUN.finditer(text)
        return
    places = {match.start() for word in VALUES.keys() & set(_LETTERS.findall(lower)) for match in _of(word, lower)}
    end = 0
    for place in sorted(places):
        ahead = text[:place].rstrip()
        begin = len(ahead) - 1 if ahead[-1:] in ("a", "A") and len(ahead) < place else place
        match = (RUN.match(text, begin) if begin >= end else None) or RUN.match(text, place)
        if match and place >= end:
            yield match
            end = match.end()


def _of(word: str, lower: str) -> Iterator[re.Match[str]]:
    return _whole(word).finditer(lower)


@lru_cache(maxsize=64)
def _whole(word: str) -> re.Pattern[str]:
    return re.compile(word + r"\b")


def in_words(text: str) -> Iterator[tuple[int, int, float]]:
    """Yield each number written in words: its place and its value."""
    for match in _runs(text):
        half = 0.5 if match["half"] else 0.0
        end = match.start("half") if half else match.end()
        words = match.string[match.start() : end]
        value = value_of(words.lower())
        if value is not None:
            yield match.start(), match.end(), value + half
        else:
            for word in re.finditer(rf"(?i)\b(?:{_ANY})\b", words):
                single = VALUES[word.group().lower()]
                yield match.start() + word.start(), match.start() + word.end(), float(single)


@lru_cache(maxsize=4096)
def value_of(words: str) -> float | None:
    """Return the value of a number in lower-case words, or None where the words are no single number."""
    words = re.sub(r"\s+", " ", words)
    bare = words.removeprefix("a ")
    if bare in VALUES:
        return float(VALUES[bare])
    if bare.endswith(" dozen"):
        count = value_of(bare.removesuffix(" dozen"))
        return None if count is None else count * 12
    try:
        return float(text2num(bare, "en"))
    except ValueError:
        return None
