"""Inboxes of agent teams: the file says whose they are, and all of a team are one trace."""

import json

import pytest
from reading import extras, head_of, items, load_paths, payload, rows

from misheard.ingest import readers
from misheard.ingest.load import load
from misheard.ingest.readers import AGENT_TEAMS
from misheard.ingest.row import Rejected
from misheard.ingest.source import Source


def said(sender, text, second=0, **more):
    """Return an entry of an inbox; a text that is an object is written as JSON, as the program does."""
    words = text if isinstance(text, str) else json.dumps(text)
    return {"from": sender, "text": words, "timestamp": f"2026-03-02T09:00:{second:02}.000Z", "read": True, **more}


ASSIGNED = {
    "type": "task_assignment", "taskId": "4", "subject": "Count the seals", "description": "North bank only.",
    "assignedBy": "team-lead", "timestamp": "2026-03-02T09:00:00.000Z",
}  # fmt: skip
SCOUT = [
    said("team-lead", ASSIGNED),
    said("team-lead", {"type": "shutdown_request", "requestId": "s-1@scout", "from": "team-lead"}, 40),
]
LEAD = [
    said("scout", "Task #4 complete. 212 seals on the north bank.", 20, summary="Seals counted", color="blue"),
    said("scout", {"type": "idle_notification", "from": "scout", "idleReason": "available"}, 21),
    said("scout", {"type": "idle_notification", "from": "scout", "completedTaskId": "4"}, 22),
    said("scout", {"type": "plan_approval_request", "requestId": "p-1", "from": "scout", "plan": "By boat."}, 30),
    said("scout", {"type": "shutdown_approved", "requestId": "s-1@scout", "from": "scout"}, 41),
]
PLACES = {
    "where the program keeps them": ("teams/seals/inboxes/scout.json", "teams/seals/inboxes/team-lead.json"),
    "a folder a team": ("inboxes/seals/scout.json", "inboxes/seals/team-lead.json"),
    "team and agent in the name": ("inboxes/seals-scout.json", "inboxes/seals-team-lead.json"),
    "inbox in the name": ("seals/inbox-scout.json", "seals/inbox-team-lead.json"),
}


def written(folder, *files):
    for name, entries in files:
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps(entries))


@pytest.mark.parametrize("places", PLACES.values(), ids=PLACES)
def test_the_inboxes_of_a_team_are_one_trace_wherever_they_lie(store, tmp_path, places):
    written(tmp_path, (places[0], SCOUT), (places[1], LEAD))
    report = load_paths(store, tmp_path)
    again = load_paths(store, tmp_path)
    found = store.read("SELECT sender, recipient, type, in_reply_to FROM messages ORDER BY timestamp")
    assert (report.kept, again.kept, report.rejected) == (7, 0, [])
    assert store.read("SELECT trace_id FROM traces") == [("seals",)]
    assert found == [
        ("team-lead", "scout", "task", None),
        ("scout", "team-lead", "info", "task-4@scout"),
        ("scout", "team-lead", "status", None),
        ("scout", "team-lead", "status", "task-4@scout"),
        ("scout", "team-lead", "escalation", None),
        ("team-lead", "scout", "status", None),
        ("scout", "team-lead", "status", "s-1@scout"),
    ]


def test_an_agent_that_never_spoke_is_cut_from_the_team_that_others_show(store, tmp_path):
    files = [("inboxes/seals-scout.json", SCOUT), ("inboxes/seals-team-lead.json", LEAD)]
    written(tmp_path, *files, ("inboxes/seals-night-watch.json", [said("team-lead", "Stay up.")]))
    load_paths(store, tmp_path)
    assert store.read("SELECT trace_id, recipient FROM messages WHERE payload LIKE '%Stay up%'") == [
        ("seals", "night-watch")
    ]


def test_the_configuration_says_the_name_of_the_team_and_is_no_log(store, tmp_path):
    config = {"name": "seal-survey", "members": [{"name": "scout"}]}
    written(tmp_path, ("snapshot/config.json", config), ("snapshot/inbox-team-lead.json", LEAD))
    report = load_paths(store, tmp_path)
    assert store.read("SELECT trace_id FROM traces") == [("seal-survey",)]
    assert [source.format for source in report.sources] == [None, "agent-teams"]


def test_inboxes_that_were_dropped_on_the_page_find_their_team_by_each_other(store):
    dropped = [
        Source(f"seals-{name}.json", content=json.dumps(entries).encode())
        for name, entries in (("scout", SCOUT), ("team-lead", LEAD), ("cook", [said("team-lead", "Tea at five.")]))
    ]
    assert load(store, dropped).kept == 8
    assert store.read("SELECT DISTINCT trace_id FROM messages") == [("seals",)]
    assert load(store, [Source("team-lead.json", content=json.dumps(LEAD).encode())]).kept == 5
    assert store.read("SELECT DISTINCT recipient FROM messages WHERE trace_id = 'team'") == [("team-lead",)]


def test_a_task_is_its_subject_and_its_description():
    task = rows(AGENT_TEAMS, SCOUT, "inboxes/seals/scout.json")[0]
    assert payload(task) == {
        "objective": "Count the seals", "context": "North bank only.", "type": "task_assignment", "taskId": "4",
        "assignedBy": "team-lead",
    }  # fmt: skip


def test_a_task_that_an_agent_takes_up_by_itself_is_no_hand_off():
    own = said("scout", {**ASSIGNED, "assignedBy": "scout"})
    assert [row.type for row in rows(AGENT_TEAMS, [own], "inboxes/seals/scout.json")] == ["info"]


def test_every_field_of_an_entry_has_a_home():
    row = rows(AGENT_TEAMS, [LEAD[0] | {"pinned": 1}], "inboxes/seals/team-lead.json")[0]
    assert payload(row) == {"text": LEAD[0]["text"]}
    assert extras(row) == {"summary": "Seals counted", "color": "blue", "read": True, "pinned": 1}


def test_a_broken_entry_costs_only_itself_and_a_cut_file_only_its_end():
    found = items(AGENT_TEAMS, [*LEAD, 7, {"from": "scout", "text": "late", "timestamp": "soon"}], "a/lead.json")
    assert [isinstance(one, Rejected) for one in found] == [False] * 5 + [True] * 2

    cut = json.dumps(LEAD, indent=1).encode()[:-120]
    found = items(AGENT_TEAMS, cut, "a/lead.json")
    assert [isinstance(one, Rejected) for one in found] == [False] * 4 + [True]


def test_it_is_known_by_its_entries_and_not_by_its_name():
    assert readers.sniff(head_of(LEAD)) is AGENT_TEAMS
    assert not AGENT_TEAMS.knows(head_of([{"from": "a", "to": "b", "text": "hi"}]))
    assert not AGENT_TEAMS.knows(head_of([]))
