"""What came first: chains from flags to the final answer, and flags in order of cause."""

from collections.abc import Callable
from typing import Any

import pytest
from case_runner import trace_from
from hypothesis import given, settings
from hypothesis import strategies as st

from misheard.analysis.cause import Causes, Link, causes_of
from misheard.analysis.engine import analyse
from misheard.analysis.flag import Flag, Mode, Severity, Span
from misheard.analysis.trace import Trace

RUN: list[dict[str, Any]] = [
    {"from": "user", "to": "lead", "type": "task", "say": "How many boats can dock by night?"},
    {"from": "lead", "to": "scout", "type": "task", "say": "Find how many boats the quay takes."},
    {"from": "scout", "to": "lead", "type": "result", "reply": "m2", "say": "The quay takes 14 boats by night."},
    {"from": "lead", "to": "writer", "type": "task", "say": "Write that the quay takes 41 boats in a storm."},
    {"from": "writer", "to": "lead", "type": "result", "reply": "m4", "say": "The quay takes 41 boats by night."},
    {"from": "lead", "to": "cook", "type": "task", "say": "Make soup for the harbour master."},
    {"from": "cook", "to": "lead", "type": "result", "reply": "m6", "say": "Soup is made of leek and potato."},
    {"from": "lead", "to": "user", "type": "result", "reply": "m1", "say": "The quay takes 41 boats by night."},
]  # fmt: skip


def flag(
    *messages: str, mode: Mode = Mode.TELEPHONE_DRIFT, severity: Severity = Severity.ERROR, sure: float = 0.9,
    before: Span | None = None, after: Span | None = None, kind: str = "number",
) -> Flag:  # fmt: skip
    return Flag(
        mode, kind, severity, sure, messages, ("lead",), f"{kind} at {messages[-1]}", "Mend it.", before, after
    )


def span(trace: Trace, message: str, words: str) -> Span:
    start = trace.text(trace.by_id[message]).index(words)
    return Span(message, start, start + len(words), words)


def drifted(trace: Trace) -> Flag:
    """The flag that the run deserves: 14 became 41."""
    return flag("m3", "m4", before=span(trace, "m3", "14"), after=span(trace, "m4", "41"))


def ways(causes: Causes) -> list[list[str]]:
    return [[step.message for step in chain.steps] for chain in causes.chains]


def test_a_changed_figure_is_followed_by_its_own_words_to_the_final_answer() -> None:
    trace = trace_from(RUN)
    causes = causes_of(trace, [drifted(trace)])

    assert ways(causes) == [["m4", "m5", "m8"]]
    (chain,) = causes.chains
    assert (chain.link, chain.word) == (Link.CLAIM, "likely")
    assert chain.sure == pytest.approx(0.9 * 0.95 * 0.95, abs=1e-3)
    assert [step.says for step in chain.steps] == ["", "passed on", "passed on"]
    assert causes.about == "One probable cause leads to the final answer of lead."
    assert causes.end == "m8"


def test_the_detectors_themselves_begin_the_chain() -> None:
    analysis = analyse(trace_from(RUN))
    assert [found.kind for found in analysis.flags] == ["number"]
    assert ways(analysis.causes)[0][-1] == "m8"


def test_what_follows_from_an_earlier_fault_is_no_cause_of_its_own() -> None:
    trace = trace_from(RUN)
    first = drifted(trace)
    later = flag("m5", kind="entity", after=span(trace, "m5", "41"))
    causes = causes_of(trace, [later, first])

    assert ways(causes) == [["m4", "m5", "m8"]]
    assert causes.chains[0].steps[1].flags == (later.id,)
    assert causes.order == (first, later)


def test_a_symptom_with_worse_severity_does_not_stand_ahead_of_its_cause() -> None:
    trace = trace_from(RUN)
    cause = flag("m4", severity=Severity.NOTE, after=span(trace, "m4", "41"))
    symptom = flag("m8", kind="entity", after=span(trace, "m8", "41"))
    assert causes_of(trace, [symptom, cause]).order == (cause, symptom)


def test_two_independent_causes_are_two_chains_the_surer_first() -> None:
    trace = trace_from(RUN)
    number = drifted(trace)
    soup = flag("m7", mode=Mode.UNCERTAINTY_LAUNDERING, kind="status-laundered")
    causes = causes_of(trace, [soup, number])

    assert [chain.flag for chain in causes.chains] == [number.id, soup.id]
    assert ways(causes)[1] == ["m7", "m8"]
    assert causes.chains[1].link is Link.DELEGATION
    assert causes.about == "2 probable causes lead to the final answer of lead."


