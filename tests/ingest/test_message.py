"""The message and its contract: both spellings, long names, times in UTC, ids from content, payloads kept whole."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from reading import ABSENT, extras, head_of, json_lines, load_bytes, payload, record

from misheard.ingest import adjust
from misheard.ingest.adjust import adjusted
from misheard.ingest.contract import (
    Level,
    Status,
    confidence_of,
    level_of,
    read_handoff,
    read_result,
    status_of,
)
from misheard.ingest.message import AgentMessage, MessageType, Priority
from misheard.ingest.readers import NATIVE
from misheard.ingest.readers.native import record_item
from misheard.ingest.row import Row
from misheard.ingest.source import Source


def read(**changes):
    return AgentMessage.model_validate(record(**changes))


@pytest.mark.parametrize(
    ("long", "short"),
    [
        ("task-dispatch", "task"), ("result-return", "result"), ("status-update", "status"),
        ("information-share", "info"), ("Task_Dispatch", "task"), (" RESULT ", "result"),
        ("escalation", "escalation"), (None, "info"),
    ],
)  # fmt: skip
def test_types_have_long_and_short_names(long, short):
    assert read(type=long).type is MessageType(short)


def test_fields_have_two_spellings_and_the_first_that_is_not_blank_counts():
    camel = read(trace_id=ABSENT, traceId="run", inReplyTo="m0", usage={"inputTokens": 5, "costCents": 0.5})
    mixed = read(trace_id="", traceId="run", in_reply_to=None, inReplyTo="m0", usage={"prompt_tokens": 5})

    assert (camel.trace_id, camel.in_reply_to) == ("run", "m0")
    assert (camel.usage.input_tokens, camel.usage.cost_cents) == (5, 0.5)
    assert (mixed.trace_id, mixed.in_reply_to, mixed.usage.input_tokens) == ("run", "m0", 5)
    assert read(usage={"completion_tokens": 7}).usage.output_tokens == 7


@pytest.mark.parametrize(
    ("written", "moment"),
    [
        ("2026-03-02T09:00:00Z", datetime(2026, 3, 2, 9, tzinfo=UTC)),
        ("2026-03-02T10:00:00+01:00", datetime(2026, 3, 2, 9, tzinfo=UTC)),
        ("2026-03-02T09:00:00", datetime(2026, 3, 2, 9, tzinfo=UTC)),
        ("2026-03-02", datetime(2026, 3, 2, tzinfo=UTC)),
        (" 2026-03-02 09:00:00Z ", datetime(2026, 3, 2, 9, tzinfo=UTC)),
    ],
)
def test_times_are_aware_and_in_utc(written, moment):
    stamp = read(timestamp=written).timestamp

    assert stamp == moment
    assert stamp.tzinfo is UTC


def test_an_absent_id_is_derived_from_the_content_alone():
    one, again = read(id=ABSENT), read(id=None)

    assert one.id == again.id
    assert one.id.startswith("~")
    assert read(id=ABSENT, payload={"objective": "else"}).id != one.id


def test_a_text_for_a_payload_and_none_at_all_are_read():
    assert read(payload="words").payload == {"text": "words"}
    assert read(payload=None).payload == {}


def test_what_is_absent_has_its_default():
    message = read(priority=None, type=ABSENT, timestamp=ABSENT, usage=None)

    assert (message.priority, message.type, message.timestamp, message.usage) == (
        Priority.NORMAL,
        MessageType.INFO,
        None,
        None,
    )


@given(
    st.recursive(st.none() | st.booleans() | st.text(max_size=4), lambda v: st.dictionaries(st.text(max_size=3), v))
)
def test_a_payload_is_kept_whole(value):
    item = record_item(record(payload={"any": value}), 1, 0, Source("x"), (), None)

    assert isinstance(item, Row)
    assert payload(item) == {"any": value}


FULL = record(
    priority="high", in_reply_to="m0", confidence="high", tags=["a"],
    usage={"model": "m", "input_tokens": 9, "cached_tokens": 4, "output_tokens": 2, "cost_cents": 0.25},
)  # fmt: skip


def test_every_key_of_a_native_record_has_a_home(store, tmp_path):
    load_bytes(store, tmp_path, json_lines(FULL))

    [row] = store.messages("run")

    assert {name: row[name] for name in FULL if name in row and name not in ("payload", "timestamp")} == {
        "id": "m1", "trace_id": "run", "sender": "lead", "recipient": "scout", "type": "task", "priority": "high",
        "in_reply_to": "m0",
    }  # fmt: skip
    assert {name: row[name] for name in FULL["usage"]} == FULL["usage"]
    assert row["timestamp"] == datetime(2026, 3, 2, 9)
    found = record_item(FULL, 1, 0, Source("x"), (), None)
    assert extras(found) == {"confidence": "high", "tags": ["a"]}
    assert row["extras"] == found.extras


@pytest.mark.parametrize("log", [record(), [record(), record("m2")], [5, record()]])
def test_the_native_format_is_known(log):
    assert NATIVE.knows(head_of(log))


@pytest.mark.parametrize(
    "log", [{"role": "user", "content": "x"}, [], {"a": "sender recipient"}, b"sender,recipient"]
)
def test_what_is_not_native_is_not_taken_for_it(log):
    assert not NATIVE.knows(head_of(log))


def test_the_order_of_the_clean_up_passes_is_pinned():
    assert [step.__name__ for step in adjust.PASSES] == ["name_trace_by_source", "note_naive_time"]


def test_a_pass_leaves_a_note_on_what_it_touches_and_on_nothing_else():
    sound, no_notes = adjusted(record(), Source("x.jsonl"))
    touched, notes = adjusted(record(trace_id="", timestamp="2026-03-02T09:00:00"), Source("runs/x.jsonl"))

    assert (sound, no_notes) == (record(), ())
    assert touched["trace_id"] == "x"
    assert notes == (
        "names no trace id; taken as part of 'x', after its file",
        "timestamp states no zone; taken as UTC",
    )


def test_a_handoff_is_read_leniently():
    handoff = read_handoff(
        {
            "objective": "count",
            "constraints": "by noon",
            "expectedOutput": {"sites": 0},
            "budget_steps": "many",
            "own": 1,
        }
    )

    assert handoff.objective == "count"
    assert handoff.constraints == ["by noon"]
    assert handoff.expected_output == '{"sites":0}'
    assert handoff.budget_steps == 8
    assert handoff.model_extra == {"own": 1}
    assert read_handoff({"text": "count"}) is None
    assert read_handoff({"objective": ""}) is None


def test_a_result_is_read_leniently():
    result = read_result({"status": "Done", "confidence": "very high", "findings": None, "blockedBy": "a key"})

    assert result.status is Status.COMPLETED
    assert result.confidence is None
    assert result.findings == []
    assert result.blocked_by == "a key"
    assert read_result({"status": "dancing"}) is None
    assert read_result({"findings": []}) is None


@pytest.mark.parametrize(
    ("stated", "read_as"),
    [
        ("high", Level.HIGH), (" Low ", Level.LOW), (0.85, 0.85), (85, 0.85), ("85%", 0.85), ("85 %", 0.85),
        ("0.85", 0.85), (1, 1.0), (0, 0.0), ("100%", 1.0), ("1%", 0.01), ("0.5%", 0.005), (None, None),
        (True, None), (-1, None), (101, None), ("150%", None), ("quite", None), (float("nan"), None),
        ({"a": 1}, None), ("", None),
    ],
)  # fmt: skip
def test_a_confidence_is_a_level_or_a_share(stated, read_as):
    found = confidence_of({"confidence": stated})

    assert found == read_as if isinstance(read_as, Level | None) else found == pytest.approx(read_as)


def test_a_share_has_a_level():
    assert [level_of(share) for share in (0.0, 0.44, 0.45, 0.75, 1.0, Level.LOW)] == [
        Level.LOW, Level.LOW, Level.MEDIUM, Level.HIGH, Level.HIGH, Level.LOW,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("word", "status"),
    [("success", Status.COMPLETED), ("ERROR", Status.FAILED), ("odd", None), (5, None), ({}, None)],
)
def test_a_status_has_many_words(word, status):
    assert status_of({"status": word}) is status


def test_a_message_cannot_be_changed():
    with pytest.raises(ValidationError):
        read().sender = "else"
