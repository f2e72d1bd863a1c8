"""Langfuse exports: observations become tasks and results, in each shape in which they can be downloaded."""

import json

import pytest
from reading import head_of, items, json_lines, payload, rows

from misheard.ingest import readers
from misheard.ingest.message import USER
from misheard.ingest.readers import LANGFUSE
from misheard.ingest.row import Rejected


def observed(name, parent=None, kind="SPAN", **facts):
    """Return an observation as the public API gives it."""
    return {
        "id": name, "traceId": "t1", "parentObservationId": parent, "type": kind, "name": name,
        "startTime": "2026-03-02T09:00:00.000Z", "endTime": "2026-03-02T09:00:05.250Z", "level": "DEFAULT",
        "statusMessage": None, "createdAt": "2026-03-02T09:01:00.000Z", "projectId": "p", "metadata": {}, **facts,
    }  # fmt: skip


TRACE = {
    "id": "t1",
    "name": "regatta",
    "sessionId": "s9",
    "input": "Plan the regatta.",
    "output": "Two days.",
    "scores": [],
}
OBSERVED = [
    observed("lead", kind="AGENT"),
    observed(
        "scout", "lead", "AGENT", input={"objective": "Count the boats."},
        output={"status": "completed", "summary": "41"},
    ),
    observed("count", "scout", "TOOL", input='{"quay": "north"}', output="41"),
    observed(
        "ask", "scout", "GENERATION", model="gpt-4o", usageDetails={"input": 30, "output": 4, "total": 34},
        costDetails={"total": 0.0002},
    ),
]  # fmt: skip
WRITTEN = {
    "a trace and its observations": json.dumps({"trace": TRACE, "observations": OBSERVED}, indent=1).encode(),
    "observations within the trace": json.dumps({**TRACE, "observations": OBSERVED}).encode(),
    "a list of traces": json.dumps([{**TRACE, "observations": OBSERVED}]).encode(),
    "metadata as text": json.dumps(
        {"trace": TRACE, "observations": [{**one, "metadata": '{"attributes":{}}'} for one in OBSERVED]}
    ).encode(),
}


@pytest.mark.parametrize("raw", WRITTEN.values(), ids=WRITTEN)
def test_the_same_run_is_read_from_every_shape(raw):
    assert readers.sniff(head_of(raw)) is LANGFUSE
    found = rows(LANGFUSE, raw)
    said = {(row.sender, row.recipient, row.type): payload(row) for row in found}
    assert said == {
        (USER, "lead", "task"): {"text": "Plan the regatta."},
        ("lead", USER, "result"): {"text": "Two days."},
        ("lead", "scout", "task"): {"objective": "Count the boats."},
        ("scout", "lead", "result"): {"status": "completed", "summary": "41"},
        ("scout", "count", "task"): {"tool": "count", "arguments": {"quay": "north"}},
        ("count", "scout", "result"): {"tool": "count", "text": "41"},
    }
    used = next(row for row in found if (row.sender, row.type) == ("scout", "result"))
    assert (used.model, used.input_tokens, used.output_tokens, used.cost_cents) == ("gpt-4o", 30, 4, 0.02)
    assert {row.trace_id for row in found} == {"t1"}


def test_observations_alone_are_read_too_a_line_each():
    raw = json_lines(*OBSERVED)
    assert readers.sniff(head_of(raw)) is LANGFUSE
    assert len(rows(LANGFUSE, raw)) == 6


def test_an_error_and_a_cached_prompt_are_told():
    failed = observed("scout", kind="AGENT", level="ERROR", statusMessage="quota is used up", input="Go.")
    assert payload(rows(LANGFUSE, [failed])[1]) == {"status": "failed", "blocked_by": "quota is used up"}

    usage = {"input": 10, "input_cached_tokens": 90, "output": 5, "total": 105}
    result = rows(LANGFUSE, [observed("ask", kind="GENERATION", input="Hi", usageDetails=usage)])[1]
    assert (result.input_tokens, result.cached_tokens) == (100, 90)


def test_an_observation_that_cannot_be_placed_costs_only_itself():
    stray = {**observed("stray"), "id": None}
    found = items(LANGFUSE, json.dumps({"trace": TRACE, "observations": [*OBSERVED, stray, 7]}).encode())
    refused = [item.problem for item in found if isinstance(item, Rejected)]
    assert refused == [
        "an observation without 'id' cannot be placed",
        "an observation is an object with id, traceId and type",
    ]
    assert len(found) == 8


def test_every_field_of_an_observation_is_read_kept_or_dropped_by_name():
    one = observed("lead", kind="AGENT", input="Go.", version="7", promptName="p", environment="default", custom=3)
    extras = json.loads(rows(LANGFUSE, [one])[0].extras)
    assert (extras["version"], extras["promptName"], extras["custom"]) == ("7", "p", 3)
    assert "environment" not in extras
