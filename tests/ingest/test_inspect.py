"""Inspect logs: a trace a sample and epoch, agents by their spans, tools by their events, in JSON and in .eval."""

import io
import json
import zipfile

import pytest
from reading import extras, head_of, items, load_bytes, payload, rows

from misheard.ingest import readers
from misheard.ingest.errors import UnreadableSourceError
from misheard.ingest.readers import INSPECT
from misheard.ingest.row import Rejected


def event(what, second, **more):
    return {"event": what, "timestamp": f"2026-03-02T09:00:{second:02}Z", **more}


def model(second, span, asked, said, **usage):
    answer = {"choices": [{"message": {"role": "assistant", "content": said}}], "usage": usage, "model": "gpt-4o"}
    asks = [{"role": "user", "content": asked}]
    return event(
        "model", second, span_id=span, model="openai/gpt-4o", input=asks, output=answer, tools=[], config={}
    )


def begin(second, name, kind, parent=None):
    return event("span_begin", second, id=name, name=name, type=kind, parent_id=parent, span_id=name)


def end(second, name):
    return event("span_end", second, id=name)


CACHED = {"input_tokens": 7, "input_tokens_cache_read": 90, "output_tokens": 2, "total_tokens": 99}
EVENTS = [
    event("sample_init", 0, sample={}),
    begin(1, "solvers", "solvers"),
    begin(1, "lead", "agent", "solvers"),
    model(2, "lead", "attachment://a1", "I ask the scout.", input_tokens=10, output_tokens=4, total_tokens=14),
    begin(3, "scout", "tool", "lead"),
    event("tool", 3, span_id="lead", id="c1", function="scout", arguments={"where": "north"}, result="41",
          completed="2026-03-02T09:00:07Z"),
    begin(4, "counter", "agent", "scout"),
    model(5, "counter", "Count the boats.", "There are 41.", **CACHED),
    event("tool", 6, span_id="counter", id="c2", function="look", arguments={}, result=None,
          error={"type": "timeout", "message": "too dark"}, completed="2026-03-02T09:00:06Z"),
    end(6, "counter"),
    end(7, "scout"),
    event("state", 8, changes=[]),
    end(9, "lead"),
    end(9, "solvers"),
    begin(10, "judge", "scorer"),
    model(11, "judge", "Is that right?", "Yes.", input_tokens=500, output_tokens=5),
    end(12, "judge"),
]  # fmt: skip


def sample(number=1, epoch=1, **more):
    return {
        "id": number, "epoch": epoch, "input": "How many boats?", "target": "41", "messages": [],
        "output": {"choices": [{"message": {"role": "assistant", "content": "41 boats."}}]},
        "attachments": {"a1": "How many boats are there?"}, "scores": {"judge": {"value": "C"}}, "events": EVENTS,
        "store": {}, **more,
    }  # fmt: skip


HEADER = {
    "version": 2, "status": "success", "plan": {},
    "eval": {"eval_id": "e9", "run_id": "r1", "task": "regatta", "task_id": "t", "model": "openai/gpt-4o"},
}  # fmt: skip


def log(*samples):
    return {**HEADER, "samples": list(samples)}


def packed(*samples, **more):
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("_journal/start.json", json.dumps(HEADER))
        for one in samples:
            archive.writestr(f"samples/{one['id']}_epoch_{one['epoch']}.json", json.dumps(one))
        for name, content in more.items():
            archive.writestr(f"samples/{name}.json", content)
        archive.writestr("header.json", json.dumps(HEADER))
    return raw.getvalue()


def spoken(found):
    return {(row.sender, row.recipient, row.type): payload(row) for row in found}


@pytest.mark.parametrize("raw", [json.dumps(log(sample())).encode(), packed(sample())], ids=["json", "eval"])
def test_agents_are_told_by_their_spans_and_tools_by_their_events(raw):
    assert readers.sniff(head_of(raw)) is INSPECT
    found = rows(INSPECT, raw)
    assert {row.trace_id for row in found} == {"regatta/e9/1/1"}
    assert spoken(found) == {
        ("user", "lead", "task"): {"text": "How many boats are there?"},
        ("lead", "user", "result"): {"text": "I ask the scout."},
        ("lead", "counter", "task"): {"where": "north"},
        ("counter", "lead", "result"): {"text": "There are 41."},
        ("counter", "look", "task"): {"tool": "look", "arguments": {}},
        ("look", "counter", "result"): {"status": "failed", "blocked_by": "too dark", "tool": "look"},
    }


