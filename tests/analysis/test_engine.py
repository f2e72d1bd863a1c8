"""The engine: faults of a detector become visible, evidence is held to its messages, results do not waver."""

import random
from dataclasses import dataclass, replace

import pytest
from case_runner import trace_from

from misheard.analysis.detectors import DETECTORS
from misheard.analysis.engine import analyse, analyse_stored, load_trace
from misheard.analysis.flag import Detector, Flag, Mode, Severity, Span
from misheard.analysis.trace import Trace
from misheard.analysis.version import analysed_with
from misheard.ingest import jsontext
from misheard.ingest.load import load
from misheard.ingest.source import Source
from misheard.ingest.store import Store

TRACE = trace_from(
    [
        {"from": "a", "to": "b", "type": "task", "say": "Count the three sites"},
        {"from": "b", "to": "a", "say": "12"},
    ]
)
FLAG = Flag(Mode.CONTEXT_BLOAT, "over-cap", Severity.WARNING, 0.9, ("m1",), ("a",), "Too long.", "Cut it.")


class Panic(BaseException):
    """What a Rust part raises when it panics."""


def detector(*steps, reason=None, mode=Mode.CONTEXT_BLOAT):
    def detect(trace, thresholds):
        for step in steps:
            if isinstance(step, BaseException):
                raise step
            yield step

    return Detector(mode, detect, lambda trace: reason, None)


@pytest.mark.parametrize(
    "error", [ValueError("secret words"), RecursionError(), MemoryError(), Panic("secret words")]
)
def test_a_crash_is_a_check_that_failed_and_stops_no_other_detector(error):
    result = analyse(TRACE, [detector(error), detector(FLAG, mode=Mode.TELEPHONE_DRIFT)])
    failed, fine = result.checks
    assert not failed.checked
    assert f"the detector failed: {type(error).__name__} in detect (test_engine.py, line" in failed.reason
    assert "secret" not in failed.reason
    assert fine.checked
    assert result.flags == (FLAG,)


def test_what_was_found_before_a_crash_is_kept():
    result = analyse(TRACE, [detector(FLAG, ValueError())])
    assert result.flags == (FLAG,)
    assert not result.checks[0].checked


def test_a_crash_while_asking_whether_it_can_is_visible_too():
    def cannot(trace):
        raise KeyError("x")

    result = analyse(TRACE, [replace(detector(), cannot=cannot)])
    assert "KeyError in cannot" in result.checks[0].reason


def test_stopping_the_program_is_no_fault_of_a_detector():
    with pytest.raises(KeyboardInterrupt):
        analyse(TRACE, [detector(KeyboardInterrupt())])


def test_a_detector_that_cannot_check_is_not_run():
    result = analyse(TRACE, [detector(ValueError(), reason="no results carry confidence")])
    assert (result.checks[0].checked, result.checks[0].reason) == (False, "no results carry confidence")


@pytest.mark.parametrize(
    "changed",
    [
        {"messages": ()},
        {"messages": ("m1", "m9")},
        {"after": Span("m9", 0, 5, "Count")},
        {"after": Span("m1", 0, 5, "count")},
        {"before": Span("m1", 1, 6, "Count")},
    ],
)
def test_a_flag_without_evidence_in_the_trace_is_a_fault_of_its_detector(changed):
    result = analyse(TRACE, [detector(replace(FLAG, **changed))])
    assert result.flags == ()
    assert "FaultyFlagError" in result.checks[0].reason


def test_a_flag_that_quotes_its_message_passes():
    fine = replace(FLAG, before=Span("m1", 0, 5, "Count"), after=Span("m2", 0, 2, "12"))
    assert analyse(TRACE, [detector(fine)]).flags == (fine,)


def test_a_flag_yielded_twice_is_one_and_alike_ones_get_ids_of_their_own():
    other = replace(FLAG, summary="Too long in another way.")
    result = analyse(TRACE, [detector(FLAG, FLAG, other)])
    assert [flag.summary for flag in result.flags] == [FLAG.summary, other.summary]
    assert result.flags[0].id == FLAG.id
    assert len({flag.id for flag in result.flags}) == 2
    again = analyse(TRACE, [detector(FLAG, FLAG, other)])
    assert [flag.id for flag in again.flags] == [flag.id for flag in result.flags]


@pytest.mark.parametrize(
    "messages",
    [[], [{"from": "a", "to": "b", "type": "task", "say": ""}], [{"from": "*", "to": "*", "payload": {}}]],
)
def test_runs_of_next_to_nothing_are_analysed_without_fault(messages):
    result = analyse(trace_from(messages))
    assert not [check for check in result.checks if "failed" in (check.reason or "")]
    assert {check.mode for check in result.checks} == set(Mode)
    assert not [flag for flag in result.flags if flag.severity is Severity.ERROR]


@dataclass
class Run:
    """A made-up run of two files, with a growing brief and a task that nobody answers."""

    names: tuple[str, str] = ("one.jsonl", "two.jsonl")

    def lines(self):
        note, more, most = (" ".join(f"word{number}" for number in range(end)) for end in (150, 200, 260))
        said = [
            ("lead", "scout", "task", note), ("lead", "clerk", "task", "File the form by noon."),
            ("scout", "digger", "task", more),
            ("digger", "fitter", "task", most),
            ("fitter", "digger", "result", "done, 30 regions"), ("digger", "scout", "result", "done, 3 regions"),
            ("scout", "lead", "result", "It may be 3 regions."), ("lead", "user", "result", "It is 30 regions."),
        ]  # fmt: skip
        for number, (sender, to, kind, words) in enumerate(said):
            yield number % 2, {
                "id": f"m{number}", "sender": sender, "recipient": to, "type": kind, "traceId": "run",
                "timestamp": f"2026-03-02T09:{number // 3:02}:00Z", "payload": {"text": words},
            }  # fmt: skip

    def sources(self):
        parts = ([], [])
        for part, record in self.lines():
            parts[part].append(jsontext.dumps(record))
        return [
            Source(name, content="\n".join(part).encode()) for name, part in zip(self.names, parts, strict=True)
        ]


def found(sources, shuffle=None):
    store = Store.open()
    for source in sources:
        load(store, [source])
    trace = load_trace(store, "run")
    result = analyse(trace, shuffle or DETECTORS)
    return [message.id for message in trace.messages], result.flags, result.checks


def test_the_order_in_which_files_are_loaded_makes_no_difference():
    sources = Run().sources()
    order, flags, checks = found(sources)
    assert any(flag.kind == "grows-per-hop" for flag in flags)
    assert found(sources[::-1]) == (order, flags, checks)


def test_an_analysis_gives_the_same_each_time():
    assert found(Run().sources()) == found(Run().sources())


def test_the_order_of_the_detectors_makes_no_difference_to_the_set_of_flags():
    shuffled = random.Random(7).sample(DETECTORS, len(DETECTORS))
    assert set(found(Run().sources(), shuffled)[1]) == set(found(Run().sources())[1])


def test_stored_traces_are_analysed_once_until_they_change():
    store = Store.open()
    first, second = Run().sources()
    steps = []
    load(store, [first])
    assert analyse_stored(store, progress=lambda done, all_: steps.append((done, all_))) == ["run"]
    assert steps == [(1, 1)]
    assert analyse_stored(store) == []
    load(store, [second])
    assert analyse_stored(store) == ["run"]
    assert store.read("SELECT analysed_with FROM traces") == [(analysed_with(),)]


def test_a_trace_that_is_not_there_is_empty():
    assert load_trace(Store.open(), "nothing") == Trace.of("nothing", [])
