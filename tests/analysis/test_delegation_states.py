"""Every state that a task can end in, and how its result is found, on runs of many kinds."""

from typing import Any

import pytest
from case_runner import cases, trace_of

from misheard.analysis.delegations import State
from misheard.ingest.message import MessageType

CASES = cases("delegation-states")


@pytest.mark.parametrize("case", CASES)
def test_case(case: dict[str, Any]) -> None:
    trace = trace_of(case)
    found = {delegation.task.id: delegation for delegation in trace.delegations}

    states = {task: str(found[task].state) for task in case["states"]}
    assert states == case["states"], {task: found[task].reason for task in states}
    for task, by in case.get("matched", {}).items():
        assert (found[task].matched_by or "none") == by
    for task, message in case.get("admitted", {}).items():
        assert found[task].admitted_in == message
    for task, results in case.get("results", {}).items():
        assert [result.id for result in found[task].results] == results
    for task, words in case.get("reason", {}).items():
        assert words in found[task].reason


@pytest.mark.parametrize("case", CASES)
def test_every_task_has_one_state_and_a_reason(case: dict[str, Any]) -> None:
    trace = trace_of(case)

    tasks = [message.id for message in trace.messages if message.type is MessageType.TASK]
    assert [delegation.task.id for delegation in trace.delegations] == tasks
    for delegation in trace.delegations:
        assert delegation.reason.endswith(".")
        assert (delegation.matched_by is None) is (not delegation.results)


@pytest.mark.parametrize("state", State)
def test_each_state_is_reached_by_a_case(state: State) -> None:
    assert any(state in case.values[0]["states"].values() for case in CASES)
