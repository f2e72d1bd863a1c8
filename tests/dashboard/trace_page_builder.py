"""Small runs in a store in memory, for the tests of the trace page."""

from collections.abc import Iterable
from typing import Any

from misheard.analysis import engine
from misheard.analysis.engine import Check
from misheard.analysis.flag import Flag, Mode, Severity, Span
from misheard.analysis.records import roll_up_of, tables_of
from misheard.analysis.version import analysed_with
from misheard.dashboard import trace_data
from misheard.dashboard.trace_data import Run
from misheard.ingest import jsontext
from misheard.ingest.load import load
from misheard.ingest.source import Source
from misheard.ingest.store import Store

HOSTILE = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script> [a](javascript:b) ![i](https://evil.example/x)'

BRIEF = [
    {
        "id": "m1", "sender": "user", "recipient": "lead", "type": "task", "trace_id": "run",
        "timestamp": "2026-11-16T08:00:00Z", "priority": "high",
        "payload": {"objective": "Count the regions.", "context": "Sales of 2025.", "constraints": ["no guesses"]},
    },
    {
        "id": "m2", "sender": "lead", "recipient": "analyst", "type": "task", "trace_id": "run",
        "timestamp": "2026-11-16T08:01:00Z", "in_reply_to": "m1",
        "payload": {"text": "Sales fell. We lost 3 regions in May. More later."},
        "usage": {"model": "no-such-model", "input_tokens": 100, "output_tokens": 10},
    },
    {
        "id": "m3", "sender": "analyst", "recipient": "lead", "type": "result", "trace_id": "run",
        "timestamp": "2026-11-16T08:05:00Z", "in_reply_to": "m2",
        "payload": {"status": "partial", "summary": "We lost 30 regions.", "confidence": 0.7, "sources": ["s.csv"]},
        "usage": {"model": "gpt-4o-mini", "input_tokens": 100, "output_tokens": 10, "cost_cents": 1.5},
    },
    {
        "id": "m4", "sender": "lead", "recipient": "*", "type": "info", "trace_id": "run",
        "timestamp": "2026-11-16T08:06:00Z", "payload": {"text": "Done soon."},
    },
    {
        "id": "m5", "sender": "lead", "recipient": "user", "type": "result", "trace_id": "run",
        "timestamp": "2026-11-16T08:07:00Z", "in_reply_to": "m1",
        "payload": {"status": "completed", "summary": "30 regions were lost.", "confidence": "high"},
        "mood": "glad",
    },
]  # fmt: skip


def store_of(*messages: dict[str, Any]) -> Store:
    """Return a store in memory with `messages` loaded and not yet analysed."""
    store = Store.open()
    log = "\n".join(jsontext.dumps(message) for message in messages or BRIEF).encode()
    report = load(store, [Source("run.jsonl", content=log)])
    assert not report.rejected
    return store


def drift(severity: Severity = Severity.ERROR) -> Flag:
    """Return the flag that the brief run deserves: 3 regions became 30."""
    return Flag(
        Mode.TELEPHONE_DRIFT, "number", severity, 0.92, ("m2", "m3"), ("analyst",), "3 regions became 30 regions.",
        "Quote the figure.", Span("m2", 20, 29, "3 regions"), Span("m3", 16, 26, "30 regions"), 1.5, 110,
    )  # fmt: skip


def analysed(
    store: Store, flags: Iterable[Flag] = (), unchecked: Mode | None = None, trace_id: str = "run"
) -> Store:
    """Put `flags` into the store as the analysis of a trace; `unchecked` could not be looked for."""
    trace = engine.load_trace(store, trace_id)
    checks = [Check(mode, mode is not unchecked, "no token counts" if mode is unchecked else None) for mode in Mode]
    roll_up = {"analysed_with": analysed_with(), **roll_up_of(trace)}
    store.replace_analysis(trace_id, roll_up, tables_of(trace, flags, checks))
    return store


def run_of(*messages: dict[str, Any], flags: Iterable[Flag] = (), unchecked: Mode | None = None) -> Run:
    """Return a run as the page gets it; without messages, the brief one."""
    trace_id = str((messages or BRIEF)[0]["trace_id"])
    run = trace_data.load_run(analysed(store_of(*messages), flags, unchecked, trace_id), trace_id)
    assert run is not None
    return run
