"""Negation: which words deny, and what part of the sentence they deny."""

import re
from dataclasses import dataclass
from functools import lru_cache

NEGATOR = re.compile(
    r"\b(?:not|never|no|none|nobody|nothing|neither|nor|without|cannot|unable to|fail(?:s|ed|ing)? to|lacks?|hardly|"
    r"refus(?:e|es|ed) to|(?:is|are|was|were|do|does|did|has|have|had|ca|wo|would|could|should|must)n[’']t)\b",
    re.IGNORECASE,
)
_NOT_DENYING = re.compile(
    r"\b(?:not only|not just|not merely|no later than|no more than|not more than|no less than|no fewer than|not later than|"
    r"no longer than|not exceed\w*|not to exceed|never exceed\w*|no\.?\s*\d+|no doubt|no matter|whether or not|if not|or not|"
    r"not least|nothing but|why not|not above|not below|not over|not under|no problem|no need)\b",
    re.IGNORECASE,
)
_SCOPE_ENDS = re.compile(
    r"[,;:()]|\s[-–—]\s|\b(?:but|although|though|whereas|while|because|since|so|which|who|unless|except)\b"
)


@dataclass(frozen=True)
class Negation:
    """A denying word, and the part of the sentence it denies."""

    start: int
    end: int
    scope_start: int
    scope_end: int


@lru_cache(maxsize=8192)
def negations_in(text: str) -> tuple[Negation, ...]:
    """Return the negations of a sentence; a scope runs from clause boundary to clause boundary."""
    idle = [(match.start(), match.end()) for match in _NOT_DENYING.finditer(text)]
    found = []
    for match in NEGATOR.finditer(text):
        if any(start <= match.start() < end for start, end in idle):
            continue
        found.append(Negation(match.start(), match.end(), *scope_of(text, match.start(), match.end())))
    return tuple(found)


def scope_of(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the clause around a place."""
    begin = max((match.end() for match in _SCOPE_ENDS.finditer(text, 0, start)), default=0)
    behind = _SCOPE_ENDS.search(text, end)
    return begin, behind.start() if behind else len(text)
