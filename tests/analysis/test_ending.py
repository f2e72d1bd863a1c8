"""How a run ended, as far as its log tells."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from case_runner import START, trace_from

from misheard.analysis.ending import IDLE_SETTING, EndState
from misheard.ingest.errors import SettingError

TASK = {"from": "user", "to": "lead", "type": "task", "say": "Count the boats."}
RESULT = {"from": "lead", "to": "user", "type": "result", "say": "31 boats."}


def say(sender: str, recipient: str, kind: str, text: str) -> dict[str, Any]:
    return {"from": sender, "to": recipient, "type": kind, "say": text}


def test_a_result_to_whoever_asked_is_the_end() -> None:
    end = trace_from([TASK, RESULT]).end

    assert end.state is EndState.COMPLETE
    assert end.final is not None
    assert end.final.id == "m2"
    assert end.reason == "lead gave user a result"


def test_a_run_of_agents_ends_with_the_one_who_gave_the_first_task() -> None:
    end = trace_from([say("head", "lead", "task", "Count."), say("lead", "head", "result", "31.")]).end

    assert end.state is EndState.COMPLETE


def test_a_note_ahead_of_the_first_task_does_not_start_the_run() -> None:
    end = trace_from(
        [
            say("clerk", "lead", "info", "The harbour opens at six."),
            say("head", "lead", "task", "Count the boats."),
            say("lead", "clerk", "result", "Thanks, noted your hours."),
        ]
    ).end

    assert end.state is EndState.CUT_OFF


def test_without_a_result_the_log_stops_early() -> None:
    end = trace_from([TASK, say("lead", "scout", "task", "Count.")]).end

    assert end.state is EndState.CUT_OFF
    assert end.final is None
    assert "no final result for user" in end.reason


def test_a_log_taken_at_a_known_time_is_still_running() -> None:
    end = trace_from([TASK], as_of=datetime(2026, 3, 2, 10, tzinfo=UTC)).end

    assert end.state is EndState.RUNNING
    assert "as of 2026-03-02 10:00 UTC" in end.reason


def test_of_several_requests_the_last_decides() -> None:
    trace = trace_from([TASK, RESULT, say("user", "lead", "task", "And the rafts?")])

    assert trace.end.state is EndState.CUT_OFF
    assert "m3" in trace.end.reason


def test_the_last_request_answered_is_the_end() -> None:
    trace = trace_from(
        [TASK, RESULT, say("user", "lead", "task", "And the rafts?"), say("lead", "user", "result", "Four rafts.")]
    )

    assert trace.end.final is trace.messages[3]


@pytest.mark.parametrize(
    ("kind", "text", "complete"),
    [
        ("info", "FINAL ANSWER: 31 boats", True),
        ("status", "Final report: 31 boats, four rafts.", True),
        ("status", "Half of the quay is counted.", False),
        ("escalation", "FINAL ANSWER needs your word: do wrecks count?", False),
        ("result", "Understood, I'll get back to you.", False),
        ("result", "The counters are still running in the background; I will let you know.", False),
    ],
)
def test_what_counts_as_the_last_word(kind: str, text: str, complete: bool) -> None:
    end = trace_from([TASK, say("lead", "user", kind, text)]).end

    assert (end.state is EndState.COMPLETE) is complete


def test_a_chat_ends_where_it_says_so() -> None:
    trace = trace_from(
        [say("user", "*", "task", "Solve it."), say("a", "*", "info", "The answer is 7.\nTERMINATE")]
    )

    assert trace.end.state is EndState.COMPLETE
    assert trace.end.final is trace.messages[1]


def test_an_empty_log_has_no_end() -> None:
    assert trace_from([]).end.state is EndState.CUT_OFF


def test_the_program_that_wrote_first_is_not_waited_for() -> None:
    end = trace_from(
        [
            say("claude-code", "compaction", "info", "The conversation is full."),
            say("claude", "compaction", "task", "Summarise the conversation."),
            say("user", "claude", "task", "Count the boats."),
            say("claude", "scout", "task", "Count them."),
            say("scout", "claude", "result", "31 boats."),
        ]
    ).end

    assert end.state is EndState.CUT_OFF
    assert "no final result for user" in end.reason


def test_a_shortened_conversation_does_not_end_a_run() -> None:
    end = trace_from(
        [
            say("claude", "compaction", "task", "Summarise the conversation."),
            say("compaction", "claude", "result", "The user wanted the boats counted."),
        ]
    ).end

    assert end.state is EndState.CUT_OFF
    assert "no final result for claude" in end.reason


@pytest.mark.parametrize(
    ("setting", "hours", "state"),
    [
        (None, 23, EndState.RUNNING),
        (None, 26, EndState.CUT_OFF),
        ("2", 1, EndState.RUNNING),
        ("2", 3, EndState.CUT_OFF),
        ("72", 26, EndState.RUNNING),
    ],
)
def test_a_run_that_has_been_silent_for_long_goes_on_no_more(
    monkeypatch: pytest.MonkeyPatch, setting: str | None, hours: int, state: EndState
) -> None:
    monkeypatch.delenv(IDLE_SETTING, raising=False)
    if setting:
        monkeypatch.setenv(IDLE_SETTING, setting)

    assert trace_from([TASK], as_of=START + timedelta(hours=hours)).end.state is state


def test_a_finished_run_stays_finished_however_long_ago() -> None:
    assert trace_from([TASK, RESULT], as_of=START + timedelta(days=400)).end.state is EndState.COMPLETE


@pytest.mark.parametrize("value", ["soon", "0", "-3", "nan", "1e999"])
def test_a_setting_that_is_no_time_is_told(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv(IDLE_SETTING, value)

    with pytest.raises(SettingError, match=f"{IDLE_SETTING}.*set it to"):
        _ = trace_from([TASK], as_of=START + timedelta(hours=1)).end
