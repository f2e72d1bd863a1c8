"""Claude Code sessions: JSON Lines, one session a file, and a file beside it for each sub-agent.

A session is a trace. Its agents are `user`; `claude`, the main agent; each sub-agent as its type and the end of the
call's id (`Explore#f4H2`: a number would depend on where the file begins); `compaction`, which shortens a full
conversation; every tool under its name; and `claude-code`, the program, for what it puts into the conversation.

| in the log | message |
|---|---|
| `sessionId` | trace id |
| `timestamp` | timestamp |
| `user` with text | task from user to agent; its interruptions and local commands are statuses |
| `user` with `isMeta` or `<system-reminder>` | info from claude-code to agent |
| `user` with `isCompactSummary` | info from compaction to agent |
| block `tool_use` | task to the tool, payload `{tool, arguments}` |
| block `tool_use` of Task or Agent | task to a sub-agent, its input the payload |
| block `tool_result` | result of the tool, payload `{tool, text}`; status failed with `is_error` |
| block `tool_result` of Task or Agent | result of the sub-agent; a launch in the background is a status |
| TaskOutput, `<task-notification>` | the result of a sub-agent that was launched in the background |
| `assistant`, block `text` | status to the user; the last of a turn is the result, in reply to the prompt |
| `assistant`, block `thinking` | extras of the message that follows it in the same answer |
| `message.usage` | usage of an answer's first message; input counts cache writes and reads too |
| system `compact_boundary` | info from claude-code to agent |
| queue-operation `enqueue`, then `remove` | info from user to agent: typed while it worked |
| `uuid`, `parentUuid`, `cwd`, `gitBranch` ... | extras; what stays the same through a session, once |

An answer is logged in pieces, and at times more than once, under one `message.id`: each block counts once, the last
copy of a block and the last usage are kept. A sub-agent's file (`<session>/subagents/agent-*.jsonl`) joins the
session; its name is looked up in the session's file where that lies beside it, and the prompt and the answer, which
stand there, are not repeated as task and result. Without that file it is `agent-<id>`, with both.

Dropped on purpose: progress, file-history-snapshot, summary, other queue operations and other records that hold
no message; system notices such as turn_duration (it only ends a turn); `toolUseResult`, a second copy of the tool's
answer, but for its few figures; the bytes of images.
"""

from collections.abc import Iterator
from typing import Any, BinaryIO

from misheard.ingest import jsontext
from misheard.ingest.readers.base import Head, Item, Reader, kind
from misheard.ingest.readers.claude_session import Session
from misheard.ingest.readers.lenient import text_at
from misheard.ingest.row import Rejected
from misheard.ingest.source import LINE_CAP, Source, lines

TYPES = {
    "user", "assistant", "system", "progress", "summary", "file-history-snapshot", "queue-operation",
}  # fmt: skip


def read(stream: BinaryIO, source: Source) -> Iterator[Item]:
    """Yield the messages of a session, and a rejection for each line that is no record."""
    session = Session(source)
    for number, line in lines(stream):
        if line is None:
            yield Rejected(number, f"is longer than {LINE_CAP >> 20} MiB; split it up", b"")
        elif line.strip():
            yield from _line(session, number, line)
    yield from session.close()


def _line(session: Session, number: int, line: bytes) -> Iterator[Item]:
    try:
        record, notes = jsontext.loads(line)
    except jsontext.JsonError as error:
        yield Rejected(number, str(error), line)
        return
    if not isinstance(record, dict):
        yield Rejected(number, f"a record is an object, not {kind(record)}", line)
        return
    yield from session.feed(record, number, tuple(notes))


def knows(head: Head) -> bool:
    """Tell a session by the types of its records together with session ids, or messages in their wrapping."""
    return any(_is_ours(record) for record in head.records) or _cut_first_line(head)


def _is_ours(record: dict[str, Any]) -> bool:
    kind_ = text_at(record, "type")
    if kind_ not in TYPES:
        return False
    if kind_ in ("summary", "file-history-snapshot"):
        return "leafUuid" in record or "messageId" in record
    if "sessionId" in record:
        return "uuid" in record or "operation" in record
    message = record.get("message")
    return isinstance(message, dict) and "content" in message and "timestamp" in record


def _cut_first_line(head: Head) -> bool:
    first = head.raw.split(b"\n", 1)[0]
    return not head.whole and len(first) == len(head.raw) and b'"sessionId":' in first and b'"parentUuid":' in first


CLAUDE_CODE = Reader("claude-code", "Claude Code session: JSON Lines", knows, read)
