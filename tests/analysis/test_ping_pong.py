"""Exchanges in which both only repeat themselves, beside talk that gets somewhere."""

from typing import Any

import pytest
from case_runner import cases, check_case

from misheard.analysis.detectors.ping_pong import DETECTOR


@pytest.mark.parametrize("case", cases("ping-pong"))
def test_case(case: dict[str, Any]) -> None:
    check_case(case, DETECTOR)
