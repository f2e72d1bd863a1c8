"""Runs in which claims travel, for the tests of the Claims view; their flags are made here."""

from typing import Any

from trace_page_builder import HOSTILE, analysed, store_of

from misheard.analysis.flag import Flag, Mode, Severity, Span
from misheard.dashboard import trace_data
from misheard.dashboard.trace_data import Run
from misheard.ingest.store import Store

FIRST = "The survey counted 412 meters at the six cold stores."
SAME = "Cold store five has been closed for repairs since January."
WRONG = "The survey counted 421 meters at the six cold stores."


def told(name: str, sender: str, to: str, kind: str, trace: str = "told", **payload: Any) -> dict[str, Any]:
    return {
        "trace_id": trace, "id": name, "sender": sender, "recipient": to, "type": kind, "payload": payload,
        "timestamp": f"2026-11-16T08:{int(name[1:]):02d}:00Z",
    }  # fmt: skip


TOLD = [
    told("m1", "scout", "clerk", "result", summary=f"{FIRST} {SAME}"),
    told("m2", "clerk", "lead", "result", summary=FIRST),
    told("m3", "lead", "editor", "task", objective="Write the letter.", context=f"{WRONG} {SAME}"),
    told("m4", "clerk", "editor", "info", text=SAME),
]
TAG = '<img/src="x"/onerror="window.pwned=1">'
"""Markup of one piece: what looks like code is no claim."""
HOSTILE_TOLD = [
    told("m1", HOSTILE, "clerk", "result", "hostile", summary=f"The {TAG} survey counted 412 meters in six shops."),
    told("m2", "clerk", HOSTILE, "result", "hostile", summary=f"The {TAG} survey counted 421 meters in six shops."),
]  # fmt: skip


def wrong_count() -> Flag:
    """Return the flag that the run deserves: 412 became 421 on its second hop."""
    before, after = FIRST.index("412"), WRONG.index("421")
    start = len("Write the letter.") + 1
    return Flag(
        Mode.TELEPHONE_DRIFT, "number", Severity.ERROR, 0.9, ("m2", "m3"), ("lead", "clerk"),
        "lead wrote `421 meters` where clerk had reported `412 meters`", "Quote the count.",
        Span("m2", before, before + 10, "412 meters"), Span("m3", start + after, start + after + 10, "421 meters"),
    )  # fmt: skip


def told_store(*flags: Flag) -> Store:
    """Return a store in memory that holds the run, analysed with `flags`."""
    return analysed(store_of(*TOLD), flags, trace_id="told")


def told_run(*flags: Flag) -> tuple[Store, Run]:
    """Return the run as the page gets it, and its store."""
    store = told_store(*flags)
    run = trace_data.load_run(store, "told")
    assert run is not None
    return store, run
