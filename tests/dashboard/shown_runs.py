"""Runs that the tests of the page show, with flags made here, so that no test depends on what a detector finds."""

from datetime import UTC, datetime, timedelta

from misheard.analysis.cause import causes_of
from misheard.analysis.engine import Analysis, Check, load_trace, save
from misheard.analysis.flag import Flag, Mode, Severity, Span
from misheard.ingest import jsontext
from misheard.ingest.load import load
from misheard.ingest.source import Source

START = datetime(2026, 11, 16, 8, tzinfo=UTC)
HOSTILE = "<img src=http://evil.test/a.png onerror=alert(1)> ![x](http://evil.test/b.png) **bold** $x$"
HOSTILE_AGENT = "<img src=http://evil.test/c.png> ![a](http://evil.test/d.png) [link](http://evil.test/e)"
HOSTILE_TRACE = "![t](http://evil.test/t.png) <script>fetch('http://evil.test/s')</script>"


def message(trace, name, sender, to, kind, minute, *, usage=None, reply=None, **payload):
    return {
        "trace_id": trace, "id": name, "sender": sender, "recipient": to, "type": kind,
        "timestamp": (START + timedelta(minutes=minute)).isoformat(), "payload": payload, "usage": usage,
        "in_reply_to": reply,
    }  # fmt: skip


def sound_run(trace="sound", agent="analyst", day=0):
    at = day * 24 * 60
    return [
        message(trace, "m1", "user", "lead", "task", at, objective="Sum up the north region"),
        message(trace, "m2", "lead", agent, "task", at + 1, objective='Count the "new" orders'),
        message(
            trace, "m3", agent, "lead", "result", at + 31, reply="m2", status="partial", confidence="low",
            summary="About 12 orders", usage={"model": "mystery-1", "input_tokens": 10, "output_tokens": 2},
        ),
        message(
            trace, "m4", "lead", "user", "result", at + 62, reply="m1", status="completed", confidence=0.9,
            summary="12 orders",
            usage={"input_tokens": 1200, "cached_tokens": 200, "output_tokens": 90, "cost_cents": 150.5},
        ),
    ]  # fmt: skip


def hostile_run():
    return [
        message(HOSTILE_TRACE, "h1", "user", HOSTILE_AGENT, "task", 0, objective=HOSTILE),
        message(
            HOSTILE_TRACE, "h2", HOSTILE_AGENT, "user", "result", 1, reply="h1", status="completed",
            summary=HOSTILE, confidence="high", usage={"cost_cents": 5.0, "input_tokens": 5, "output_tokens": 5},
        ),
    ]  # fmt: skip


def flag(mode, severity, messages, agents, before=None, after=None):
    return Flag(
        mode, "number", severity, 0.9, messages, agents, f"{HOSTILE} changed", "Quote the number.", before, after
    )


def _save(store, trace_id, flags, checks):
    trace = load_trace(store, trace_id)
    save(store, Analysis(trace, flags, checks, causes_of(trace, flags)))


def fill(store):
    """Put three runs into `store`: a sound one, one with two flags that is partly unchecked, and a hostile one."""
    records = [*sound_run(), *sound_run("drifted", "counter", day=2), *hostile_run()]
    log = "\n".join(jsontext.dumps(record) for record in records).encode()
    report = load(store, [Source("runs.jsonl", content=log + b"\n{broken\n")])
    assert report.kept == len(records)
    every = tuple(Check(mode, True) for mode in Mode)
    _save(store, "sound", (), every)
    drifted = (
        flag(Mode.TELEPHONE_DRIFT, Severity.WARNING, ("m3", "m4"), ("lead",), Span("m3", 8, 16, "12 orders")),
        flag(Mode.ORPHANED_SUBTASK, Severity.ERROR, ("m2",), ("counter",)),
    )
    partly = tuple(
        Check(mode, mode is not Mode.INCOMPLETE_HANDOFF, "no tasks" if mode is Mode.INCOMPLETE_HANDOFF else None)
        for mode in Mode
    )
    _save(store, "drifted", drifted, partly)
    bad = (flag(Mode.TELEPHONE_DRIFT, Severity.ERROR, ("h1", "h2"), (HOSTILE_AGENT,)),)
    _save(store, HOSTILE_TRACE, bad, every)