def test_a_task_that_came_to_nothing_is_missing_in_the_report() -> None:
    run = [*RUN[:5], {**RUN[5], "id": "lost"}, RUN[7]]
    trace = trace_from(run)
    causes = causes_of(trace, [flag("lost", mode=Mode.ORPHANED_SUBTASK, kind="unanswered")])

    (chain,) = causes.chains
    assert [step.message for step in chain.steps] == ["lost", "m7"]
    assert chain.steps[1].says == "left out of the report"
    assert chain.word == "possible" if chain.sure < 0.6 else "likely"


def test_a_flag_in_the_final_answer_is_its_own_cause() -> None:
    trace = trace_from(RUN)
    causes = causes_of(trace, [flag("m8", after=span(trace, "m8", "41"))])
    assert ways(causes) == [["m8"]]
    assert causes.chains[0].sure == 0.9


@pytest.mark.parametrize("mode", [Mode.DUPLICATE_WORK, Mode.CONTEXT_BLOAT, Mode.RETRY_STORM, Mode.PING_PONG])
def test_waste_explains_no_answer(mode: Mode) -> None:
    found = flag("m2", "m4", mode=mode, kind="same-task")
    causes = causes_of(trace_from(RUN), [found])
    assert causes.chains == ()
    assert causes.apart == (found.id,)
    assert causes.about == "Nothing found bears on the final answer of lead: no way leads there from the one flag."


def test_a_log_without_an_end_is_not_traced_back() -> None:
    trace = trace_from(RUN[:-1])
    causes = causes_of(trace, [drifted(trace)])
    assert causes.end is None
    assert causes.chains == ()
    assert causes.about.startswith("The log shows no final answer to trace back from:")
    assert len(causes.order) == 1


def test_a_failure_that_nothing_explains_is_said_to_be_one() -> None:
    run = [
        RUN[0],
        {"from": "lead", "to": "user", "type": "result", "payload": {"status": "failed", "summary": "No."}},
    ]
    assert causes_of(trace_from(run), []).about == (
        "Nothing was found that explains why the final answer of lead reports a failure."
    )
    assert causes_of(trace_from(RUN), []).about == "Nothing was found."


def test_a_fault_that_is_never_told_on_is_not_a_likely_cause() -> None:
    """The soup is never spoken of again: only its result was at hand."""
    trace = trace_from(RUN)
    (chain,) = causes_of(trace, [flag("m7", sure=0.5, after=span(trace, "m7", "leek"))]).chains
    assert chain.link is not Link.CLAIM
    assert chain.word == "weak"


def test_a_crash_of_the_search_costs_no_flag(monkeypatch: pytest.MonkeyPatch) -> None:
    from misheard.analysis import engine

    def fails(*_: object) -> Callable[[], None]:
        raise ValueError("secret words of a message")

    monkeypatch.setattr(engine, "causes_of", fails)
    analysis = analyse(trace_from(RUN))
    assert [found.kind for found in analysis.flags] == ["number"]
    assert "ValueError" in analysis.causes.about
    assert "secret" not in analysis.causes.about


@st.composite
def found_in_run(draw: st.DrawFn) -> list[Flag]:
    """Return some flags of the run, of any mode, at any message, with or without words."""
    trace = trace_from(RUN)
    flags = []
    for number in range(draw(st.integers(0, 7))):
        message = draw(st.sampled_from(trace.messages)).id
        words = draw(st.sampled_from([None, "41", "quay", "boats"]))
        after = span(trace, message, words) if words and words in trace.text(trace.by_id[message]) else None
        mode, severity = draw(st.sampled_from(list(Mode))), draw(st.sampled_from(list(Severity)))
        flags.append(flag(message, mode=mode, severity=severity, after=after, kind=f"kind-{number}"))
    return flags


@given(found_in_run())
@settings(max_examples=150, deadline=None)
def test_the_order_has_every_flag_once_and_none_ahead_of_what_it_follows_from(flags: list[Flag]) -> None:
    trace = trace_from(RUN)
    causes = causes_of(trace, flags)
    assert sorted(found.id for found in causes.order) == sorted(found.id for found in flags)
    place = {found.id: at for at, found in enumerate(causes.order)}
    for chain in causes.chains:
        assert 0 < chain.sure <= 1
        assert chain.steps[-1].message == "m8"
        positions = [trace.position[step.message] for step in chain.steps]
        assert positions == sorted(set(positions))
        later = [name for step in chain.steps for name in step.flags if name != chain.flag]
        assert all(place[chain.flag] < place[name] for name in later)
    assert causes_of(trace, flags) == causes
    assert causes_of(trace, list(reversed(flags))).about == causes.about
