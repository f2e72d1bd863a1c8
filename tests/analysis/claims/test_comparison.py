"""The public comparison of two claims."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from misheard.analysis import compare_claims

SOME = "the pump valve rose fell not no 3 30 percent on Monday Friday in Oslo may must if all some because of and"
WORDS = st.sampled_from([*SOME.split(), ",", ".", "("])
TEXTS = st.lists(WORDS, max_size=25).map(" ".join)


@given(TEXTS, TEXTS)
def test_scores_and_places_are_within_bounds(source: str, retelling: str) -> None:
    found = compare_claims(source, retelling)
    for score in (found.aligned, found.changed, found.hardened):
        assert 0 <= score <= 1
    for change in found.changes:
        assert source[change.before.start : change.before.end] == change.before.text
        if change.after:
            assert retelling[change.after.start : change.after.end] == change.after.text
        assert change.explanation


@given(st.text(max_size=120), st.text(max_size=120))
def test_any_text_is_taken(source: str, retelling: str) -> None:
    compare_claims(source, retelling)


@given(TEXTS)
def test_a_copy_is_neither_changed_nor_hardened(text: str) -> None:
    found = compare_claims(text, text)
    assert found.changed < 0.5
    assert found.hardened < 0.5


def test_a_copy_is_aligned_and_an_unrelated_text_is_not() -> None:
    text = "The pump in hall two delivers 40 litres a minute."
    assert compare_claims(text, text).aligned == 1
    assert compare_claims(text, "Ticket prices for the museum went up in spring.").aligned < 0.5


def test_the_words_that_changed_are_named() -> None:
    found = compare_claims("Latency possibly rose by 3 ms in Oslo.", "Latency rose by 30 ms in Oslo.")
    assert found.changed >= 0.5
    assert found.hardened >= 0.5
    assert {(change.kind, change.before.text) for change in found.changes} >= {("number", "3 ms")}
    assert any(change.kind == "hedge-dropped" and change.before.text == "possibly" for change in found.changes)


def test_a_word_in_place_of_another_is_told_by_the_model() -> None:
    found = compare_claims(
        "The committee approved the budget for the northern depot in March.",
        "The committee approved the budget for the southern depot in March.",
    )
    assert found.changed >= 0.5
    assert [(change.before.text, change.after and change.after.text) for change in found.changes] == [
        ("northern", "southern")
    ]


def test_what_is_only_added_has_a_place_and_no_words_before() -> None:
    found = compare_claims("The gate was opened.", "The gate was not opened.")
    assert found.changed >= 0.5
    assert any(change.kind == "negation" for change in found.changes)


def test_scales_can_be_chosen_and_an_unknown_one_is_an_error() -> None:
    told = ("It is likely that the dam holds.", "It is almost certain that the dam holds.")
    assert compare_claims(*told, scale="efsa").hardened >= 0.5
    with pytest.raises(KeyError):
        compare_claims(*told, scale="none of these")


def test_what_is_too_long_to_be_a_sentence_is_counted_and_costs_little() -> None:
    words = [f"word{number % 700}" for number in range(3_000)]
    source, retelling = " ".join(words), " ".join(reversed(words))
    begun = time.process_time()
    assert compare_claims(source, retelling).unread == 2
    assert time.process_time() - begun < 3
    assert compare_claims("The pump is new.", "The pump is old.").unread == 0
