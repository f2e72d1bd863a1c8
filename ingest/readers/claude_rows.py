"""The rows of one Claude Code session file, and what is kept of a record beside the message it holds."""

from typing import Any, NamedTuple

from misheard.ingest.readers.base import Item
from misheard.ingest.readers.lenient import item, text_at
from misheard.ingest.source import Source

ONCE = ("cwd", "version", "gitBranch", "slug", "userType", "entrypoint")
"""Keys that stay the same, mostly, all through a session; kept where they are first seen or change."""
MAPPED = {"type", "message", "timestamp", "sessionId", "toolUseResult", "isMeta", "isSidechain", *ONCE}


class Place(NamedTuple):
    """A record, and where it stands: its line, the part of the line, and what was mended in reading it."""

    record: dict[str, Any]
    line: int
    part: int = 0
    notes: tuple[str, ...] = ()


class Rows:
    """Makes the rows of one file: trace id, time and extras come from the record."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.session = ""
        self._once: dict[str, Any] = {}

    def of(self, place: Place, extras: dict[str, Any] | None = None, **fields: Any) -> Item:
        """Return the message of `fields` that the record at `place` holds."""
        record = place.record
        once = {key: record[key] for key in ONCE if key in record and self._once.get(key) != record[key]}
        self._once |= once
        rest = {key: value for key, value in record.items() if key not in MAPPED and value is not None}
        named = {
            "trace_id": text_at(record, "sessionId").strip() or self.session or self.source.stem,
            "timestamp": record.get("timestamp"),
            **fields,
        }
        return item(named, place.line, place.part, {**rest, **once, **(extras or {})}, place.notes, record)
