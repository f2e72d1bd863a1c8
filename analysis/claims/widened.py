"""What was found in one group alone, told on as if it held for all: over 65 only, across all ages."""

import re
from collections.abc import Iterator, Sequence

from misheard.analysis.claims.change import Change, span
from misheard.analysis.claims.claim import Claim
from misheard.analysis.claims.heard import Remark, Rule, Told
from misheard.analysis.claims.kinship import marks, shared
from misheard.analysis.claims.names import conflict
from misheard.analysis.claims.whole import states_all

LEAST_SHARED = 3
"""So many words must the two claims share, and half of those of the later one."""
SURE = 0.8

_ALONE = re.compile(
    r"\b(?:only|exclusively|solely|nowhere else|none elsewhere|not elsewhere|none of the others?|nobody else|"
    r"no one else|nothing else|all of (?:them|these|those)|confined to|limited to|restricted to)\b",
    re.IGNORECASE,
)
_ALL = re.compile(
    r"\b(?:across|in|for|among|throughout|at|on|with|of|under|affects?|affecting) (?:all|every|any|each)\s+"
    r"(?:of\s+)?(?:the\s+|our\s+)?[a-z][\w-]*(?:\s+[a-z][\w-]*s\b)?"
    r"|\b(?:everywhere|regardless of|irrespective of|across the board|throughout)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,;:()]|\s[-–—]\s|\b(?:but|while|whereas)\b")


def _notice(claims: Sequence[Claim], place: int) -> Iterator[Remark]:
    claim = claims[place]
    match = _ALONE.search(claim.text)
    if match is None or _ALL.search(claim.text):
        return
    extra = _group(claim.text, match)
    if extra:
        yield Remark(claim, 0, len(claim.text), marks(claim.text), extra)


def _group(text: str, match: re.Match[str]) -> frozenset[str]:
    """Return the marks of the clause with the word that limits it, or of the one ahead (`none elsewhere`)."""
    start = 0
    ahead: frozenset[str] = frozenset()
    for stop, after in [*((m.start(), m.end()) for m in _CLAUSE.finditer(text)), (len(text),) * 2]:
        if start <= match.start() < stop:
            return marks(text[start : match.start()] + " " + text[match.end() : stop]) or ahead
        ahead = marks(text[start:stop])
        start = after
    return frozenset()


def _judge(remark: Remark, told: Told) -> Change | None:
    claim = told.claim
    match = _ALL.search(claim.text)
    if match is None:
        return None
    mine = marks(claim.text)
    common = shared(remark.core, mine)
    if len(common) < LEAST_SHARED or 2 * len(common) < len(mine):
        return None
    lost = remark.extra - shared(remark.extra, told.whole)
    if not lost or conflict(remark.claim.names, claim.names, remark.claim.text, claim.text):
        return None
    for other in told.received:
        if other.message != remark.claim.message and len(shared(common, marks(other.text))) >= LEAST_SHARED:
            return None
    before, after = span(remark.claim, remark.start, remark.end), span(claim, match.start(), match.end())
    return Change("scope", before, after, f'"{before.text}" became "{after.text}"', SURE)


def _concerns(claim: Claim) -> bool:
    """Tell whether a claim speaks of all."""
    return states_all(claim, _ALL)


RULE = Rule("widened", _concerns, _notice, _judge)
