"""Figures and calendar items are read with their shares, ranks, units and periods."""

import time

import pytest

from misheard.analysis.claims.checks.calendar_items import items_in
from misheard.analysis.claims.checks.figures import figures_in
from misheard.analysis.claims.edits.telling import Sentence
from misheard.analysis.claims.quantities import quantities_in


@pytest.mark.parametrize(
    ("text", "head", "value"),
    [
        ("Two thirds of the crew left.", "share", 2 / 3),
        ("One in five tenants pays late.", "share", 0.2),
        ("Memory use tripled.", "times", 3),
        ("She came third in the race.", "rank", 3),
        ("The twenty-first run failed.", "rank", 21),
        ("The link carries 8 megabits.", "data", 1e6),
        ("Half a gram is enough.", "mass", 0.0005),
        ("It cost 900 US dollars.", "money usd", 900),
    ],
)
def test_what_a_figure_measures(text: str, head: str, value: float) -> None:
    assert any(one.head == head and one.low == pytest.approx(value) for one in figures_in(Sentence(text, 0)))


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("It uses 30 litres of brine a day.", 86400),
        ("Every minute it moves 500 ml.", 60),
        ("It moved 500 ml in a day.", 0),
        ("They meet twice a week.", 604800),
    ],
)
def test_the_period_a_figure_is_said_for(text: str, seconds: float) -> None:
    assert figures_in(Sentence(text, 0))[0].rate == seconds


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("It ends on 2026-11-08.", {("year", 2026), ("month", 11), ("day", 8)}),
        ("We meet at half past seven in the evening.", {("clock", 1170), ("part", 3)}),
        ("Sales fell in Q3 and the fourth quarter.", {("quarter", 3), ("quarter", 4)}),
        ("You may march on.", set()),
        ("It shut in the 1990s.", {("decade", 90)}),
    ],
)
def test_calendar_items(text: str, items: set[tuple[str, float]]) -> None:
    assert {(one.sort, one.value) for one in items_in(Sentence(text, 0))} >= items
    assert items or not items_in(Sentence(text, 0))


def test_quantities_are_read_quickly() -> None:
    text = (
        "The second shift at the northern depot packed 340 crates of apples before the lorries left for the coast."
    )
    start = time.process_time()
    for _ in range(500):
        quantities_in.__wrapped__(text)
    assert (time.process_time() - start) / 500 < 300e-6
