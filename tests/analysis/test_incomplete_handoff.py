"""Hand-offs that leave open what their receiver must know."""

from typing import Any

import pytest
from case_runner import cases, check_case

from misheard.analysis.detectors.incomplete_handoff import DETECTOR


@pytest.mark.parametrize("case", cases("incomplete-handoff"))
def test_case(case: dict[str, Any]) -> None:
    check_case(case, DETECTOR)
