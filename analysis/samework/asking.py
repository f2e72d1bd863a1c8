"""What a question asks for: a time, a place, a person, an amount, a degree, a way or a reason."""

import re
from enum import StrEnum
from typing import NamedTuple


class Asked(StrEnum):
    """The classes of question words."""

    TIME = "when"
    PLACE = "where"
    PERSON = "who"
    AMOUNT = "how many"
    DEGREE = "how far"
    WAY = "how"
    REASON = "why"


class Asking(NamedTuple):
    """One word of a question, with its place."""

    asked: Asked
    start: int
    end: int


_WAY = r"do|does|did|can|to|should|would|could|will|is|are|about|come"
_PATTERNS = {
    Asked.TIME: (
        r"\bwhen\b|\bwhat (?:time|day|date|hours?|days)\b|\bhow (?:soon|long|often|frequently|recently)\b"
        r"|\bwhich (?:day|time|date)s?\b"
    ),
    Asked.PLACE: r"\bwhere\b|\bwhat (?:place|location|room|building|city|town|country)\b",
    Asked.PERSON: r"\bwho(?:m|se)?\b",
    Asked.AMOUNT: r"\bhow (?:many|much)\b|\bnumber of\b|\bcount\b",
    Asked.DEGREE: rf"\bhow (?!many|much|long|often|soon|frequently|recently|{_WAY})\w+",
    Asked.WAY: rf"\bhow (?:{_WAY})\b|\bsteps\b|\bway to\b",
    Asked.REASON: r"\bwhy\b|\breasons?\b|\bhow come\b",
}
_COMPILED = {asked: re.compile(pattern, re.IGNORECASE) for asked, pattern in _PATTERNS.items()}


def asked_in(text: str) -> tuple[Asking, ...]:
    """Return what the questions in `text` ask for, in the order of the classes."""
    found = ((asked, pattern.search(text)) for asked, pattern in _COMPILED.items())
    return tuple(Asking(asked, match.start(), match.end()) for asked, match in found if match)
