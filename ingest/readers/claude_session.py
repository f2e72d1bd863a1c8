"""Turns the records of one Claude Code session file, one after another, into messages."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from misheard.ingest.message import USER
from misheard.ingest.readers.base import Item
from misheard.ingest.readers.claude_answer import Answer, Piece
from misheard.ingest.readers.claude_links import Call, agent_link, call_of, name_beside
from misheard.ingest.readers.claude_words import LAUNCHED, Said, notice_of, output_of, said
from misheard.ingest.readers.lenient import content_of, item, object_at, text_at, with_parts
from misheard.ingest.row import Rejected
from misheard.ingest.source import Source

MAIN, PROGRAM, COMPACTION = "claude", "claude-code", "compaction"

ONCE = ("cwd", "version", "gitBranch", "slug", "userType", "entrypoint")
"""Keys that stay the same, mostly, all through a session; kept on the first message of a file."""
MAPPED = {"type", "message", "timestamp", "sessionId", "toolUseResult", "isMeta", "isSidechain", *ONCE}
FIGURES = ("agentId", "status", "totalDurationMs", "totalTokens", "totalToolUseCount", "usage")
"""What is kept of `toolUseResult`; the rest says again what the tool's answer says."""


@dataclass
class Turn:
    """Where an agent stands: the prompt it works on, the answer being logged, and the last thing it said."""

    prompt: str | None = None
    asker: str = USER
    answer: Answer | None = None
    last: Piece | None = None
    told_elsewhere: bool = False


