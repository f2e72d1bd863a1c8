"""Work done twice, beside work that only looks so."""

from typing import Any

import pytest
from case_runner import cases, check_case, trace_of

from misheard.analysis.detectors.duplicate_work import DETECTOR


@pytest.mark.parametrize(
    "case",
    [case for name in ("", "-steps", "-told", "-likeness", "-again") for case in cases(f"duplicate-work{name}")],
)
def test_case(case: dict[str, Any]) -> None:
    check_case(case, DETECTOR)


def test_the_waste_is_what_the_repeat_used() -> None:
    case = next(case.values[0] for case in cases("duplicate-work") if "cost of the repeat" in str(case.id))

    (flag,) = DETECTOR.detect(trace_of(case), DETECTOR.thresholds)  # type: ignore[arg-type]

    assert flag.waste_tokens == 330
    assert flag.waste_cents == 1.5
