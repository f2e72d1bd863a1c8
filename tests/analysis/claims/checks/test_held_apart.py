"""The parts that keep the typed checks silent: bounds, moods, items, and what is turned round on both sides."""

import pytest

from misheard.analysis.claims.checks.bounded import is_other_side, sides
from misheard.analysis.claims.checks.items import is_other_item
from misheard.analysis.claims.checks.mood import mood_of
from misheard.analysis.claims.checks.turns import is_same_turned
from misheard.analysis.claims.edits.telling import Pair, pairs, telling


def pair(source: str, retelling: str) -> Pair:
    (found,) = pairs(telling(source), telling(retelling))
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Trucks over 12 tonnes turn back", {"12": 1}),
        ("Trucks of no more than 12 tonnes pass", {"12": -1}),
        ("Guests aged 16 or older pay", {"16": 1}),
        ("The hall is shut until March", {"march": -1}),
        ("The hall has 12 doors", {}),
    ],
)
def test_a_number_is_bounded_from_one_side(text: str, expected: dict[str, int]) -> None:
    assert sides(telling(text).sentences[0]) == expected


def test_the_other_side_of_a_bound_is_seen() -> None:
    assert is_other_side(pair("Trucks over 12 tonnes turn back", "Trucks up to 12 tonnes pass"))
    assert not is_other_side(pair("Trucks over 12 tonnes turn back", "Trucks above 12 tonnes pass"))


@pytest.mark.parametrize(
    ("text", "mood"),
    [
        ("Check the two valves.", "order"),
        ("Order 77 arrives on Monday.", ""),
        ("Test results are in.", ""),
        ("If the valve leaks, pressure falls.", "supposed"),
        ("I will check the valve.", "plan"),
        ("Let me check the valve.", "plan"),
        ("Does the valve leak?", "question"),
        ("The valve leaks.", ""),
    ],
)
def test_a_mood_is_read(text: str, mood: str) -> None:
    assert mood_of(telling(text).sentences[0]) == mood


def test_items_of_one_sort_are_told_apart() -> None:
    assert is_other_item(pair("The door in the cellar sticks", "The door in the attic is loose"))
    assert is_other_item(pair("Gate 4 is locked", "Gate 7 is open"))
    assert not is_other_item(pair("The door in the cellar sticks", "The cellar door is loose"))


@pytest.mark.parametrize(
    ("source", "retelling"),
    [
        ("Some of the lamps work.", "Not all lamps work."),
        ("40 % of the eggs hatched.", "60 % of the eggs have not hatched."),
        ("From 20 boats they picked six.", "They did not pick 14 of the 20 boats."),
        ("The oak is older than the elm.", "The elm is younger than the oak."),
        ("None of the wells held salt.", "All wells were free of salt."),
    ],
)
def test_what_is_turned_on_both_sides_is_the_same(source: str, retelling: str) -> None:
    assert is_same_turned(pair(source, retelling))


@pytest.mark.parametrize(
    ("source", "retelling"),
    [
        ("40 % of the eggs hatched.", "60 % of the eggs hatched."),
        ("The oak is older than the elm.", "The elm is older than the oak."),
        ("The lamps work.", "The lamps do not work."),
    ],
)
def test_what_is_turned_on_one_side_is_not(source: str, retelling: str) -> None:
    assert not is_same_turned(pair(source, retelling))
