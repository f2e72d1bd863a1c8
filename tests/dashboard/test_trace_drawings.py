"""The graph and the timeline of a trace: what they draw, and that no word of the log is markup."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from trace_page_builder import HOSTILE, drift, run_of

from misheard.analysis.flag import Severity
from misheard.dashboard.components.graph import graph_data
from misheard.dashboard.figures.timeline import timeline


def test_graph_counts_messages_by_direction_and_keeps_broadcasts_apart() -> None:
    data = graph_data(run_of(flags=[drift()]))
    names = [node["name"] for node in data["nodes"]]
    edges = {(names[edge["from"]], names[edge["to"]]): (edge["messages"], edge["flags"]) for edge in data["edges"]}

    assert edges == {
        ("user", "lead"): (1, 0),
        ("lead", "analyst"): (1, 0),  # its message is evidence: the fault shows in the answer
        ("analyst", "lead"): (1, 1),
        ("lead", "user"): (1, 0),
    }
    lead = data["nodes"][names.index("lead")]
    assert (lead["sent"], lead["received"], lead["broadcasts"], lead["severity"]) == (3, 2, 1, "")
    assert data["nodes"][names.index("analyst")]["severity"] == "error"


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)


def test_timeline_marks_messages_tasks_flags_and_the_selected() -> None:
    figure = timeline(run_of(flags=[drift()]), ["m3"])
    traces = {trace.name: trace for trace in figure.data}

    assert list(traces["task"].customdata) == ["m1", "m2"]
    assert list(traces["flag: error"].customdata) == [["m3", drift().id]]
    assert list(traces["evidence of a flag"].customdata) == [["m2"]]
    assert list(traces["selected"].y) == [2]
    assert not figure.layout.annotations
    assert figure.layout.xaxis.title.text == "time, UTC"


def test_timeline_marks_a_message_once_with_the_worst_of_its_flags() -> None:
    worst, other = drift(), replace(drift(Severity.NOTE), kind="unit", summary="A second.")
    traces = {trace.name: trace for trace in timeline(run_of(flags=[other, worst])).data}

    assert "flag: note" not in traces
    assert list(traces["flag: error"].customdata) == [["m3", worst.id]]
    assert "A second." in traces["flag: error"].hovertext[0]


def test_timeline_without_times_stands_in_order() -> None:
    run = run_of(
        {"id": "m1", "sender": "a", "recipient": "b", "trace_id": "t", "type": "task", "payload": {"text": "go"}},
        {"id": "m2", "sender": "b", "recipient": "a", "trace_id": "t", "type": "result", "in_reply_to": "m1",
         "payload": {"status": "done"}},
    )  # fmt: skip
    figure = timeline(run)

    assert figure.layout.xaxis.title.text == "order of the messages"
    assert [list(trace.x) for trace in figure.data if trace.name in {"task", "result"}] == [[1], [2]]


def test_timeline_escapes_every_word_of_the_log() -> None:
    run = run_of(
        {"id": "m1", "sender": HOSTILE, "recipient": "b", "trace_id": "t", "type": "task",
         "payload": {"text": HOSTILE}},
        {"id": "m2", "sender": "b", "recipient": HOSTILE, "trace_id": "t", "type": "result", "in_reply_to": "m1",
         "payload": {"status": "done", "summary": HOSTILE}},
        flags=[replace(drift(), messages=("m1",), summary=HOSTILE, before=None, after=None)],
    )  # fmt: skip
    shown = [text for text in _texts(timeline(run).to_plotly_json()["data"]) if "img" in text]
    shown += [text for text in timeline(run).layout.yaxis.ticktext if "img" in text]

    assert shown
    assert not any("<img" in text or "<script" in text for text in shown)


def test_timeline_of_a_long_run_draws_each_type_as_one_line_and_leaves_no_message_out() -> None:
    run = run_of(
        *(
            {"id": f"m{n}", "sender": f"a{n % 5}", "recipient": "b", "trace_id": "t",
             "type": ("task", "info")[n % 2], "payload": {"n": n},
             "timestamp": f"2026-01-01T00:{n // 60:02d}:{n % 60:02d}Z"}
            for n in range(1600)
        )
    )  # fmt: skip
    traces = {trace.name: trace for trace in timeline(run).data}

    for name in ("task", "info"):
        assert traces[name].mode == "lines"
        assert len([x for x in traces[name].x if x is not None]) == 2 * 800
        assert sum(text is not None for text in traces[name].hovertext) == 800
