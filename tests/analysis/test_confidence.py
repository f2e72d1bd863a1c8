"""Stated and inherited confidence, per agent and for the end of a run."""

import pytest

from misheard.analysis.confidence import LEVEL_NUMBERS, confidence_by_agent, final_confidence
from misheard.analysis.trace import Trace
from misheard.ingest.contract import Level, Status, level_of
from misheard.ingest.message import AgentMessage


def trace_of(*results):
    messages = [
        AgentMessage(id=f"m{n}", sender=sender, recipient=to, type="result", trace_id="t", payload=payload)
        for n, (sender, to, payload) in enumerate(results)
    ]
    return Trace.of("t", messages)


@pytest.mark.parametrize("level", list(Level))
def test_the_number_of_a_level_lies_in_its_band(level):
    assert level_of(LEVEL_NUMBERS[level]) is level


@pytest.mark.parametrize(
    ("stated", "number"),
    [("high", 0.9), ("Medium", 0.6), ("low", 0.3), (0.35, 0.35), ("85%", 0.85), (85, 0.85), (1, 1.0), (0, 0.0)],
)
def test_a_stated_confidence_becomes_a_number(stated, number):
    agents = confidence_by_agent(trace_of(("scout", "lead", {"confidence": stated})))
    assert agents["scout"].mean_stated == pytest.approx(number)
    assert agents["lead"].mean_inherited == pytest.approx(number)
    assert agents["lead"].mean_stated is None


@pytest.mark.parametrize("stated", [None, "", "sure", True, 101, -1, [], {"level": "high"}])
def test_what_states_no_confidence_counts_for_none(stated):
    agents = confidence_by_agent(trace_of(("scout", "lead", {"confidence": stated})))
    assert agents["scout"].mean_stated is None
    assert agents["lead"].mean_inherited is None


def test_results_are_counted_by_status_and_the_unstated_apart():
    agents = confidence_by_agent(trace_of(
        ("scout", "lead", {"status": "done"}), ("scout", "lead", {"status": "partial"}),
        ("scout", "lead", {"text": "so"}), ("scout", "lead", {"status": "odd"}),
    ))  # fmt: skip
    assert agents["scout"].by_status == {Status.COMPLETED: 1, Status.PARTIAL: 1}
    assert agents["scout"].unstated == 2


def test_a_result_for_everyone_is_inherited_by_all_but_its_sender():
    trace = trace_of(("lead", "scout", {}), ("clerk", "lead", {}), ("scout", "*", {"confidence": "low"}))
    agents = confidence_by_agent(trace)
    assert agents["lead"].inherited == agents["clerk"].inherited == [0.3]
    assert agents["scout"].inherited == []


def test_a_sender_called_like_everyone_does_no_harm():
    assert confidence_by_agent(trace_of(("*", "lead", {"confidence": "low"})))["lead"].inherited == [0.3]


def test_the_final_confidence_is_that_of_the_final_result():
    trace = trace_of(("lead", "user", {"confidence": "low"}), ("lead", "user", {"confidence": 0.8}))
    assert final_confidence(trace) == (0.8, Level.HIGH)
    assert final_confidence(trace_of(("lead", "user", {}))) == (None, None)
    assert final_confidence(Trace.of("t", [])) == (None, None)
