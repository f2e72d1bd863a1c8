from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trace_page_builder import drift, run_of

from misheard.analysis.flag import Mode, Severity, Span
from misheard.analysis.questions import open_questions
from misheard.analysis.text import view_of
from misheard.dashboard.components import inspector
from misheard.dashboard.components.flags import flags_data
from misheard.dashboard.components.overview import overview_data
from misheard.dashboard.components.words import (
    WHOLE,
    evidence_data,
    excerpt_of,
    marked,
    payload_data,
    segments_of,
)
from misheard.dashboard.figures.timeline import timeline
from misheard.ingest.contract import QUESTIONS

# The words of messages


@given(st.text(max_size=60), st.lists(st.tuples(st.integers(0, 70), st.integers(0, 70)), max_size=4))
def test_marking_loses_no_character(text: str, ends: list[tuple[int, int]]) -> None:
    spans = [Span("m", min(pair), max(pair), "") for pair in ends]

    parts = marked(text, 5, spans)

    assert "".join(piece for piece, _ in parts) == text
    inside = {place for span in spans for place in range(span.start, span.end)}
    place = 5
    for piece, is_marked in parts:
        assert all(((place + offset) in inside) == is_marked for offset in range(len(piece)))
        place += len(piece)


def test_excerpt_is_the_sentence_around_the_span_under_its_label() -> None:
    view = view_of({"text": "Sales fell. We lost 3 regions in May. More later.", "n": 4})
    rows = excerpt_of(view, Span("m2", 20, 29, "3 regions"))

    assert rows == [
        {
            "label": "text",
            "parts": [["… ", False], ["We lost ", False], ["3 regions", True], [" in May.", False], [" …", False]],
        }
    ]


def test_excerpt_of_a_span_over_two_values_shows_both() -> None:
    view = view_of({"a": ["one", "two"], "b": "three"})
    rows = excerpt_of(view, Span("m", 0, 7, "one\ntwo"))

    assert [row["label"] for row in rows] == ["a › 1", "a › 2"]
    assert [row["parts"] for row in rows] == [[["one", True]], [["two", True]]]


def test_whole_message_is_shown_up_to_a_limit_that_is_told() -> None:
    run = run_of(
        {"id": "m1", "sender": "a", "recipient": "b", "trace_id": "t", "payload": {"text": "x" * (WHOLE + 5)}}
    )
    pane = payload_data(run.trace, run.trace.messages[0])["panes"][0]

    assert pane["cut"].startswith("The first 200,000 of 200,005 characters")
    assert sum(len(piece) for piece, _ in pane["segments"][0]["parts"]) == WHOLE
    assert segments_of(view_of({})) == []


def test_evidence_has_before_and_after_with_the_exact_words() -> None:
    run = run_of(flags=[drift()])
    data = evidence_data(run.trace, drift(), drift().id, "m3")

    assert [pane["title"] for pane in data["panes"]] == ["Before", "After"]
    for pane, words in zip(data["panes"], ["3 regions", "30 regions"], strict=True):
        for rows in (pane["excerpt"], pane["segments"]):
            assert [piece for row in rows for piece, is_marked in row["parts"] if is_marked] == [words]
    assert data["lead"] == ["What to do:", "Quote the figure."]
    assert [(hop["id"], hop["chosen"]) for hop in data["hops"]] == [("m2", False), ("m3", True)]


def test_evidence_without_spans_shows_the_messages() -> None:
    flag = replace(drift(), before=None, after=None, messages=("m2", "gone"))
    run = run_of(flags=[flag])
    data = evidence_data(run.trace, flag, flag.id, None)

    assert [(pane["title"], pane["open"], pane["excerpt"]) for pane in data["panes"]] == [("Message", "m2", None)]


@pytest.mark.parametrize(
    ("mode", "titles"),
    [
        (Mode.UNCERTAINTY_LAUNDERING, ["Before", "After"]),
        (Mode.DUPLICATE_WORK, ["First", "Again"]),
        (Mode.ORPHANED_SUBTASK, ["Asked", "Later"]),
    ],
)
def test_evidence_is_titled_by_what_went_wrong(mode: Mode, titles: list[str]) -> None:
    flag = replace(drift(), mode=mode, messages=("m3", "m2"))
    data = evidence_data(run_of(flags=[flag]).trace, flag, flag.id, None)

    assert [pane["title"] for pane in data["panes"]] == titles
    assert [hop["id"] for hop in data["hops"]] == ["m2", "m3"]


def test_payload_marks_the_words_of_the_selected_flag() -> None:
    run = run_of(flags=[drift()])
    parts = payload_data(run.trace, run.trace.by_id["m3"], drift())["panes"][0]["segments"][1]["parts"]
    assert parts == [["We lost ", False], ["30 regions", True], [".", False]]


