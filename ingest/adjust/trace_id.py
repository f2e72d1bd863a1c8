"""A record that names no run belongs to the run that its file is named after."""

from typing import Any

from misheard.ingest.source import Source


def name_trace_by_source(record: dict[str, Any], source: Source) -> tuple[dict[str, Any], str | None]:
    """Fill in a missing trace id from the name of the source."""
    if record.get("trace_id") or record.get("traceId"):
        return record, None
    note = f"names no trace id; taken as part of '{source.stem}', after its file"
    return {**record, "trace_id": source.stem}, note
