"""Real logs that nobody of this project wrote: all of each is read, nothing is refused, nothing is made up."""

import json
from collections import Counter
from pathlib import Path

import pytest
from reading import load_paths

from misheard.ingest.message import BROADCAST

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"
pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not CORPUS.is_dir(), reason="the real logs are not part of this project"),
]

# folder, what of it is of which format, traces, messages
FOLDERS = [
    ("who_and_when", {"group-chat": 94}, 94, 1_670),
    ("agentrx", {"group-chat": 24, None: 3}, 52, 1_846),
    ("mastlint_ag2", {"group-chat": 5, None: 5}, 40, 399),
    ("claude_code_spotter", {"claude-code": 18}, 9, 2_104),
    ("claude_code_entire", {"claude-code": 16, None: 16}, 13, 1_357),
    ("claude_agent_teams", {"agent-teams": 20, None: 6}, 6, 60),
    ("atif_harbor", {"atif": 15}, 12, 119),
    ("inspect_ai", {"inspect": 7, None: 8}, 12, 41),
    ("openai_agents_run_state", {"openai-agents": 4}, 4, 6),
    ("chatdev_warehouse", {"chatdev": 6}, 6, 248),
]


@pytest.mark.parametrize(("folder", "formats", "traces", "messages"), FOLDERS, ids=[row[0] for row in FOLDERS])
def test_a_folder_is_read_whole_and_twice_adds_nothing(store, folder, formats, traces, messages):
    report = load_paths(store, CORPUS / folder)
    again = load_paths(store, CORPUS / folder)

    assert dict(Counter(source.format for source in report.sources)) == formats
    assert report.rejected == []
    assert store.read("SELECT count(*) FROM traces") == [(traces,)]
    assert report.kept == messages
    assert sum(source.renamed for source in report.sources) == 0
    assert again.kept == 0
    assert again.rejected == []


def test_group_chats_have_a_message_for_each_entry_and_no_times(store):
    load_paths(store, CORPUS / "who_and_when")

    entries = sum(len(json.loads(f.read_bytes())["history"]) for f in (CORPUS / "who_and_when").rglob("*.json"))
    assert store.read("SELECT count(*), count(timestamp) FROM messages") == [(entries, 0)]
    assert store.read("SELECT count(*) FROM messages WHERE recipient = ?", [BROADCAST])[0][0] > 300


def test_tokens_of_sessions_count_once(store):
    load_paths(store, CORPUS / "claude_code_spotter")

    last = {}
    for place in sorted((CORPUS / "claude_code_spotter").rglob("*.jsonl")):
        for line in place.read_bytes().splitlines():
            record = json.loads(line)
            if record["type"] == "assistant":
                last[record["message"]["id"]] = record["message"]["usage"]["output_tokens"]
    assert store.read("SELECT sum(output_tokens) FROM messages") == [(sum(last.values()),)]


def test_every_call_of_a_tool_is_a_task_and_every_answer_a_result(store):
    load_paths(store, CORPUS / "claude_code_spotter")

    calls, answers = set(), set()
    for place in sorted((CORPUS / "claude_code_spotter").rglob("*.jsonl")):
        for line in place.read_bytes().splitlines():
            content = (json.loads(line).get("message") or {}).get("content")
            for block in content if isinstance(content, list) else ():
                if block["type"] == "tool_use":
                    calls.add(block["id"])
                elif block["type"] == "tool_result":
                    answers.add(block["tool_use_id"])
    tasks = {row[0] for row in store.read("SELECT id FROM messages WHERE type = 'task'")}
    replies = {row[0] for row in store.read("SELECT in_reply_to FROM messages WHERE type <> 'task'")}
    assert calls <= tasks
    assert answers <= replies
