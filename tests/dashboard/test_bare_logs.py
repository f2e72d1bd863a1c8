"""Every page with logs that leave out what the pages like to show: usage, times, results, tasks."""

import pytest
from shown_runs import message, sound_run

from misheard.analysis.engine import analyse_stored
from misheard.dashboard import queries
from misheard.dashboard.components.trace_table import as_shown
from misheard.ingest import jsontext
from misheard.ingest.load import load
from misheard.ingest.source import Source


def _without(*fields):
    return [{name: value for name, value in one.items() if name not in fields} for one in sound_run("bare")]


LOGS = {
    "no usage": _without("usage"),
    "no usage, no times": _without("usage", "timestamp"),
    "no results": _without("usage")[:2],
    "no tasks": [{**one, "type": "info"} for one in _without("usage", "timestamp", "in_reply_to")],
    "empty payloads": [{**one, "payload": {}} for one in _without("usage")],
    "one message": [{"trace_id": "bare", "sender": "lead", "recipient": "*"}],
    "usage without figures": [{**one, "usage": {}} for one in _without("usage")],
    "one with and one without": [*_without("usage"), message("bare", "m9", "lead", "user", "info", 70,
                                                             usage={"input_tokens": 5, "cost_cents": 1.0})],
}  # fmt: skip
PAGES = (
    ("traces", {}), ("agents", {}), ("agents", {"agent": "lead"}), ("agents", {"trace": "bare"}),
    ("agents", {"agent": "user"}), ("load", {}), ("trace", {}), ("trace", {"trace": "bare"}),
    ("trace", {"trace": "bare", "message": "m2"}), ("trace", {"trace": "bare", "view": "Timeline"}),
    ("trace", {"trace": "bare", "view": "Claims"}), ("trace", {"trace": "bare", "view": "Agents in this run"}),
)  # fmt: skip


@pytest.mark.parametrize("log", LOGS)
def test_every_page_shows_what_a_bare_log_has(shown_empty, draw, log):
    load(shown_empty, [Source("bare.jsonl", content="\n".join(map(jsontext.dumps, LOGS[log])).encode())])
    analyse_stored(shown_empty)
    for module, query in PAGES:
        draw(module, **query)  # fails where the page does


def test_an_agent_without_usage_has_no_tokens_rather_than_none_used(shown_empty, draw):
    load(shown_empty, [Source("bare.jsonl", content="\n".join(map(jsontext.dumps, LOGS["no usage"])).encode())])
    analyse_stored(shown_empty)
    figures = {metric.label: metric.value for metric in draw("agents", agent="lead").metric}
    assert (figures["Input tokens"], figures["Output tokens"], figures["Cost"]) == ("–", "–", "–")
    assert not queries.agents().empty


@pytest.mark.parametrize("log", LOGS)
def test_a_table_of_any_one_trace_is_drawn_beside_fuller_ones(shown, log):
    load(shown, [Source("bare.jsonl", content="\n".join(map(jsontext.dumps, LOGS[log])).encode())])
    analyse_stored(shown)
    traces = queries.traces(queries.Filters())
    for place in range(len(traces)):
        one = as_shown(traces.iloc[[place]])
        assert list(one["messages"]) == [traces["messages"].iloc[place]]
