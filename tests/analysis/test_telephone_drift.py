"""Telephone drift: the cases of its file, and what the cases cannot show."""

import time
from typing import Any

import pytest
from case_runner import cases, check_case, trace_from

from misheard.analysis.detectors.telephone_drift import DETECTOR, Thresholds
from misheard.analysis.flag import Flag

FILES = ("telephone-drift", "telephone-drift-figures", "telephone-drift-reworded", "telephone-drift-wider")


@pytest.mark.parametrize("case", [c for name in FILES for c in cases(name)])
def test_case(case: dict[str, Any]) -> None:
    check_case(case, DETECTOR)


def found(*messages: dict[str, Any], thresholds: Thresholds | None = None) -> list[Flag]:
    return list(DETECTOR.detect(trace_from(messages), thresholds or DETECTOR.thresholds))


SOURCE = {"from": "scout", "to": "lead", "type": "result", "say": "The silo holds 300 tonnes of barley this week."}
TARGET = {"from": "lead", "to": "boss", "type": "result", "say": "The silo holds 900 tonnes of barley this week."}


def test_a_flag_names_both_agents_and_both_wordings() -> None:
    (flag,) = found(SOURCE, TARGET)
    assert flag.agents == ("lead", "scout")
    assert flag.summary == 'lead wrote "900 tonnes" where scout had reported "300 tonnes"'
    assert "lead" in flag.remedy


def test_a_threshold_above_the_confidence_silences_the_flag() -> None:
    (flag,) = found(SOURCE, TARGET)
    assert not found(SOURCE, TARGET, thresholds=Thresholds(least_confidence=flag.confidence + 0.01))


def test_what_its_sender_never_received_is_not_held_against_a_message() -> None:
    assert not found({**SOURCE, "to": "somebody else"}, TARGET)


def test_the_documentation_has_all_its_headings() -> None:
    headings = ("What it detects", "Why it matters", "How it decides", "Thresholds", "False alarms", "Example")
    for heading in (*headings, "References"):
        assert f"\n## {heading}\n" in DETECTOR.doc


@pytest.mark.parametrize("recipient", ["*", None])
def test_a_long_run_takes_time_in_proportion(recipient: str | None) -> None:
    messages = [
        {
            "from": f"agent{place % 5}",
            "to": recipient or f"agent{(place + 1) % 5}",
            "say": f"Depot {place % 97} sent {place} crates of item{place % 311} to harbour{place % 53} at night.",
        }
        for place in range(3000)
    ]
    began = time.process_time()
    found(*messages)
    assert time.process_time() - began < 15
