"""The two lanes of the native reader agree: what the fast one accepts, the contract reads the same."""

import json
from datetime import UTC
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from reading import line, record

from misheard.ingest import jsontext
from misheard.ingest.readers.native import record_item
from misheard.ingest.readers.native_fast import fast_block, fast_row
from misheard.ingest.row import Row, microseconds
from misheard.ingest.source import Source
from misheard.ingest.table import SCHEMA

SOURCE = Source("log.jsonl")
WORDS = st.text(max_size=6) | st.sampled_from(["a", " a", "b\t", "", "é", "\x00", "*", "\u2003x"])
SCALARS = st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.floats() | WORDS
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3), max_leaves=8
)
TIMES = st.datetimes().map(lambda moment: moment.isoformat() + "Z") | st.sampled_from(
    [
        "2026-03-02T09:00:00+02:00", "2026-03-02T09:00:00", "2026-03-02T09:00:00.1234567Z", "2026-03-02",
        "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "2026-03-02t09:00:00z", "2026-03-02T24:00:00Z",
        " 2026-03-02T09:00:00Z", "2026-03-02 09:00:00Z", "20260302T090000Z", "2026-03-02T23:59:60Z",
    ]
)  # fmt: skip
NUMBERS = st.sampled_from([0, 5, 5.0, 5.5, -1, 2**53, 2**53 + 1, True, None, "5", 1e300])
USAGE = st.fixed_dictionaries(
    {},
    optional={
        "model": st.none() | WORDS, "input_tokens": NUMBERS, "inputTokens": NUMBERS, "cached_tokens": NUMBERS,
        "output_tokens": NUMBERS, "outputTokens": NUMBERS, "cost_cents": NUMBERS, "costCents": NUMBERS,
        "other": VALUES,
    },
)  # fmt: skip
TYPES = ["task", "result", "status", "escalation", "info", "task-dispatch", "Task", "", None, 5]
RECORDS = st.fixed_dictionaries(
    {"sender": WORDS | VALUES, "recipient": WORDS, "type": st.sampled_from(TYPES), "id": WORDS},
    optional={
        "timestamp": TIMES | VALUES, "payload": st.dictionaries(WORDS, VALUES, max_size=3) | VALUES,
        "trace_id": WORDS | st.none(), "traceId": WORDS | st.none(), "in_reply_to": WORDS | st.none(),
        "inReplyTo": WORDS | st.none(), "priority": st.sampled_from(["high", "normal", "High", None, 1]),
        "usage": USAGE | st.none() | VALUES, "other": VALUES,
    },
)  # fmt: skip


def slow_row(raw: bytes) -> Any:
    value, notes = jsontext.loads(raw)
    return record_item(value, 1, 0, SOURCE, tuple(notes), raw)


def read_alike(first: Row, second: Any) -> bool:
    """Compare rows by the value of their payload: the fast lane leaves its text as it was written."""
    if not isinstance(second, Row):
        return False
    return first._replace(payload="") == second._replace(payload="") and jsontext.loads_stored(
        first.payload
    ) == jsontext.loads_stored(second.payload)


@given(RECORDS, st.booleans())
@example(record(timestamp="0001-01-01T00:00:00+14:00"), True)
@example(record(timestamp="9999-12-31T23:59:59-14:00"), True)
@example(record(timestamp="2026-03-02T09:00:00.1234567Z"), True)
@example(record(trace_id="", traceId="run"), True)
@example(record(in_reply_to="", inReplyTo="m0"), True)
@example(record(in_reply_to=""), True)
@example(record(usage={"input_tokens": None, "inputTokens": 5}), True)
@example(record(usage={"input_tokens": 5.0}), True)
@example(record(usage={"cost_cents": 5}), True)
def test_what_the_fast_lane_accepts_the_contract_reads_the_same(value, escaped):
    raw = json.dumps(value, ensure_ascii=escaped).encode("utf-8", "surrogatepass")

    row = fast_row(raw, 1)

    if row is not None:
        assert read_alike(row, slow_row(raw))


@given(st.lists(RECORDS, min_size=1, max_size=4))
def test_a_block_holds_what_its_lines_hold(values):
    lines = [(number, json.dumps(value).encode()) for number, value in enumerate(values, start=1)]

    block = fast_block(lines)

    if block is not None:
        names = [field.name for field in SCHEMA]
        found = [Row(*(one[name] for name in names)) for one in block.table.to_pylist()]
        for row, (number, text) in zip(found, lines, strict=True):
            stamp = microseconds(row.timestamp.replace(tzinfo=UTC))
            assert read_alike(row._replace(timestamp=stamp), slow_row(text)._replace(line=number))


def test_a_block_of_ordinary_messages_is_taken_whole():
    block = fast_block([(1, line("m1")), (2, line("m2", usage={"model": "m", "input_tokens": 5}))])

    assert block is not None
    assert block.table["id"].to_pylist() == ["m1", "m2"]
    assert block.table["line"].to_pylist() == [1, 2]


@pytest.mark.parametrize("odd", [b"", b"{", None, line(sender=" lead"), line(payload="words")])
def test_one_odd_line_sends_a_block_to_be_read_line_by_line(odd):
    assert fast_block([(1, line("m1")), (2, odd)]) is None


@pytest.mark.parametrize(
    "raw",
    [
        line(),
        line(trace_id=None, traceId="run"),
        line(usage={"model": "m", "input_tokens": 5, "cost_cents": 0.5}, in_reply_to="m0", priority="high"),
        line(payload={}),
    ],
)
def test_the_fast_lane_accepts_ordinary_messages(raw):
    assert fast_row(raw.replace(b'"trace_id": null, ', b""), 1) is not None


@pytest.mark.parametrize(
    "change",
    [
        {"sender": " lead"}, {"type": "task-dispatch"}, {"timestamp": "2026-03-02T09:00:00"}, {"timestamp": None},
        {"payload": "words"}, {"payload": [1]}, {"id": ""}, {"trace_id": ""}, {"extra": 1},
        {"payload": {"x": "\ud800"}},
    ],
)  # fmt: skip
def test_the_fast_lane_leaves_what_needs_mending_to_the_contract(change):
    assert fast_row(json.dumps(record(**change)).encode(), 1) is None
