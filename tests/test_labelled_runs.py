"""The detectors on runs that others wrote: healthy runs are silent, and no mode falls behind what it found."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

BENCHMARK = Path(__file__).resolve().parent.parent / "benchmarks" / "detection.py"
FOUND = {
    "telephone-drift": 19,
    "uncertainty-laundering": 13,
    "duplicate-work": 7,
    "orphaned-subtask": 9,
    "context-bloat": 6,
}
"""At least so many of the planted faults; raise a figure when a detector gets better for a general reason."""


@pytest.fixture(scope="module", params=["off", "on"], ids=["by words", "by meaning"])
def score(request):
    if request.param == "on":
        pytest.importorskip("wordllama")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MISHEARD_EMBEDDINGS", request.param)
        return _scored()


def _scored():
    spec = importlib.util.spec_from_file_location("detection", BENCHMARK)
    assert spec is not None
    assert spec.loader is not None
    benchmark: ModuleType = importlib.util.module_from_spec(spec)
    import sys

    sys.modules["detection"] = benchmark
    spec.loader.exec_module(benchmark)
    return benchmark.scored(benchmark.RUNS)


def test_all_runs_are_scored(score):
    assert sum(score.planted.values()) == 54
    assert score.clean == 9


def test_healthy_runs_are_silent(score):
    assert score.silent == score.clean, dict(score.lines)


def test_hardly_anything_is_flagged_that_is_none(score):
    assert sum(score.false.values()) <= 1, [
        line for lines in score.lines.values() for line in lines if "false" in line
    ]


@pytest.mark.parametrize("mode", FOUND)
def test_each_mode_finds_what_it_found_before(score, mode):
    assert score.found[mode] >= FOUND[mode]
