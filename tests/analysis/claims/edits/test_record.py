"""Words that are read once each, and the classes they belong to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from misheard.analysis.claims import phrases
from misheard.analysis.claims.edits import record
from misheard.analysis.claims.edits.record import RECORDS, bit_of, spoken_bits
from misheard.analysis.claims.edits.telling import Sentence, telling
from misheard.analysis.claims.edits.tokens import plain_records, records, tokens

WORDS = (
    "The pump isn't Oslo’s can't cannot 3.5 % 1st third . \n - ( ) “no” it's rock'n'roll é ² non-negative 12,000 ;"
)
TEXTS = st.lists(st.sampled_from(WORDS.split(" ")), max_size=20).map(" ".join)
KNOWN = bit_of({"pump", "not"})
SPOKEN = bit_of({"isn't", "rock'n"}, spoken=True)


def test_a_word_has_one_record_within_a_sentence_and_one_at_its_beginning() -> None:
    first, second, third = records("Pumps Pumps Pumps")
    assert first is not second
    assert second is third
    assert (first.first, first.sort, second.first, second.sort) == (True, "w", False, "n")
    assert second.opening is first
    assert first.opening is first


@given(TEXTS | st.text(max_size=60))
def test_records_are_the_tokens_without_their_places(text: str) -> None:
    for word, token in zip(records(text), tokens(text), strict=True):
        assert (word.text, word.lower, word.key, word.sort, word.first) == (*token[:4], token.first)
        assert word.is_content == token.is_content


@given(TEXTS | st.text(alphabet=st.characters(exclude_characters="Σ"), max_size=60))
def test_the_spoken_words_of_a_text_are_those_of_its_records(text: str) -> None:
    spoken = phrases.words_of(text)
    assert [word for one in plain_records(text) for word in one.spoken] == spoken
    assert telling(text).spoken == spoken
    known = spoken_bits(spoken)
    assert telling(text).spoken_bits & SPOKEN == known & SPOKEN


@given(TEXTS)
def test_the_bit_of_a_class_is_in_a_sentence_where_one_of_its_words_is(text: str) -> None:
    sentence = Sentence(text, 0)
    places = [n for n, word in enumerate(sentence.words) if word in ("pump", "not")]
    assert sentence.numbers_of(KNOWN) == places
    assert bool(sentence.bits & KNOWN) == bool(places)


def test_the_same_words_have_the_same_bit_however_they_are_given() -> None:
    assert bit_of(["not", "pump", "not"]) == KNOWN
    assert bit_of({"pump", "not"}, spoken=True) != KNOWN


def test_a_text_that_was_read_before_is_read_anew_for_a_new_class() -> None:
    before = telling("A nasturtium.").sentences[0].bits
    bit = bit_of({"nasturtium"})
    assert not before & bit
    assert telling("A nasturtium.").sentences[0].bits & bit


def test_words_are_forgotten_before_they_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "MOST_KEPT", 10)
    RECORDS.clear()
    assert [word.lower for word in records(" ".join(f"w{chr(97 + n)}x" for n in range(20)))][-1] == "wtx"
    assert len(RECORDS) <= 10
