"""Reads values out of records whose shape nobody vouches for, and builds rows from what was read."""

from typing import Any

from pydantic import ValidationError

from misheard.ingest import jsontext
from misheard.ingest.message import AgentMessage
from misheard.ingest.readers.base import Item, problems_of
from misheard.ingest.row import Rejected, row_of

ENCLOSED = 2_000
"""Texts longer than this inside an image or file block are replaced by their length: they are encoded bytes."""


def text_at(record: dict[str, Any], *keys: str) -> str:
    """Return the first non-empty text under one of `keys`, else an empty one."""
    for key in keys:
        value = record.get(key)
        if isinstance(value, str) and value:
            return value
    return ""


def name_at(record: dict[str, Any], *keys: str) -> str:
    """Return the first text or whole number under one of `keys` that is not blank, stripped, as text."""
    for key in keys:
        value = record.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and -(2**63) <= value < 2**63:
            value = str(value)
        if isinstance(value, str) and value.strip():
            return value.strip()
    return ""


def object_at(record: dict[str, Any], key: str) -> dict[str, Any]:
    """Return the object under `key`, else an empty one."""
    value = record.get(key)
    return value if isinstance(value, dict) else {}


def content_of(content: Any) -> tuple[str, list[Any]]:
    """Return the text of a message's content, and its parts that are no text, without the bytes of images."""
    if isinstance(content, str):
        return content, []
    if content is None:
        return "", []
    texts: list[str] = []
    others: list[Any] = []
    for block in content if isinstance(content, list) else [content]:
        if isinstance(block, str):
            texts.append(block)
        elif isinstance(block, dict) and isinstance(block.get("text"), str):
            texts.append(block["text"])
        else:
            others.append(_without_bytes(block))
    return "\n".join(texts), others


def _without_bytes(value: Any, deep: int = 0) -> Any:
    if isinstance(value, dict) and deep < 3:
        return {key: _without_bytes(inner, deep + 1) for key, inner in value.items()}
    if isinstance(value, str) and deep and len(value) > ENCLOSED and " " not in value[:ENCLOSED]:
        return f"({len(value)} characters left out)"
    return value


def with_parts(payload: dict[str, Any], parts: list[Any]) -> dict[str, Any]:
    """Return `payload` with the parts of a content that are no text, where there are any."""
    return {**payload, "parts": parts} if parts else payload


def count_of(value: Any) -> int:
    """Return a token count; what is no count is 0."""
    good = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 2**50
    return value if good else 0


def item(
    fields: dict[str, Any],
    line: int,
    part: int,
    extras: dict[str, Any] | None = None,
    notes: tuple[str, ...] = (),
    raw: Any = None,
) -> Item:
    """Return the row of a message given by its fields, or a rejection that keeps `raw`."""
    try:
        return row_of(AgentMessage.model_validate(fields), line, part, notes, extras)
    except ValidationError as error:
        problem = problems_of(error)
    except RecursionError:
        return Rejected(line, jsontext.TOO_DEEP, b"")
    kept = jsontext.dumps(fields if raw is None else raw)
    return Rejected(line, problem, kept.encode("utf-8", "replace"))
