"""Sureness ranks sentences as a reader would, in science and outside it."""

import time
from itertools import pairwise

import pytest

from misheard.analysis.claims.sureness import sureness, sureness_of, words_in

FALLING = [
    ("The pump is fine.", "The pump looks fine.", "The pump is probably fine.", "The pump might be fine."),
    ("It is the replica.", "Perhaps it is the replica.", "It might be the replica."),
    ("The cache is stale.", "My guess is that the cache is stale.", "The cache may perhaps be stale."),
    ("The invoice was paid.", "The invoice seems to have been paid.", "The invoice may have been paid."),
    ("The patch fixes it.", "The patch probably fixes it.", "The patch could possibly fix it."),
    ("Restarting the service fixed it.", "Restarting the service may have fixed it."),
    ("Revenue rose by 12 %.", "Revenue is likely to have risen by about 12 %."),
    ("The valve is open.", "I am not sure that the valve is open."),
    ("The road is closed.", "It is unclear whether the road is closed."),
    ("The heater failed.", "Apparently the heater failed."),
    ("The drug lowers blood pressure.", "The drug might lower blood pressure."),
    ("The results show that sleep improves memory.", "The results suggest that sleep may improve memory."),
]

PAIRS = [(surer, other) for row in FALLING for surer, other in pairwise(row)]


@pytest.mark.parametrize(("surer", "other"), PAIRS)
def test_the_surer_wording_is_ranked_higher(surer: str, other: str) -> None:
    assert sureness(surer) > sureness(other)


@pytest.mark.parametrize(
    "text",
    ["It was built on 3 May.", "The May report is in.", "It has 12 entries.", "Lisbon is in Portugal."],
)
def test_a_plain_statement_is_sure(text: str) -> None:
    assert sureness(text) > 0.7


@pytest.mark.parametrize("text", ["", "   ", "…", "%", "12", "Ωμέγα", "may " * 500, "x" * 10_000])
def test_any_text_lies_on_the_scale(text: str) -> None:
    assert 0 <= sureness(text) <= 1


def test_nothing_said_is_in_the_middle() -> None:
    assert sureness("") == 0.5


def test_typographic_apostrophes_read_like_plain_ones() -> None:
    assert sureness("I don’t know whether it holds.") == sureness("I don't know whether it holds.")


def test_it_is_quick() -> None:
    text = "The second run shows that the valve on line four may have been left open for some 20 minutes."
    sureness_of(words_in(text))
    start = time.process_time()
    for _ in range(500):
        sureness_of(words_in(text))
    assert (time.process_time() - start) / 500 < 200e-6
