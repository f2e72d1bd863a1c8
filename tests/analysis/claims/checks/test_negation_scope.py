"""What a sentence denies, and which of two a sentence says has more."""

import pytest

from misheard.analysis.claims.checks.comparison_sides import comparisons
from misheard.analysis.claims.checks.direction_moves import moves
from misheard.analysis.claims.checks.negation_scope import read
from misheard.analysis.claims.checks.negation_words import positive
from misheard.analysis.claims.edits.telling import Sentence


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("The valve was not replaced during the overhaul.", ["replaced"]),
        ("Neither of the two crews reported damage.", ["reported"]),
        ("There is no spare key in the drawer.", ["key"]),
        ("They fail to close the file.", ["close"]),
        ("The guard did not fail to notice the smoke.", []),
        ("Not only the roof leaks.", []),
        ("Staff work without wearing gloves.", ["wearing"]),
    ],
)
def test_a_denial_has_the_word_it_denies(text: str, denied: list[str]) -> None:
    found = read(Sentence(text, 0))
    assert [found.tokens[denial.target].lower for denial in found.denials] == denied


def test_a_prefix_denies_a_word_only_where_that_word_is_one() -> None:
    assert positive("unsafe") == "safe"
    assert positive("inaccurate") == "accurate"
    assert [positive(word) for word in ("until", "university", "income", "uncover")] == [None] * 4


def test_a_move_has_its_subject_or_object() -> None:
    rise, fall = moves(Sentence("Wages rose while the firm cut its costs.", 0))
    assert (rise.pole, fall.pole) == (1, -1)
    assert "wage" in rise.slot[0]
    assert [slot for slot in fall.slot if "cost" in slot]


def test_a_passive_comparison_has_its_sides_turned() -> None:
    active = comparisons(Sentence("The red team outscored the blue team.", 0))[0]
    passive = comparisons(Sentence("The blue team was outscored by the red team.", 0))[0]
    assert (active.front, active.behind) == (passive.front, passive.behind)
    assert not comparisons(Sentence("Fewer than half of the parcels were late.", 0))
