"""No reader ever falls over what it is given: it yields rows and rejections, whatever the bytes."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading import items

from misheard.ingest import jsontext, readers
from misheard.ingest.readers.base import Head
from misheard.ingest.readers.partial import partial, whole_records
from misheard.ingest.row import Rejected, Row
from misheard.ingest.table import Block

KEYS = st.sampled_from(
    [
        "role", "name", "content", "source", "history", "trajectory", "trace", "messages", "tool_calls", "function",
        "arguments", "tool_call_id", "id", "question", "trace_id", "models_usage", "timestamp", "text", "type",
        "message", "usage", "input_tokens", "input", "tool_use_id", "is_error", "sessionId", "uuid", "parentUuid",
        "agentId", "isSidechain", "isMeta", "isCompactSummary", "toolUseResult", "subtype", "operation", "status",
        "parentToolUseID", "data", "subagent_type", "prompt", "resume", "sender", "recipient", "payload",
    ]
)  # fmt: skip
WORDS = st.text(max_size=5) | st.sampled_from(
    [
        "user", "assistant", "system", "tool", "tool_use", "tool_result", "text", "thinking", "Task", "Agent",
        "TaskOutput", "human", "A (-> B)", "A (thought)", "queue-operation", "enqueue", "remove",
        "compact_boundary", "turn_duration", "progress", "TERMINATE", "@A, please",
        "<task-notification><task-id>x</task-id>",
        "[Request interrupted by user]", '[{"role": "user", "content": "x"}]', "2026-03-02T09:00:00Z", "x",
    ]
)  # fmt: skip
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | WORDS
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=6),
    max_leaves=25,
)
ENTRIES = st.fixed_dictionaries(
    {"role": WORDS, "content": WORDS | VALUES},
    optional={"name": WORDS, "tool_calls": VALUES, "tool_call_id": WORDS, "id": VALUES, "models_usage": VALUES},
)
BLOCKS = st.fixed_dictionaries(
    {"type": st.sampled_from(["text", "thinking", "tool_use", "tool_result"])},
    optional={
        "text": WORDS, "id": WORDS, "name": WORDS, "input": VALUES, "tool_use_id": WORDS, "content": VALUES,
        "is_error": st.booleans(),
    },
)  # fmt: skip
SESSION = st.fixed_dictionaries(
    {"type": st.sampled_from(["user", "assistant", "system", "queue-operation", "progress"])},
    optional={
        "message": st.fixed_dictionaries(
            {"content": st.lists(BLOCKS, max_size=4) | WORDS | VALUES}, optional={"id": WORDS, "usage": VALUES}
        ),
        "sessionId": WORDS, "uuid": WORDS, "parentUuid": WORDS, "isSidechain": st.booleans(), "agentId": WORDS,
        "isMeta": st.booleans(), "toolUseResult": VALUES, "timestamp": WORDS, "content": WORDS, "operation": WORDS,
        "subtype": WORDS, "parentToolUseID": WORDS, "data": VALUES,
    },
)  # fmt: skip


def never_raises(reader, data):
    for item in items(reader, data):
        assert isinstance(item, Row | Rejected | Block)
        if isinstance(item, Rejected):
            assert item.problem
            assert item.line > 0


def written(values):
    return b"".join(json.dumps(value).encode() + b"\n" for value in values)


@pytest.mark.parametrize("reader", readers.READERS, ids=lambda reader: reader.name)
@given(st.lists(VALUES, max_size=4))
def test_a_reader_takes_any_json(reader, values):
    never_raises(reader, written(values))


@pytest.mark.parametrize("reader", readers.READERS, ids=lambda reader: reader.name)
@given(st.binary(max_size=60))
def test_a_reader_takes_any_bytes(reader, raw):
    never_raises(reader, raw)


@given(st.lists(ENTRIES, max_size=8), st.dictionaries(KEYS, VALUES, max_size=3))
def test_the_group_chat_reader_takes_any_entries(entries, about):
    never_raises(readers.GROUP_CHAT, json.dumps({**about, "history": entries}).encode())


@given(st.lists(SESSION, max_size=10))
def test_the_claude_code_reader_takes_any_records(records):
    never_raises(readers.CLAUDE_CODE, written(records))


@given(st.binary(max_size=80) | VALUES.map(lambda value: json.dumps(value).encode()))
def test_sniffing_takes_any_head(raw):
    for whole in (True, False):
        readers.sniff(Head(raw, whole))


@given(st.binary(max_size=60))
def test_json_text_raises_nothing_but_its_own_error(raw):
    try:
        value, notes = jsontext.loads(raw)
    except jsontext.JsonError as error:
        assert str(error)
    else:
        jsontext.loads_stored(jsontext.dumps(value))
        assert all(notes)


@given(VALUES)
def test_sound_json_is_read_as_it_is(value):
    text = json.dumps(value, allow_nan=True)
    if "NaN" not in text and "Infinity" not in text and "\\ud" not in text:
        assert jsontext.loads(text.encode()) == (value, [])


@given(VALUES, st.data())
def test_as_much_as_there_is_of_a_cut_text_is_read(value, data):
    text = json.dumps(value)
    cut = data.draw(st.integers(0, len(text)))

    _, end = partial(text[:cut])
    found, begin = whole_records(text[:cut])

    assert 0 <= end <= cut
    assert begin <= cut
    if isinstance(value, list):
        assert json.dumps(found) == json.dumps(value[: len(found)])


@pytest.mark.parametrize("text", ["[0, 0", "[0, 0.", "[0, 12e", "[0, -"])
def test_a_number_that_may_go_on_is_no_whole_record(text: str) -> None:
    assert whole_records(text) == ([0], 4)
