"""Edits between a source and its near copy, and how likely they change what is said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from misheard.analysis.claims.edits.align import align
from misheard.analysis.claims.edits.judge import judge
from misheard.analysis.claims.edits.naming import kind_of
from misheard.analysis.claims.edits.telling import pairs, telling
from misheard.analysis.claims.edits.tokens import tokens

WORDS = "a pump rose fell in Oslo on Monday not 3 4 or safe unsafe ."
TEXTS = st.lists(st.sampled_from(WORDS.split()), max_size=14)


def _changed(source: str, retelling: str) -> float:
    return judge(tokens(source), tokens(retelling)).changed


@given(TEXTS, TEXTS)
def test_every_word_that_is_not_shared_is_in_one_edit(one: list[str], other: list[str]) -> None:
    made = align(tokens(" ".join(one)), tokens(" ".join(other)))
    before = [edit.before for edit in made.edits if edit.before is not None]
    after = [edit.after for edit in made.edits if edit.after is not None]
    assert sorted(before) == sorted(made.home)
    assert sorted(after) == sorted(made.away)


@given(TEXTS, TEXTS)
def test_a_judgement_is_a_probability(one: list[str], other: list[str]) -> None:
    found = judge(tokens(" ".join(one)), tokens(" ".join(other)))
    assert 0 <= found.changed <= 1
    assert all(0 <= edit.likely <= 1 for edit in found.edits)


@pytest.mark.parametrize(
    ("source", "retelling", "kind"),
    [
        ("The lab closes on Monday at noon.", "The lab closes on Friday at noon.", "date"),
        ("The fund holds 40 shares of the port.", "The fund holds 14 shares of the port.", "number"),
        ("The council approved the new bridge plan.", "The council rejected the new bridge plan.", "direction"),
        ("Guests may leave before the act ends.", "Guests may leave after the act ends.", "direction"),
        ("The road to the north gate is closed.", "The road to the south gate is closed.", "direction"),
    ],
)  # fmt: skip
def test_one_word_that_changes_what_is_said(source: str, retelling: str, kind: str) -> None:
    found = judge(tokens(source), tokens(retelling))
    assert found.changed >= 0.5
    assert kind_of(found.alignment, found.edits[0].edit) in (kind, "entity")


@pytest.mark.parametrize(
    ("source", "retelling"),
    [
        ("The council approved the bridge plan in May.", "The bridge plan was approved by the council in May."),
        ("The company bought a large warehouse in Hull.", "The firm purchased a big warehouse in Hull."),
        ("Samples were taken in 2019 at both sites.", "At both sites, samples were taken in 2019."),
        ("The new blades are noisier than the old ones.", "The old blades are quieter than the new ones."),
    ],
)  # fmt: skip
def test_rewrites_that_keep_what_is_said(source: str, retelling: str) -> None:
    assert _changed(source, retelling) < 0.5


def test_sentences_are_paired_with_what_they_retell() -> None:
    told = telling("The pump is new. The valve was replaced in May. Nobody was hurt.")
    retold = telling("In May the valve was exchanged. The pump is new.")
    found = [(pair.source.text, pair.retelling.text) for pair in pairs(told, retold)]
    assert found == [
        ("The valve was replaced in May.", "In May the valve was exchanged."),
        ("The pump is new.", "The pump is new."),
    ]


def test_a_text_that_is_no_prose_is_one_sentence() -> None:
    assert [sentence.text for sentence in telling("x = 3; y = [1]").sentences]
