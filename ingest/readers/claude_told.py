"""What an agent of a Claude Code session is told: prompts and notices, and the answers to its calls."""

from collections import deque
from collections.abc import Iterator
from typing import Any, NamedTuple

from misheard.ingest.message import USER
from misheard.ingest.readers.base import Item
from misheard.ingest.readers.claude_agents import COMPACTION, MAIN, PROGRAM, Agents
from misheard.ingest.readers.claude_links import Call
from misheard.ingest.readers.claude_rows import Place, Rows
from misheard.ingest.readers.claude_words import LAUNCHED, Said, notice_of, output_of, said
from misheard.ingest.readers.lenient import content_of, object_at, text_at, with_parts

FIGURES = ("agentId", "status", "totalDurationMs", "totalTokens", "totalToolUseCount", "usage")
"""What is kept of `toolUseResult`; the rest says again what the tool's answer says."""
FETCHING = ("TaskOutput", "AgentOutputTool")
"""The tools that bring what a sub-agent in the background has found."""


class Heard(NamedTuple):
    """A text that reached an agent: what it is, who sent it under which id, and its message."""

    what: Said
    sender: str
    id: str
    item: Item


def told(agent: str, words: list[tuple[int, Any]], place: Place, agents: Agents, rows: Rows) -> Heard | None:
    """Return what an agent is told by the blocks of a record that answer no call, each with its number."""
    text, parts = content_of([block for _, block in words])
    if not text.strip() and not any(part is not None for part in parts):
        return None
    what = _what(place.record, text)
    fields: dict[str, Any] = {
        "sender": USER if agent == MAIN else MAIN,
        "recipient": agent,
        "type": "task" if what is Said.PROMPT else "status",
        "id": text_at(place.record, "uuid"),
        "payload": with_parts({"text": text}, parts),
    }
    if what is Said.SUMMARY:
        fields |= {"sender": COMPACTION, "type": "info"}
    elif what is Said.DONE:
        fields |= _done(text, agents)
    elif what is Said.NOTICE:
        fields |= {"sender": PROGRAM, "type": "info"}
    item = rows.of(place._replace(part=words[0][0]), **fields)
    return Heard(what, fields["sender"], fields["id"], item)


def _what(record: dict[str, Any], text: str) -> Said:
    if record.get("isCompactSummary") is True:
        return Said.SUMMARY
    what = said(text)
    return Said.NOTICE if record.get("isMeta") is True and what is not Said.DONE else what


def _done(text: str, agents: Agents) -> dict[str, Any]:
    """Return the fields of a notice that work in the background has ended: its result, unless that came before."""
    notice = notice_of(text)
    call = agents.started(notice.task_id)
    if call is None:
        return {"sender": PROGRAM, "type": "info"}
    kind = "status" if call.id in agents.answered else "result"
    agents.answered.add(call.id)
    payload = {"status": notice.status, "text": notice.text}
    return {"sender": call.callee, "type": kind, "in_reply_to": call.id, "payload": payload}


def queued(place: Place, queue: deque[str], agents: Agents, rows: Rows) -> Iterator[Item]:
    """Yield what was typed, or came in, while the main agent worked and was handed to it within its turn.

    `remove` takes the oldest entry off the queue and into the turn, where no other record holds it; `dequeue` makes
    a prompt of it, which has a record; `popAll` gives all of it back to the person.
    """
    operation = place.record.get("operation")
    if operation == "enqueue":
        queue.append(text_at(place.record, "content"))
    elif operation == "popAll":
        queue.clear()
    elif queue:
        text = queue.popleft()
        if operation == "remove" and text.strip() and not text.startswith("/"):
            fields = {"sender": USER, "recipient": MAIN, "type": "info", "payload": {"text": text}}
            yield rows.of(place, **(fields | _done(text, agents) if said(text) is Said.DONE else fields))


def answers(agent: str, block: dict[str, Any], place: Place, agents: Agents, rows: Rows) -> Iterator[Item]:
    """Yield the message, or two, that a `tool_result` block brings to `agent`."""
    call = agents.answering(text_at(block, "tool_use_id"), agent)
    text, parts = content_of(block.get("content"))
    if call.delegates:
        yield _of_sub_agent(call, agent, block, (text, parts), place, agents, rows)
        return
    brought = output_of(text) if call.tool in FETCHING else None
    started = agents.started(brought.task_id) if brought else None
    if brought and started:
        agents.answered.add(started.id)
        yield rows.of(
            place, sender=started.callee, recipient=agent, type="result", id=f"{started.id}:brought",
            in_reply_to=started.id, payload={"status": brought.status, "text": text},
        )  # fmt: skip
        text = f"<status>{brought.status}</status>"
    status = {"status": "failed"} if block.get("is_error") is True else {}
    payload = with_parts({**status, "tool": call.tool, "text": text}, parts)
    yield rows.of(
        place, sender=call.callee, recipient=agent, type="result", id=f"{call.id}:result" if call.id else "",
        in_reply_to=call.id or None, payload=payload,
    )  # fmt: skip


def _of_sub_agent(
    call: Call, agent: str, block: dict[str, Any], content: tuple[str, list[Any]], place: Place,
    agents: Agents, rows: Rows,
) -> Item:  # fmt: skip
    """Return the answer to a call of a sub-agent: its result, or only the word that it has begun."""
    text, parts = content
    about = object_at(place.record, "toolUseResult")
    launched = about.get("isAsync") is True or LAUNCHED.match(text) is not None
    status = "failed" if block.get("is_error") is True else text_at(about, "status")
    if not launched:
        agents.answered.add(call.id)
    payload = {"status": status, "text": text} if status and not launched else {"text": text}
    return rows.of(
        place, {"toolUseResult": {key: about[key] for key in FIGURES if key in about}},
        sender=call.callee, recipient=agent, type="status" if launched else "result",
        id=f"{call.id}:{'launched' if launched else 'result'}" if call.id else "",
        in_reply_to=call.id or None, payload=with_parts(payload, parts),
    )  # fmt: skip