class Session:
    """Reads the records of one file; feed it each record, then close it."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._session = ""
        self._turns: dict[str, Turn] = {}
        self._calls: dict[str, Call] = {}
        self._agents: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._sides: dict[str, str] = {}
        self._once: dict[str, Any] = {}
        self._queue: deque[str] = deque()
        self._done_calls: set[str] = set()

    def feed(self, record: dict[str, Any], line: int, notes: tuple[str, ...] = ()) -> Iterator[Item]:
        """Yield the messages that are complete with this record."""
        kind = record.get("type")
        self._session = text_at(record, "sessionId").strip() or self._session
        link = agent_link(record)
        if link:
            self._agents.setdefault(link[1], link[0])
        if kind == "system":
            yield from self._system(record, line, notes)
        elif kind == "queue-operation":
            yield from self._queued(record, line, notes)
        elif kind in ("user", "assistant"):
            if not isinstance(record.get("message"), dict):
                yield _rejected(record, line)
                return
            agent = self._agent(record)
            turn = self._turns.setdefault(agent, Turn(told_elsewhere=self._is_told(agent)))
            if kind == "assistant":
                yield from self._assistant(agent, turn, record, line, notes)
            else:
                yield from self._user(agent, turn, record, line, notes)

    def close(self) -> Iterator[Item]:
        """Yield what was held back: the last answers, which nothing follows."""
        for agent, turn in self._turns.items():
            yield from self._end(agent, turn)

    # who speaks

    def _agent(self, record: dict[str, Any]) -> str:
        if record.get("isSidechain") is not True:
            return MAIN
        agent = text_at(record, "agentId").strip()
        if agent.startswith("acompact"):
            return COMPACTION
        if agent:
            return self._names.setdefault(agent, self._name(agent))
        return self._inline(record)

    def _name(self, agent: str) -> str:
        call = self._calls.get(self._agents.get(agent, ""))
        return call.callee if call else name_beside(self._source, self._session, agent) or f"agent-{agent}"

    def _inline(self, record: dict[str, Any]) -> str:
        """Tell by its chain of parents whose record this is: older versions log sub-agents among the rest."""
        name = self._sides.get(text_at(record, "parentUuid"))
        if name is None:
            prompt = content_of(object_at(record, "message").get("content"))[0]
            calls = reversed(self._calls.values())
            name = next((call.callee for call in calls if call.delegates and call.asked == prompt), "agent")
        self._sides[text_at(record, "uuid")] = name
        return name

    def _is_told(self, agent: str) -> bool:
        """Return whether the session's own file holds the sub-agent's task and result."""
        return agent not in (MAIN, COMPACTION) and agent != "agent" and not agent.startswith("agent-")

    def _call(self, block: dict[str, Any], agent: str) -> Call:
        resumed = text_at(object_at(block, "input"), "resume").strip()
        return call_of(block, agent, self._names.setdefault(resumed, self._name(resumed)) if resumed else None)

    # what is said

    def _assistant(
        self, agent: str, turn: Turn, record: dict[str, Any], line: int, notes: tuple[str, ...]
    ) -> Iterator[Item]:
        message = record["message"]
        answer_id = text_at(message, "id") or text_at(record, "uuid")
        if turn.answer is None or not answer_id or turn.answer.id != answer_id:
            yield from self._flush(agent, turn)
            turn.answer = Answer(answer_id)
        content = message.get("content")
        for block in content if isinstance(content, list) else [{"type": "text", "text": content}]:
            if isinstance(block, dict):
                turn.answer.add(block, record, line, notes)
                if block.get("type") == "tool_use":
                    call = self._call(block, agent)
                    self._calls[call.id] = call

    def _flush(self, agent: str, turn: Turn) -> Iterator[Item]:
        """Yield the messages of the answer that is now complete, but for a last text: it may end the turn."""
        if turn.answer is None:
            return
        pieces, turn.answer = turn.answer.pieces(), None
        if pieces and turn.last:
            yield self._text(agent, turn, turn.last, final=False)
            turn.last = None
        for place, piece in enumerate(pieces):
            if piece.kind == "tool_use":
                yield self._task(agent, turn, piece)
            elif piece.kind == "text" and place == len(pieces) - 1:
                turn.last = piece
            else:
                yield self._text(agent, turn, piece, final=False)

    def _end(self, agent: str, turn: Turn, final: bool = True) -> Iterator[Item]:
        yield from self._flush(agent, turn)
        if turn.last:
            yield self._text(agent, turn, turn.last, final)
            turn.last = None

    def _text(self, agent: str, turn: Turn, piece: Piece, final: bool) -> Item:
        heard = agent == MAIN or (final and not turn.told_elsewhere)
        kind = "result" if final and heard else "status" if heard else "info"
        if piece.kind == "thinking":
            heard, kind = False, "info"
        payload: dict[str, Any] = {"text": piece.text}
        if piece.record.get("isApiErrorMessage") is True:
            payload = {"status": "failed", **payload}
        fields = {
            "sender": agent, "recipient": turn.asker if heard else agent, "type": kind, "id": piece.id,
            "payload": payload, "in_reply_to": turn.prompt if heard else None,
        }  # fmt: skip
        return self._item(fields, piece.record, piece.line, piece.part, piece.notes, piece)

    def _task(self, agent: str, turn: Turn, piece: Piece) -> Item:
        call = self._call(piece.block, agent)
        arguments = piece.block.get("input")
        payload = arguments if call.delegates and isinstance(arguments, dict) else {"tool": call.tool, "arguments": arguments}
        fields = {
            "sender": agent, "recipient": call.callee, "type": "task", "id": call.id, "payload": payload,
        }  # fmt: skip
        return self._item(fields, piece.record, piece.line, piece.part, piece.notes, piece)

    # what is said to an agent

    def _user(
        self, agent: str, turn: Turn, record: dict[str, Any], line: int, notes: tuple[str, ...]
    ) -> Iterator[Item]:
        content = record["message"].get("content")
        blocks = content if isinstance(content, list) else [content]
        words: list[Any] = []
        first = 0
        for part, block in enumerate(blocks):
            if isinstance(block, dict) and block.get("type") == "tool_result":
                yield from self._answered(agent, block, record, line, part, notes)
            else:
                first = first if words else part
                words.append(block)
        text, parts = content_of(words)
        if text.strip() or parts:
            yield from self._told(agent, turn, record, line, first, (text, parts), notes)

    def _told(
        self, agent: str, turn: Turn, record: dict[str, Any], line: int, part: int,
        content: tuple[str, list[Any]], notes: tuple[str, ...],
    ) -> Iterator[Item]:  # fmt: skip
        text, parts = content
        what, asker = said(text), USER if agent == MAIN else MAIN
        fields: dict[str, Any] = {
            "sender": asker, "recipient": agent, "type": "status", "id": text_at(record, "uuid"),
            "payload": with_parts({"text": text}, parts),
        }  # fmt: skip
        if record.get("isCompactSummary") is True:
            fields |= {"sender": COMPACTION, "type": "info"}
        elif what is Said.DONE:
            fields |= self._done(text)
        elif record.get("isMeta") is True or what is Said.NOTICE:
            fields |= {"sender": PROGRAM, "type": "info"}
        elif what is Said.INTERRUPTION:
            yield from self._end(agent, turn, final=False)
        elif what is Said.PROMPT:
            yield from self._end(agent, turn)
            if turn.told_elsewhere:
                return
            fields["type"] = "task"
            turn.prompt, turn.asker = fields["id"] or None, asker
        yield self._item(fields, record, line, part, notes)

    def _done(self, text: str) -> dict[str, Any]:
        notice = notice_of(text)
        call = self._calls.get(self._agents.get(notice.task_id, ""))
        if call is None:
            return {"sender": PROGRAM, "type": "info"}
        kind = "status" if call.id in self._done_calls else "result"
        self._done_calls.add(call.id)
        payload = {"status": notice.status, "text": notice.text}
        return {"sender": call.callee, "type": kind, "in_reply_to": call.id, "payload": payload}

    def _queued(self, record: dict[str, Any], line: int, notes: tuple[str, ...]) -> Iterator[Item]:
        """Yield what was typed, or came in, while the agent worked and was handed to it within its turn."""
        operation = record.get("operation")
        if operation == "enqueue":
            self._queue.append(text_at(record, "content"))
        elif operation == "popAll":
            self._queue.clear()
        elif self._queue:
            text = self._queue.popleft()
            if operation != "remove" or not text.strip() or text.startswith("/"):
                return
            fields: dict[str, Any] = {"sender": USER, "recipient": MAIN, "type": "info", "payload": {"text": text}}
            if said(text) is Said.DONE:
                fields |= self._done(text)
            yield self._item(fields, record, line, 0, notes)

    def _answered(
        self, agent: str, block: dict[str, Any], record: dict[str, Any], line: int, part: int,
        notes: tuple[str, ...],
    ) -> Iterator[Item]:  # fmt: skip
        call_id = text_at(block, "tool_use_id")
        call = self._calls.get(call_id) or Call(call_id, agent, "tool", "tool", False, "")
        text, parts = content_of(block.get("content"))
        about = object_at(record, "toolUseResult")
        if call.tool in ("TaskOutput", "AgentOutputTool"):
            brought = output_of(text)
            started = self._calls.get(self._agents.get(brought.task_id, "")) if brought else None
            if brought and started:
                self._done_calls.add(started.id)
                yield self._brought(started, agent, brought.status, text, record, line, part, notes)
                text = f"<status>{brought.status}</status>"
        launched = call.delegates and (about.get("isAsync") is True or LAUNCHED.match(text) is not None)
        payload: dict[str, Any] = {"text": text} if call.delegates else {"tool": call.tool, "text": text}
        if call.delegates and not launched:
            self._done_calls.add(call_id)
        status = "failed" if block.get("is_error") is True else text_at(about, "status") if call.delegates else ""
        if status and not launched:
            payload = {"status": status, **payload}
        fields = {
            "sender": call.callee, "recipient": agent, "type": "status" if launched else "result",
            "id": f"{call_id}:{'launched' if launched else 'result'}" if call_id else "", "payload": with_parts(payload, parts),
            "in_reply_to": call_id or None,
        }  # fmt: skip
        extras = {"toolUseResult": {key: about[key] for key in FIGURES if key in about}} if call.delegates else {}
        yield self._item(fields, record, line, part, notes, more=extras)

    def _brought(
        self, call: Call, agent: str, status: str, text: str, record: dict[str, Any], line: int, part: int,
        notes: tuple[str, ...],
    ) -> Item:  # fmt: skip
        fields = {
            "sender": call.callee, "recipient": agent, "type": "result", "id": f"{call.id}:brought",
            "payload": {"status": status, "text": text}, "in_reply_to": call.id,
        }  # fmt: skip
        return self._item(fields, record, line, part, notes)

    def _system(self, record: dict[str, Any], line: int, notes: tuple[str, ...]) -> Iterator[Item]:
        subtype = record.get("subtype")
        if subtype == "turn_duration" and MAIN in self._turns:
            yield from self._end(MAIN, self._turns[MAIN])
        elif subtype == "compact_boundary":
            fields = {
                "sender": PROGRAM, "recipient": MAIN, "type": "info", "id": text_at(record, "uuid"),
                "payload": {"text": text_at(record, "content"), **object_at(record, "compactMetadata")},
            }  # fmt: skip
            yield self._item(fields, record, line, 0, notes)

    # rows

    def _item(
        self, fields: dict[str, Any], record: dict[str, Any], line: int, part: int,
        notes: tuple[str, ...] = (), piece: Piece | None = None, more: dict[str, Any] | None = None,
    ) -> Item:  # fmt: skip
        once = {key: record[key] for key in ONCE if key in record and self._once.get(key) != record[key]}
        self._once |= once
        extras = {key: value for key, value in record.items() if key not in MAPPED and value is not None}
        extras |= {**once, **(more or {}), **(piece.extras if piece else {})}
        full = {
            "trace_id": text_at(record, "sessionId").strip() or self._session or self._source.stem,
            "timestamp": record.get("timestamp"), "usage": piece.usage if piece else None, **fields,
        }  # fmt: skip
        return item(full, line, part, extras, notes, record)


def _rejected(record: dict[str, Any], line: int) -> Rejected:
    from misheard.ingest import jsontext

    problem = f"a record of type '{record['type']}' holds no message; one has a role and a content"
    return Rejected(line, problem, jsontext.dumps(record).encode("utf-8", "replace"))
