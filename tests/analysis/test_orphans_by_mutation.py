"""Orphans made by taking the result of one delegation out of a run, and out of real logs where they are at hand."""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from case_runner import trace_from

from misheard.analysis.flag import Severity

BENCHMARKS = Path(__file__).resolve().parent.parent.parent / "benchmarks"
RUN = [
    {"from": "user", "to": "lead", "type": "task", "say": "Which of the two quays is free on Monday?"},
    {"from": "lead", "to": "north", "type": "task", "say": "Is the north quay free on Monday?"},
    {"from": "north", "to": "lead", "type": "status", "reply": "m2", "say": "Launched in the background."},
    {"from": "lead", "to": "south", "type": "task", "say": "Is the south quay free on Monday?"},
    {"from": "south", "to": "lead", "type": "result", "reply": "m4", "say": "Taken by the dredger until Thursday."},
    {
        "from": "north",
        "to": "lead",
        "type": "result",
        "reply": "m2",
        "say": "Free from six to ten in the morning.",
    },
    {
        "from": "north",
        "to": "lead",
        "type": "status",
        "reply": "m2",
        "say": "Free from six to ten in the morning.",
    },
    {"from": "lead", "to": "user", "type": "result", "reply": "m1", "say": "The north quay, from six until ten."},
]


@pytest.fixture(scope="module")
def orphans() -> ModuleType:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(BENCHMARKS))
        sys.modules.pop("orphans", None)
        return import_module("orphans")


def test_a_result_is_taken_out_in_every_copy(orphans: ModuleType) -> None:
    trace = trace_from(RUN)
    delegation = next(d for d in trace.delegations if d.task.id == "m2")

    left = [message.id for message in orphans.without_result(trace, delegation)]

    assert left == ["m1", "m2", "m3", "m4", "m5", "m8"]


@pytest.mark.parametrize(("task", "kind"), [("m2", "acknowledged-only"), ("m4", "never-started")])
def test_a_giver_that_goes_on_leaves_an_orphan(orphans: ModuleType, task: str, kind: str) -> None:
    trace = trace_from(RUN)
    delegation = next(d for d in trace.delegations if d.task.id == task)

    assert orphans.flags_of(trace) == []
    _, flag = orphans.mutate(trace, delegation, ends=False)
    assert flag.kind == kind
    _, flag = orphans.mutate(trace, delegation, ends=True)
    assert flag is None


@pytest.mark.corpus
def test_real_logs_hold_no_orphan_until_a_result_is_taken_out(orphans: ModuleType) -> None:
    paths = [str(orphans.CORPUS / folder) for folder in orphans.FOLDERS]
    if not all(Path(path).exists() for path in paths):
        pytest.skip("the corpora are not beside the project")
    tried = found = 0
    for trace in orphans.traces_of(paths):
        assert orphans.flags_of(trace) == []
        for delegation in trace.delegations:
            if orphans.kind_of(delegation) != "sub-agents":
                continue
            changed, flag = orphans.mutate(trace, delegation, ends=True)
            assert flag is None or flag.severity is not Severity.ERROR, changed.trace_id
            if orphans.goes_on(trace, delegation):
                tried += 1
                found += orphans.mutate(trace, delegation, ends=False)[1] is not None

    assert tried >= 30
    assert found >= 0.98 * tried
