"""What is asked of a sentence's classes of words at little cost never hides what a full reading would find."""

import tomllib
from pathlib import Path

import pytest

from misheard.analysis.claims.checks import loss_steps, requirement_read
from misheard.analysis.claims.checks.attribution_words import BY, HEARSAY
from misheard.analysis.claims.checks.cause_read import LINKS, NOUNS
from misheard.analysis.claims.checks.condition_read import PHRASES as CONDITIONS
from misheard.analysis.claims.checks.entity_reading import Chunk, read, read_words
from misheard.analysis.claims.checks.entity_roles import roles
from misheard.analysis.claims.checks.loss_read import ADJUNCTS, CAVEATS, EXCEPTIONS
from misheard.analysis.claims.checks.scope_words import LOWER
from misheard.analysis.claims.edits.telling import Sentence, telling

_CASES = Path(__file__).parents[1] / "cases"


def _sentences() -> list[Sentence]:
    found = []
    for path in sorted(_CASES.glob("*.toml")):
        rows = [
            row
            for rows in tomllib.loads(path.read_text(encoding="utf-8")).values()
            if isinstance(rows, list)
            for row in rows
        ]
        found += [
            sentence
            for row in rows
            for text in (row["source"], row["retelling"])
            for sentence in telling(text).sentences
        ]
    return found


@pytest.fixture(scope="module")
def sentences() -> list[Sentence]:
    """Return the sentences of all cases."""
    found = _sentences()
    assert len(found) > 500
    return found


def test_phrases_are_found_by_class_as_without(sentences: list[Sentence]) -> None:
    every = (BY, HEARSAY, LINKS, NOUNS, CONDITIONS, EXCEPTIONS, CAVEATS, ADJUNCTS, LOWER, requirement_read.PHRASES)
    hits = 0
    for sentence in sentences:
        for phrases in every:
            found = phrases.find(sentence.tokens)
            assert phrases.find_in(sentence) == found
            hits += len(found)
    assert hits > 200


def test_no_step_is_missed(sentences: list[Sentence]) -> None:
    counts = [(loss_steps._count(one), len(loss_steps._steps(one.tokens))) for one in sentences]
    assert all(least >= steps for least, steps in counts)
    assert sum(steps > 2 for _, steps in counts) > 0


def test_orders_are_seen_at_little_cost() -> None:
    for text in (
        "Review the contract before noon.",
        "The line is idle; please also check all seals.",
        "Send 3 copies.",
    ):
        (sentence,) = telling(text.replace(";", ",")).sentences
        assert requirement_read._may_order(sentence), text
    (sentence,) = telling("The seals were checked by the night shift.").sentences
    assert not requirement_read._may_order(sentence)


def test_a_part_is_read_as_its_sentence_is(sentences: list[Sentence]) -> None:
    for sentence in sentences:
        assert read_words(sentence.tokens) == read(sentence)


def test_who_does_what_is_read_of_the_words_around() -> None:
    (sentence,) = telling("The court sued Harlow and the bank was fined by Denton.").sentences
    reading = read(sentence)
    lowers = sentence.words
    assert reading.verbs == {lowers.index("sued"): False, lowers.index("fined"): True}
    assert Chunk(lowers.index("harlow"), lowers.index("harlow") + 1, False) in reading.chunks
    found = roles(reading)
    assert ("obj", "sue") in found[lowers.index("harlow")]
    assert ("obj", "fine") in found[lowers.index("bank")]
    assert ("subj", "fine") in found[lowers.index("denton")]