def test_tokens_count_once_and_a_scorers_do_not():
    counted = [row for row in rows(INSPECT, log(sample())) if row.output_tokens]
    used = {row.sender: (row.input_tokens, row.cached_tokens, row.output_tokens) for row in counted}
    assert used == {"lead": (10, None, 4), "counter": (97, 90, 2)}


def test_without_agents_the_task_is_the_agent_and_the_sample_says_what_was_asked():
    events = [model(1, "generate", "x", "y", input_tokens=1, output_tokens=1)]
    found = rows(INSPECT, log(sample(events=events, error={"message": "out of memory"})))
    assert spoken(found) == {
        ("user", "regatta", "task"): {"text": "How many boats?"},
        ("regatta", "user", "result"): {"status": "failed", "blocked_by": "out of memory", "text": "41 boats."},
    }
    assert extras(found[0]) == {
        "span": "regatta", "kind": "agent", "status": "success", "model": "openai/gpt-4o", "id": 1, "epoch": 1,
        "target": "41", "scores": {"judge": {"value": "C"}},
    }  # fmt: skip


def test_steps_and_nested_events_of_older_logs_are_read():
    inner = [
        event(
            "subtask", 3, name="search", input={}, events=[event("tool", 4, id="c", function="find", arguments={})]
        )
    ]
    events = [
        event("step", 1, action="begin", type="solver", name="solve"),
        event("tool", 2, id="b", function="browse", arguments={"q": 1}, result="r", events=inner),
        event("step", 5, action="end", type="solver", name="solve"),
        event("step", 6, action="begin", type="scorer", name="mark"),
        {**model(7, None, "right?", "yes", input_tokens=9), "span_id": None},
        event("step", 8, action="end", type="scorer", name="mark"),
    ]
    found = rows(INSPECT, log(sample(events=events)))
    assert [row.recipient for row in found if row.type == "task"] == ["regatta", "browse", "find"]
    assert not any(row.input_tokens for row in found)


def test_a_sample_without_events_is_a_chat():
    call = {"id": "c1", "function": "count", "arguments": {"quay": "north"}}
    turns = [
        {"role": "user", "content": "How many?", "source": "input"},
        {"role": "assistant", "content": "", "source": "generate", "tool_calls": [call]},
        {"role": "tool", "content": "41", "tool_call_id": "c1", "function": "count"},
        {"role": "assistant", "content": "41 boats.", "source": "generate"},
    ]
    found = rows(INSPECT, log(sample(events=[], messages=turns)))
    assert [(row.sender, row.recipient, row.type) for row in found] == [
        ("user", "assistant", "task"), ("assistant", "count", "task"), ("count", "assistant", "result"),
        ("assistant", "user", "result"),
    ]  # fmt: skip


def test_each_sample_and_epoch_is_a_trace_and_twice_adds_nothing(store, tmp_path):
    raw = packed(sample(1, 1), sample(1, 2), sample(2, 1))
    assert load_bytes(store, tmp_path, raw, "regatta.eval").kept == 18
    assert load_bytes(store, tmp_path, raw, "regatta.eval").kept == 0
    assert store.read("SELECT count(*) FROM traces") == [(3,)]


def test_a_broken_sample_costs_only_itself():
    found = items(INSPECT, packed(sample(), odd="{", none="7"))
    assert len([one for one in found if isinstance(one, Rejected)]) == 2
    assert len(found) == 8
    found = items(INSPECT, json.dumps(log(sample(), 7, sample(2)), indent=1).encode()[:-400])
    assert [one.problem[:8] for one in found if isinstance(one, Rejected)] == ["a sample", "ends in "]


def test_a_damaged_archive_says_so():
    with pytest.raises(UnreadableSourceError, match="damaged or cut off"):
        items(INSPECT, packed(sample())[:400])


def test_odd_events_never_raise():
    odd = [7, {}, {"event": "span_begin"}, {"event": "tool"}, {"event": "model", "output": 3, "input": {"a": 1}},
           {"event": "span_end", "id": 5}, {"event": "step", "action": "end"}]  # fmt: skip
    assert items(INSPECT, log(sample(events=odd, output=None, input=None, attachments=3)))
