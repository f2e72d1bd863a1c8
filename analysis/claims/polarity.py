"""Negation: which words deny, and what part of the sentence they deny."""

import re
from dataclasses import dataclass
from functools import lru_cache

NEGATOR = re.compile(
    r"""\b(?:not|never|no|none|nobody|nothing|neither|nor|without|cannot|unable\ to|lacks?|hardly
      |refus(?:e|es|ed)\ to|fail(?:s|ed|ing)?\ to
      |(?:is|are|was|were|do|does|did|has|have|had|ca|wo|would|could|should|must)n[’']t)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_NOT_DENYING = re.compile(
    r"""\b(?:not\ (?:only|just|merely|least|above|below|over|under|exceed\w*|to\ exceed)
      |(?:no|not)\ (?:later|longer|more|less|fewer)\ than|never\ exceed\w*|no\.?\s*\d+
      |no\ (?:doubt|matter|problem|need)
      |whether\ or\ not|if\ not|or\ not|nothing\ but|why\ not)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_SCOPE_ENDS = re.compile(
    r"""[,;:()]|\s[-–—]\s
      |\b(?:but|although|though|whereas|while|because|since|so|which|who|unless|except)\b""",
    re.VERBOSE,
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
