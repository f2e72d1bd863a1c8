"""Uncertainty laundering over small runs: what is flagged, what stays silent, and what the flags say."""

import pytest
from case_runner import cases, check_case, trace_from

from misheard.analysis.detectors.uncertainty_laundering import DETECTOR
from misheard.analysis.flag import Severity

HEADINGS = (
    "What it detects", "Why it matters", "How it decides", "Thresholds", "False alarms", "Example", "References",
)  # fmt: skip


@pytest.mark.parametrize(
    "case",
    [
        *cases("uncertainty-laundering"),
        *cases("uncertainty-laundering-told"),
        *cases("uncertainty-laundering-reworded"),
        *cases("uncertainty-laundering-next-task"),
        *cases("uncertainty-laundering-next-task-clean"),
        *cases("uncertainty-laundering-fields-confidence"),
        *cases("uncertainty-laundering-fields-status"),
        *cases("uncertainty-laundering-fields-more"),
    ],
)
def test_case(case):
    check_case(case, DETECTOR)


def test_the_explanation_has_every_heading():
    assert [heading for heading in HEADINGS if f"\n## {heading}\n" not in DETECTOR.doc] == []


def _run(*later, confidence=("low", "high")):
    before, after = confidence
    return trace_from(
        [
            {"from": "user", "to": "lead", "type": "task", "say": "What broke?"},
            {"from": "lead", "to": "smith", "type": "task", "say": "Look at the crane"},
            {"from": "smith", "to": "lead", "type": "result", "reply": "m2",
             "payload": {"summary": "The hoist chain is possibly cracked.", "confidence": before}},
            {"from": "lead", "to": "clerk", "type": "info",
             "payload": {"summary": "The hoist chain is cracked.", "confidence": after}},
            *later,
        ]
    )  # fmt: skip


def test_the_summary_says_whether_words_or_fields_told():
    def summary(trace):
        (flag,) = DETECTOR.detect(trace, DETECTOR.thresholds)
        return flag.summary

    assert "by the words and by the confidence fields: low, then high" in summary(_run())
    assert "the confidence fields say low, then low" in summary(_run(confidence=("low", "low")))
    assert summary(_run(confidence=(None, None))).endswith("(by the words)")


def test_what_reaches_the_final_result_is_an_error():
    told = {"from": "lead", "to": "user", "type": "result", "reply": "m1", "say": "The hoist chain is cracked."}
    (kept_inside,) = DETECTOR.detect(_run(), DETECTOR.thresholds)
    (told_outside,) = DETECTOR.detect(_run(told), DETECTOR.thresholds)
    assert kept_inside.severity is Severity.WARNING
    assert told_outside.severity is Severity.ERROR
    assert told_outside.messages == ("m3", "m4")


def test_the_spans_are_the_statements_themselves():
    (flag,) = DETECTOR.detect(_run(), DETECTOR.thresholds)
    assert (flag.before.text, flag.after.text) == (
        "The hoist chain is possibly cracked.",
        "The hoist chain is cracked.",
    )
    assert flag.messages == (flag.before.message, flag.after.message)


def test_a_run_with_words_alone_can_be_checked():
    trace = trace_from([{"from": "a", "to": "b", "say": "The kiln is cold."}])
    assert DETECTOR.cannot(trace) is None
