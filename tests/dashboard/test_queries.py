from datetime import datetime

import pytest
from shown_runs import HOSTILE_AGENT, HOSTILE_TRACE, sound_run

from misheard.dashboard import queries
from misheard.dashboard.queries import Filters
from misheard.ingest import jsontext
from misheard.ingest.load import load
from misheard.ingest.source import Source


def ids(filters):
    return list(queries.traces(filters)["trace_id"])


def test_lists_the_worst_first_and_then_the_newest(shown):
    assert ids(Filters()) == ["drifted", HOSTILE_TRACE, "sound"]


def test_counts_flags_by_mode_and_leaves_what_was_not_checked_missing(shown):
    listed = queries.traces(Filters()).set_index("trace_id")
    assert listed.loc["drifted", "telephone-drift"] == 1
    assert listed.loc["drifted", "duplicate-work"] == 0
    assert listed["incomplete-handoff"].isna().to_dict() == {"drifted": True, HOSTILE_TRACE: False, "sound": False}


def test_a_trace_that_awaits_its_analysis_counts_nothing(shown):
    new = "\n".join(jsontext.dumps(record) for record in sound_run("new")).encode()
    load(shown, [Source("new.jsonl", content=new)])
    row = queries.traces(Filters()).set_index("trace_id").loc["new"]
    assert not row["analysed"]
    assert row[queries.MODES].isna().all()
    assert queries.totals() == {"traces": 4, "messages": 14, "stale": 1}


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        (Filters(agents=("counter",)), ["drifted"]),
        (Filters(agents=(HOSTILE_AGENT,)), [HOSTILE_TRACE]),
        (Filters(agents=("nobody",)), []),
        (Filters(modes=("telephone-drift",)), ["drifted", HOSTILE_TRACE]),
        (Filters(severities=("warning",)), ["drifted"]),
        (Filters(modes=("telephone-drift",), severities=("error",)), [HOSTILE_TRACE]),
        (Filters(text="NORTH region"), ["drifted", "sound"]),
        (Filters(text='the "new" orders'), ["drifted", "sound"]),
        (Filters(text="drifted"), ["drifted"]),
        (Filters(text="%"), []),
        (Filters(text="'; DROP TABLE messages; --"), []),
        (Filters(since=datetime(2026, 11, 17)), ["drifted"]),
        (Filters(until=datetime(2026, 11, 17)), [HOSTILE_TRACE, "sound"]),
        (Filters(agents=("lead",), text="sound"), ["sound"]),
    ],
)
def test_filters(shown, filters, found):
    assert ids(filters) == found


def test_shows_what_was_loaded_since(shown):
    assert len(queries.traces(Filters())) == 3
    log = jsontext.dumps(sound_run("late")[0]).encode()
    load(shown, [Source("late.jsonl", content=log)])
    assert len(queries.traces(Filters())) == 4


def test_adds_up_an_agent_over_traces(shown):
    lead = queries.agents().set_index("agent").loc["lead"]
    assert (lead["traces"], lead["sent"], lead["received"], lead["flags"]) == (2, 4, 4, 1)
    assert lead["cost_cents"] == pytest.approx(301)
    assert (lead["input_tokens"], lead["cached_tokens"], lead["output_tokens"]) == (2400, 400, 180)
    assert (lead["completed"], lead["partial"]) == (2, 0)
    assert lead["confidence"] == pytest.approx(0.9)
    assert lead["inherited"] == pytest.approx(0.3)


def test_narrows_agents_to_one_trace(shown):
    agents = queries.agents("sound").set_index("agent")
    assert set(agents.index) == {"user", "lead", "analyst"}
    assert agents.loc["lead", "sent"] == 2
    assert agents.loc["analyst", "unpriced_messages"] == 1


def test_takes_the_median_latency_from_the_messages(shown):
    shown._write(lambda cursor: cursor.execute("DELETE FROM delegations"))
    shown._write(
        lambda cursor: cursor.execute(
            "INSERT INTO delegations VALUES ('sound', 'm2', 'm3', 'lead', 'analyst', 'answered', 'reply', '')"
        )
    )
    assert queries.agents().set_index("agent").loc["analyst", "latency_seconds"] == 30 * 60


def test_tells_what_was_loaded_and_what_was_refused(shown):
    source = queries.sources().iloc[0]
    assert (source["name"], source["format"], source["messages"], source["refused"]) == (
        "runs.jsonl",
        "native",
        10,
        1,
    )
    refused = queries.rejects().iloc[0]
    assert (refused["line"], refused["beginning"].strip()) == (11, "{broken")


def test_every_query_runs_on_an_empty_store(shown_empty):
    assert queries.traces(Filters(text="x", agents=("a",))).empty
    assert queries.agents().empty
    assert queries.agent_names() == []
    assert queries.sources().empty
    assert queries.rejects().empty
