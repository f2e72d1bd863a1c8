"""ATIF trajectories: steps are messages, calls are tasks, and a sub-agent in the file is an agent."""

import json

from reading import extras, head_of, items, json_lines, load_bytes, payload, rows

from misheard.ingest import readers
from misheard.ingest.readers import ATIF
from misheard.ingest.row import Rejected


def step(number, source, message="", **more):
    return {
        "step_id": number,
        "timestamp": f"2026-03-02T09:00:{number:02}Z",
        "source": source,
        "message": message,
        **more,
    }


def call(name, tool="count_masts", **arguments):
    return {"tool_call_id": name, "function_name": tool, "arguments": arguments}


def seen(content, call_id=None, **more):
    return {**({"source_call_id": call_id} if call_id else {}), "content": content, **more}


def trajectory(*steps, name="lead", session="regatta", **more):
    return {
        "schema_version": "ATIF-v1.6",
        "session_id": session,
        "agent": {"name": name, "version": "2", "model_name": "gpt-4o"},
        "steps": list(steps),
        **more,
    }


RUN = trajectory(
    step(1, "system", "You plan regattas."),
    step(2, "user", "How many boats?"),
    step(
        3,
        "agent",
        "I count masts.",
        reasoning_content="Masts are easy.",
        tool_calls=[call("c1", quay="north")],
        observation={"results": [seen("41", "c1", extra={"sure": True})]},
        metrics={
            "prompt_tokens": 300,
            "completion_tokens": 20,
            "cached_tokens": 100,
            "cost_usd": 0.002,
            "logprobs": [0],
            "extra": {"ms": 7},
        },
    ),
    step(4, "agent", "41 boats.", metrics={"prompt_tokens": 40, "completion_tokens": 4}),
    final_metrics={"total_steps": 4},
    notes="calm",
)
CHILD = trajectory(
    step(1, "user", "Count the boats in the harbour.", is_copied_context=True),
    step(2, "agent", "There are 41."),
    name="scout",
    session="child",
)


def delegating(**ref):
    result = seen("Delegated.", "c1", subagent_trajectory_ref=[ref])
    return trajectory(
        step(1, "user", "How many boats?"),
        step(2, "agent", "", tool_calls=[call("c1", "delegate", topic="boats")], observation={"results": [result]}),
        step(3, "agent", "41 boats."),
    )


def spoken(found):
    return [(row.sender, row.recipient, row.type, row.in_reply_to) for row in found]


def test_steps_are_messages_and_calls_are_tasks():
    found = rows(ATIF, RUN)
    assert readers.sniff(head_of(RUN)) is ATIF
    assert {row.trace_id for row in found} == {"regatta"}
    assert spoken(found) == [
        ("system", "lead", "info", None),
        ("user", "lead", "task", None),
        ("lead", "user", "status", "regatta/2"),
        ("lead", "count_masts", "task", None),
        ("count_masts", "lead", "result", "regatta/3/c1"),
        ("lead", "user", "result", "regatta/2"),
    ]
    assert payload(found[3]) == {"tool": "count_masts", "arguments": {"quay": "north"}}


def test_usage_and_extras_stand_once_and_every_field_has_a_home():
    found = rows(ATIF, RUN)
    used = found[2]
    assert (used.model, used.input_tokens, used.cached_tokens, used.output_tokens) == ("gpt-4o", 300, 100, 20)
    assert round(used.cost_cents or 0, 6) == 0.2
    assert sum(row.output_tokens or 0 for row in found) == 24
    assert extras(found[0]) == {
        "schema_version": "ATIF-v1.6",
        "notes": "calm",
        "final_metrics": {"total_steps": 4},
        "agent": {"version": "2", "model_name": "gpt-4o"},
    }
    assert extras(used) == {"reasoning_content": "Masts are easy.", "metrics": {"extra": {"ms": 7}}}
    assert extras(found[4]) == {"extra": {"sure": True}}


