"""Turns the records of one Claude Code session file, one after another, into messages."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from misheard.ingest import jsontext
from misheard.ingest.message import USER
from misheard.ingest.readers.base import Item
from misheard.ingest.readers.claude_agents import MAIN, PROGRAM, Agents
from misheard.ingest.readers.claude_answer import Answer, Piece
from misheard.ingest.readers.claude_rows import Place, Rows
from misheard.ingest.readers.claude_told import Heard, answers, queued, told
from misheard.ingest.readers.claude_words import Said
from misheard.ingest.readers.lenient import object_at, text_at
from misheard.ingest.row import Rejected
from misheard.ingest.source import Source


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
        self._rows = Rows(source)
        self._agents = Agents(self._rows)
        self._turns: dict[str, Turn] = {}
        self._queue: deque[str] = deque()

    def feed(self, record: dict[str, Any], line: int, notes: tuple[str, ...] = ()) -> Iterator[Item]:
        """Yield the messages that are complete with this record."""
        place = Place(record, line, 0, notes)
        kind = text_at(record, "type")
        self._rows.session = text_at(record, "sessionId").strip() or self._rows.session
        self._agents.learn(record)
        if kind == "system":
            yield from self._system(place)
        elif kind == "queue-operation":
            yield from queued(place, self._queue, self._agents, self._rows)
        elif kind in ("user", "assistant"):
            if not isinstance(record.get("message"), dict):
                yield _rejected(place)
                return
            agent = self._agents.speaker(record)
            turn = self._turns.get(agent)
            if turn is None:
                turn = self._turns[agent] = Turn(told_elsewhere=self._agents.is_told_elsewhere(agent))
            yield from (self._assistant if kind == "assistant" else self._user)(agent, turn, place)

    def close(self) -> Iterator[Item]:
        """Yield what was held back: the last answers, which nothing follows."""
        for agent, turn in self._turns.items():
            yield from self._end(agent, turn)

    def _system(self, place: Place) -> Iterator[Item]:
        record = place.record
        subtype = record.get("subtype")
        if subtype == "turn_duration" and MAIN in self._turns:
            yield from self._end(MAIN, self._turns[MAIN])
        elif subtype == "compact_boundary":
            payload = {"text": text_at(record, "content"), **object_at(record, "compactMetadata")}
            yield self._rows.of(
                place, sender=PROGRAM, recipient=MAIN, type="info", id=text_at(record, "uuid"), payload=payload
            )

    def _user(self, agent: str, turn: Turn, place: Place) -> Iterator[Item]:
        content = place.record["message"].get("content")
        blocks = content if isinstance(content, list) else [content]
        words = []
        for part, block in enumerate(blocks):
            if isinstance(block, dict) and block.get("type") == "tool_result":
                yield from answers(agent, block, place._replace(part=part), self._agents, self._rows)
            else:
                words.append((part, block))
        heard = told(agent, words, place, self._agents, self._rows)
        if heard:
            yield from self._heard(agent, turn, heard)

    def _heard(self, agent: str, turn: Turn, heard: Heard) -> Iterator[Item]:
        """Yield what an agent is told, after what its turn ends with if that begins a new one."""
        if heard.what is Said.INTERRUPTION:
            yield from self._end(agent, turn, final=False)
        elif heard.what is Said.PROMPT:
            yield from self._end(agent, turn)
            if turn.told_elsewhere:
                return
            turn.prompt, turn.asker = heard.id or None, heard.sender
        yield heard.item

    def _assistant(self, agent: str, turn: Turn, place: Place) -> Iterator[Item]:
        message = place.record["message"]
        answer_id = text_at(message, "id") or text_at(place.record, "uuid")
        if turn.answer is None or not answer_id or turn.answer.id != answer_id:
            yield from self._flush(agent, turn)
            turn.answer = Answer(answer_id)
        content = message.get("content")
        for block in content if isinstance(content, list) else [{"type": "text", "text": content}]:
            if isinstance(block, dict):
                turn.answer.add(block, place)
                if block.get("type") == "tool_use":
                    self._agents.call(block, agent)

    def _flush(self, agent: str, turn: Turn) -> Iterator[Item]:
        """Yield the messages of the answer that is now complete, but for a last text: it may end the turn."""
        if turn.answer is None:
            return
        pieces, turn.answer = turn.answer.pieces(), None
        if pieces and turn.last:
            yield self._text(agent, turn, turn.last, final=False)
            turn.last = None
        for piece in pieces:
            if piece.kind == "tool_use":
                yield self._task(agent, piece)
            elif piece.kind == "text" and piece is pieces[-1]:
                turn.last = piece
            else:
                yield self._text(agent, turn, piece, final=False)

    def _end(self, agent: str, turn: Turn, final: bool = True) -> Iterator[Item]:
        yield from self._flush(agent, turn)
        if turn.last:
            yield self._text(agent, turn, turn.last, final)
            turn.last = None

    def _text(self, agent: str, turn: Turn, piece: Piece, final: bool) -> Item:
        """Return what an agent says: to who asked, or, where nobody hears it, to itself."""
        heard = piece.kind == "text" and (agent == MAIN or (final and not turn.told_elsewhere))
        kind = "info" if not heard else "result" if final else "status"
        failed = {"status": "failed"} if piece.place.record.get("isApiErrorMessage") is True else {}
        return self._rows.of(
            piece.place, piece.extras, sender=agent, recipient=turn.asker if heard else agent, type=kind,
            id=piece.id, payload={**failed, "text": piece.text}, usage=piece.usage,
            in_reply_to=turn.prompt if heard else None,
        )  # fmt: skip

    def _task(self, agent: str, piece: Piece) -> Item:
        call = self._agents.call(piece.block, agent)
        payload = piece.block.get("input")
        if not call.delegates or not isinstance(payload, dict):
            payload = {"tool": call.tool, "arguments": payload}
        return self._rows.of(
            piece.place, piece.extras, sender=agent, recipient=call.callee, type="task", id=call.id,
            payload=payload, usage=piece.usage,
        )  # fmt: skip


def _rejected(place: Place) -> Rejected:
    problem = f"a record of type '{place.record['type']}' holds no message; one has a role and a content"
    return Rejected(place.line, problem, jsontext.dumps(place.record).encode("utf-8", "replace"))
