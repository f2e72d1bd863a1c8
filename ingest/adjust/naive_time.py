"""A time without a zone is taken as UTC, and a message without a time keeps its place in the log."""

from datetime import datetime
from typing import Any

from misheard.ingest.source import Source


def note_naive_time(record: dict[str, Any], source: Source) -> tuple[dict[str, Any], str | None]:
    """Note a time that states no zone, or that is missing; the contract itself does the reading."""
    del source
    stamp = record.get("timestamp")
    if stamp is None:
        return record, "has no timestamp; its place in the log is kept"
    try:
        naive = isinstance(stamp, str) and datetime.fromisoformat(stamp.strip()).tzinfo is None
    except ValueError:
        return record, None
    return record, "timestamp states no zone; taken as UTC" if naive else None
