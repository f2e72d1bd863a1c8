"""A2A: tasks, messages and artifacts, in both ways of writing, alone and in logs of JSON-RPC calls."""

import json

import pytest
from reading import extras, head_of, items, json_lines, load_bytes, payload, rows

from misheard.ingest import readers
from misheard.ingest.readers import A2A
from misheard.ingest.row import Rejected


def text(words):
    return [{"kind": "text", "text": words}]


def message(name, role, words, **more):
    return {"kind": "message", "messageId": name, "role": role, "parts": text(words), **more}


def status(state, second, note=None, **more):
    said = {"message": message(f"s-{state}", "agent", note)} if note else {}
    return {
        "kind": "status-update", "taskId": "t1", "contextId": "ctx",
        "status": {"state": state, "timestamp": f"2026-03-02T09:00:{second:02}Z", **said}, **more,
    }  # fmt: skip


def call(number, method, **params):
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def came(number, result):
    return {"jsonrpc": "2.0", "id": number, "result": result}


def artifact(name, words, **more):
    return {
        "kind": "artifact-update", "taskId": "t1", "contextId": "ctx",
        "artifact": {"artifactId": name, "name": "tally", "parts": text(words)}, **more,
    }  # fmt: skip


TASK = {
    "kind": "task", "id": "t1", "contextId": "ctx", "metadata": {"cost": 3},
    "history": [
        message("m1", "user", "How many boats?", metadata={"lang": "en"}),
        message("m2", "agent", "In which harbour?"),
        message("m3", "user", "The north one."),
    ],
    "artifacts": [{"artifactId": "a", "name": "tally", "parts": [{"kind": "data", "data": {"boats": 41}}]}],
    "status": {"state": "completed", "timestamp": "2026-03-02T09:00:09Z"},
}  # fmt: skip
LOG = [
    call(1, "message/stream", message=message("m1", "user", "How many boats?")),
    came(1, {"kind": "task", "id": "t1", "contextId": "ctx", "status": {"state": "submitted"}}),
    came(1, status("working", 1)),
    came(1, status("input-required", 2, "In which harbour?")),
    call(2, "message/send", message=message("m3", "user", "The north one.", taskId="t1", contextId="ctx")),
    came(2, artifact("a", "41 ")),
    came(2, artifact("a", "boats", append=True)),
    came(2, status("completed", 5, final=True)),
    call(3, "tasks/get", id="t1"),
    came(3, {**TASK, "artifacts": None, "history": [message("m1", "user", "How many boats?")]}),
]


def spoken(found):
    return [(row.sender, row.recipient, row.type, row.id, row.in_reply_to) for row in found]


def test_a_task_is_what_was_asked_and_what_came_of_it():
    assert readers.sniff(head_of(TASK)) is A2A
    found = rows(A2A, TASK)
    assert spoken(found)[:3] == [
        ("user", "agent", "task", "m1", None),
        ("agent", "user", "info", "m2", "m1"),
        ("user", "agent", "info", "m3", "m1"),
    ]
    assert (found[3].type, found[3].in_reply_to, payload(found[3])) == (
        "result", "m1", {"name": "tally", "boats": 41, "status": "completed"},
    )  # fmt: skip
    assert {row.trace_id for row in found} == {"ctx"}
    assert extras(found[0]) == {"metadata": {"lang": "en"}, "taskId": "t1"}
    assert extras(found[3]) == {"metadata": {"cost": 3}, "taskId": "t1", "state": "completed"}


@pytest.mark.parametrize(
    "raw",
    [
        json_lines(*LOG),
        json.dumps(LOG, indent=1).encode(),
        json_lines(*({"time": "2026-03-02T09:00:00Z", "level": "info", "payload": json.dumps(one)} for one in LOG)),
    ],
    ids=["lines", "list", "entries of a log"],
)
def test_a_log_of_calls_is_read_once_however_often_it_says_the_same(raw):
    assert readers.sniff(head_of(raw)) is A2A
    found = rows(A2A, raw)
    assert [entry[:3] for entry in spoken(found)] == [
        ("user", "agent", "task"),
        ("agent", "user", "status"),
        ("agent", "user", "status"),
        ("agent", "user", "escalation"),
        ("user", "agent", "info"),
        ("agent", "user", "result"),
    ]
    assert {row.trace_id for row in found} == {"ctx"}
    assert found[4].in_reply_to == found[3].id == "s-input-required"
    assert found[5].in_reply_to == "m1"
    assert payload(found[5]) == {"name": "tally", "text": "41 boats", "status": "completed"}


