"""OpenTelemetry: spans of agents become tasks and results, whatever is odd about ids, times and order."""

import json
import time

import pytest
from reading import head_of, items, json_lines, load_bytes, payload, rows
from spans_log import START, TRACE, agent, attributes, batch, chat, span, team

from misheard.ingest import readers
from misheard.ingest.message import USER
from misheard.ingest.readers import OPENTELEMETRY, OTLP_PROTOBUF
from misheard.ingest.row import Rejected


def told(found):
    return [(row.sender, row.recipient, row.type) for row in found]


TOLD = [
    (USER, "lead", "task"),
    ("lead", "scout", "task"),
    ("scout", "count_masts", "task"),
    ("count_masts", "scout", "result"),
    ("scout", "lead", "result"),
    ("lead", USER, "result"),
]


def in_time(found):
    return sorted(found, key=lambda row: (row.timestamp, row.part))


def test_agents_ask_each_other_as_their_spans_lie_in_each_other():
    found = in_time(rows(OPENTELEMETRY, batch(*team())))

    assert told(found) == TOLD
    assert payload(found[1]) == {"text": "How many boats are in the harbour?"}
    assert payload(found[2]) == {"tool": "count_masts", "arguments": {"quay": "north"}}
    assert payload(found[4]) == {"text": "There are 41 boats."}
    assert (found[4].model, found[4].input_tokens, found[4].output_tokens) == ("gpt-4o", 300, 20)
    assert found[4].in_reply_to == found[1].id
    assert {row.trace_id for row in found} == {TRACE}
    assert found[0].timestamp == START // 1000


def as_console(record):
    """Return a span as the Python SDK's console exporter prints it."""
    facts = {pair["key"]: next(iter(pair["value"].values())) for pair in record["attributes"]}
    stamp = {key: int(record[f"{key}TimeUnixNano"]) for key in ("start", "end")}
    iso = {k: time.strftime("%Y-%m-%dT%H:%M:%S.000000Z", time.gmtime(v / 1e9)) for k, v in stamp.items()}
    parent = record.get("parentSpanId")
    return {
        "name": record["name"],
        "context": {"trace_id": f"0x{record['traceId']}", "span_id": f"0x{record['spanId']}", "trace_state": "[]"},
        "kind": "SpanKind.INTERNAL",
        "parent_id": f"0x{parent}" if parent else None,
        "start_time": iso["start"],
        "end_time": iso["end"],
        "status": {"status_code": "UNSET"},
        "attributes": facts,
        "events": [],
        "links": [],
        "resource": {"attributes": {"service.name": "planner"}},
    }


def as_javascript(record):
    """Return a span as the JavaScript SDK dumps it."""
    facts = {pair["key"]: next(iter(pair["value"].values())) for pair in record["attributes"]}
    times = {key: divmod(int(record[f"{key}TimeUnixNano"]), 10**9) for key in ("start", "end")}
    return {
        "name": record["name"],
        "spanContext": {"traceId": record["traceId"], "spanId": record["spanId"]},
        "parentSpanContext": {"spanId": record.get("parentSpanId")},
        "startTime": list(times["start"]),
        "endTime": list(times["end"]),
        "attributes": facts,
        "status": {"code": 0},
        "events": [],
    }


WRITTEN = {
    "batches of one span, a line each": json_lines(*(batch(one) for one in team())),
    "snake case": json.dumps(batch(*team())).replace("resourceSpans", "resource_spans").encode(),
    "console, a line each": json_lines(*map(as_console, team())),
    "a list of JavaScript's": json.dumps([as_javascript(one) for one in team()], indent=1).encode(),
    "by operation": json.dumps({"all": [as_javascript(one) for one in team()]}).encode(),
    "children first": json.dumps(batch(*reversed(team()))).encode(),
    "spans under data": json.dumps({"info": {}, "data": {"spans": team()}}).encode(),
}


@pytest.mark.parametrize("raw", WRITTEN.values(), ids=WRITTEN)
def test_the_same_run_is_read_from_every_way_to_write_it(raw):
    assert readers.sniff(head_of(raw)) is OPENTELEMETRY
    found = in_time(rows(OPENTELEMETRY, raw))
    assert told(found) == TOLD
    assert [payload(row) for row in found] == [payload(row) for row in in_time(rows(OPENTELEMETRY, batch(*team())))]


