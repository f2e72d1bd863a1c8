import json

from hypothesis import given
from hypothesis import strategies as st
from trace_page_builder import BRIEF, drift, run_of

from misheard.analysis.trace import Trace
from misheard.dashboard.components.sequence import (
    SNIPPET,
    TYPES,
    badge,
    chosen_of,
    rows_of,
    sequence_data,
    snippet,
)
from misheard.ingest.message import AgentMessage


def _message(**fields: object) -> AgentMessage:
    return AgentMessage.model_validate({"sender": "a", "recipient": "b", "trace_id": "t", **fields})


def test_rows_name_lanes_types_times_and_replies_by_number() -> None:
    run = run_of()

    rows = rows_of(run.trace)

    assert run.trace.agents == ("user", "lead", "analyst")
    assert rows["from"] == [0, 1, 2, 1, 1]
    assert rows["to"] == [1, 2, 1, -1, 0]
    assert [TYPES[number].value for number in rows["type"]] == [message["type"] for message in BRIEF]
    assert rows["reply"] == [-1, 0, 1, -1, 0]
    assert rows["time"][1] - rows["time"][0] == 60_000
    assert {len(column) for column in rows.values()} == {5}


def test_messages_without_a_time_have_none() -> None:
    run = run_of({"id": "m1", "sender": "a", "recipient": "a", "trace_id": "t", "payload": {"text": "hm"}})
    rows = rows_of(run.trace)

    assert rows["time"] == [None]
    assert rows["from"] == rows["to"] == [0]
    assert sequence_data(run, rows, None, None)["timed"] is False


def test_a_reply_to_itself_or_to_nothing_is_no_link() -> None:
    run = run_of(
        {"id": "m1", "sender": "a", "recipient": "b", "trace_id": "t", "in_reply_to": "m1", "payload": {}},
        {"id": "m2", "sender": "a", "recipient": "b", "trace_id": "t", "in_reply_to": "gone", "payload": {}},
    )
    assert rows_of(run.trace)["reply"] == [-1, -1]


def test_snippet_takes_the_words_that_say_most_on_one_line() -> None:
    message = _message(payload={"id": "7", "objective": "Find\n  the   cause."})
    assert snippet(Trace.of("t", [message]), message) == "Find the cause."

    other = _message(payload={"region": "north", "sales": 12})
    assert snippet(Trace.of("t", [other]), other) == "north 12"


@given(st.text(max_size=2000))
def test_snippet_is_short_and_on_one_line(text: str) -> None:
    message = _message(payload={"text": text})
    words = snippet(Trace.of("t", [message]), message)

    assert len(words) <= SNIPPET
    assert words == " ".join(words.split())


def test_badge_catches_urgency_a_bad_status_and_confidence() -> None:
    assert badge(_message(type="task", priority="critical", payload={})) == "critical priority"
    assert badge(_message(type="result", payload={"status": "failed", "confidence": 0.4})) == "failed, 40% sure"
    assert badge(_message(type="result", payload={"status": "done", "confidence": "low"})) == "low confidence"
    assert badge(_message(type="info", payload={"status": "failed"})) == ""


def test_chosen_flag_marks_its_messages_and_the_lanes_of_its_agents() -> None:
    trace = run_of(flags=[drift()]).trace

    chosen = chosen_of(trace, "m3", drift())

    assert chosen == {
        "row": 2,
        "marked": [1, 2],
        "before": 1,
        "after": 2,
        "lanes": [2, 1],
        "tags": ["before", "after"],
    }
    assert chosen_of(trace, None, None) == {
        "row": -1,
        "marked": [],
        "before": -1,
        "after": -1,
        "lanes": [],
        "tags": [],
    }
    assert chosen_of(trace, "gone", None)["row"] == -1


def test_data_is_json_with_a_mark_for_each_flagged_message() -> None:
    run = run_of(flags=[drift()])
    data = sequence_data(run, rows_of(run.trace), "m3", drift().id, ("lost", run.found("lost")))

    assert data["marks"] == [
        [1, "error", "telephone drift", drift().id, True],
        [2, "error", "telephone drift", drift().id, False],
    ]
    assert data["flag"] == drift().id
    assert data["search"] == {"query": "lost", "hits": [1, 2, 4]}
    assert data["timed"] is True
    assert json.loads(json.dumps(data)) == data


def test_every_message_is_in_the_data_however_many_there_are() -> None:
    messages = [
        {
            "id": f"m{n}",
            "sender": f"a{n % 70}",
            "recipient": f"a{(n + 1) % 70}",
            "trace_id": "t",
            "payload": {"n": n},
        }
        for n in range(3000)
    ]
    run = run_of(*messages)
    rows = rows_of(run.trace)

    assert len(rows["id"]) == 3000
    assert len(run.trace.agents) == 70
    assert len(json.dumps(sequence_data(run, rows, None, None))) < 600_000
