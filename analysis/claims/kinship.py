"""What two claims have in common although they are worded differently: words of one family, and figures."""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import takewhile

from misheard.analysis.claims.names import CALENDAR
from misheard.analysis.claims.words import WORD, content_stem

SAME_ROOT = 5
"""Words that begin with so many of the same letters and differ in little behind are one family."""
TAIL = 4
"""So many letters may differ behind it."""

_FIGURE = re.compile(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?(?![\w])")
_JOINT = re.compile(r"[-/]")
_TIMES = "today tonight tomorrow yesterday morning evening noon midnight"


@lru_cache(maxsize=16384)
def marks(text: str) -> frozenset[str]:
    """Return the stems of the content words of `text`, both halves of `part-time`, and its longer figures."""
    found = set()
    for word in WORD.findall(text):
        for part in _JOINT.split(word) if "-" in word or "/" in word else (word,):
            stem = content_stem(part)
            if stem:
                found.add(stem)
    for match in _FIGURE.finditer(text):
        digits = match.group().replace(",", "").rstrip(".")
        if len(digits) > 1:
            found.add("#" + digits)
    return frozenset(found)


def all_marks(texts: Iterable[str]) -> frozenset[str]:
    """Return the marks of several texts together."""
    return frozenset().union(*map(marks, texts))


@lru_cache(maxsize=65536)
def shared(one: frozenset[str], other: frozenset[str]) -> frozenset[str]:
    """Return the marks of `one` that `other` has, too, in this or another form (calculate, calculation)."""
    same = one & other
    roots = _roots(other)
    kin = {
        word
        for word in one - same
        if any(second not in same and _is_kin(word, second) for second in roots.get(word[:SAME_ROOT], ()))
    }
    return same | kin if kin else same


@lru_cache(maxsize=16384)
def _roots(words: frozenset[str]) -> dict[str, list[str]]:
    """Return the longer words by their first letters."""
    roots: dict[str, list[str]] = {}
    for word in words:
        if len(word) >= SAME_ROOT:
            roots.setdefault(word[:SAME_ROOT], []).append(word)
    return roots


def _is_kin(one: str, other: str) -> bool:
    if len(one) < SAME_ROOT or len(other) < SAME_ROOT or one[:SAME_ROOT] != other[:SAME_ROOT]:
        return False
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    return max(len(one), len(other)) - common <= TAIL and 3 * common >= 2 * max(len(one), len(other))


def without_calendar(words: frozenset[str]) -> frozenset[str]:
    """Return the marks that are no month, weekday or time of day."""
    return words - _CALENDAR_STEMS


_CALENDAR_STEMS = frozenset(stem for word in (*CALENDAR, *_TIMES.split()) if (stem := content_stem(word)))
