"""Clean-up passes over a decoded record, in one pinned order; each leaves a note on what it touched."""

from collections.abc import Callable
from typing import Any

from misheard.ingest.adjust.naive_time import note_naive_time
from misheard.ingest.adjust.trace_id import name_trace_by_source
from misheard.ingest.source import Source

Pass = Callable[[dict[str, Any], Source], tuple[dict[str, Any], str | None]]

PASSES: tuple[Pass, ...] = (name_trace_by_source, note_naive_time)


def adjusted(record: dict[str, Any], source: Source) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return `record` after every pass, and the notes that they left."""
    notes = []
    for step in PASSES:
        record, note = step(record, source)
        if note:
            notes.append(note)
    return record, tuple(notes)
