"""Findings by fields: a result that states more confidence than every result it was made from."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from misheard.analysis.confidence import number_of
from misheard.analysis.delegations import Delegation
from misheard.analysis.detectors.laundering_claims import statements_of
from misheard.analysis.detectors.laundering_earned import MUCH_THE_SAME, is_earned
from misheard.analysis.detectors.laundering_evidence import only_passes_on, sources_of
from misheard.analysis.detectors.laundering_repeats import index_of
from misheard.analysis.trace import Trace
from misheard.ingest.contract import Level, confidence_of, level_of
from misheard.ingest.message import AgentMessage, MessageType

_LOWEST = (0.0, Level.LOW)
"""What is no rise above these is none above anything."""
SMALLEST_RISE = 0.2
"""Two confidences of one level, both numbers, differ where they are this far apart."""


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
    """Yield each message whose confidence is above that of every result it was made from, with nothing new."""
    answers = {work.result.id: work for work in trace.delegations if work.result is not None}
    for message in trace.messages:
        after = confidence_of(message.payload)
        if after is None or not any(is_rise(one, after) for one in _LOWEST):
            continue
        work = answers.get(message.id)
        inputs = inputs_of(trace, work, message) if work else heard_by(trace, message, after)
        stated = [(confidence_of(one.payload), one) for one in inputs]
        known = [(confidence, one) for confidence, one in stated if confidence is not None]
        if not known or len(known) < len(stated):
            continue
        if all(is_rise(confidence, after) for confidence, _ in known) and not is_earned(trace, message, inputs):
            best = max((confidence for confidence, _ in known), key=number_of)
            yield Rise(message, tuple(one for _, one in known), best, after)


def inputs_of(trace: Trace, work: Delegation, result: AgentMessage) -> list[AgentMessage]:
    """Return the results that an answer was made from: those of low confidence that it repeats, or all."""
    return _basis(trace, result) or _received(trace, work, result)


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


def _received(trace: Trace, delegation: Delegation, result: AgentMessage) -> list[AgentMessage]:
    """The results that the child had received while at its task, but for those that only pass on its own words."""
    first = trace.position[delegation.task.id]
    newest_first = reversed(trace.inbox(delegation.child, result))
    since = list(takewhile(lambda one: trace.position[one.id] > first, newest_first))
    return [one for one in reversed(since) if one.type is MessageType.RESULT and not only_passes_on(one, trace)]


def heard_by(trace: Trace, message: AgentMessage, after: float | Level) -> list[AgentMessage]:
    """Return what a message that answers no task rests on: the results it names, or those it repeats."""
    named = _named(trace, message)
    if named:
        return named
    index = index_of(trace)
    found: dict[str, AgentMessage] = {}
    for statement in statements_of(trace, message):
        repeats = index.repeats(statement, message.sender, message)
        told = [trace.by_id[r.source.claim.message] for r in repeats if r.score >= MUCH_THE_SAME]
        stated = [confidence_of(one.payload) for one in told]
        passed_on = all(one.type is not MessageType.TASK and one.sender != message.recipient for one in told)
        if not told or not passed_on or any(one is None or not is_rise(one, after) for one in stated):
            return []
        found.update((one.id, one) for one in told)
    return sorted(found.values(), key=lambda one: trace.position[one.id])


def _named(trace: Trace, message: AgentMessage) -> list[AgentMessage]:
    """Return the last result from each agent where a message names agents, and nothing else, as its sources."""
    names = sources_of(message)
    if not names or not set(trace.agents).issuperset(names):
        return []
    results = [m for m in trace.inbox(message.sender, message) if m.type is MessageType.RESULT]
    last = {one.sender: one for one in results}
    return [last[name] for name in names] if all(name in last for name in names) else []
