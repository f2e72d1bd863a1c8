"""One order given again and again, beside one whose long material changes each time."""

import pytest
from case_runner import trace_from

from misheard.analysis.detectors.duplicate_work import DETECTOR

ORDER = "Find the fault in the program below and tell me in which line it stands. " + "Mind the style guide. " * 40


def run(*listings: str) -> list[str]:
    """Return the kinds of flags of a run in which the same order comes with each of these listings."""
    messages = [{"from": "user", "to": "chief", "type": "task", "say": "Make the program work."}]
    for listing in listings:
        messages += [
            {"from": "chief", "to": "reader", "type": "task", "say": f"{ORDER}\n{listing}"},
            {"from": "reader", "to": "chief", "type": "result", "say": "The fault is not to be seen in it."},
        ]
    return [flag.kind for flag in DETECTOR.detect(trace_from(messages), DETECTOR.thresholds)]


def test_an_order_with_the_same_listing_goes_round_in_circles() -> None:
    assert "ordered-again" in run("x = 1", "x = 1", "x = 1", "x = 1")


@pytest.mark.parametrize("count", [3, 5])
def test_an_order_with_a_listing_that_has_changed_does_not(count: int) -> None:
    assert "ordered-again" not in run(*(f"x = {number}" for number in range(count)))
