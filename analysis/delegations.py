"""Each task and what became of it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from misheard.ingest.message import AgentMessage

if TYPE_CHECKING:
    from misheard.analysis.trace import Trace


class State(StrEnum):
    """What became of a task."""

    ANSWERED = "answered"
    ACKNOWLEDGED = "acknowledged only"
    FAILED_TOLD = "failed and told"
    FAILED_UNTOLD = "failed and untold"
    TOO_LATE = "answered too late"
    NEVER_USED = "answered and never used"
    UNANSWERED = "unanswered"
    NEVER_STARTED = "never started"
    PENDING = "pending"
    CUT_OFF = "cut off"


@dataclass(frozen=True)
class Delegation:
    """One task, what came back for it, and how that was told.

    `results` are in order; the last counts. `matched_by` says how they were found: "reply", "subtask id",
    "agents in order", "similar text", "passed on" or "along with another"; None where there are none.
    `acknowledgements` are statuses, notes and results that deliver nothing, `questions` what the receiver asked
    back. `serves` is the id of the task that the giver was working on.
    `admitted_in` is the id of the message that says openly that this task failed or is missing, `closed_in` of the
    one with which the giver was done, or the run was over; None where the log holds none behind the task.
    """

    task: AgentMessage
    results: tuple[AgentMessage, ...]
    state: State
    reason: str
    matched_by: str | None = None
    acknowledgements: tuple[AgentMessage, ...] = ()
    questions: tuple[AgentMessage, ...] = ()
    serves: str | None = None
    admitted_in: str | None = None
    closed_in: str | None = None

    @property
    def parent(self) -> str:
        """Who gave the task."""
        return self.task.sender

    @property
    def child(self) -> str:
        """Who was to do it."""
        return self.task.recipient

    @property
    def result(self) -> AgentMessage | None:
        """The last result, or None."""
        return self.results[-1] if self.results else None


def delegations_of(trace: "Trace") -> tuple[Delegation, ...]:
    """Return every task of `trace` with what became of it, in order."""
    from misheard.analysis.closing import Closings
    from misheard.analysis.matched import Words
    from misheard.analysis.matching import match
    from misheard.analysis.outcome import Outcomes

    words = Words()
    matches = match(trace.messages, words)
    outcomes = Outcomes(trace, matches, Closings(trace.messages, matches, trace.end), words)
    return tuple(outcomes.of(found) for found in matches)