def protobuf(*spans):
    """Return spans as OTLP protobuf."""
    from opentelemetry.proto.trace.v1.trace_pb2 import Span, TracesData

    data = TracesData()
    group = data.resource_spans.add()
    scope = group.scope_spans.add()
    for one in spans:
        made = Span(
            trace_id=bytes.fromhex(one["traceId"]),
            span_id=bytes.fromhex(one["spanId"]),
            parent_span_id=bytes.fromhex(one.get("parentSpanId", "")),
            name=one["name"],
            start_time_unix_nano=int(one["startTimeUnixNano"]),
            end_time_unix_nano=int(one["endTimeUnixNano"]),
        )
        for pair in one["attributes"]:
            ((kind, value),) = pair["value"].items()
            fact = made.attributes.add(key=pair["key"])
            name = {"stringValue": "string_value", "intValue": "int_value"}[kind]
            setattr(fact.value, name, int(value) if kind == "intValue" else value)
        scope.spans.append(made)
    return data.SerializeToString()


def behind_length(raw):
    return len(raw).to_bytes(4, "big") + raw


@pytest.mark.parametrize(
    "raw",
    [
        protobuf(*team()),
        b"".join(protobuf(one) for one in team()),
        b"".join(behind_length(protobuf(one)) for one in team()),
    ],
    ids=["one batch", "batches one after the other", "batches behind their length"],
)
def test_protobuf_tells_the_same_as_json(raw):
    assert readers.sniff(head_of(raw)) is OTLP_PROTOBUF
    assert in_time(rows(OTLP_PROTOBUF, raw)) == [
        row._replace(line=other.line, extras=other.extras)
        for row, other in zip(
            in_time(rows(OPENTELEMETRY, batch(*team()))), in_time(rows(OTLP_PROTOBUF, raw)), strict=True
        )
    ]


def test_a_damaged_batch_costs_only_itself():
    good = [behind_length(protobuf(one)) for one in team()]
    good[2] = behind_length(b"\x0a\xff\xff\xff\xff\x0f broken")

    found = items(OTLP_PROTOBUF, b"".join(good))

    assert [item.line for item in found if isinstance(item, Rejected)] == [3]
    assert len(found) == 1 + 4


def test_a_span_that_was_sent_twice_counts_once():
    again = [*team(), team()[1]]
    found = rows(OPENTELEMETRY, batch(*again))
    assert len(found) == len(TOLD)
    assert "was logged 2 times" in next(row.notes for row in found if row.id == again[1]["spanId"])


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"spanId": ""}, "span id is missing"),
        ({"traceId": "not an id"}, "trace id is neither hexadecimal nor base64"),
        ({"traceId": "0" * 32}, "all zeros"),
        ({"spanId": 7}, "span id is neither"),
    ],
)
def test_a_bad_id_costs_only_its_span(change, problem):
    spans = [*team(), {**agent(9, "stray", 1), **change}]
    found = items(OPENTELEMETRY, batch(*spans))
    (refused,) = [item for item in found if isinstance(item, Rejected)]
    assert problem in refused.problem
    assert b"stray" in refused.raw
    assert len(found) == 1 + len(TOLD)


def test_a_trace_id_of_three_bytes_is_kept_and_noted():
    found = rows(OPENTELEMETRY, batch({**agent(1, "lead"), "traceId": "a1b2c3"}))
    assert {row.trace_id for row in found} == {"a1b2c3"}
    assert "has 3 bytes and not 16" in found[0].notes


def test_ids_in_base64_are_the_same_ids():
    spans = [
        {**one, "traceId": "W47/95gDgQPSabYzgT/GDA==", "spanId": "AAAAAAAAAAE="}
        if one["name"].endswith("lead")
        else one
        for one in team()
    ]
    assert told(in_time(rows(OPENTELEMETRY, batch(*spans)))) == TOLD


def test_an_end_of_zero_is_no_end():
    open_ = agent(1, "lead", gen_ai__input__messages=chat(("user", "Go.")), more={"endTimeUnixNano": "0"})
    (task,) = rows(OPENTELEMETRY, batch(open_))
    assert task.type == "task"

    said = agent(1, "lead", gen_ai__output__messages=chat(("assistant", "Gone.")), more={"endTimeUnixNano": 0})
    assert "no end" in rows(OPENTELEMETRY, batch(said))[1].notes


def test_a_microsecond_is_kept_and_an_end_before_the_start_is_noted():
    found = rows(OPENTELEMETRY, batch(agent(1, "lead", gen_ai__prompt="Go.", end=0.000001)))
    assert found[1].timestamp - found[0].timestamp == 1
    found = rows(OPENTELEMETRY, batch(agent(1, "lead", gen_ai__prompt="Go.", begin=3, end=1)))
    assert found[1].timestamp == found[0].timestamp
    assert "clocks disagree" in found[1].notes


