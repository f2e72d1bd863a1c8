"""A2A (Agent2Agent): tasks, messages and artifacts as JSON, JSON Lines, and logs of its JSON-RPC calls.

Read *from the specification (versions 0.2 to 1.0), not yet seen on a real export*: https://a2a-protocol.org.

A record is a Task, a Message, an update of a status or an artifact, a JSON-RPC request or response, a list of such,
or an entry of a log that holds one of them under `request`, `response`, `payload`, `body`, `params`, `result`,
`data`, `message` or `event`, as an object or as JSON text. Both ways of writing are read: `kind`, `role: user`,
`state: input-required`, and that of version 1.0 with `statusUpdate`, `ROLE_USER`, `TASK_STATE_INPUT_REQUIRED`.

The protocol names no agents, only the roles user (who asks) and agent (who serves). They are called by what the
log says: `client` or `from` and `agent`, `agentName`, `server` or `to` of the entry, else the `name` of the agent
card in the same file, else `user` and `agent`.

| in the log | message |
|---|---|
| `contextId`, else the task's id, else the file | trace id |
| first Message of the user for a task, or without one | task for the agent, id `messageId` |
| further ones for the same task | info, in reply to what the agent asked, else to the first |
| Message of the agent | info for the user, in reply; the result where no task is made of it |
| status `submitted`, `working` | status for the user, in reply to what was asked |
| status `input-required`, `auth-required` | escalation |
| status `completed`, `failed`, `canceled`, `rejected` | result, with `status` and the artifacts of the task |
| `artifacts`, artifact updates, put together with `append` | `artifacts` of the result; info where none came |
| `history` of a task, a task that is fetched again | the same messages: each counts once |
| parts: text, `data`, file | `text`; `data`, or the keys of the only data part; `parts`, without the bytes |
| error of a JSON-RPC response | result with status failed, in reply to its request |
| `status.timestamp`, else `timestamp`, `time` or `ts` of the entry | timestamp |
| `metadata`, `extensions`, `referenceTaskIds`, `method`, `taskId` | extras |

Dropped: `jsonrpc`, `configuration`, push notification settings, requests that only fetch or subscribe, agent cards.
"""

from collections.abc import Iterator
from typing import Any, BinaryIO

from misheard.ingest import jsontext
from misheard.ingest.readers.a2a_talk import Talk
from misheard.ingest.readers.base import Head, Item, Reader
from misheard.ingest.readers.chat_runs import named_after
from misheard.ingest.readers.lenient import name_at, object_at
from misheard.ingest.readers.partial import partial
from misheard.ingest.readers.records import records
from misheard.ingest.readers.spans.values import decoded
from misheard.ingest.row import Rejected
from misheard.ingest.source import Source

HOLDERS = (
    "request", "response", "payload", "body", "params", "result", "data", "message", "event", "task",
    "statusUpdate", "artifactUpdate", "status_update", "artifact_update", "msg",
)  # fmt: skip
CLIENT, SERVER = ("client", "clientName", "from"), ("agent", "agentName", "agent_name", "server", "to")
TIMES = ("timestamp", "time", "ts", "@timestamp")
BROKEN = "holds no A2A task, message, artifact or status"
DEEPEST = 6
METHODS = (
    b'"message/send"', b'"message/stream"', b'"tasks/send"', b'"tasks/sendSubscribe"', b'"SendMessage"',
    b'"SendStreamingMessage"',
)  # fmt: skip
"""Methods that no other protocol over JSON-RPC has; `tasks/get` is one of MCP, too."""


def read(stream: BinaryIO, source: Source) -> Iterator[Item]:
    """Yield the messages of all contexts, and a rejection for each record that holds none."""
    talk = Talk(named_after(source, 1, many=False))
    for line, value in records(stream, source, partly=True):
        if isinstance(value, Rejected):
            yield value
            continue
        for record in value if isinstance(value, list) else [value]:
            before = talk.heard
            yield from _record(talk, record, line, {}, 0)
            if talk.heard == before:
                yield Rejected(line, BROKEN, jsontext.dumps(record).encode("utf-8", "replace")[:100_000])
    yield from talk.close()


