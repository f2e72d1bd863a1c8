"""Growth along a chain: its slope, and one dip in it."""

import pytest
from case_runner import trace_from
from hypothesis import given
from hypothesis import strategies as st

from misheard.analysis.detectors.context_bloat import DETECTOR, Thresholds
from misheard.analysis.handoffs import growth_per_hop


@given(
    start=st.integers(0, 5_000),
    step=st.integers(1, 900),
    hops=st.integers(5, 12),
    dip=st.integers(0, 4),
    depth=st.integers(0, 5_000),
)
def test_one_dip_neither_hides_growth_nor_makes_it_up(start, step, hops, dip, depth):
    sizes = [start + step * hop for hop in range(hops)]
    sizes[dip] = max(sizes[dip] - depth, 0)
    assert step <= growth_per_hop(sizes) <= step * 2 if dip == 0 else 0 < growth_per_hop(sizes) <= step * 2
    level = [start + 5_000] * hops
    level[dip] -= depth
    assert growth_per_hop(level) == 0


@pytest.mark.parametrize("sizes", [[], [700]])
def test_one_task_alone_does_not_grow(sizes):
    assert growth_per_hop(sizes) == 0


def _chain(counts):
    """A chain of briefs, each of so many words, that begin alike."""
    names = "abcdefgh"
    return trace_from(
        [
            {
                "from": names[hop],
                "to": names[hop + 1],
                "type": "task",
                "say": " ".join(f"word{number}" for number in range(count)),
            }
            for hop, count in enumerate(counts)
        ]
    )


@pytest.mark.parametrize(
    ("counts", "flagged"),
    [
        ([60, 80, 100, 120], True),
        ([60, 90, 80, 120], True),
        ([60, 80, 100, 90, 130], True),
        ([60, 90, 80, 120, 100], False),
        ([100, 100, 100, 100], False),
        ([120, 110, 100, 90], False),
        ([60, 61, 62, 63], False),
        ([60, 120], False),
    ],
)
def test_a_chain_grows_in_spite_of_one_dip(counts, flagged):
    settings = Thresholds(cap=5_000, worth_it=50)
    kinds = [flag.kind for flag in DETECTOR.detect(_chain(counts), settings)]
    assert kinds == ["grows-per-hop"] * flagged