# The top, and the list of flags


def test_overview_says_what_was_and_was_not_checked() -> None:
    data = overview_data(run_of(flags=[drift()], unchecked=Mode.CONTEXT_BLOAT))
    checks = {check["label"]: (check["tone"], check["value"]) for check in data["checks"]}

    assert checks["Telephone drift"] == ("found", "1 flag")
    assert [check["severity"] for check in data["checks"] if "severity" in check] == ["error"]
    assert checks["Duplicate work"] == ("clean", "checked, nothing found")
    assert checks["Context bloat"] == ("unchecked", "could not check, because no token counts")


def test_overview_marks_a_mode_with_the_worst_of_its_flags_and_not_as_an_error() -> None:
    mild = [replace(drift(Severity.NOTE), kind=f"k{n}") for n in range(1200)]
    data = overview_data(run_of(flags=[*mild, drift(Severity.WARNING)]))
    found = next(check for check in data["checks"] if check["tone"] == "found")

    assert (found["severity"], found["value"]) == ("warning", "1,201 flags")


def test_overview_says_cost_with_what_is_unpriced_and_how_the_run_ended() -> None:
    items = {item["label"]: item for item in overview_data(run_of())["items"]}

    assert (items["Cost"]["value"], items["Cost"]["hint"]) == ("1.50 ¢", "1 message unpriced")
    assert items["End of the run"]["value"] == "complete"
    assert items["Duration"]["value"] == "7 min 00 s"
    assert items["Final confidence"]["hint"] == "high"


def test_overview_of_a_run_without_times_usage_and_end() -> None:
    run = run_of(
        {"id": "m1", "sender": "a", "recipient": "b", "trace_id": "t", "type": "task", "payload": {"text": "go"}}
    )
    items = {item["label"]: item for item in overview_data(run)["items"]}

    assert items["End of the run"]["value"] == "not complete"
    assert items["End of the run"]["hint"] == run.trace.end.reason
    assert items["Duration"]["hint"] == "no times in the log"
    assert (items["Cost"]["value"], items["Cost"]["hint"]) == ("–", "no usage in the log")
    assert items["Final confidence"]["value"] == "not stated"


def test_flags_keep_the_order_of_cause_and_say_what_was_wasted() -> None:
    second = replace(drift(Severity.NOTE), kind="acknowledged-only", waste_cents=None, waste_tokens=None)
    data = flags_data(run_of(flags=[drift(), second]), second.id)

    assert [(row["position"], row["severity"], row["kind"]) for row in data["flags"]] == [
        (1, "error", "number"),
        (2, "note", "acknowledged only"),
    ]
    assert [row["waste"] for row in data["flags"]] == ["1.50 ¢ and 110 tokens wasted", ""]
    assert data["flags"][0]["confidence"] == "92% sure"
    assert data["chosen"] == second.id
    assert data["hidden"] == []


def test_sentences_of_flags_show_no_backticks() -> None:
    flag = replace(drift(), summary="The field `cap` grew.", remedy="Set `cap` to 3.")
    run = run_of(flags=[flag])

    assert flags_data(run, None)["flags"][0]["summary"] == "The field cap grew."
    assert evidence_data(run.trace, flag, flag.id, None)["lead"] == ["What to do:", "Set cap to 3."]
    assert _facts(inspector.head_data(run, run.trace.by_id["m3"]))["Flag"]["hint"] == "The field cap grew."
    marks = next(trace for trace in timeline(run).data if trace.name == "flag: error")
    assert marks.hovertext[0] == "Telephone drift: The field cap grew."


@pytest.mark.parametrize(("worst", "hidden"), [(Severity.ERROR, ["note"]), (Severity.NOTE, [])])
def test_notes_are_hidden_at_first_only_in_a_long_list_that_has_worse(worst: Severity, hidden: list[str]) -> None:
    notes = [replace(drift(Severity.NOTE), kind=f"k{number}") for number in range(9)]
    assert flags_data(run_of(flags=[drift(worst), *notes]), None)["hidden"] == hidden


# The inspector


def _facts(data: dict[str, Any] | None) -> dict[str, dict[str, str]]:
    assert data is not None
    return {item["label"]: item for item in data["items"]}


def test_inspector_names_ends_time_threads_and_flags() -> None:
    run = run_of(flags=[drift()])
    data = inspector.head_data(run, run.trace.by_id["m2"])
    items = _facts(data)

    assert (data["title"], data["lead"]) == ("lead → analyst", "Message 2 of 5")
    assert items["Time"]["value"] == "2026-11-16 08:01:00 UTC"
    assert (items["In reply to"]["value"], items["In reply to"]["open"]) == ("1 (m1)", "m1")
    assert items["Replied to by"]["open"] == "m3"
    assert items["This task"]["value"] == run.told_by_task["m2"].state
    assert (items["Flag"]["value"], items["Flag"]["flag"]) == ("Telephone drift (error)", drift().id)


