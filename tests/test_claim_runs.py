"""Drift and laundering on runs whose agents tell things on in other words, by an author who knew no rule."""

import sys
from importlib import import_module
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
FOUND = {"telephone-drift": 10, "uncertainty-laundering": 13}
"""At least so many of 30 and 19; raise a figure when a detector gets better for a general reason."""
FALSE = {"telephone-drift": 1, "uncertainty-laundering": 0, "duplicate-work": 0, "orphaned-subtask": 1}
"""At most so many flags that the labels do not know.

The labels hold planted drift and laundering only. The one orphan is the checksum task of `ledger_migration`, which
was blocked while the report says that it was done: the labels call that laundering, and it is an orphan as well.
"""


@pytest.fixture(scope="module")
def score():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(HERE.parent / "benchmarks"))
        sys.modules.pop("detection", None)
        return import_module("detection").scored(HERE / "runs_claims")


def test_all_runs_are_scored(score):
    assert (score.planted["telephone-drift"], score.planted["uncertainty-laundering"]) == (30, 19)
    assert score.clean == 7


@pytest.mark.parametrize("mode", FOUND)
def test_each_mode_finds_what_it_found_before(score, mode):
    assert score.found[mode] >= FOUND[mode]


@pytest.mark.parametrize("mode", FALSE)
def test_hardly_anything_is_flagged_that_is_none(score, mode):
    assert score.false[mode] <= FALSE[mode], dict(score.lines)
