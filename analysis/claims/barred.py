"""Whom a thing is barred for, lost where it is told on as being for all: never for children, told as for all."""

import re
from collections.abc import Iterator, Sequence

from misheard.analysis.claims.change import Change, span
from misheard.analysis.claims.claim import Claim
from misheard.analysis.claims.heard import Remark, Rule, Told
from misheard.analysis.claims.kinship import marks, shared
from misheard.analysis.claims.whole import NOT_ALL

SURE = 0.78
LEAST_SHARED = 3
"""So many words must the message share with what the bar is on."""
_BAR = re.compile(
    r"\b(?:(?:must|may|should|can|shall)\s*(?:not|never|n['’]t)|cannot|never|do\s+not|don['’]t|not\s+to\s+be|"
    r"is\s+not|are\s+not|isn['’]t|aren['’]t|contraindicated|unsuitable|off[- ]limits|forbidden|prohibited|banned)\b"
    r"(?P<deed>[^.;:]{0,60}?)\b(?:to|for|with|by|in|on|near|when)\s+(?P<whom>[^.;:,]{4,80})",
    re.IGNORECASE,
)
_ALL = re.compile(
    r"\b(?:all|every|any|each)\s+(?:of\s+)?(?:the\s+|our\s+|other\s+)?[a-z][\w-]*|"
    r"\b(?:everyone|everybody|anyone|anybody|everywhere|anywhere|in (?:all|every) cases?|without exception)\b",
    re.IGNORECASE,
)


def _notice(claims: Sequence[Claim], place: int) -> Iterator[Remark]:
    """Yield a bar of a message, with the words of what it is on: its own, and those of the claim ahead of it."""
    claim = claims[place]
    match = _BAR.search(claim.text)
    if match is None:
        return
    whom = marks(match["whom"])
    ahead = marks(claims[place - 1].text) if place else frozenset[str]()
    core = (ahead | marks(claim.text[: match.start()] + match["deed"])) - whom
    if whom and len(core) >= LEAST_SHARED:
        yield Remark(claim, match.start(), match.end(), core, whom)


def _judge(remark: Remark, told: Told) -> Change | None:
    claim = told.claim
    match = _ALL.search(claim.text)
    if match is None or shared(remark.extra, told.whole) or NOT_ALL.search(told.text):
        return None
    near = told.around if len(shared(remark.core, told.around)) >= LEAST_SHARED else told.whole
    if len(shared(remark.core, near)) < max(LEAST_SHARED, len(remark.core) // 2):
        return None
    if any(shared(remark.extra, marks(one.text)) for one in told.received if one.message != remark.claim.message):
        return None
    before, after = span(remark.claim, remark.start, remark.end), span(claim, match.start(), match.end())
    return Change("loss", before, after, f'"{before.text}" became "{after.text}"', SURE)


def _concerns(claim: Claim) -> bool:
    """Tell whether a claim speaks of all."""
    return _ALL.search(claim.text) is not None and not NOT_ALL.search(claim.text)


RULE = Rule("barred", _concerns, _notice, _judge)
