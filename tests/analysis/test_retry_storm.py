"""The same failing step over and over, beside tries that had a reason."""

from typing import Any

import pytest
from case_runner import cases, check_case

from misheard.analysis.detectors.retry_storm import DETECTOR


@pytest.mark.parametrize("case", cases("retry-storm"))
def test_case(case: dict[str, Any]) -> None:
    check_case(case, DETECTOR)
