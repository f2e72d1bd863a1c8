from dataclasses import replace

from trace_page_builder import BRIEF, analysed, drift, run_of, store_of

from misheard.analysis.flag import Mode, Severity
from misheard.dashboard import trace_data


def test_run_holds_messages_flags_and_origins() -> None:
    run = run_of(flags=[drift()])

    assert [message.id for message in run.trace.messages] == ["m1", "m2", "m3", "m4", "m5"]
    assert list(run.flags.values()) == [drift()]
    assert list(run.flags) == [drift().id]
    assert run.flags_by_message == {"m2": (drift().id,), "m3": (drift().id,)}
    assert run.replies == {"m1": ("m2", "m5"), "m2": ("m3",)}
    assert (run.origins["m5"].source, run.origins["m5"].line) == ("run.jsonl", 5)
    assert run.origins["m5"].extras == {"mood": "glad"}


def test_a_flag_shows_in_its_last_message_and_the_others_are_evidence() -> None:
    mild = replace(drift(Severity.NOTE), messages=("m2",), before=None, after=None)
    run = run_of(flags=[mild, drift()])

    assert run.visible_at(drift().id) == "m3"
    assert (run.marks["m3"].seen, run.marks["m3"].evidence) == ((drift().id,), ())
    assert (run.marks["m2"].seen, run.marks["m2"].evidence) == ((mild.id,), (drift().id,))
    assert [run.severity_at(one) for one in ("m1", "m2", "m3")] == [None, Severity.NOTE, Severity.ERROR]


def test_unknown_trace_is_none() -> None:
    assert trace_data.load_run(store_of(), "nowhere") is None
    assert trace_data.roll_up(store_of(), "nowhere") is None


def test_a_mode_without_a_stored_check_is_not_taken_for_checked() -> None:
    run = trace_data.load_run(store_of(), "run")

    assert run is not None
    assert [check.mode for check in run.checks] == list(Mode)
    assert not any(check.checked for check in run.checks)
    assert all(check.reason for check in run.checks)


def test_analysis_is_seen_to_be_there_until_new_messages_arrive() -> None:
    store = store_of()
    before = trace_data.roll_up(store, "run")
    analysed(store)
    after = trace_data.roll_up(store, "run")

    assert before is not None
    assert after is not None
    assert not trace_data.is_analysed(before)
    assert trace_data.is_analysed(after)


def test_search_looks_in_all_words_names_and_ids_in_any_case() -> None:
    run = run_of()

    assert run.found("LOST 30") == [2]
    assert run.found("analyst") == [1, 2]
    assert run.found("m4") == [3]
    assert run.found("no such words") == []
    assert run.found("  ") == []


def test_what_became_of_a_task_is_found_from_both_ends() -> None:
    run = run_of()

    for told in run.delegations:
        assert run.told_by_task[told.task_id] is told
        if told.result_id:
            assert run.told_by_result[told.result_id] is told
    assert {message["id"] for message in BRIEF if message["type"] == "task"} == set(run.told_by_task)
