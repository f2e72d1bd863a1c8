"""The detectors on runs whose agents tell things on in other words, by authors who knew no rule."""

import sys
from importlib import import_module
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
PLANTED = {
    "runs_claims": {"telephone-drift": 30, "uncertainty-laundering": 19},
    "runs_more": {
        "telephone-drift": 24, "uncertainty-laundering": 18, "duplicate-work": 12, "orphaned-subtask": 12,
        "context-bloat": 8,
    },
    "runs_held": {
        "telephone-drift": 22, "uncertainty-laundering": 14, "duplicate-work": 7, "orphaned-subtask": 6,
        "context-bloat": 2,
    },
}  # fmt: skip
FOUND = {
    "runs_claims": {"telephone-drift": 16, "uncertainty-laundering": 14},
    "runs_more": {
        "telephone-drift": 16, "uncertainty-laundering": 13, "duplicate-work": 11, "orphaned-subtask": 11,
        "context-bloat": 8,
    },
    "runs_held": {
        "telephone-drift": 8, "uncertainty-laundering": 6, "duplicate-work": 2, "orphaned-subtask": 5,
        "context-bloat": 2,
    },
}  # fmt: skip
"""At least so many of the planted ones; raise a figure when a detector gets better for a general reason."""
FALSE = {
    "runs_claims": {"telephone-drift": 1, "uncertainty-laundering": 0, "duplicate-work": 0, "orphaned-subtask": 1},
    "runs_more": {"telephone-drift": 1, "uncertainty-laundering": 0, "duplicate-work": 0, "orphaned-subtask": 1},
    "runs_held": {"telephone-drift": 0, "uncertainty-laundering": 0, "duplicate-work": 1, "orphaned-subtask": 0},
}
"""At most so many flags that the labels do not know.

The labels of `runs_claims` hold planted drift and laundering only. Its one orphan is the checksum task in
`ledger_migration`, which was blocked while the report says that it was done: the labels call that laundering, and
it is an orphan as well; so is the unfinished chart of `patent_valve_search` in `runs_more`.
"""


@pytest.fixture(scope="module", params=PLANTED)
def scored(request):
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(HERE.parent / "benchmarks"))
        sys.modules.pop("detection", None)
        return request.param, import_module("detection").scored(HERE / request.param)


def test_all_runs_are_scored(scored):
    name, score = scored
    assert {mode: score.planted[mode] for mode in PLANTED[name]} == PLANTED[name]
    assert score.clean >= 6


def test_each_mode_finds_what_it_found_before(scored):
    name, score = scored
    fallen = {mode: score.found[mode] for mode, least in FOUND[name].items() if score.found[mode] < least}
    assert not fallen


def test_hardly_anything_is_flagged_that_is_none(scored):
    name, score = scored
    risen = {mode: score.false[mode] for mode, most in FALSE[name].items() if score.false[mode] > most}
    assert not risen, dict(score.lines)
