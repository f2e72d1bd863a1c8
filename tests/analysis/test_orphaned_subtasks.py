"""Tasks that came to nothing, beside tasks that only look so."""

from typing import Any

import pytest
from case_runner import cases, check_case

from misheard.analysis.detectors.orphaned_subtasks import DETECTOR

FILES = ("orphaned-subtask", "orphaned-subtask-answers", "orphaned-subtask-elsewhere")


@pytest.mark.parametrize("case", [case for name in FILES for case in cases(name)])
def test_case(case: dict[str, Any]) -> None:
    check_case(case, DETECTOR)
