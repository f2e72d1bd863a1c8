"""Probabilities that a text states as numbers: "70 % sure", "I put it at 0.6", "a chance of 3 in 10"."""

import re
from typing import NamedTuple

TOLERANCE = 5.0
"""Points of percent by which two stated probabilities may differ each way and still be the same."""
LONGEST = 24
"""Characters up to which the words around a figure belong to it."""

_NUMBER = r"(?P<{0}>\d{{1,3}}(?:\.\d+)?)\s?(?:%|percent\b|per\s+cent\b)|(?P<{1}>0?\.\d+|[01]\.0+)(?![\d%])"
_SHAPES = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        r"(?:" + _NUMBER.format("a", "b") + r")\s*(?:-\s*)?(?:sure|certain|confident|likely|probab\w+|chance|likelihood|odds|confidence(?!\s*(?:interval|level|limit|bound|region|band)))\b",
        r"(?<!at )\b(?:probability|chances?|likelihood|odds|confidence(?!\s*(?:interval|level|limit|bound|region|band))|certainty)\b(?:\s+(?:score|level|value|estimate))?(?:\s+(?:of|that|for|in)\s+[^.;,]{1,50}?)?\s*(?:\s(?:is|at|of|was|are|to|now|stands|about|around|roughly|only|just|=)|[:=(])*\s*(?:" + _NUMBER.format("a", "b") + r")",
        r"\b(?:put|give|gives|gave|rate|rates|rated|estimate|estimates|estimated|assess|assessed|set|judge|judged)\s+(?:it|this|that|them|the\s+\w+)?\s*(?:at\s+)?(?:about\s+|around\s+|roughly\s+)?(?:" + _NUMBER.format("a", "b") + r")\s+(?:that|for\s+(?:the|a|an|it|this|that)|likely|probable|sure|chance)\b",
        r"\b(?P<c>\d{1,2}|one|two|three|four|five|six|seven|eight|nine)\s+(?:chances?\s+)?in\s+(?P<d>\d{1,3}|two|three|four|five|six|ten|twenty)\s+(?:chance|odds|likel\w+|probab\w+)",
        r"\b(?:chance|odds|probability|likelihood)\s+(?:of|is)\s+(?:about\s+)?(?P<c>\d{1,2}|one|two|three|four|five|six|seven|eight|nine)\s+in\s+(?P<d>\d{1,3}|two|three|four|five|six|ten|twenty)\b",
    )
)
_NUMBER_THERE = re.compile(r"\d\s?%|\.\d|\d\s+(?:per|in)|\bin\s+(?:two|three|four|five|six|ten|twenty)\b")
_CONTEXT = re.compile(
    r"sure|certain|confiden|likel|probab|chance|odds|\b(?:put|give|gave|rate|estimate|assess|judge|set)", re.IGNORECASE
)
_WORDS = {w: n for n, w in enumerate("zero one two three four five six seven eight nine ten".split())} | {"twenty": 20}


class Probability(NamedTuple):
    """A probability stated as a number; `percent` is 0 to 100."""

    start: int
    end: int
    text: str
    percent: float

    @property
    def band(self) -> tuple[float, float]:
        """The percent that may be meant, given that people round."""
        return max(0.0, self.percent - TOLERANCE), min(100.0, self.percent + TOLERANCE)


def probabilities(text: str) -> tuple[Probability, ...]:
    """Return the probabilities that `text` states as numbers; shares, rates and intervals are none."""
    if not _NUMBER_THERE.search(text) or not _CONTEXT.search(text):
        return ()
    found: dict[int, Probability] = {}
    for shape in _SHAPES:
        for match in shape.finditer(text):
            percent = _percent(match.groupdict())
            if percent is not None and 0 <= percent <= 100:
                start = match.start() if match.end() - match.start() <= LONGEST else _figure_at(match)
                found.setdefault(start, Probability(start, match.end(), text[start : match.end()], percent))
    return tuple(found.values())


def _figure_at(match: re.Match[str]) -> int:
    """Where the figure itself stands: between "the chance that" and the figure stands what it is about."""
    return min(match.start(name) for name in ("a", "b", "c") if match.groupdict().get(name))


def _percent(groups: dict[str, str | None]) -> float | None:
    if groups.get("a"):
        return float(groups["a"] or 0)
    if groups.get("b"):
        return 100 * float(groups["b"] or 0)
    if groups.get("c") and groups.get("d"):
        whole = _count(groups["d"] or "")
        return 100 * _count(groups["c"] or "") / whole if whole else None
    return None


def _count(word: str) -> float:
    return float(_WORDS[word.lower()]) if word.lower() in _WORDS else float(word)
