"""Puts the messages of a run in order, and notes what was odd about it."""

from collections import defaultdict

from misheard.ingest.message import AgentMessage


def ordered(messages: list[AgentMessage]) -> tuple[list[AgentMessage], list[str]]:
    """Return `messages` by time (where all have one), no reply ahead of what it replies to, and notes."""
    notes: list[str] = []
    if all(message.timestamp for message in messages):
        messages = sorted(messages, key=lambda message: message.timestamp or 0)  # type: ignore[arg-type,return-value]
    elif any(message.timestamp for message in messages):
        notes.append("some messages have no time; the order of the log was kept")
    known = {message.id for message in messages}
    for message in messages:
        if message.in_reply_to == message.id:
            notes.append(f"{message.id} replies to itself; the reply was not followed")
        elif message.in_reply_to and message.in_reply_to not in known:
            notes.append(f"{message.id} replies to {message.in_reply_to}, which is not in the log")
    return _replies_after(messages, known, notes), notes


def _replies_after(messages: list[AgentMessage], known: set[str], notes: list[str]) -> list[AgentMessage]:
    """Move each reply that stands ahead of what it replies to right behind it."""
    done: set[str] = set()
    waiting: dict[str, list[AgentMessage]] = defaultdict(list)
    result: list[AgentMessage] = []
    for message in messages:
        parent = message.in_reply_to
        if parent and parent != message.id and parent in known and parent not in done:
            waiting[parent].append(message)
            continue
        _place(message, result, done, waiting, notes)
    if waiting:
        left = [message for group in waiting.values() for message in group]
        notes.append(f"{', '.join(m.id for m in left[:5])}: replies in a circle; the order of the log was kept")
        result += left
    return result


def _place(
    message: AgentMessage,
    result: list[AgentMessage],
    done: set[str],
    waiting: dict[str, list[AgentMessage]],
    notes: list[str],
) -> None:
    stack = [message]
    while stack:
        current = stack.pop()
        result.append(current)
        done.add(current.id)
        for reply in reversed(waiting.pop(current.id, [])):
            notes.append(f"{reply.id} is logged before {current.id}, which it replies to; put behind it")
            stack.append(reply)
