"""Finds the runs in a group-chat log: their entries, what else is said of them, and their names."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from misheard.ingest import jsontext
from misheard.ingest.readers.lenient import name_at
from misheard.ingest.readers.partial import Cut
from misheard.ingest.source import Source

ENTRIES = ("history", "trajectory", "traj", "chat_history", "messages")
"""The keys under which a run keeps its entries, as a list or as JSON text."""
NESTS = ("trace", "run", "result")
"""The keys under which a record may keep all of that once more, as an object, a list, or JSON text."""
OWN_ID = ("trace_id", "traceId", "run_id", "conversation_id", "session_id", "id")
"""The keys that name a run; a question or a task may have many runs, so its id names none."""
SPEAKERS = ("name", "role", "source")
FOREIGN = ("sender", "recipient", "sessionId", "spans", "observations", "samples", "events", "parts")


@dataclass
class Run:
    """One run: its entries, whatever else its record says, and its name."""

    entries: list[Any]
    about: dict[str, Any] = field(default_factory=dict)
    trace_id: str = ""


def is_entry(value: Any) -> bool:
    """Return whether a value is one entry of a chat: who speaks, and what is said."""
    if not isinstance(value, dict) or any(key in value for key in FOREIGN):
        return False
    speaks = any(isinstance(value.get(key), str) and value[key] for key in SPEAKERS)
    said = value.get("content")
    return speaks and ("tool_calls" in value or ("content" in value and isinstance(said, str | list | None)))


def runs_in(value: Any) -> Iterator[Run]:
    """Yield the runs in a decoded document; nothing where it holds none."""
    if isinstance(value, dict):
        run = _run(value)
        if run:
            yield run
    elif isinstance(value, list):
        if any(is_entry(entry) for entry in value[:20]):
            yield Run(value)
        else:
            for record in value:
                run = _run(record) if isinstance(record, dict) else None
                if run:
                    yield run


def _run(record: dict[str, Any], nested: bool = True) -> Run | None:
    if any(key in record for key in FOREIGN):
        return None
    for key in ENTRIES:
        entries = _opened(record.get(key))
        if isinstance(entries, list) and any(is_entry(entry) for entry in entries[:20]):
            return Run(entries, _without(record, key), name_at(record, *OWN_ID))
    return _nested(record) if nested else None


def _nested(record: dict[str, Any]) -> Run | None:
    for key in NESTS:
        inner = _opened(record.get(key))
        run = None
        if isinstance(inner, dict):
            run = _run(inner, nested=False)
        elif isinstance(inner, list) and any(is_entry(entry) for entry in inner[:20]):
            run = Run(inner)
        if run:
            about = _without(record, key)
            if run.about:
                about[key] = run.about
            return Run(run.entries, about, name_at(record, *OWN_ID) or run.trace_id)
    return None


def _without(record: dict[str, Any], entries: str) -> dict[str, Any]:
    """Return what a record says beside its entries and the id that the run is called by."""
    named_by = next((key for key in OWN_ID if name_at(record, key)), None)
    return {key: value for key, value in record.items() if key not in (entries, named_by)}


def _opened(value: Any) -> Any:
    """Return what JSON text holds; any other value as it is."""
    if not isinstance(value, str) or isinstance(value, Cut) or value.lstrip()[:1] not in ("[", "{"):
        return value
    try:
        return jsontext.loads(value.encode("utf-8", "replace"))[0]
    except jsontext.JsonError:
        return None


def looks_like_run(value: Any) -> bool:
    """Return whether a value, which may be cut off at its end, is or holds a run."""
    if next(runs_in(value), None):
        return True
    records = value if isinstance(value, list) else [value]
    return any(_is_cut_run(record, 0) for record in records[:20])


def _is_cut_run(record: Any, depth: int) -> bool:
    if not isinstance(record, dict) or any(key in record for key in FOREIGN):
        return False
    for key in (*ENTRIES, *NESTS):
        inner = record.get(key)
        if isinstance(inner, Cut):
            start = inner[:4_000].replace("\\", "")
            return '"content"' in start and any(f'"{name}"' in start for name in SPEAKERS)
        if depth == 0 and _is_cut_run(inner, 1):
            return True
    return False


def named_after(source: Source, number: int, many: bool) -> str:
    """Return a trace id for a run that has none: its folder and file, and its number where there are `many`."""
    folder = source.path.resolve().parent.name if source.path else Path(source.name).parent.name
    name = f"{folder}/{source.stem}" if folder else source.stem
    return f"{name}#{number}" if many else name
