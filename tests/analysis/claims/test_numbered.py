"""Things told apart by a number behind their noun."""

import pytest

from misheard.analysis.claims.numbered import are_other_items, numbered


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Tannery 39 holds 12 lamps.", {"39"}),
        ("List the tickets of ferry 140", {"140"}),
        ("Ward 12 has 3 beds free", {"12"}),
        ("The bus costs 340.", set()),
        ("It closed on 12 March 2026", set()),
        ("Sales rose to 340", set()),
        ("It took 34 minutes", set()),
        ("The lift carries 8 people", set()),
    ],
)
def test_only_numbers_that_name_a_thing_are_taken(text: str, found: set[str]) -> None:
    assert {number for _, number in numbered(text)} == found


def test_other_items_are_told_apart_and_amounts_are_not() -> None:
    assert are_other_items("Bay 4 is flooded", "Bay 7 is flooded")
    assert not are_other_items("Bay 4 and bay 7 are flooded", "Bay 7 is flooded")
    assert not are_other_items("The fine is 40 euros", "The fine is 70 euros")
