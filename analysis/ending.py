"""How a run ended, as far as its log tells: completed, cut off, or still going on."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from misheard.ingest.message import USER, AgentMessage, MessageType

if TYPE_CHECKING:
    from misheard.analysis.trace import Trace


class EndState(StrEnum):
    """Whether the log shows the end of the run."""

    COMPLETE = "complete"
    CUT_OFF = "cut off"
    RUNNING = "running"


@dataclass(frozen=True)
class End:
    """The end of a run: its state, the reason for saying so, and the final message where there is one."""

    state: EndState
    reason: str
    final: AgentMessage | None = None


def end_of(trace: "Trace") -> End:
    """Return how `trace` ended: with a result to whoever started it, or else without one."""
    if not trace.messages:
        return End(EndState.CUT_OFF, "the log holds no messages")
    starters = {USER, trace.messages[0].sender}
    for message in reversed(trace.messages):
        if message.type is MessageType.RESULT and message.recipient in starters:
            return End(EndState.COMPLETE, f"{message.sender} gave {message.recipient} a result", message)
    if trace.as_of is not None:
        return End(EndState.RUNNING, f"no final result as of {trace.as_of:%Y-%m-%d %H:%M} UTC")
    return End(EndState.CUT_OFF, f"the log ends without a result for {trace.messages[0].sender}")
