"""Inboxes of Claude agent teams: one JSON list an agent, `[{from, text, timestamp, read}]`.

All inboxes of one team are one trace, called by the team. Whose inbox it is stands in no entry: it is the file's
name, see `team_place.py`. The program writes its own notices into the same inboxes, as JSON in the text.

| in the log | message |
|---|---|
| the team, from the folder or the file's name | trace id |
| the agent, from the file's name | recipient |
| `from` | sender |
| `timestamp` | timestamp |
| `text` | info, payload `{text}`; where it begins with `Task #N`, in reply to that task of its sender |
| `task_assignment` | task from `assignedBy`; `subject` is the objective, `description` the context |
| `task_assignment` of an agent to itself | info: it takes a task up, which is no hand-off |
| `task_completed`, `idle_notification` with `completedTaskId` | status in reply to that task |
| `idle_notification`, `shutdown_request` and other notices | status |
| `shutdown_approved`, `shutdown_rejected`, `shutdown_response` | status in reply to the request |
| `plan_approval_request`, `permission_request` | escalation |
| `plan_approval_response`, `permission_response` | info in reply to the request |
| `summary`, `color`, `read`, other keys | extras |

A notice's own `from`, where it agrees with the entry's, and its `timestamp` are dropped: they say the same again. A
message to the whole team lies in every inbox, and is as many messages. The prompt with which a teammate was started
is in the team's configuration and in the leader's session, not here.
"""

import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from misheard.ingest import jsontext
from misheard.ingest.readers.base import Head, Item, Reader
from misheard.ingest.readers.lenient import item, name_at, text_at
from misheard.ingest.readers.partial import Cut, CutObject, partial
from misheard.ingest.readers.records import records
from misheard.ingest.readers.spans.values import decoded
from misheard.ingest.readers.team_place import place_of, senders_in
from misheard.ingest.row import Rejected
from misheard.ingest.source import Source

_USED = ("from", "text", "timestamp")
_REPEATED = ("timestamp", "from")
_ASKS = ("plan_approval_request", "permission_request", "shutdown_request")
_ANSWERS = (
    "plan_approval_response", "permission_response", "shutdown_approved", "shutdown_rejected", "shutdown_response",
)  # fmt: skip
_TYPES = {
    "plan_approval_request": "escalation", "permission_request": "escalation", "plan_approval_response": "info",
    "permission_response": "info",
}  # fmt: skip
_ABOUT_TASK = re.compile(r"task #(\d+)\b", re.IGNORECASE)
BROKEN = "an entry of an inbox is an object with from, text and timestamp"


def read(stream: BinaryIO, source: Source) -> Iterator[Item]:
    """Yield the messages of an inbox, and a rejection for each entry that is none."""
    for line, value in records(stream, source, partly=True):
        if isinstance(value, Rejected):
            yield value
            continue
        entries = value if isinstance(value, list) else [value]
        team, agent = place_of(source, senders_in(entries))
        for part, entry in enumerate(entries):
            if isinstance(entry, CutObject):
                continue
            if isinstance(entry, dict):
                yield _message(entry, team, agent, line, part)
            else:
                yield Rejected(line, BROKEN, jsontext.dumps(entry).encode("utf-8", "replace"))


def _message(entry: dict[str, Any], team: str, agent: str, line: int, part: int) -> Item:
    sender = name_at(entry, "from")
    notice = decoded(entry.get("text"))
    fields: dict[str, Any] = {
        "trace_id": team, "sender": sender, "recipient": agent, "timestamp": entry.get("timestamp"), "type": "info",
    }  # fmt: skip
    if isinstance(notice, dict) and isinstance(notice.get("type"), str):
        fields |= _of_notice(notice, sender, agent)
    else:
        about = _ABOUT_TASK.match(text_at(entry, "text").lstrip())
        fields |= {"payload": {"text": entry.get("text")}}
        fields |= {"in_reply_to": _task_id(about[1], sender)} if about else {}
    extras = {key: value for key, value in entry.items() if key not in _USED and value is not None}
    return item(fields, line, part, extras, raw=entry)


def _of_notice(notice: dict[str, Any], sender: str, agent: str) -> dict[str, Any]:
    """Return what the program's own notice says, as fields of a message."""
    kind = notice["type"]
    kept = {
        key: value
        for key, value in notice.items()
        if key != "timestamp" and not (key == "from" and value == sender)
    }
    if kind == "task_assignment":
        return _assignment(kept, sender, agent)
    asked = name_at(notice, "requestId", "request_id")
    done = name_at(notice, "completedTaskId") or (name_at(notice, "taskId") if kind == "task_completed" else "")
    return {
        "type": _TYPES.get(kind, "status"),
        "payload": kept,
        "id": asked if kind in _ASKS else "",
        "in_reply_to": asked if kind in _ANSWERS else _task_id(done, sender) if done else None,
    }


def _assignment(notice: dict[str, Any], sender: str, agent: str) -> dict[str, Any]:
    giver = name_at(notice, "assignedBy") or sender
    payload = {"objective": notice.pop("subject", ""), "context": notice.pop("description", ""), **notice}
    number = name_at(notice, "taskId")
    return {
        "type": "task" if giver != agent else "info",
        "sender": giver,
        "payload": payload,
        "id": _task_id(number, agent) if number else "",
    }


def _task_id(number: str, agent: str) -> str:
    return f"task-{number}@{agent}"


def knows(head: Head) -> bool:
    """Tell an inbox by its first entry, even where the head ends within it."""
    if not head.raw.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"[") or b'"from"' not in head.raw:
        return False
    value = head.document
    if value is None:
        value = partial(head.raw.decode("utf-8", "replace").removeprefix("\ufeff"))[0]
    first = value[0] if isinstance(value, list) and value else None
    if not isinstance(first, dict) or not isinstance(first.get("from"), str):
        return False
    return isinstance(first.get("text"), str) and (
        isinstance(first["text"], Cut) or (isinstance(first.get("timestamp"), str) and "read" in first)
    )


AGENT_TEAMS = Reader("agent-teams", "Claude agent teams: an inbox of each agent", knows, read)