def test_names_come_from_the_log_or_from_the_agent_card():
    named = [{"client": "lead", "server": "scout", "request": one} for one in LOG[:1]]
    named += [{"client": "lead", "server": "scout", "response": one} for one in LOG[1:]]
    assert {(row.sender, row.recipient) for row in rows(A2A, json_lines(*named))} == {
        ("lead", "scout"), ("scout", "lead"),
    }  # fmt: skip
    card = {"name": "Boat Counter", "skills": [], "capabilities": {}, "url": "https://example.org"}
    assert {row.recipient for row in rows(A2A, json_lines(card, TASK))} == {"Boat Counter", "user"}


def test_version_one_is_read_too():
    log = [
        call(1, "SendMessage", message={"messageId": "m1", "role": "ROLE_USER", "parts": [{"text": "Count."}]}),
        came(1, {"task": {"id": "t1", "contextId": "ctx", "status": {"state": "TASK_STATE_WORKING"}}}),
        came(
            1,
            {"statusUpdate": {"taskId": "t1", "contextId": "ctx", "status": {"state": "TASK_STATE_AUTH_REQUIRED"}}},
        ),
        came(1, {"artifactUpdate": {"taskId": "t1", "artifact": {"artifactId": "a", "parts": [{"text": "41"}]}}}),
        came(1, {"statusUpdate": {"taskId": "t1", "status": {"state": "TASK_STATE_COMPLETED"}}}),
    ]
    raw = json_lines(*log)
    assert readers.sniff(head_of(raw)) is A2A
    found = rows(A2A, raw)
    assert [row.type for row in found] == ["task", "status", "escalation", "result"]
    assert payload(found[3]) == {"text": "41", "status": "completed"}


@pytest.mark.parametrize("state", ["failed", "canceled", "rejected"])
def test_what_did_not_come_about_is_a_failed_result(state):
    found = rows(A2A, json_lines(message("m1", "user", "Go.", taskId="t1", contextId="ctx"), status(state, 3)))
    assert payload(found[1]) == {"status": "failed", "blocked_by": state}
    assert found[1].in_reply_to == "m1"


def test_an_error_of_a_call_and_an_answer_without_a_task_are_results():
    log = [
        call(7, "message/send", message=message("m1", "user", "Go.")),
        {"jsonrpc": "2.0", "id": 7, "error": {"code": -32001, "message": "Task not found"}},
        call(8, "message/send", message=message("m2", "user", "Hello?", contextId="c2")),
        came(8, message("m3", "agent", "Hello.", contextId="c2")),
    ]
    found = rows(A2A, json_lines(*log))
    assert [(row.type, row.in_reply_to) for row in found] == [
        ("task", None), ("result", "m1"), ("task", None), ("result", "m2"),
    ]  # fmt: skip
    assert payload(found[1]) == {"status": "failed", "blocked_by": "Task not found"}


def test_a_log_that_ends_early_keeps_its_request_and_its_artifacts():
    found = rows(A2A, json_lines(LOG[0]))
    assert [row.type for row in found] == ["task"]
    found = rows(A2A, json_lines(*LOG[:7]))
    assert (found[-1].type, payload(found[-1])) == ("info", {"name": "tally", "text": "41 boats"})


def test_files_keep_no_bytes_and_odd_records_cost_only_themselves(store, tmp_path):
    picture = {"kind": "file", "file": {"name": "x.png", "mimeType": "image/png", "bytes": "A" * 5_000}}
    shown = {**message("m1", "user", "Look."), "parts": [*text("Look."), picture]}
    assert payload(rows(A2A, [shown])[0])["parts"][0]["file"]["bytes"] == "(5000 characters left out)"

    raw = json_lines(*LOG, {"jsonrpc": "2.0", "id": 9, "result": {"x": 1}}) + b"{broken\n" + json_lines(7)
    assert len([one for one in items(A2A, raw) if isinstance(one, Rejected)]) == 3
    report = load_bytes(store, tmp_path, raw)
    assert (report.kept, len(report.rejected)) == (6, 3)
    assert load_bytes(store, tmp_path, raw).kept == 0


def test_other_logs_with_contexts_and_calls_are_not_taken_for_it():
    assert not A2A.knows(head_of({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x"}}))
    assert not A2A.knows(head_of([{"contextId": "c", "role": "user", "content": "hello"}]))
