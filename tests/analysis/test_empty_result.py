"""Results that say nothing, beside short ones that do."""

from collections import Counter
from typing import Any

import pytest
from case_runner import cases, check_case, trace_from

from misheard.analysis.detectors.empty_result import DETECTOR
from misheard.analysis.detectors.orphaned_subtasks import DETECTOR as ORPHANED


@pytest.mark.parametrize("case", cases("empty-result"))
def test_case(case: dict[str, Any]) -> None:
    check_case(case, DETECTOR)


def test_there_are_a_dozen_cases_of_both_sorts() -> None:
    count = Counter(bool(param.values[0].get("expect")) for param in cases("empty-result"))
    assert min(count.values()) >= 12


def test_what_it_cost_is_told_and_counted() -> None:
    usage = {"model": "gpt-4o", "input_tokens": 1_000, "output_tokens": 200}
    trace = trace_from(
        [
            {"from": "lead", "to": "tester", "type": "task", "say": "Weigh the two sacks."},
            {"from": "tester", "to": "lead", "type": "result", "say": "", "reply": "m1", "usage": usage},
        ]
    )
    (flag,) = DETECTOR.detect(trace, DETECTOR.thresholds)
    assert flag.waste_tokens == 1_200
    assert flag.waste_cents == pytest.approx(0.45)
    assert "for 1,200 tokens" in flag.summary
    assert (flag.severity, flag.before.text) == ("warning", "Weigh the two sacks.")


def test_an_empty_result_is_no_orphan_as_well() -> None:
    trace = trace_from(
        [
            {"from": "user", "to": "lead", "type": "task", "say": "How heavy are the sacks?"},
            {"from": "lead", "to": "tester", "type": "task", "say": "Weigh the two sacks."},
            {
                "from": "tester",
                "to": "lead",
                "type": "result",
                "payload": {"status": "completed", "findings": [], "summary": ""},
                "reply": "m2",
            },
            {"from": "lead", "to": "user", "type": "result", "say": "Some 40 kg each.", "reply": "m1"},
        ]
    )
    assert list(ORPHANED.detect(trace, ORPHANED.thresholds)) == []
    assert len(list(DETECTOR.detect(trace, DETECTOR.thresholds))) == 1
