"""Claude Code: the files of sub-agents beside their session, copies, bad lines, and how a session is known."""

import json

import pytest
from claude_logs import SESSION, Log, call, of, spoken, text
from reading import head_of, items, json_lines, load_paths, record

from misheard.ingest import readers
from misheard.ingest.load import load
from misheard.ingest.readers import CLAUDE_CODE
from misheard.ingest.readers.base import HEAD, Head
from misheard.ingest.row import Rejected
from misheard.ingest.source import Source

PROMPT = {"description": "Find teas", "prompt": "Find all teas.", "subagent_type": "Explore"}


def main_log():
    log = Log().says("Find.").answers(call("Task", "toolu_1111", **PROMPT), answer="a1")
    log.returns("toolu_1111", [text("12 teas")], toolUseResult={"status": "completed", "agentId": "x1"})
    return log.answers(text("There are 12."), answer="a2")


def side_log(**common):
    log = Log(isSidechain=True, agentId="x1", **common).says("Find all teas.")
    log.answers(text("Looking."), call("Grep", "toolu_s1", pattern="tea"), answer="s1")
    return log.returns("toolu_s1", "12 hits").answers(text("12 teas"), answer="s2")


def write(folder, with_main=True):
    (folder / SESSION / "subagents").mkdir(parents=True)
    side = folder / SESSION / "subagents" / "agent-x1.jsonl"
    side.write_bytes(side_log().raw)
    main = folder / f"{SESSION}.jsonl"
    if with_main:
        main.write_bytes(main_log().raw)
    return main, side


def stored(store):
    return store.read("SELECT id, sender, recipient, type, in_reply_to FROM messages ORDER BY id")


def test_the_file_of_a_sub_agent_joins_its_session(store, tmp_path):
    write(tmp_path)

    report = load_paths(store, tmp_path)

    assert report.sentences() == []
    assert store.read("SELECT trace_id FROM traces") == [(SESSION,)]
    assert [row[1:4] for row in stored(store)] == [
        ("claude", "user", "result"),
        ("Explore#1111", "Explore#1111", "info"),
        ("Explore#1111", "Explore#1111", "info"),
        ("claude", "Explore#1111", "task"),
        ("Explore#1111", "claude", "result"),
        ("Explore#1111", "Grep", "task"),
        ("Grep", "Explore#1111", "result"),
        ("user", "claude", "task"),
    ]


def test_the_order_in_which_the_files_are_loaded_makes_no_difference(store, tmp_path):
    main, side = write(tmp_path)
    load_paths(store, main)
    load_paths(store, side)
    one_way = stored(store)
    store.forget_trace(SESSION)

    load_paths(store, side)
    again = load_paths(store, main)

    assert stored(store) == one_way
    assert again.sources[0].renamed == 0
    assert load_paths(store, tmp_path).kept == 0


@pytest.mark.parametrize("order", [1, -1])
def test_files_that_are_dropped_together_belong_together(store, order):
    main = Source(f"{SESSION}.jsonl", content=main_log().raw)
    side = Source("agent-x1.jsonl", content=side_log().raw)

    load(store, [main, side][::order])

    assert {row[1] for row in stored(store)} == {"user", "claude", "Explore#1111", "Grep"}
    assert len(stored(store)) == 8


def test_the_file_of_a_sub_agent_works_alone(store, tmp_path):
    _, side = write(tmp_path, with_main=False)

    load_paths(store, side)

    assert {row[1:4] for row in stored(store)} == {
        ("claude", "agent-x1", "task"), ("agent-x1", "agent-x1", "info"), ("agent-x1", "Grep", "task"),
        ("Grep", "agent-x1", "result"), ("agent-x1", "claude", "result"),
    }  # fmt: skip


def test_a_session_id_never_leads_out_of_the_folder(store, tmp_path):
    log = side_log()
    for one in log.records:
        one["sessionId"] = "../../etc/passwd"
    place = tmp_path / "agent-x1.jsonl"
    place.write_bytes(log.raw)

    load_paths(store, place)

    assert store.read("SELECT DISTINCT sender FROM messages WHERE sender LIKE 'agent%'") == [("agent-x1",)]