def test_numbers_that_json_does_not_know_are_kept_as_text():
    raw = json.dumps(batch(agent(1, "lead", gen_ai__prompt="Go.", score=0.5))).replace("0.5", "NaN").encode()
    assert '"score":"NaN"' in rows(OPENTELEMETRY, raw)[0].extras


def test_thousands_of_spans_in_one_trace_take_seconds_and_not_hours():
    steps = [span(number, number - 1, name="node") for number in range(2, 33_000)]
    tool = span(
        40_000, 32_999, name="execute_tool ping", gen_ai__tool__name="ping", gen_ai__tool__call__result="ok"
    )
    began = time.process_time()
    found = rows(OPENTELEMETRY, batch(agent(1, "lead", gen_ai__prompt="Go."), *steps, tool))
    assert sorted(told(found)) == sorted(
        [(USER, "lead", "task"), ("lead", USER, "result"), ("lead", "ping", "task"), ("ping", "lead", "result")]
    )
    assert time.process_time() - began < 20


def test_a_large_attribute_and_one_text_on_many_spans_are_read():
    large = "word " * 1_000_000
    found = rows(OPENTELEMETRY, batch(agent(1, "lead", gen_ai__prompt=large)))
    assert payload(found[0]) == {"text": large}

    many = [agent(number, f"a{number}", 1, gen_ai__prompt="the same long text") for number in range(2, 2_002)]
    assert len(rows(OPENTELEMETRY, batch(agent(1, "lead", gen_ai__prompt="Go."), *many))) == 2 * 2_001


def test_tokens_are_counted_once_at_the_innermost_call():
    usage = {
        "gen_ai__usage__input_tokens": 100,
        "gen_ai__usage__output_tokens": 10,
        "gen_ai__request__model": "gpt-4o",
    }
    outer = span(2, 1, gen_ai__operation__name="chat", **usage)
    inner = span(3, 2, gen_ai__operation__name="chat", **usage)
    lead = agent(1, "lead", gen_ai__prompt="Go.", **usage)

    for spans in ([lead], [lead, outer], [lead, outer, inner]):
        result = rows(OPENTELEMETRY, batch(*spans))[1]
        assert (result.input_tokens, result.output_tokens, result.model) == (100, 10, "gpt-4o")


def test_an_agent_that_uses_two_models_has_both_on_its_bill():
    calls = [
        span(number, 1, gen_ai__operation__name="chat", gen_ai__request__model=model,
             gen_ai__usage__input_tokens=tokens, gen_ai__usage__output_tokens=1)
        for number, model, tokens in ((2, "gpt-4o", 50), (3, "gpt-4o-mini", 500), (4, "gpt-4o", 70))
    ]  # fmt: skip
    found = rows(OPENTELEMETRY, batch(agent(1, "lead", gen_ai__prompt="Go."), *calls))
    billed = {row.model: row.input_tokens for row in found if row.model}
    assert billed == {"gpt-4o": 120, "gpt-4o-mini": 500}


@pytest.mark.parametrize(
    ("facts", "input_tokens"),
    [
        ({"input_tokens": 100, "cache_read__input_tokens": 80}, 100),
        ({"input_tokens": 100, "cache_read__input_tokens": 800}, 900),
        ({"input_tokens": 100, "cache_read__input_tokens": 80, "total_tokens": 190}, 180),
        ({"input_tokens": 100, "cache_read__input_tokens": 80, "total_tokens": 110}, 100),
    ],
)
def test_cached_tokens_are_counted_within_the_input(facts, input_tokens):
    usage = {f"gen_ai__usage__{key}": value for key, value in facts.items()}
    result = rows(
        OPENTELEMETRY, batch(agent(1, "lead", gen_ai__prompt="Go.", gen_ai__usage__output_tokens=10, **usage))
    )[1]
    assert result.input_tokens == input_tokens
    assert result.cached_tokens == facts["cache_read__input_tokens"]
    assert bool(result.notes) is False


def test_parents_in_a_circle_and_lost_parents_are_cut_with_a_note():
    circle = [
        agent(1, "a", 2, gen_ai__prompt="x"),
        agent(2, "b", 1, gen_ai__prompt="y"),
        agent(3, "c", 77, gen_ai__prompt="z"),
    ]
    found = rows(OPENTELEMETRY, batch(*circle))
    assert len(found) == 6
    assert any("circle" in (row.notes or "") for row in found)
    assert any("is not in this log" in (row.notes or "") for row in found)