def test_reply_to_a_message_that_is_not_there_cannot_be_opened() -> None:
    run = run_of(
        {"id": "m1", "sender": "a", "recipient": "b", "trace_id": "t", "in_reply_to": "gone", "payload": {}}
    )
    item = _facts(inspector.head_data(run, run.trace.messages[0]))["In reply to"]

    assert "open" not in item
    assert item["hint"] == "This message is not in the log."


def _task(**payload: Any) -> dict[str, Any]:
    return {"id": "m1", "sender": "a", "recipient": "b", "trace_id": "t", "type": "task", "payload": payload}


def test_handoff_tells_what_is_answered_and_what_is_left_open_without_blame() -> None:
    run = run_of()
    data = inspector.handoff_data(run, run.trace.by_id["m1"])
    items = _facts(data)

    assert data is not None
    assert data["lead"] == "Leaves 3 questions open."
    assert items["Within what limits?"]["value"] == "no guesses"
    assert items[QUESTIONS["objective"]]["value"] == "Count the regions."
    assert items[QUESTIONS["objective"]]["hint"] == "left open: too little is said"
    assert items["What was tried before?"] == {
        "label": "What was tried before?", "value": "left open", "tone": "quiet",
    }  # fmt: skip
    assert inspector.handoff_data(run, run.trace.by_id["m3"]) is None


def test_handoff_is_blamed_for_what_its_flag_asks_for_alone() -> None:
    remedy = "Answer in the hand-off: " + QUESTIONS["expected_output"]
    flag = replace(drift(), mode=Mode.INCOMPLETE_HANDOFF, messages=("m1",), remedy=remedy, before=None, after=None)
    run = run_of(flags=[flag])
    data = inspector.handoff_data(run, run.trace.by_id["m1"])

    tones = {item["label"]: item.get("tone") for item in data["items"]} if data else {}
    assert tones[QUESTIONS["expected_output"]] == "missed"
    assert tones[QUESTIONS["already_tried"]] == "quiet"


def test_an_empty_list_is_an_answer() -> None:
    run = run_of(_task(objective="Count the broken lamps of pier 4.", constraints=[], already_tried=[]))
    items = _facts(inspector.handoff_data(run, run.trace.messages[0]))

    assert items["Within what limits?"]["value"] == items["What was tried before?"]["value"] == "none"


@given(
    st.sampled_from(
        ["Count the lamps of pier 4 by noon and return a table.", "Look into it.", "Again, within 2 days"]
    )
)
def test_the_panel_judges_as_the_detector_does(text: str) -> None:
    run = run_of(_task(text=text))
    task = run.trace.messages[0]
    items = _facts(inspector.handoff_data(run, task))

    left = {name for name in QUESTIONS if "left open" in items[QUESTIONS[name]].values()}
    assert left == set(open_questions(task))


def test_a_call_of_a_tool_is_no_handoff() -> None:
    run = run_of({**_task(text="Hello all."), "recipient": "*"})
    data = inspector.handoff_data(run, run.trace.messages[0])

    assert data is not None
    assert data["items"] == []
    assert "no hand-off" in data["lead"]


def test_result_tells_status_confidence_and_sources() -> None:
    run = run_of()
    items = _facts(inspector.result_data(run.trace.by_id["m3"]))

    assert [items[label]["value"] for label in ("Status", "Confidence", "Sources")] == ["partial", "70%", "s.csv"]
    assert _facts(inspector.result_data(run.trace.by_id["m5"]))["Sources"]["value"] == "not stated"
    assert inspector.result_data(run.trace.by_id["m1"]) is None


def test_usage_tells_unpriced_from_logged_and_from_none() -> None:
    by_id = run_of().trace.by_id

    assert _facts(inspector.usage_data(by_id["m2"]))["Cost"]["value"] == "unpriced"
    assert _facts(inspector.usage_data(by_id["m3"]))["Cost"] == {
        "label": "Cost",
        "value": "1.50 ¢",
        "hint": "as logged",
    }
    assert _facts(inspector.usage_data(by_id["m1"]))["Usage"]["value"] == "not logged"


def test_origin_tells_file_line_and_notes() -> None:
    run = run_of({"id": "m1", "sender": "a", "recipient": "b", "trace_id": "t", "timestamp": "2026-01-01T00:00:00"})
    items = inspector.origin_data(run, run.trace.messages[0])["items"]

    assert items[0]["value"] == "run.jsonl, line 1"
    assert [item["label"] for item in items[1:]] == ["Noted"]

    run = run_of()
    assert _facts(inspector.origin_data(run, run.trace.by_id["m5"]))["Other fields"]["value"] == '{"mood":"glad"}'
