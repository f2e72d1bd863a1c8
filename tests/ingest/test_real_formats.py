"""What is particular to real logs of further formats: inboxes of teams, trajectories, chats."""

import json
from pathlib import Path

import pytest
from reading import load_paths

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"
pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not CORPUS.is_dir(), reason="the real logs are not part of this project"),
]


def test_every_entry_of_an_inbox_is_a_message_to_the_agent_whose_inbox_it_is(store):
    folder = CORPUS / "claude_agent_teams" / "inboxes"
    load_paths(store, folder)
    entries = sum(len(json.loads(file.read_bytes())) for file in folder.rglob("*.json"))
    assert store.read("SELECT count(*) FROM messages") == [(entries,)]
    teams = {row[0] for row in store.read("SELECT trace_id FROM traces")}
    snapshots = {"analysis-team", "analysis-team-live", "analysis-team-final"}
    assert teams == {*snapshots, "moonlit-chasing-meerkat", "humble-chasing-goose"}
    agents = {row[0] for row in store.read("SELECT DISTINCT recipient FROM messages")}
    assert not any("team-" in agent.removeprefix("team-lead") for agent in agents)


def test_tokens_of_trajectories_are_those_of_their_own_steps(store):
    load_paths(store, CORPUS / "atif_harbor")
    said = 0
    for file in (CORPUS / "atif_harbor").glob("*.json"):
        log = json.loads(file.read_bytes())
        inside = [log, *log.get("subagent_trajectories", [])] if "steps" in log else list(log.values())
        for step in (step for one in inside for step in one["steps"] if not step.get("is_copied_context")):
            said += (step.get("metrics") or {}).get("completion_tokens", 0)
    assert store.read("SELECT sum(output_tokens) FROM messages") == [(said,)]


def test_every_chat_of_chatdev_that_was_opened_is_a_task(store):
    load_paths(store, CORPUS / "chatdev_warehouse")
    opened = {}
    for file in CORPUS.glob("chatdev_warehouse/*/*.log"):
        count = file.read_text().count(": **[Start Chat]**")
        opened |= {f"{file.parent.name}/{file.stem}": count} if count else {}
    counted = "SELECT trace_id, count(*) FROM messages WHERE type = 'task' AND sender <> 'user' GROUP BY trace_id"
    asked = dict(store.read(counted))
    assert {name: asked[name] for name in opened} == opened
