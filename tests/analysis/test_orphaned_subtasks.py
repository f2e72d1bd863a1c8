"""Tasks that came to nothing, beside tasks that only look so."""

from typing import Any

import pytest
from case_runner import cases, check_case

from misheard.analysis.detectors.orphaned_subtasks import DETECTOR


@pytest.mark.parametrize("case", [*cases("orphaned-subtask"), *cases("orphaned-subtask-answers")])
def test_case(case: dict[str, Any]) -> None:
    check_case(case, DETECTOR)
