"""Tokens whose keys are alike where two tellings may word a thing alike."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from misheard.analysis.claims.edits.tokens import tokens


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1,200", "1200"),
        ("2.50", "2.5"),
        ("three", "3"),
        ("fourth", "4th"),
        ("isn't", "is not"),
        ("can't", "cannot"),
        ("won’t", "will not"),
        ("pumps", "pump"),
        ("the vendor's", "the vendor"),
    ],
)
def test_faithful_spellings_have_one_key(one: str, other: str) -> None:
    assert [token.key for token in tokens(one)] == [token.key for token in tokens(other)]


@pytest.mark.parametrize(("one", "other"), [("3", "30"), ("safe", "unsafe"), ("non-negative", "negative")])
def test_other_things_have_other_keys(one: str, other: str) -> None:
    assert [token.key for token in tokens(one)] != [token.key for token in tokens(other)]


def test_sorts_of_tokens() -> None:
    found = tokens("The pump in Oslo lost 12 % of it.")
    assert [(token.text, token.sort) for token in found] == [
        ("The", "f"), ("pump", "w"), ("in", "f"), ("Oslo", "n"), ("lost", "w"), ("12", "d"), ("%", "m"),
        ("of", "f"), ("it", "f"), (".", "p"),
    ]  # fmt: skip


def test_a_capital_at_the_beginning_of_a_sentence_is_no_name() -> None:
    assert [token.text for token in tokens("Rain fell. Snow followed. - Hail too") if token.sort == "n"] == []


@given(st.text())
def test_places_are_those_of_the_text(text: str) -> None:
    found = tokens(text)
    assert all(text[token.start : token.end] == token.text for token in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
