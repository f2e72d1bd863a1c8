"""The lexicon: forms of words, and how the meanings of two words stand to each other."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from misheard.analysis.lexicon.store import store
from misheard.analysis.lexicon.wordnet import (
    Kind,
    antonyms,
    hypernyms,
    is_known,
    lemmas,
    lexical_class,
    relation,
    synonyms,
    tags,
)

MIRRORED = {Kind.BROADER: Kind.NARROWER, Kind.NARROWER: Kind.BROADER}
FALLING = st.sampled_from(["rose", "fell", "up", "down", "good", "worse", "huge", "tiny", "growth", "shrink"])
THINGS = st.sampled_from(["dog", "animal", "wolf", "buy", "sold", "Paris", "British", "carried out"])
WORDS = st.one_of(st.text(max_size=30), st.sampled_from(store().words), FALLING, THINGS)


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("rose", "fell", Kind.ANTONYM),
        ("better", "worse", Kind.ANTONYM),
        ("increased", "decreased", Kind.ANTONYM),
        ("success", "failure", Kind.ANTONYM),
        ("passed", "failed", Kind.ANTONYM),
        ("strengthened", "weakens", Kind.ANTONYM),
        ("buy", "purchase", Kind.SYNONYM),
        ("bought", "purchased", Kind.SYNONYM),
        ("carried out", "implemented", Kind.SYNONYM),
        ("ran", "running", Kind.SAME),
        ("children", "child", Kind.SAME),
        ("decide", "decision", Kind.DERIVED),
        ("British", "Britain", Kind.DERIVED),
        ("American", "US", Kind.DERIVED),
        ("happily", "happy", Kind.DERIVED),
        ("huge", "tiny", Kind.INDIRECT_ANTONYM),
        ("huge", "large", Kind.SIMILAR),
        ("dog", "animal", Kind.BROADER),
        ("animals", "dogs", Kind.NARROWER),
        ("buyer", "seller", Kind.CO_ANTONYM),
        ("wolf", "fox", Kind.SIBLING),
        ("million", "billion", Kind.SIBLING),
        ("two", "three", Kind.SIBLING),
        ("Paris", "France", Kind.RELATED),
        ("cloud", "theorem", Kind.NONE),
        ("cloud", "qwertzuiop", Kind.UNKNOWN),
        ("qwertzuiop", "qwertzuiop", Kind.SAME),
    ],
)
def test_kind_of_relation(one: str, other: str, kind: Kind) -> None:
    assert relation(one, other).kind is kind


def test_figures_of_a_relation() -> None:
    found = relation("dog", "animal")

    assert (found.senses, found.distance, found.shared_pos) == (0, 2, "n")
    assert found.depth is not None
    assert found.depth < (relation("dog", "wolf").depth or 0)
    assert relation("cloud", "quickly").distance is None


def test_opposites_are_seen_whatever_the_kind() -> None:
    assert relation("rose", "fell").opposed is not None
    assert relation("huge", "tiny").opposed == 0
    assert relation("buy", "purchase").alike == 0
    assert relation("buy", "purchase").opposed is None


@pytest.mark.parametrize(
    ("word", "lemma"),
    [
        ("children", ("child", "n")),
        ("went", ("go", "v")),
        ("studies", ("study", "v")),
        ("boxes", ("box", "n")),
        ("planned", ("plan", "v")),
        ("happier", ("happy", "a")),
        ("London’s", ("london", "n")),
        ("turned down", ("turn_down", "v")),
    ],
)
def test_lemmas(word: str, lemma: tuple[str, str]) -> None:
    assert lemma in lemmas(word)


@pytest.mark.parametrize(
    ("word", "accident"),
    [
        ("offer", "off"),
        ("evening", "even"),
        ("does", "doe"),
        ("was", "wa"),
        ("number", "numb"),
        ("species", "specie"),
    ],
)
def test_accidental_forms_are_no_lemmas(word: str, accident: str) -> None:
    assert lemmas(word)
    assert accident not in dict(lemmas(word))


def test_unknown_words() -> None:
    for word in ("qwertzuiop", "", " ", "_", "'s", "1984", "\t\n"):
        assert lemmas(word) == ()
        assert tags(word) == ""
        assert not is_known(word)
        assert lexical_class(word) == ""
        assert synonyms(word) == antonyms(word) == frozenset()


def test_likeliest_part_of_speech_comes_first() -> None:
    assert tags("rose")[0] == "v"
    assert tags("house")[0] == "n"
    assert tags("quickly") == "r"


def test_function_words_are_not_taken_for_abbreviations() -> None:
    assert not is_known("who")
    assert "n" not in tags("it") + tags("in") + tags("as")


def test_sets_of_words() -> None:
    assert "fall" in antonyms("rose")
    assert "purchase" in synonyms("bought")
    assert "buy" not in synonyms("bought")
    assert "canine" in hypernyms("dog", "n", 1)
    assert "carnivore" not in hypernyms("dog", "n", 1)
    assert "carnivore" in hypernyms("dog", "n", 2)


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("London", "noun.location"),
        ("Germany", "noun.location"),
        ("new york", "noun.location"),
        ("teachers", "noun.person"),
        ("week", "noun.time"),
        ("went", "verb.motion"),
        ("quickly", ""),
    ],
)
def test_lexical_class(word: str, name: str) -> None:
    assert lexical_class(word) == name


@settings(max_examples=300, deadline=None)
@given(WORDS, WORDS)
def test_relation_reads_the_same_from_both_ends(one: str, other: str) -> None:
    there, back = relation(one, other), relation(other, one)

    assert back == there._replace(kind=MIRRORED.get(there.kind, there.kind))


@settings(max_examples=100, deadline=None)
@given(WORDS)
def test_every_text_is_taken(word: str) -> None:
    assert all(pos in "nvar" for _, pos in lemmas(word))
    assert is_known(word) == bool(tags(word))
    assert synonyms(word).isdisjoint(lemma for lemma, _ in lemmas(word))
    assert isinstance(antonyms(word), frozenset)
    assert isinstance(lexical_class(word), str)
