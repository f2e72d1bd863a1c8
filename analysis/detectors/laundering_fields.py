"""Findings by fields: a result that states more confidence than every result it was made from."""

from collections.abc import Iterator
from dataclasses import dataclass

from misheard.analysis.claims.certainty_lexicon import pattern
from misheard.analysis.confidence import number_of
from misheard.analysis.delegations import Delegation
from misheard.analysis.detectors.laundering_claims import index_of, statements_of
from misheard.analysis.detectors.laundering_evidence import new_sources, only_passes_on
from misheard.analysis.trace import Trace
from misheard.ingest.contract import Level, Status, confidence_of, level_of
from misheard.ingest.message import AgentMessage, MessageType

MUCH_THE_SAME = 0.7
"""The score from which a statement repeats another, so that its confidence may be taken from there."""

SMALLEST_RISE = 0.2
"""Two confidences of one level, both numbers, differ where they are this far apart."""

_WORSE = (Status.PARTIAL, Status.BLOCKED, Status.FAILED)
_MISSING = pattern("evidence", "missing")
_GAP = pattern("evidence", "gap")
_HINT = pattern("evidence", "hint")


@dataclass(frozen=True)
class Rise:
    """A result that states more confidence than every input; `inputs` are in order."""

    message: AgentMessage
    inputs: tuple[AgentMessage, ...]
    before: float | Level
    after: float | Level

    @property
    def is_wide(self) -> bool:
        """True where it went from low to high, or up by half or more."""
        both = {level_of(self.before), level_of(self.after)}
        return both == {Level.LOW, Level.HIGH} or number_of(self.after) - number_of(self.before) >= 0.5


def is_rise(before: float | Level, after: float | Level) -> bool:
    """Tell whether a confidence is higher than another by a level, or by SMALLEST_RISE where both are numbers."""
    if isinstance(before, float) and isinstance(after, float):
        return after - before >= SMALLEST_RISE
    return _rank(after) > _rank(before)


def _rank(confidence: float | Level) -> int:
    return -list(Level).index(level_of(confidence))


def rises(trace: Trace) -> Iterator[Rise]:
    """Yield each result whose confidence is above that of every result it was made from."""
    for delegation in trace.delegations:
        result = delegation.result
        after = confidence_of(result.payload) if result else None
        if result is None or after is None:
            continue
        inputs = _basis(trace, result) or _inputs(trace, delegation)
        stated = [(confidence_of(message.payload), message) for message in inputs]
        known = [(confidence, message) for confidence, message in stated if confidence is not None]
        if not known or len(known) < len(stated):
            continue
        if all(is_rise(confidence, after) for confidence, _ in known) and not new_sources(result, trace):
            best = max((confidence for confidence, _ in known), key=number_of)
            yield Rise(result, tuple(message for _, message in known), best, after)


def _basis(trace: Trace, result: AgentMessage) -> list[AgentMessage]:
    """Return the results of low confidence that most of `result` repeats, where nothing surer says the same."""
    index, rest = index_of(trace), 0
    low: dict[str, AgentMessage] = {}
    for statement in statements_of(trace, result):
        repeats = index.repeats(statement, result.sender, result)
        told = [trace.by_id[r.source.claim.message] for r in repeats if r.score >= MUCH_THE_SAME]
        results = [message for message in told if message.type is MessageType.RESULT]
        stated = [confidence_of(message.payload) for message in results]
        if stated and all(found is not None and level_of(found) is Level.LOW for found in stated):
            low.update((message.id, message) for message in results)
            rest -= 1
        else:
            rest += 1
    return sorted(low.values(), key=lambda message: trace.position[message.id]) if rest <= 0 else []


def _inputs(trace: Trace, delegation: Delegation) -> list[AgentMessage]:
    """The results that the child had received while at its task, but for those that only pass on its own words."""
    result = delegation.result
    assert result is not None  # noqa: S101  (the caller looked)
    first, last = trace.position[delegation.task.id], trace.position[result.id]
    return [
        message
        for message in trace.inbox(delegation.child, result)
        if first < trace.position[message.id] < last
        and message.type is MessageType.RESULT
        and not only_passes_on(message, trace)
    ]