def test_an_agent_behind_a_tools_name_is_asked_itself():
    tool = span(
        2,
        1,
        name="execute_tool ask_scout",
        gen_ai__tool__name="ask_scout",
        gen_ai__tool__call__arguments='{"objective": "Count."}',
    )
    spans = [agent(1, "lead", gen_ai__prompt="Go."), tool, agent(3, "scout", 2, gen_ai__completion="41")]
    found = rows(OPENTELEMETRY, batch(*spans))
    assert ("lead", "scout", "task") in told(found)
    assert payload(next(row for row in found if row.recipient == "scout")) == {"objective": "Count."}
    assert "ask_scout" not in {row.recipient for row in found}


def test_an_error_is_a_failed_result_with_its_reason():
    failed = agent(1, "lead", gen_ai__prompt="Go.", more={
        "status": {"code": "STATUS_CODE_ERROR"},
        "events": [{"name": "exception", "attributes": attributes({"exception.message": "quota is used up"})}],
    })  # fmt: skip
    assert payload(rows(OPENTELEMETRY, batch(failed))[1]) == {"status": "failed", "blocked_by": "quota is used up"}


OLD_WAYS = {
    "openinference": {
        "openinference__span__kind": "AGENT", "agent__name": "lead", "input__value": "Go.",
        "output__value": "Gone.",
    },
    "openinference, numbered": {
        "openinference__span__kind": "AGENT", "agent__name": "lead",
        "llm__input_messages__0__message__role": "user", "llm__input_messages__0__message__content": "Go.",
        "llm__output_messages__0__message__role": "assistant",
        "llm__output_messages__0__message__content": "Gone.",
    },
    "openllmetry": {
        "traceloop__span__kind": "agent", "traceloop__entity__name": "lead", "traceloop__entity__input": "Go.",
        "traceloop__entity__output": "Gone.",
    },
    "mlflow": {
        "mlflow__spanType": "AGENT", "agent__name": "lead", "mlflow__spanInputs": '"Go."',
        "mlflow__spanOutputs": '"Gone."',
    },
    "langfuse": {
        "langfuse__observation__type": "agent", "agent_name": "lead", "langfuse__observation__input": "Go.",
        "langfuse__observation__output": "Gone.",
    },
    "vercel": {
        "ai__operationId": "ai.generateText", "ai__telemetry__functionId": "lead", "ai__prompt": "Go.",
        "ai__response__text": "Gone.",
    },
}  # fmt: skip


@pytest.mark.parametrize("facts", OLD_WAYS.values(), ids=OLD_WAYS)
def test_every_convention_names_agent_question_and_answer(facts):
    task, result = rows(OPENTELEMETRY, batch(span(1, name="run", **facts)))
    assert (task.recipient, payload(task), payload(result)) == ("lead", {"text": "Go."}, {"text": "Gone."})


def test_messages_in_events_are_heard():
    events = [
        {"name": "gen_ai.user.message", "attributes": attributes({"content": "Go."})},
        {
            "name": "gen_ai.choice",
            "attributes": attributes({"message": '{"role": "assistant", "content": "Gone."}'}),
        },
    ]
    task, result = rows(OPENTELEMETRY, batch(agent(1, "lead", more={"events": events})))
    assert (payload(task), payload(result)) == ({"text": "Go."}, {"text": "Gone."})


def test_loading_twice_adds_nothing(store, tmp_path):
    raw = json.dumps(batch(*team())).encode()
    assert load_bytes(store, tmp_path, raw, "spans.json").kept == len(TOLD)
    again = load_bytes(store, tmp_path, raw, "spans.json")
    assert (again.kept, again.repeated) == (0, len(TOLD))


def test_an_agent_whose_words_were_not_recorded_is_told_and_a_mere_event_is_not():
    event = span(3, 1, name="agent.update-12", openinference__span__kind="AGENT")
    found = rows(OPENTELEMETRY, batch(agent(1, "lead"), agent(2, "scout", 1), event))
    assert {row.recipient for row in found if row.type == "task"} == {"lead", "scout"}


def test_a_program_with_several_agents_hands_out_their_work():
    spans = [span(1, name="pipeline"), *(agent(number, f"a{number}", 1, gen_ai__prompt="Go.") for number in (2, 3))]
    assert ("pipeline", "a3", "task") in told(rows(OPENTELEMETRY, batch(*spans)))
