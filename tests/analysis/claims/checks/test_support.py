"""Which words count as said again, and how phrases are found."""

from misheard.analysis.claims.checks.phrases import Phrases
from misheard.analysis.claims.checks.support import alike, is_absent, missing, near, share
from misheard.analysis.claims.edits.telling import telling
from misheard.analysis.claims.edits.tokens import tokens


def test_forms_and_synonyms_are_alike_and_opposites_only_near() -> None:
    """A word made from another or meaning the same stands for it; an opposite or a kind of it does not."""
    assert alike("encrypted", "encryption")
    assert alike("shop", "store")
    assert not alike("open", "closed")
    assert near("open", "closed")
    assert not near("months", "days")


def test_numbers_are_said_again_only_by_the_same_number() -> None:
    """Twelve is not said by thirteen, but by 12."""
    assert share(tokens("twelve months"), tokens("12 months")) == 1
    assert [word.key for word in missing(tokens("12 months"), tokens("13 months"))] == ["12"]


def test_words_spent_on_another_part_do_not_count() -> None:
    """What stands for the claim cannot stand for its condition as well."""
    text, terms = telling("Stock matches the books in all aisles."), tokens("aisle 9")
    assert not is_absent(terms, text)
    assert is_absent(terms, text, spent=tokens("Stock agrees with the books in all aisles"))


def test_the_longest_phrase_wins() -> None:
    """Phrases do not overlap, and of two that begin alike the longer is found."""
    phrases = Phrases({"only": ["only if"], "if": ["if"], "always": ["even if"]})
    found = phrases.find(tokens("Only if it rains, even if it is late, if at all"))
    assert [hit.tag for hit in found] == ["only", "always", "if"]