def _record(talk: Talk, record: Any, line: int, about: dict[str, Any], deep: int) -> Iterator[Item]:
    """Read a record, or what it holds; `about` is what the entries around it say: names, time, method, request."""
    record = decoded(record)
    if isinstance(record, list) and deep:
        for one in record:
            yield from _record(talk, one, line, about, deep + 1)
    elif isinstance(record, dict) and deep <= DEEPEST:
        about = _about(record, about)
        if _is_card(record):
            talk.card(name_at(record, "name"))
        elif what_is(record):
            yield from talk.take(what_is(record), record, line, about)
        elif isinstance(record.get("error"), dict) and ("jsonrpc" in record or about.get("rpc")):
            yield from talk.failed(record["error"], line, about)
        elif _says_nothing(record):
            talk.heard += 1
        else:
            for key in HOLDERS:
                if key in record:
                    yield from _record(talk, record[key], line, about, deep + 1)


def _says_nothing(record: dict[str, Any]) -> bool:
    """Tell a request that only fetches, subscribes or configures, and a response without a result."""
    if "method" in record and "jsonrpc" in record:
        return "message" not in object_at(record, "params")
    return "jsonrpc" in record and record.get("result", 0) is None


def _about(record: dict[str, Any], about: dict[str, Any]) -> dict[str, Any]:
    if what_is(record):
        return about
    params = object_at(record, "params")
    found: dict[str, Any] = {
        "client": name_at(record, *CLIENT), "server": name_at(record, *SERVER), "method": name_at(record, "method"),
        "rpc": name_at(record, "id") if "jsonrpc" in record else "",
        "time": next((record[key] for key in TIMES if isinstance(record.get(key), str)), None),
        "task": name_at(params, "id") if record.get("method") == "tasks/send" else "",
        "context": name_at(params, "sessionId", "contextId"),
    }  # fmt: skip
    return {**about, **{key: value for key, value in found.items() if value}}


def what_is(record: dict[str, Any]) -> str:
    """Return what a record is: message, task, status or artifact; empty where it is none of them."""
    if isinstance(record.get("parts"), list) and isinstance(record.get("role"), str):
        return "message"
    status = record.get("status")
    has_state = isinstance(status, dict) and isinstance(status.get("state"), str)
    task = name_at(record, "taskId", "task_id")
    if has_state and (record.get("kind") == "status-update" or task or "final" in record):
        return "status"
    if isinstance(record.get("artifact"), dict) and (
        task or record.get("kind") == "artifact-update" or "id" in record
    ):
        return "artifact"
    return "task" if has_state and name_at(record, "id") else ""


def _is_card(record: dict[str, Any]) -> bool:
    return bool(name_at(record, "name")) and isinstance(record.get("skills"), list) and "capabilities" in record


def knows(head: Head) -> bool:
    """Tell A2A by a call of its methods, or by a record that is a task, a message or an update of its own."""
    raw = head.raw
    if raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] not in (b"[", b"{"):
        return False
    plain = raw.replace(b"\\", b"")
    if b'"jsonrpc"' in plain and any(method in plain for method in METHODS):
        return True
    if not any(key in plain for key in (b'"contextId"', b'"context_id"', b'"messageId"', b'"artifactId"')):
        return False
    value = head.document if head.document is not None else partial(raw.decode("utf-8", "replace"))[0]
    return any(_holds(one, 0) for one in [*head.records, *(value if isinstance(value, list) else [value])][:20])


def _holds(record: Any, deep: int) -> bool:
    record = decoded(record)
    if not isinstance(record, dict) or deep > DEEPEST:
        return False
    return bool(what_is(record)) or any(_holds(record[key], deep + 1) for key in HOLDERS if key in record)


A2A = Reader("a2a", "A2A (Agent2Agent): tasks, messages and JSON-RPC logs", knows, read)
