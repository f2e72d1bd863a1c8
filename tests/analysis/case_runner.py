"""Runs a detector over small traces written in TOML: flagged and clean cases side by side.

A case file holds

    [[case]]
    name = "a share grows on its way up"
    expect = [{ kind = "number", message = "m3", severity = "error" }]   # [] for a clean case
    messages = [
      { from = "lead", to = "scout", type = "task", say = "Count the sites" },
      { from = "scout", to = "lead", type = "result", reply = "m1", payload = { summary = "12 sites" } },
    ]

Messages are named m1, m2, … unless `id` says otherwise, belong to one trace, and are a minute apart unless `at`
(minutes after the start, a number) says otherwise. `say` is short for `payload = { text = … }`. A case may set
`as_of` (minutes after the start). In `expect` each entry must fit exactly one flag and each flag one entry:
`message` is the last of `Flag.messages`; `messages` (all of them), `kind`, `severity`, `before` and `after` (the
words of the spans) and `summary` (words that must be in it) are compared where they are given. `cannot = "words"`
expects that the detector says it could not check, with these words in the reason.
"""

import tomllib
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from misheard.analysis.flag import Detector, Flag
from misheard.analysis.trace import Trace
from misheard.ingest.message import AgentMessage, Usage

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
FOLDER = Path(__file__).parent / "cases"
SIMPLE = ("kind", "severity", "mode")


def cases(mode: str) -> list[Any]:
    """Return the cases of `cases/<mode>.toml` as pytest parameters."""
    import pytest

    found = tomllib.loads((FOLDER / f"{mode}.toml").read_text(encoding="utf-8"))["case"]
    return [pytest.param(case, id=case["name"]) for case in found]


def trace_of(case: dict[str, Any]) -> Trace:
    """Return the trace that a case describes."""
    as_of = START + timedelta(minutes=case["as_of"]) if "as_of" in case else None
    return trace_from(case["messages"], as_of)


def trace_from(messages: Iterable[dict[str, Any]], as_of: datetime | None = None) -> Trace:
    """Return a trace of messages in the compact form."""
    return Trace.of("case", [_message(place, short) for place, short in enumerate(messages)], as_of)


def _message(place: int, short: dict[str, Any]) -> AgentMessage:
    usage = short.get("usage")
    return AgentMessage(
        id=short.get("id", f"m{place + 1}"),
        sender=short["from"],
        recipient=short["to"],
        type=short.get("type", "info"),
        trace_id="case",
        timestamp=START + timedelta(minutes=short.get("at", place)),
        payload=short.get("payload", {"text": short.get("say", "")}),
        in_reply_to=short.get("reply"),
        usage=Usage.model_validate(usage) if usage else None,
    )


def check_case(case: dict[str, Any], detector: Detector) -> None:
    """Run `detector` over a case and fail where it finds anything else than expected."""
    trace = trace_of(case)
    reason = detector.cannot(trace)
    if "cannot" in case:
        assert reason, "the detector should have said that it cannot check this trace"
        assert case["cannot"] in reason
        return
    assert reason is None, f"could not check: {reason}"
    flags = list(detector.detect(trace, detector.thresholds))
    _check_evidence(trace, flags)
    _match(flags, case["expect"])


def _check_evidence(trace: Trace, flags: list[Flag]) -> None:
    for flag in flags:
        assert all(message in trace.by_id for message in flag.messages)
        for span in (flag.before, flag.after):
            if span:
                assert trace.text(trace.by_id[span.message])[span.start : span.end] == span.text
        assert 0 < flag.confidence <= 1
        assert flag.summary
        assert flag.remedy


def _match(flags: list[Flag], expect: list[dict[str, Any]]) -> None:
    shown = [f"{f.severity} {f.kind} {f.messages}: {f.summary}" for f in flags]
    left = list(flags)
    for wanted in expect:
        fitting = [flag for flag in left if _fits(flag, wanted)]
        assert fitting, f"nothing fits {wanted}; found {shown}"
        left.remove(fitting[0])
    assert not left, f"not expected: {[shown[flags.index(flag)] for flag in left]}"


def _fits(flag: Flag, wanted: dict[str, Any]) -> bool:
    unknown = set(wanted) - {*SIMPLE, "message", "messages", "before", "after", "summary"}
    assert not unknown, f"unknown keys in expect: {unknown}"
    spans = {"before": flag.before, "after": flag.after}
    return (
        all(getattr(flag, name) == wanted[name] for name in SIMPLE if name in wanted)
        and wanted.get("message", flag.messages[-1]) == flag.messages[-1]
        and list(wanted.get("messages", flag.messages)) == list(flag.messages)
        and all(name not in wanted or (span and wanted[name] in span.text) for name, span in spans.items())
        and wanted.get("summary", "") in flag.summary
    )
