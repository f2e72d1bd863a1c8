"""Between analysis and store: a message comes back as it was loaded, and findings become rows."""

import json
from datetime import UTC, datetime

import pytest
from case_runner import trace_from
from hypothesis import given, settings
from hypothesis import strategies as st

from misheard.analysis.engine import Check, analyse, load_trace, save
from misheard.analysis.flag import Flag, Mode, Severity, Span
from misheard.analysis.records import message_of, roll_up_of, tables_of
from misheard.ingest.load import load
from misheard.ingest.message import AgentMessage, MessageType, Priority, Usage
from misheard.ingest.source import Source
from misheard.ingest.store import Store

NAMES = st.text(min_size=1, max_size=8).map(str.strip).filter(bool)
JSON = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(2**53), 2**53),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(max_size=12),
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=4), inner, max_size=3)),
    max_leaves=8,
)
COUNTS = st.one_of(st.none(), st.integers(0, 2**40))
USAGES = st.builds(
    Usage, model=st.one_of(st.none(), NAMES), input_tokens=COUNTS, cached_tokens=COUNTS, output_tokens=COUNTS,
    cost_cents=st.one_of(st.none(), st.floats(0, 1e6)),
).filter(lambda usage: usage != Usage())  # fmt: skip
TIMES = st.datetimes(datetime(1971, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))
MESSAGES = st.builds(
    AgentMessage, sender=NAMES, recipient=NAMES, type=st.sampled_from(MessageType),
    priority=st.sampled_from(Priority), trace_id=st.just("t"), timestamp=st.one_of(st.none(), TIMES),
    payload=st.dictionaries(st.text(max_size=5), JSON, max_size=4),
    in_reply_to=st.one_of(st.none(), NAMES), usage=st.one_of(st.none(), USAGES),
)  # fmt: skip


def stored(lines):
    store = Store.open()
    load(store, [Source("run.jsonl", content="\n".join(lines).encode())])
    return store


@settings(max_examples=12, deadline=None)
@given(st.lists(MESSAGES, min_size=1, max_size=8, unique_by=lambda message: message.id))
def test_a_message_comes_out_of_the_store_as_it_went_in(messages):
    store = stored([message.model_dump_json() for message in messages])
    rows = store.messages("t")
    assert [message_of(row) for row in rows] == messages


def test_an_integer_of_thousands_of_digits_does_not_stop_a_trace():
    digits = "7" * 5000
    line = (
        '{"id":"m","sender":"a","recipient":"b","type":"task","traceId":"t","timestamp":"2026-01-01T00:00:00Z",'
        f'"payload":{{"n":{digits}}}}}'
    )
    trace = load_trace(stored([line]), "t")
    assert trace.text(trace.messages[0]) == digits


TRACE = trace_from([
    {"from": "user", "to": "lead", "type": "task", "say": "Count"},
    {"from": "lead", "to": "scout", "type": "task", "say": "Count the sites"},
    {"from": "scout", "to": "lead", "type": "result", "reply": "m2",
     "payload": {"status": "partial", "confidence": "low"},
     "usage": {"model": "gpt-4o", "input_tokens": 1000, "output_tokens": 100}},
    {"from": "lead", "to": "*", "say": "Listen"},
    {"from": "lead", "to": "user", "type": "result", "reply": "m1", "payload": {"confidence": 0.8, "summary": "12"},
     "usage": {"model": "nobody-knows-1", "input_tokens": 5}},
])  # fmt: skip
FLAG = Flag(
    Mode.TELEPHONE_DRIFT, "number", Severity.ERROR, 0.9, ("m2", "m5"), ("lead",), "It changed.", "Ask.",
    Span("m2", 0, 5, "Count"), None, 0.5, 7,
)  # fmt: skip


def test_the_roll_up_has_what_only_the_analysis_knows():
    row = roll_up_of(TRACE)
    assert row["complete"] is True
    assert row["cost_cents"] == pytest.approx(0.35)
    assert (row["unpriced_messages"], row["input_tokens"], row["output_tokens"]) == (1, 1005, 100)
    assert (row["final_confidence"], row["final_level"]) == (0.8, "high")


def test_findings_become_rows_with_their_evidence():
    tables = tables_of(TRACE, [FLAG], [Check(Mode.CONTEXT_BLOAT, False, "no task carries text")])
    (flag,) = tables["flags"]
    assert (flag["flag_id"], flag["position"], flag["messages"]) == (FLAG.id, 0, ["m2", "m5"])
    assert json.loads(flag["before"]) == {"message": "m2", "start": 0, "end": 5, "text": "Count"}
    assert flag["after"] is None
    assert tables["checks"] == [{"mode": "context-bloat", "checked": False, "reason": "no task carries text"}]


def test_agents_have_a_row_each_with_what_they_sent_received_and_said():
    rows = {row["agent"]: row for row in tables_of(TRACE, [], [])["agents"]}
    assert set(rows) == {"user", "lead", "scout"}
    assert (rows["lead"]["sent"], rows["lead"]["received"]) == (3, 2)
    assert (rows["scout"]["sent"], rows["scout"]["received"]) == (1, 2)
    assert (rows["scout"]["partial"], rows["lead"]["unstated"]) == (1, 1)
    assert (rows["scout"]["confidence"], rows["lead"]["inherited"]) == (0.3, 0.3)


def test_an_analysis_is_stored_and_replaced():
    store = stored([message.model_dump_json() for message in TRACE.messages])
    result = analyse(load_trace(store, "case"))
    save(store, result)
    save(store, result)
    ids = [row[0] for row in store.read("SELECT flag_id FROM flags ORDER BY position")]
    assert ids == [flag.id for flag in result.flags]
    assert store.read("SELECT count(*) FROM checks") == [(len(Mode),)]
    assert store.read("SELECT count(*) FROM agents") == [(3,)]
