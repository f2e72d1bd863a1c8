"""The OpenAI Agents SDK: spans of its traces, hand-overs among them, and run states of both languages."""

import json

import pytest
from reading import extras, head_of, items, json_lines, load_bytes, payload, rows

from misheard.analysis.trace import Trace
from misheard.ingest import readers
from misheard.ingest.readers import OPENAI_AGENTS
from misheard.ingest.row import Rejected


def span(name, parent, begin, end, /, **data):
    return {
        "object": "trace.span", "id": name, "trace_id": "trace_1", "parent_id": parent, "error": None,
        "started_at": f"2026-03-02T09:00:{begin:02}+00:00", "ended_at": f"2026-03-02T09:00:{end:02}+00:00",
        "span_data": data,
    }  # fmt: skip


def said(name, parent, begin, asked, answer):
    usage = {"input_tokens": 10, "output_tokens": 2}
    return span(
        name, parent, begin, begin + 1, type="generation", model="gpt-4o", usage=usage,
        input=[{"role": "system", "content": "Be brief."}, {"role": "user", "content": asked}],
        output=[{"role": "assistant", "content": answer}],
    )  # fmt: skip


TRACE = {"object": "trace", "id": "trace_1", "workflow_name": "Regatta", "group_id": "g", "metadata": None}
LEAD = span("lead", None, 1, 6, type="agent", name="lead", handoffs=["scribe"], tools=["count"], output_type="str")
SPANS = [
    LEAD,
    said("g1", "lead", 1, "Plan the regatta.", None),
    span("f1", "lead", 2, 3, type="function", name="count", input='{"quay":"north"}', output="41", mcp_data=None),
    span("gr", "lead", 1, 1, type="guardrail", name="polite", triggered=False),
    span("h1", "lead", 5, 5, type="handoff", from_agent="lead", to_agent="scribe"),
    span("scribe", None, 6, 9, type="agent", name="scribe", handoffs=[], tools=[], output_type="str"),
    said("g2", "scribe", 7, "Write it down.", "Two days, 41 boats."),
]
SHAPES = {
    "as they are sent": json.dumps({"data": [TRACE, *SPANS]}).encode(),
    "a list": json.dumps([TRACE, *SPANS], indent=1).encode(),
    "a line each": json_lines(TRACE, *SPANS),
}


@pytest.mark.parametrize("raw", SHAPES.values(), ids=SHAPES)
def test_spans_are_tasks_and_results_and_a_hand_over_is_one_too(raw):
    assert readers.sniff(head_of(raw)) is OPENAI_AGENTS
    found = rows(OPENAI_AGENTS, raw)
    assert {(row.sender, row.recipient, row.type): payload(row) for row in found} == {
        ("user", "lead", "task"): {"text": "Plan the regatta."},
        ("lead", "count", "task"): {"tool": "count", "arguments": {"quay": "north"}},
        ("count", "lead", "result"): {"tool": "count", "text": "41"},
        ("lead", "scribe", "task"): {"text": "Write it down."},
        ("scribe", "lead", "result"): {"text": "Two days, 41 boats."},
        ("lead", "user", "result"): {"text": "Two days, 41 boats."},
    }
    assert {row.trace_id for row in found} == {"trace_1"}
    first = next(row for row in found if row.recipient == "lead" and row.type == "task")
    assert extras(first)["trace.workflow_name"] == "Regatta"
    assert extras(first)["guardrails"] == [{"name": "polite", "triggered": False}]
    answer = next(row for row in found if row.recipient == "user")
    assert "handed over to scribe" in (answer.notes or "") + (first.notes or "")
    assert [row.input_tokens for row in found if row.input_tokens] == [10, 10]


def test_a_row_of_hand_overs_is_followed_to_its_end():
    row = [
        span("a", None, 1, 2, type="agent", name="lead"),
        span("ha", "a", 2, 2, type="handoff", from_agent="lead", to_agent="scribe"),
        span("b", None, 3, 4, type="agent", name="scribe"),
        span("hb", "b", 4, 4, type="handoff", from_agent="scribe", to_agent="herald"),
        span("c", None, 5, 9, type="agent", name="herald"),
        said("g", "c", 6, "Tell them.", "Race at noon."),
        said("ga", "a", 1, "Plan.", None),
        said("gb", "b", 3, "Write.", None),
    ]
    found = sorted(rows(OPENAI_AGENTS, row), key=lambda one: (one.timestamp, one.part))
    assert [(one.sender, one.recipient) for one in found if one.type == "task"] == [
        ("user", "lead"), ("lead", "scribe"), ("scribe", "herald"),
    ]  # fmt: skip
    assert {payload(one)["text"] for one in found if one.type == "result"} == {"Race at noon."}


def test_an_agent_of_the_same_name_that_was_handed_nothing_stays_where_it_is():
    apart = [LEAD, span("scribe", None, 7, 9, type="agent", name="scribe")]
    found = rows(OPENAI_AGENTS, [*apart, said("a", "lead", 1, "x", "y"), said("b", "scribe", 8, "x", "y")])
    assert {row.sender for row in found if row.type == "task"} == {"user"}