def test_a_sub_agent_in_the_file_is_the_receiver_of_its_task():
    embedded = delegating(trajectory_id="child") | {"subagent_trajectories": [{**CHILD, "trajectory_id": "child"}]}
    beside = {"parent": delegating(session_id="child"), "child": CHILD}
    for log in (embedded, beside):
        found = rows(ATIF, log)
        assert spoken(found) == [
            ("user", "lead", "task", None),
            ("lead", "scout", "task", None),
            ("scout", "lead", "result", "regatta/2/c1"),
            ("lead", "user", "result", "regatta/1"),
        ]
        assert payload(found[1]) == {"topic": "boats", "text": "Count the boats in the harbour."}
        assert extras(found[1])["observation"][0]["text"] == "Delegated."
        assert extras(found[2])["agent"]["version"] == "2"


def test_a_sub_agent_in_another_file_is_named_on_the_result():
    found = rows(ATIF, delegating(session_id="elsewhere", trajectory_path="x.json"))
    assert spoken(found)[1:3] == [
        ("lead", "delegate", "task", None),
        ("delegate", "lead", "result", "regatta/2/c1"),
    ]
    assert extras(found[2])["subagent_trajectory_ref"][0]["trajectory_path"] == "x.json"


def test_copied_steps_count_once_and_parts_of_a_run_join_it():
    part = trajectory(
        step(1, "user", "How many boats?", is_copied_context=True),
        step(2, "agent", "41.", is_copied_context=True, metrics={"prompt_tokens": 9}),
        step(3, "user", "And ships?"),
        step(4, "agent", "Two."),
        session="regatta-cont-1",
    )
    part["agent"]["extra"] = {"continuation_index": 1}
    found = rows(ATIF, part)
    assert [(row.trace_id, payload(row)["text"]) for row in found] == [
        ("regatta", "And ships?"),
        ("regatta", "Two."),
    ]


def test_one_observation_for_several_calls_answers_them_as_one_task():
    both = trajectory(
        step(1, "user", "Go."),
        step(
            2,
            "agent",
            "",
            tool_calls=[call("a", "keys", k="x"), call("b", "keys", k="y")],
            observation={"results": [seen("ok")]},
        ),
    )
    found = rows(ATIF, both)
    assert spoken(found)[1:] == [("lead", "keys", "task", None), ("keys", "lead", "result", "regatta/2/a")]
    assert [one["arguments"] for one in payload(found[1])["calls"]] == [{"k": "x"}, {"k": "y"}]


def test_saying_that_one_is_done_is_no_task_but_ending_with_a_call_is_no_result():
    done = trajectory(
        step(1, "user", "Go."), step(2, "agent", "All set.", tool_calls=[call("f", "finish", message="41")])
    )
    last = rows(ATIF, done)[-1]
    assert (last.type, payload(last)) == ("result", {"text": "All set.", "finish": {"message": "41"}})
    cut = trajectory(step(1, "user", "Go."), step(2, "agent", "Counting.", tool_calls=[call("c")]))
    assert [row.type for row in rows(ATIF, cut)] == ["task", "status", "task"]


def test_a_broken_step_costs_only_itself_and_a_cut_file_only_its_end():
    odd = {**RUN, "steps": [*RUN["steps"], 7, {"source": "agent", "message": {"text": "late"}, "timestamp": 5}]}
    found = items(ATIF, odd)
    assert [one.problem[:20] for one in found if isinstance(one, Rejected)] == [
        "a step is an object",
        "'timestamp' is not a",
    ]
    cut = items(ATIF, json.dumps(RUN, indent=1).encode()[:-200])
    assert isinstance(cut[-1], Rejected)
    assert len(cut) >= 5


def test_trajectories_by_the_line_are_traces_and_twice_adds_nothing(store, tmp_path):
    raw = json_lines(RUN, {**RUN, "session_id": "other"}, {"schema_version": "ATIF-v1.6"})
    report = load_bytes(store, tmp_path, raw)
    assert (report.kept, len(report.rejected)) == (12, 1)
    assert load_bytes(store, tmp_path, raw).kept == 0
    assert store.read("SELECT count(*) FROM traces") == [(2,)]
