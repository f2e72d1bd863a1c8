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
    "agents in order" or "similar text"; None where there are none. `acknowledgements` are statuses.
    """

    task: AgentMessage
    results: tuple[AgentMessage, ...]
    state: State
    reason: str
    matched_by: str | None = None
    acknowledgements: tuple[AgentMessage, ...] = ()

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
    return ()
