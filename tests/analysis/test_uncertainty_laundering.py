"""Uncertainty laundering over small runs: what is flagged, what stays silent, and what the flags say."""

import pytest
from case_runner import cases, check_case

from misheard.analysis.detectors.uncertainty_laundering import DETECTOR


@pytest.mark.parametrize("case", cases("uncertainty-laundering"))
def test_case(case):
    check_case(case, DETECTOR)