def test_an_error_a_response_without_words_and_a_broken_span_are_told():
    failed = span("f", "lead", 2, 3, type="function", name="count", input="{}", output=None) | {
        "error": {"message": "no boats", "data": None}
    }
    response = span(
        "r", "lead", 1, 2, type="response", response_id="resp", usage={"input_tokens": 5, "output_tokens": 1}
    )
    found = items(OPENAI_AGENTS, [LEAD, failed, response, {"object": "trace.span"}, 7])
    assert len([one for one in found if isinstance(one, Rejected)]) == 2
    kept = {(one.sender, one.type): one for one in found if not isinstance(one, Rejected)}
    assert payload(kept["count", "result"]) == {"status": "failed", "blocked_by": "no boats", "tool": "count"}
    assert (kept["lead", "result"].input_tokens, payload(kept["lead", "result"])) == (5, {})


def raw_item(kind, **more):
    return {"type": kind, **more}


CALL = raw_item("function_call", call_id="c1", name="count", arguments='{"quay":"north"}')
MOVE = raw_item("function_call", call_id="c2", name="transfer_to_scribe", arguments="{}")
WORDS = raw_item("message", id="m1", role="assistant", content=[{"type": "output_text", "text": "41 boats."}])
MOVED = raw_item("function_call_output", call_id="c2", output="{'assistant': 'scribe'}")
COUNTED = raw_item("function_call_output", call_id="c1", output="41")
AGENT, OTHER = {"name": "lead"}, {"name": "scribe"}
USAGE = {"input_tokens": 9, "output_tokens": 1, "input_tokens_details": [{"cached_tokens": 4}]}
STATE = {
    "$schemaVersion": "1.13",
    "current_agent": OTHER,
    "current_turn": 3,
    "max_turns": 10,
    "trace": {"id": "trace_9"},
    "original_input": [{"role": "user", "content": "How many boats?"}],
    "context": {"usage": {}},
    "model_responses": [{"output": [CALL], "usage": USAGE}],
    "generated_items": [],
    "session_items": [
        {"type": "reasoning_item", "agent": AGENT, "raw_item": raw_item("reasoning", summary=["Count first."])},
        {"type": "tool_call_item", "agent": AGENT, "raw_item": CALL},
        {"type": "tool_call_output_item", "agent": AGENT, "raw_item": COUNTED, "output": "41"},
        {"type": "handoff_call_item", "agent": AGENT, "raw_item": MOVE},
        {"type": "handoff_output_item", "source_agent": AGENT, "target_agent": OTHER, "raw_item": MOVED},
        {"type": "message_output_item", "agent": OTHER, "raw_item": WORDS},
    ],
}


def camel(value):
    """Return a value with its keys as the JavaScript version writes them."""
    if isinstance(value, list):
        return [camel(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        key.split("_")[0] + "".join(w.capitalize() for w in key.split("_")[1:]): camel(v)
        for key, v in value.items()
    }


@pytest.mark.parametrize("state", [STATE, camel(STATE)], ids=["python", "javascript"])
def test_the_items_of_a_run_state_are_messages(state):
    assert readers.sniff(head_of(state)) is OPENAI_AGENTS
    found = rows(OPENAI_AGENTS, state)
    assert [(row.sender, row.recipient, row.type, row.in_reply_to) for row in found] == [
        ("user", "lead", "task", None),
        ("lead", "count", "task", None),
        ("count", "lead", "result", "c1"),
        ("lead", "scribe", "task", None),
        ("scribe", "user", "result", None),
    ]
    assert {row.trace_id for row in found} == {"trace_9"}
    assert (found[1].input_tokens, found[1].cached_tokens) == (9, 4)
    assert payload(found[0]) == {"text": "How many boats?"}
    assert payload(found[2]) == {"tool": "count", "text": "41"}
    assert payload(found[4]) == {"text": "41 boats."}
    assert extras(found[0])["max_turns"] == 10


def test_an_answer_after_a_hand_over_answers_all_who_passed_it_on(store, tmp_path):
    from misheard.analysis.engine import load_trace

    load_bytes(store, tmp_path, json.dumps(STATE).encode())
    trace: Trace = load_trace(store, "trace_9")
    assert {delegation.matched_by for delegation in trace.delegations} == {"reply", "passed on"}


def test_a_call_that_waits_for_approval_is_asked_of_the_user_and_a_hosted_one_has_its_result():
    hosted = raw_item("web_search_call", id="w1", status="completed", action={"query": "boats"})
    state = {**STATE, "session_items": [
        {"type": "tool_call_item", "agent": AGENT, "raw_item": hosted},
        {"type": "tool_call_item", "agent": AGENT, "raw_item": CALL},
        {"type": "tool_approval_item", "agent": AGENT, "raw_item": CALL},
        {"type": "compaction_item", "agent": AGENT, "raw_item": {"type": "compaction"}},
    ]}  # fmt: skip
    found = rows(OPENAI_AGENTS, state)
    assert [(row.recipient, row.type) for row in found[1:]] == [
        ("web_search_call", "task"), ("lead", "result"), ("count", "task"), ("user", "escalation"), ("*", "info"),
    ]  # fmt: skip


def test_odd_records_never_raise_and_twice_adds_nothing(store, tmp_path):
    for odd in ({"$schemaVersion": 1, "current_agent": 5, "session_items": [{"type": 3}, 4]}, {"data": {}}, [], 3):
        items(OPENAI_AGENTS, odd)
    assert load_bytes(store, tmp_path, SHAPES["a list"]).kept == 6
    assert load_bytes(store, tmp_path, SHAPES["a list"]).kept == 0
