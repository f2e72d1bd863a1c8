"""How a run ended, as far as its log tells: completed, cut off, or still going on."""

import os
import re
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

from misheard.analysis.gist import report_of
from misheard.analysis.replies import Reply, reply_of
from misheard.ingest.errors import SettingError
from misheard.ingest.message import BROADCAST, USER, AgentMessage, MessageType
from misheard.ingest.readers.claude_agents import COMPACTION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from misheard.analysis.trace import Trace

LAST = 5
"""How many messages from the end may say that a chat is over; pleasantries can follow it."""

IDLE_HOURS = 24.0
"""Hours without a message after which a run that was still going on counts as cut off."""
IDLE_SETTING = "MISHEARD_IDLE_HOURS"
"""The environment variable that sets other hours."""

_TERMINATION = re.compile(
    r"(?m)\bTERMINATE\b|\bFINAL ANSWER\b|(?i:\A\W*final (?:answer|result|report)\b)|\btask (?:is )?complete\b"
)
_FINAL_KEYS = ("final", "is_final", "isFinal", "done")
_GOES_ON = re.compile(
    r"\b(still (?:running|working|waiting)|(?:running|run|runs|working|launched) in the background|"
    r"(?:i(?:'|’)?ll|i will|will) (?:report|let you know|wait|update you|come back|get back|notify)|"
    r"waiting (?:for|on) (?:the|them|it|both|all|results?))\b",
    re.IGNORECASE,
)


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


def starters_of(messages: "Sequence[AgentMessage]") -> frozenset[str]:
    """Return who may have started a run: the user, and whoever gave the first task, unless the user tasked them."""
    return frozenset({USER, _starter_of(messages)})


def _starter_of(messages: "Sequence[AgentMessage]") -> str:
    """Return who waits for the end of a run: whoever gave the first task, or the user where it worked for them.

    A log may begin with a compaction, which shortens an agent's conversation: that neither begins nor ends a run.
    """
    tasks = (m for m in messages if m.type is MessageType.TASK)
    first = next(tasks, None)
    if first is None:
        return messages[0].sender if messages else USER
    if first.recipient == COMPACTION:
        first = next((m for m in tasks if m.recipient != COMPACTION), first)
    tasked = any(
        m.type is MessageType.TASK and m.sender == USER and m.recipient in (first.sender, BROADCAST)
        for m in messages
    )
    return USER if tasked else first.sender


def end_of(trace: "Trace") -> End:
    """Return how `trace` ended: with a final message for whoever started the run, or else without one.

    Where whoever started the run asked more than once, the last request decides.
    """
    messages = trace.messages
    if not messages:
        return End(EndState.CUT_OFF, "the log holds no messages")
    starters = starters_of(messages)
    final = next((m for m in reversed(messages) if _is_final(m, starters)), None) or _termination(messages)
    unanswered = _later_request(trace, starters, final)
    if final and unanswered is None:
        if not _goes_on(final):
            return End(EndState.COMPLETE, _said_last(final), final)
        return _open_end(trace, f"the last word of {final.sender} is that work still goes on")
    if final and unanswered:
        return _open_end(trace, f"the last request of {unanswered.sender} ({unanswered.id}) has no final result")
    return _open_end(trace, f"there is no final result for {_starter_of(messages)}")


def _open_end(trace: "Trace", reason: str) -> End:
    if trace.as_of is None:
        return End(EndState.CUT_OFF, f"the log stops early: {reason}")
    last = max((message.timestamp for message in trace.messages if message.timestamp), default=None)
    if last is not None and trace.as_of - last > idle_limit():
        idle = f"nothing came after {last:%Y-%m-%d %H:%M} UTC"
        return End(EndState.CUT_OFF, f"the log stops early: {reason}, and {idle}")
    return End(EndState.RUNNING, f"{reason}, as of {trace.as_of:%Y-%m-%d %H:%M} UTC")


def idle_limit() -> timedelta:
    """Return how long a run may be silent and still be going on.

    Raises SettingError where `MISHEARD_IDLE_HOURS` is set to anything but a number of hours above 0.
    """
    text = os.environ.get(IDLE_SETTING, "").strip()
    if not text:
        return timedelta(hours=IDLE_HOURS)
    try:
        hours = float(text)
        if hours > 0:
            return timedelta(hours=hours)
    except (ValueError, OverflowError):
        pass
    raise SettingError(f"{IDLE_SETTING}: not a number of hours above 0; set it to one, such as 6, or unset it")


def _is_final(message: AgentMessage, starters: frozenset[str]) -> bool:
    if message.recipient not in starters or message.sender == COMPACTION:
        return False
    if message.type in (MessageType.TASK, MessageType.ESCALATION):
        return False
    if message.type is MessageType.RESULT:
        return reply_of(message) is Reply.ANSWER
    if any(message.payload.get(key) is True for key in _FINAL_KEYS):
        return True
    return bool(_TERMINATION.search(report_of(message)[:2000]))


def _termination(messages: "Sequence[AgentMessage]") -> AgentMessage | None:
    """Return the message with which a chat declares itself over, given to everyone."""
    for message in reversed(messages[-LAST:]):
        if message.recipient == BROADCAST and _TERMINATION.search(report_of(message)):
            return message
    return None


def _later_request(trace: "Trace", starters: frozenset[str], final: AgentMessage | None) -> AgentMessage | None:
    """Return the last request that the final message came too early for.

    A starter who leads the run itself hands out many tasks, and is done when the last of them is answered.
    """
    if final is None:
        return None
    place = trace.position[final.id]
    for message in reversed(trace.messages[place + 1 :]):
        if message.type is MessageType.TASK and message.sender in starters and message.recipient not in starters:
            return message
    return None


def _goes_on(final: AgentMessage) -> bool:
    text = report_of(final)
    return "status" not in final.payload and len(text) < 800 and bool(_GOES_ON.search(text))


def _said_last(final: AgentMessage) -> str:
    what = "a result" if final.type is MessageType.RESULT else "its last word"
    whom = "everyone" if final.recipient == BROADCAST else final.recipient
    return f"{final.sender} gave {whom} {what}"
