"""How strong a link a statement claims between two things: none, association, conditional cause, cause."""

import re
from enum import IntEnum
from functools import cache, lru_cache
from typing import NamedTuple

from misheard.analysis.claims.certainty_lexicon import LONGEST_READ, read_data
from misheard.analysis.claims.certainty_scope import asserts, clause_at


class Strength(IntEnum):
    """Claim strength after Li, Zhang and Yu (2017): each is a stronger claim than the one before."""

    NONE = 0
    ASSOCIATION = 1
    CONDITIONAL_CAUSE = 2
    CAUSE = 3


class Link(NamedTuple):
    """The strongest link that a text claims, and the words that claim it."""

    strength: Strength
    start: int
    end: int
    text: str


NO_LINK = Link(Strength.NONE, 0, 0, "")


@cache
def _words(name: str) -> re.Pattern[str]:
    return re.compile(r"(?<![\w-])(?:" + "|".join(read_data("claim_strength.toml")[name]) + ")", re.IGNORECASE)


@lru_cache(maxsize=16384)
def strength_of(text: str) -> Link:
    """Return the strongest link that `text` claims; a denied cause is none, one under a hedge conditional."""
    text = text[:LONGEST_READ]
    if not asserts(text):
        return NO_LINK
    links = [_cause(text, match) for match in _words("cause").finditer(text)]
    links += [_link(Strength.ASSOCIATION, match) for match in _words("association").finditer(text)]
    return max(links, key=lambda link: link.strength, default=NO_LINK)


def _link(strength: Strength, match: re.Match[str]) -> Link:
    return Link(strength, match.start(), match.end(), match.group())


def _cause(text: str, match: re.Match[str]) -> Link:
    start, end = clause_at(text, match.start())
    clause = text[start:end]
    if _words("not_cause").search(clause):
        return NO_LINK
    held_back = _words("potential").search(clause)
    return _link(Strength.CONDITIONAL_CAUSE if held_back else Strength.CAUSE, match)
