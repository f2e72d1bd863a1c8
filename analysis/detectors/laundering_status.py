"""Findings by status: a result that reports completed, and says nothing of a part that did not come back whole."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from misheard.analysis.claims.certainty import certainty_of
from misheard.analysis.claims.certainty_lexicon import pattern
from misheard.analysis.claims.claim import Claim, claims_of
from misheard.analysis.claims.words import content_words
from misheard.analysis.delegations import Delegation
from misheard.analysis.detectors.laundering_parts import says_share
from misheard.analysis.toolcalls import call_of
from misheard.analysis.trace import Trace
from misheard.ingest.contract import Status, status_of
from misheard.ingest.message import AgentMessage

LEAST_REASON = 0.6
"""How many of the words of why a part failed a sentence must have to tell it."""

_WORSE = (Status.PARTIAL, Status.BLOCKED, Status.FAILED)
_MISSING = pattern("evidence", "missing")
_GAP = pattern("evidence", "gap")
_HINT = pattern("evidence", "hint")
_LEFT_OUT = pattern("evidence", "left_out")


@dataclass(frozen=True)
class Cover:
    """A result that calls complete what a part of it was not, without a word on the gap."""

    message: AgentMessage
    part: AgentMessage
    status: Status


@dataclass(frozen=True)
class _Work:
    """A delegation that came back, where its task and result stand, and the words of the task."""

    delegation: Delegation
    result: AgentMessage
    asked: int
    answered: int
    words: frozenset[str]

    @property
    def status(self) -> Status | None:
        return status_of(self.result.payload)


def covers(trace: Trace) -> Iterator[Cover]:
    """Yield each completed result that says nothing of a part that came back partial, blocked or failed."""
    given: dict[str, list[_Work]] = defaultdict(list)
    taken: dict[str, list[_Work]] = defaultdict(list)
    for delegation in trace.delegations:
        if delegation.result is not None:
            work = _work(trace, delegation, delegation.result)
            given[delegation.parent].append(work)
            taken[delegation.child].append(work)
    for agent, parts in given.items():
        for part in parts:
            if part.status not in _WORSE or call_of(part.delegation.task) is not None:
                continue
            whole = _whole_of(part, taken[agent])
            if whole is None or whole.status is not Status.COMPLETED or _made_good(part, parts, whole):
                continue
            if not _tried_again(part, parts, whole) and not _tells_gap(trace, whole, part, parts):
                yield Cover(whole.result, part.result, part.status)


def _work(trace: Trace, delegation: Delegation, result: AgentMessage) -> _Work:
    places = trace.position[delegation.task.id], trace.position[result.id]
    return _Work(delegation, result, *places, content_words(trace.text(delegation.task)))


def _whole_of(part: _Work, taken: list[_Work]) -> _Work | None:
    """Return the task that `part` was given out for: of those then open, the one most like it."""
    open_then = [work for work in taken if work.asked < part.asked and part.answered < work.answered]
    return max(open_then, key=lambda work: (len(work.words & part.words), work.asked), default=None)


def _made_good(part: _Work, parts: list[_Work], whole: _Work) -> bool:
    """Tell whether a later result, of the same agent or on the same words, came back complete."""
    for other in parts:
        if not part.answered < other.answered < whole.answered or other.status in _WORSE:
            continue
        if other.delegation.child == part.delegation.child or _same_task(part, other):
            return True
    return False


def _tried_again(part: _Work, parts: list[_Work], whole: _Work) -> bool:
    """Tell whether the same task came back unfinished once more, so that the later result counts for both."""
    later = (one for one in parts if part.answered < one.answered < whole.answered)
    return any(one.status in _WORSE and _same_task(part, one) for one in later)


def _same_task(part: _Work, other: _Work) -> bool:
    least, most = sorted((len(part.words), len(other.words)))
    shared = len(part.words & other.words)
    return 2 * shared >= least and 4 * shared >= most


def gap_of(trace: Trace, part: AgentMessage) -> list[str]:
    """Return what a partial, blocked or failed result says is missing, in its own words."""
    claims = claims_of(trace, part)
    keyed = [c.text for c in claims if c.path and c.path[0].lower() in ("blocked_by", "blockedby")]
    told = [c.text for c in claims if _MISSING.search(c.text) and c.text not in keyed]
    return [*told, *keyed] or [c.text for c in claims]


def _tells_gap(trace: Trace, whole: _Work, part: _Work, parts: list[_Work]) -> bool:
    """Tell whether the whole speaks of what is missing, in a sentence that holds something back."""
    missing = gap_of(trace, part.result)
    gap = _words(missing)
    plain = _words(claim.text for claim in claims_of(trace, part.result) if claim.text not in missing)
    own = gap - plain or gap
    beside = [other for other in parts if other is not part]
    others = frozenset[str]().union(*(other.words for other in beside))
    topic = gap | (part.words - (others if beside else whole.words))
    reasons = [_words([text]) for text in missing] if part.status is not Status.PARTIAL else []
    alone = all(other.status not in _WORSE for other in beside)
    for claim in _told(trace, whole, part):
        words = content_words(claim.text)
        hints = _HINT.search(claim.text) or not certainty_of(claim.text).is_bare
        if (_GAP.search(claim.text) and words & topic) or (hints and words & own):
            return True
        if says_share(claim.text) and words & (topic | plain | part.words):
            return True
        if any(len(words & why) >= max(2, LEAST_REASON * len(why)) for why in reasons):
            return True
        if alone and _LEFT_OUT.search(claim.text) and not words & (others - part.words):
            return True
    return False


def _told(trace: Trace, whole: _Work, part: _Work) -> list[Claim]:
    """Return what the one who gave out the whole was told, from the return of the part on until the result."""
    sender, recipient = whole.result.sender, whole.result.recipient
    between = trace.messages[part.answered + 1 : whole.answered + 1]
    told = [one for one in between if (one.sender, one.recipient) == (sender, recipient)]
    return [claim for message in told for claim in claims_of(trace, message)]


def _words(texts: Iterable[str]) -> frozenset[str]:
    return frozenset[str]().union(*(content_words(text) for text in texts))
