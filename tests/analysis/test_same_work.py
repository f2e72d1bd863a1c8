"""Whether two requests are the same work: cases of many domains, and what holds for any two texts."""

import json
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import misheard.analysis
from misheard.analysis import same_work
from misheard.analysis.fitted.fitting import auc
from misheard.analysis.samework.comparison import likely_same

SHARED = Path(__file__).resolve().parents[3] / "shared" / "language" / "same_work"
PAIRS = tomllib.loads((Path(__file__).parent / "cases" / "same-work.toml").read_text("utf-8"))["pair"]
PIECES = """find count the pumps pump 14 17 in Oslo on Monday May `ls -l` /srv/a.log who when how many topup top up
stop start Nordlys 50KB 24 hours review draft"""
WORDS = st.lists(st.sampled_from(PIECES.split()), max_size=9).map(" ".join)


@pytest.mark.parametrize("pair", PAIRS, ids=[f"{pair['first']} | {pair['second']}" for pair in PAIRS])
def test_pair(pair: dict[str, Any]) -> None:
    found = same_work(pair["first"], pair["second"])

    assert (found.score >= 0.5) is pair["same"], found
    if "kind" in pair:
        assert pair["kind"] in [facet.kind for facet in found.differing]


def test_facets_name_the_words_and_their_places() -> None:
    first, second = "Restart web-01 in Oslo.", "Please restart web-02 in Oslo."

    found = same_work(first, second)

    (entity,) = found.differing
    assert [word.text for word in entity.first] == ["web-01"]
    assert [(word.text, word.start) for word in entity.second] == [("web-02", 15)]
    assert {facet.kind: [word.text for word in facet.second] for facet in found.same} == {
        "action": ["restart"],
        "place": ["Oslo"],
    }


def test_a_name_of_two_words_is_shown_as_one() -> None:
    found = same_work("Call Mara Quill about the lease.", "Call Jon Petrie about the lease.")

    assert [[word.text for word in side] for side in (found.differing[0].first, found.differing[0].second)] == [
        ["Mara Quill"],
        ["Jon Petrie"],
    ]


def test_it_is_part_of_the_public_names() -> None:
    assert {"same_work", "SameWork", "Facet"} <= set(misheard.analysis.__all__)


@given(st.one_of(WORDS, st.text(max_size=60)), st.one_of(WORDS, st.text(max_size=60)))
def test_the_order_of_the_two_does_not_matter(first: str, second: str) -> None:
    there, back = same_work(first, second), same_work(second, first)

    assert there.score == pytest.approx(back.score, abs=1e-12)
    assert [(facet.kind, facet.first, facet.second) for facet in there.differing] == [
        (facet.kind, facet.second, facet.first) for facet in back.differing
    ]


@given(st.one_of(WORDS, st.text(max_size=60)))
def test_a_request_is_the_same_work_as_itself(text: str) -> None:
    found = same_work(text, text)

    assert found.score == 1.0
    assert not found.differing


@given(st.one_of(WORDS, st.text(max_size=60)), st.one_of(WORDS, st.text(max_size=60)))
def test_the_score_is_a_share_and_the_spans_hold_their_words(first: str, second: str) -> None:
    found = same_work(first, second)

    assert 0 <= found.score <= 1
    assert found.score == likely_same(first, second)
    for facet in (*found.same, *found.differing):
        assert facet.first or facet.second
        for text, words in ((first, facet.first), (second, facet.second)):
            assert all(text[word.start : word.end] == word.text and word.text for word in words)


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("name", "tag", "least"),
    [
        ("text2sql_advising", "", 0.965),
        ("text2sql_advising", "template", 0.985),
        ("text2sql_advising", "other", 0.92),
        ("nl2bash", "", 0.87),
        ("banking77", "", 0.885),
    ],
)
def test_labelled_pairs_are_ranked_as_before(name: str, tag: str, least: float) -> None:
    path = SHARED / f"{name}.jsonl"
    if not path.exists():
        pytest.skip(f"{path} is not there")
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    rows = [row for row in rows if row["label"] == 1 or row["tag"].endswith(tag)]

    scores = np.array([likely_same(row["source"], row["retelling"]) for row in rows])

    assert auc(np.array([row["label"] for row in rows]), scores) >= least
