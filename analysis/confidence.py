"""Stated against inherited confidence, per agent and for the end of a run."""

from dataclasses import dataclass, field
from statistics import fmean

from misheard.analysis.trace import Trace
from misheard.ingest.contract import Level, Status, confidence_of, level_of, status_of
from misheard.ingest.message import BROADCAST, AgentMessage, MessageType

LEVEL_NUMBERS = {Level.HIGH: 0.9, Level.MEDIUM: 0.6, Level.LOW: 0.3}
"""Where a level stands when it is averaged with others: a round number inside its band (see LEVEL_FLOORS)."""


def number_of(confidence: float | Level) -> float:
    """Return a confidence as a number of 0 to 1."""
    return LEVEL_NUMBERS[confidence] if isinstance(confidence, Level) else confidence


@dataclass
class AgentConfidence:
    """What an agent's results said: how they ended and how sure they were, beside what it had been told."""

    by_status: dict[Status, int] = field(default_factory=dict)
    unstated: int = 0
    stated: list[float] = field(default_factory=list)
    inherited: list[float] = field(default_factory=list)

    @property
    def mean_stated(self) -> float | None:
        """The mean confidence of the agent's own results, 0 to 1."""
        return fmean(self.stated) if self.stated else None

    @property
    def mean_inherited(self) -> float | None:
        """The mean confidence of the results it had received."""
        return fmean(self.inherited) if self.inherited else None


def confidence_by_agent(trace: Trace) -> dict[str, AgentConfidence]:
    """Return what each agent's results stated, and what the results sent to it stated."""
    agents = {agent: AgentConfidence() for agent in trace.agents}
    for message in trace.messages:
        if message.type is not MessageType.RESULT:
            continue
        entry = agents.get(message.sender) or AgentConfidence()
        status = status_of(message.payload)
        if status is None:
            entry.unstated += 1
        else:
            entry.by_status[status] = entry.by_status.get(status, 0) + 1
        confidence = confidence_of(message.payload)
        if confidence is not None:
            entry.stated.append(number_of(confidence))
            for agent in _readers(trace, message):
                agents[agent].inherited.append(number_of(confidence))
    return agents


def _readers(trace: Trace, message: AgentMessage) -> tuple[str, ...]:
    if message.recipient == BROADCAST:
        return tuple(agent for agent in trace.agents if agent != message.sender)
    return (message.recipient,)


def final_confidence(trace: Trace) -> tuple[float | None, Level | None]:
    """Return the confidence that the final result states, as a number and a level; None where it states none."""
    final = trace.end.final
    confidence = confidence_of(final.payload) if final else None
    return (None, None) if confidence is None else (number_of(confidence), level_of(confidence))
