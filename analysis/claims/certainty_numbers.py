"""Probabilities that a text states as numbers: "70 % sure", "I put it at 0.6", "a chance of 3 in 10"."""

import re
from functools import cache
from typing import NamedTuple

from misheard.analysis.claims.certainty_lexicon import LONGEST_READ, read_data

TOLERANCE = 5.0
"""Points of percent by which two stated probabilities may differ each way and still be the same."""

LONGEST = 24
"""Characters up to which the words around a figure belong to it."""

_NUMBER = (
    r"(?:(?:(?P<lowest>\d{1,3}(?:\.\d+)?)\s?%?\s?(?:[-–]|to|and|or)\s?)?"
    r"(?P<percent>\d{1,3}(?:\.\d+)?)\s?(?:%|percent\b|per\s+cent\b)|(?P<decimal>0?\.\d+|[01]\.0+)(?![\d%]))"
)
_WORDS = {
    word: number
    for number, word in enumerate("zero one two three four five six seven eight nine ten".split())  # noqa: SIM905
} | {"twenty": 20}
_COUNT = r"\d{1,3}|" + "|".join(_WORDS)
_IN = rf"(?P<part>{_COUNT})\s+(?:chances?\s+)?in\s+(?P<whole>{_COUNT})"
_NUMBER_THERE = re.compile(r"\d\s?%|\.\d|\d\s+(?:per|in)|\bin\s+(?:two|three|four|five|six|ten|twenty)\b")
_CONTEXT = re.compile(
    r"sure|certain|confiden|likel|probab|chance|odds|\b(?:put|say|give|gave|rate|estimate|assess|judge|set)",
    re.IGNORECASE,
)


class Probability(NamedTuple):
    """A probability stated as a number, or as a range of two; `percent` and `highest` are 0 to 100."""

    start: int
    end: int
    text: str
    percent: float
    highest: float

    @property
    def band(self) -> tuple[float, float]:
        """The percent that may be meant, given that people round."""
        return max(0.0, self.percent - TOLERANCE), min(100.0, self.highest + TOLERANCE)


@cache
def _shapes() -> tuple[re.Pattern[str], ...]:
    shapes = read_data("certainty_patterns.toml")["numbers"]["shapes"]
    return tuple(
        re.compile(shape.replace("NUMBER", _NUMBER).replace("IN", _IN, 1), re.VERBOSE | re.IGNORECASE)
        for shape in shapes
    )


def probabilities(text: str) -> tuple[Probability, ...]:
    """Return the probabilities that `text` states as numbers; shares, rates and intervals are none."""
    text = text[:LONGEST_READ]
    if not may_state(text):
        return ()
    found: dict[int, Probability] = {}
    for shape in _shapes():
        for match in shape.finditer(text):
            percent = _percent(match.groupdict())
            if percent is not None and 0 <= percent <= 100:
                start = match.start() if match.end() - match.start() <= LONGEST else _figure_at(match)
                lowest = min(percent, float(match.groupdict().get("lowest") or percent))
                found.setdefault(start, Probability(start, match.end(), text[start : match.end()], lowest, percent))
    return tuple(found.values())


def may_state(text: str) -> bool:
    """Tell at little cost whether a probability may be stated as a number in `text`."""
    return bool(_NUMBER_THERE.search(text) and _CONTEXT.search(text))


def _figure_at(match: re.Match[str]) -> int:
    """Where the figure itself stands: between "the chance that" and the figure stands what it is about."""
    given = match.groupdict()
    return min(match.start(name) for name in ("lowest", "percent", "decimal", "part") if given.get(name))


def _percent(groups: dict[str, str | None]) -> float | None:
    percent, decimal, part, whole = (groups.get(name) for name in ("percent", "decimal", "part", "whole"))
    if percent:
        return float(percent)
    if decimal:
        return round(100 * float(decimal), 6)
    if part and whole and _count(whole):
        return 100 * _count(part) / _count(whole)
    return None


def _count(word: str) -> float:
    return float(_WORDS[word.lower()]) if word.lower() in _WORDS else float(word)