def test_a_sub_agent_that_is_logged_among_the_rest_is_known_by_its_prompt():
    log = Log().says("Find.").answers(call("Task", "toolu_1111", **PROMPT), answer="a1")
    log.says("Find all teas.", isSidechain=True, parentUuid=None)
    log.answers(call("Grep", "toolu_s1"), answer="s1", isSidechain=True, parentUuid="u2")
    log.returns("toolu_s1", "12", isSidechain=True, parentUuid="u3")
    log.returns("toolu_1111", "12 teas")

    assert spoken(of(log))[1:] == [
        ("claude", "Explore#1111", "task", None),
        ("Explore#1111", "Grep", "task", None),
        ("Grep", "Explore#1111", "result", "toolu_s1"),
        ("Explore#1111", "claude", "result", "toolu_1111"),
    ]


def test_a_sub_agent_that_is_woken_again_keeps_its_name():
    log = main_log().answers(call("Task", "toolu_2222", prompt="And coffees?", resume="x1"), answer="a3")

    assert of(log)[-1].recipient == "Explore#1111"


def test_the_agent_that_shortens_a_conversation_has_a_name():
    log = (
        Log(isSidechain=True, agentId="acompact-1")
        .says("Your task is to create a summary")
        .answers(text("Summary."))
    )

    assert spoken(of(log)) == [("claude", "compaction", "task", None), ("compaction", "claude", "result", "u0")]


def test_two_copies_of_a_session_add_up_to_one(store, tmp_path):
    log = main_log()
    (tmp_path / "early.jsonl").write_bytes(json_lines(*log.records[:3]))
    (tmp_path / "late.jsonl").write_bytes(log.raw)

    report = load_paths(store, tmp_path)

    assert (report.kept, report.repeated) == (4, 3)
    assert sum(source.renamed for source in report.sources) == 0


def test_bad_lines_cost_themselves():
    log = (
        Log().says("Go.").raw
        + b'{"type": "user", "sessionId"\n[1]\n'
        + json.dumps({"type": "user"}).encode()
        + b"\n"
    )

    found = items(CLAUDE_CODE, log)

    assert [(item.line, item.problem.split(";")[0]) for item in found if isinstance(item, Rejected)] == [
        (2, "ends in the middle of a record"),
        (3, "a record is an object, not a list"),
        (4, "a record of type 'user' holds no message"),
    ]


def test_a_time_that_cannot_be_read_costs_its_message_in_a_sentence():
    log = Log().says("Go.", timestamp="yesterday")

    [refused] = items(CLAUDE_CODE, log.raw)

    assert refused.problem.startswith("'timestamp' is not an ISO 8601 time; write one like")


NOT_SESSIONS = {
    "a native message": record(),
    "a native message with a session": record(sessionId="s", type="task"),
    "a chat": {"history": [{"role": "user", "content": "x"}]},
    "metadata": {"session_id": "s", "agent": "Claude Code"},
    "another tool's session": {"type": "session_meta", "payload": {"id": "s"}, "timestamp": "2026-03-02T09:00:00Z"},
    "a list": [{"type": "user"}],
}


@pytest.mark.parametrize("log", NOT_SESSIONS.values(), ids=NOT_SESSIONS.keys())
def test_what_is_no_session_is_not_taken_for_one(log):
    assert not CLAUDE_CODE.knows(head_of(log))


@pytest.mark.parametrize(
    "first",
    [
        Log().says("Go.").records[0],
        Log().add("file-history-snapshot", messageId="m").records[0],
        {"type": "summary", "summary": "Teas", "leafUuid": "u"},
        Log().add("queue-operation", operation="dequeue").records[0],
        {"type": "user", "timestamp": "2026-03-02T09:00:00Z", "message": {"content": "Go."}},
    ],
)
def test_a_session_is_known_by_its_first_records(first):
    assert readers.sniff(head_of(json_lines(first))) is CLAUDE_CODE


def test_a_session_whose_first_line_is_longer_than_the_head_is_known():
    raw = Log(parentUuid=None).says("x" * 2 * HEAD).raw

    assert readers.sniff(Head(raw[:HEAD], False)) is CLAUDE_CODE
