"""What the tests of ingest share: messages as records, records as files, files as what was loaded."""

import json
from pathlib import Path
from typing import Any

from misheard.ingest import jsontext
from misheard.ingest.load import LoadReport, load
from misheard.ingest.readers.base import Head, Item, Reader
from misheard.ingest.row import Rejected, Row
from misheard.ingest.source import Source, find
from misheard.ingest.store import Store
from misheard.ingest.table import Block

ABSENT = object()


def record(name: str = "m1", **changes: Any) -> dict[str, Any]:
    """Return a sound message of the native format; a change to ABSENT leaves the field out."""
    whole = {
        "id": name,
        "trace_id": "run",
        "sender": "lead",
        "recipient": "scout",
        "type": "task",
        "timestamp": "2026-03-02T09:00:00Z",
        "payload": {"objective": f"do {name}"},
        **changes,
    }
    return {key: value for key, value in whole.items() if value is not ABSENT}


def line(name: str = "m1", **changes: Any) -> bytes:
    """Return a message as one line of a log, without its end."""
    return json.dumps(record(name, **changes)).encode()


def head_of(data: bytes | Any) -> Head:
    """Return the head of a file with this content; what is no bytes is written as JSON."""
    raw = data if isinstance(data, bytes) else json.dumps(data).encode()
    return Head(raw, True)


def items(reader: Reader, data: bytes | Any, name: str = "log.jsonl", path: Path | None = None) -> list[Item]:
    """Return all that `reader` yields for a file with this content."""
    raw = data if isinstance(data, bytes) else json.dumps(data).encode()
    source = Source(name, path, raw if path is None else None)
    with source.open() as stream:
        return list(reader.read(stream, source))


def rows(reader: Reader, data: bytes | Any, name: str = "log.jsonl", path: Path | None = None) -> list[Row]:
    """Return the rows that `reader` yields, in the order of the log, and let nothing be rejected."""
    found = items(reader, data, name, path)
    assert not [item for item in found if isinstance(item, Rejected)]
    assert not [item for item in found if isinstance(item, Block)]
    return sorted((item for item in found if isinstance(item, Row)), key=lambda row: (row.line, row.part))


def json_lines(*records: Any) -> bytes:
    """Return records as JSON Lines."""
    return b"".join(json.dumps(one).encode() + b"\n" for one in records)


def payload(row: Row) -> Any:
    """Return the payload of a row."""
    return jsontext.loads_stored(row.payload)


def extras(row: Row) -> Any:
    """Return the extras of a row."""
    return jsontext.loads_stored(row.extras or "{}")


def load_paths(store: Store, *paths: Path | str) -> LoadReport:
    """Load paths that a person has named."""
    sources, problems = find([str(path) for path in paths])
    report = load(store, sources, named=frozenset(source.name for source in sources))
    report.problems += problems
    return report


def load_bytes(store: Store, folder: Path, data: bytes, name: str = "log.jsonl") -> LoadReport:
    """Load a file with this content."""
    place = folder / name
    place.write_bytes(data)
    return load_paths(store, place)
