"""One answer of a Claude Code agent, gathered from the pieces in which it was logged."""

from dataclasses import dataclass, field
from typing import Any

from misheard.ingest.readers.claude_rows import Place
from misheard.ingest.readers.claude_words import usage_of
from misheard.ingest.readers.lenient import text_at


@dataclass
class Piece:
    """One block of an answer, with the record it was logged in."""

    id: str
    kind: str
    block: dict[str, Any]
    place: Place
    usage: dict[str, Any] | None = None
    extras: dict[str, Any] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """What the block says."""
        return text_at(self.block, "text", "thinking")


class Answer:
    """The blocks of one answer: each counts once, and of its copies the last."""

    def __init__(self, answer_id: str) -> None:
        self.id = answer_id
        self._pieces: list[Piece] = []
        self._usage: dict[str, Any] | None = None
        self._parts = 0

    def add(self, block: dict[str, Any], place: Place) -> None:
        """Take in one block; a longer copy of one that is there replaces it."""
        self._usage = usage_of(place.record["message"]) or self._usage
        kind = text_at(block, "type")
        kind = kind if kind in ("tool_use", "thinking") else "text"
        if kind != "tool_use" and not text_at(block, "text", "thinking").strip():
            return
        known = next((piece for piece in self._pieces if _is_copy(piece, kind, block)), None)
        if known:
            known.block, known.place = block, place._replace(line=known.place.line, part=known.place.part)
            return
        ordinal = sum(1 for piece in self._pieces if piece.kind == kind)
        piece_id = f"{self.id}:{kind}{ordinal}" if self.id else ""
        if kind == "tool_use":
            piece_id = text_at(block, "id")
        self._pieces.append(Piece(piece_id, kind, block, place._replace(part=self._parts)))
        self._parts += 1

    def pieces(self) -> list[Piece]:
        """Return the blocks that are messages; the first has the usage, and thinking is with what it led to."""
        result: list[Piece] = []
        thoughts: list[str] = []
        for piece in self._pieces:
            if piece.kind == "thinking" and piece is not self._pieces[-1]:
                thoughts.append(piece.text)
                continue
            if thoughts:
                piece.extras["thinking"] = "\n\n".join(thoughts)
                thoughts = []
            result.append(piece)
        if result:
            result[0].usage = self._usage
        return result


def _is_copy(piece: Piece, kind: str, block: dict[str, Any]) -> bool:
    if piece.kind != kind:
        return False
    if kind == "tool_use":
        return bool(piece.id) and piece.id == text_at(block, "id")
    return text_at(block, "text", "thinking").startswith(piece.text)
