"""Puts the messages of a run in order, and notes what was odd about it."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from misheard.ingest.message import AgentMessage

NAMED = 3
"""How many messages a note names before it says how many more there are."""


def ordered(messages: list[AgentMessage]) -> tuple[list[AgentMessage], list[str]]:
    """Return `messages` by time, no reply ahead of what it replies to, and notes.

    A message without a time takes the time of the one logged before it; equal times keep the order of the log.
    """
    notes: list[str] = []
    messages = _by_time(messages, notes)
    parents = _parents(messages, notes)
    return _replies_after(messages, parents, notes), notes


def _by_time(messages: list[AgentMessage], notes: list[str]) -> list[AgentMessage]:
    first = next((message.timestamp for message in messages if message.timestamp), None)
    if first is None:
        return messages
    last, moments, untimed = first, list[datetime](), list[str]()
    for message in messages:
        last = message.timestamp or last
        moments.append(last)
        if message.timestamp is None:
            untimed.append(message.id)
    if untimed:
        notes.append(f"{_some(untimed)}: no time; kept behind the message logged before")
    places = sorted(range(len(messages)), key=moments.__getitem__)
    return [messages[place] for place in places]


def _parents(messages: list[AgentMessage], notes: list[str]) -> dict[str, str]:
    """Return what each message replies to, where that is in the log and the replies run in no circle."""
    parents: dict[str, str] = {}
    itself, missing = list[str](), list[str]()
    known = {message.id for message in messages}
    for message in messages:
        parent = message.in_reply_to
        if not parent:
            continue
        if parent == message.id:
            itself.append(message.id)
        elif parent in known:
            parents[message.id] = parent
        else:
            missing.append(message.id)
    circles = _open_circles(messages, parents)
    for ids, problem in (
        (itself, "replies to itself; not followed"),
        (missing, "replies to a message that is not in the log"),
        (circles, "replies in a circle; the order of the log was kept"),
    ):
        if ids:
            notes.append(f"{_some(ids)}: {problem}")
    return parents


def _open_circles(messages: list[AgentMessage], parents: dict[str, str]) -> list[str]:
    """Forget the reply with which each circle begins in the log, and return those replies."""
    opened: list[str] = []
    walk_of: dict[str, str] = {}
    for message in messages:
        current: str | None = message.id
        while current is not None and current not in walk_of:
            walk_of[current] = message.id
            current = parents.get(current)
        if current is not None and walk_of[current] == message.id:
            opened.append(current)
    if not opened:
        return []
    place = {message.id: number for number, message in enumerate(messages)}
    firsts = [min(_circle(start, parents), key=place.__getitem__) for start in opened]
    for first in firsts:
        del parents[first]
    return firsts


def _circle(start: str, parents: dict[str, str]) -> list[str]:
    members, current = [start], parents[start]
    while current != start:
        members.append(current)
        current = parents[current]
    return members


def _replies_after(messages: list[AgentMessage], parents: dict[str, str], notes: list[str]) -> list[AgentMessage]:
    """Move each reply that stands ahead of what it replies to right behind it."""
    done: set[str] = set()
    waiting: dict[str, list[AgentMessage]] = defaultdict(list)
    result: list[AgentMessage] = []
    moved: list[str] = []
    for message in messages:
        parent = parents.get(message.id)
        if parent is not None and parent not in done:
            waiting[parent].append(message)
            moved.append(message.id)
            continue
        stack = [message]
        while stack:
            current = stack.pop()
            result.append(current)
            done.add(current.id)
            stack += reversed(waiting.pop(current.id, []))
    if moved:
        notes.append(f"{_some(moved)}: stands before the message that it replies to; put behind it")
    return result


def _some(ids: Sequence[str]) -> str:
    named = ", ".join(ids[:NAMED])
    return named if len(ids) <= NAMED else f"{named} and {len(ids) - NAMED} more"
