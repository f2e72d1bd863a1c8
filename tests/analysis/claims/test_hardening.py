"""A retelling that is surer than its source is found, and one that is not is left alone."""

import time
import tomllib
from pathlib import Path
from typing import Any

import pytest

from misheard.analysis.claims.hardening import FIRED, hardening
from misheard.analysis.claims.phrases import tokens_of

CASES = Path(__file__).parent / "cases"
LEAST = {
    "hedge-dropped": 15,
    "hedge-moved": 13,
    "cause-from-association": 15,
    "absence-of-evidence": 12,
    "attribution-lost": 14,
    "surer-than-every-source": 15,
}
"""Of each kind, the flagged cases that must be found."""


def cases(kind: str, group: str) -> list[dict[str, Any]]:
    return list(tomllib.loads((CASES / f"{kind}.toml").read_text(encoding="utf-8"))[group])


@pytest.mark.parametrize("kind", LEAST)
def test_flagged_cases_are_found(kind: str) -> None:
    missed = [case["source"] for case in cases(kind, "flagged") if not _fires(case)]
    assert len(cases(kind, "flagged")) - len(missed) >= LEAST[kind], missed


@pytest.mark.parametrize("kind", LEAST)
def test_the_kind_is_named(kind: str) -> None:
    named = [case for case in cases(kind, "flagged") if kind in {one.kind for one in _of(case)}]
    assert len(named) >= LEAST[kind] - 2


def test_faithful_cases_do_not_fire() -> None:
    faithful = [case for kind in LEAST for case in cases(kind, "faithful")]
    fired = [case["source"] for case in faithful if _fires(case)]
    assert len(fired) <= 0.02 * len(faithful), fired


@pytest.mark.parametrize(
    ("source", "retelling"),
    [
        ("The valve might be stuck.", "The valve is stuck, as the camera inspection confirmed."),
        ("Perhaps the key is in the drawer.", "The key is in the drawer: we checked."),
        ("The train may be late. The app shows a delay.", "The train may be late."),
        ("The lamp is broken.", "The lamp may be broken."),
        ("It is likely that rents rise.", "Rents might rise."),
        ("We cannot say whether the seal held.", "It is an open question if the seal held."),
        (
            "The report is about how often forecasters said likely.",
            "The report looks at forecasters and the word likely.",
        ),
        ("You may use the side door.", "The side door is open to you."),
        ("Could the fuse be blown?", "The fuse box is in the hall."),
        ("Only members may vote.", "Voting is for members."),
        ("Perhaps the cat is on the roof.", "Dinner is at eight."),
        ("The barge may carry up to 90 tons.", "The barge holds 90 tons at most."),
        ("Perhaps we should ring the bell.", "Let us ring the bell."),
        ("There is a 20% chance of fog.", "The chance that there is no fog is 80%."),
        ("The firm believes in apprenticeships.", "Apprenticeships matter to the firm."),
        ("The shelf may be loose. We tried it: it is loose.", "The shelf is loose."),
        ("The paper says the limit is 40.", "The limit is 40."),
        ("We found no dust in the vent.", "No dust was found in the vent."),
    ],
)
def test_what_is_no_surer_does_not_fire(source: str, retelling: str) -> None:
    found = hardening(source, retelling)
    assert found.score < FIRED, found.changes
    assert not found.changes


@pytest.mark.parametrize(
    ("source", "retelling", "kind"),
    [
        ("I put it at 0.4 that the seal holds.", "The seal holds.", "hedge-dropped"),
        ("The list has six names; that is a guess.", "The list has six names.", "hedge-dropped"),
        ("The figures are provisional: exports fell.", "Exports fell.", "hedge-dropped"),
        ("Booster shots should be considered for cooks.", "Cooks must get booster shots.", "hedge-dropped"),
        ("The wall is old. The gate may be new.", "The wall may be old. The gate is new.", "hedge-moved"),
        (
            "Confidence that the weld holds is low.",
            "Confidence that the weld holds is high.",
            "surer-than-every-source",
        ),
        ("A 30% chance of hail remains.", "A 90% chance of hail remains.", "surer-than-every-source"),
        ("Mould is more common near the vents.", "The vents cause mould.", "cause-from-association"),
        ("The scan picked up no cracks.", "There are no cracks.", "absence-of-evidence"),
        ("Nobody has tested the ramp.", "The ramp is safe.", "absence-of-evidence"),
        ("In the view of the guard, the lock was forced.", "The lock was forced.", "attribution-lost"),
        ("By its own count, the choir has 90 members.", "The choir has 90 members.", "attribution-lost"),
    ],
)
def test_what_is_surer_fires(source: str, retelling: str, kind: str) -> None:
    assert kind in {one.kind for one in hardening(source, retelling).changes}


def test_places_and_words_are_those_of_the_texts() -> None:
    source, retelling = "The roof is new. The pump might be worn.", "The pump is worn. The roof is new."
    (change,) = hardening(source, retelling).changes
    assert change.kind == "hedge-dropped"
    assert source[slice(*change.source)] == "might"
    assert change.retelling is not None
    assert retelling[slice(*change.retelling)] == "The pump is worn."
    assert "might" in change.explanation


def test_bands_are_those_of_the_scale() -> None:
    pair = ("Rain is likely on Sunday.", "Rain is very likely on Sunday.")
    assert hardening(*pair, scale="icd203").changes == ()
    raised = ("Rain is about as likely as not on Sunday.", "Rain is very likely on Sunday.")
    assert [one.kind for one in hardening(*raised, scale="ipcc_ar5").changes] == ["surer-than-every-source"]


def test_an_unknown_scale_is_refused() -> None:
    with pytest.raises(KeyError):
        hardening("It may rain.", "It rains.", scale="none")


def test_ready_tokens_give_the_same() -> None:
    pair = ("The bolt may be loose.", "The bolt is loose.")
    assert hardening(*pair, tokens=(tokens_of(pair[0]), tokens_of(pair[1]))) == hardening(*pair)


def test_below_the_mark_a_stronger_link_scores_higher() -> None:
    source = "Walking is associated with better sleep."
    same = hardening(source, "Walking and better sleep are correlated.").score
    maybe = hardening(source, "Walking may improve sleep.").score
    weaker = hardening("Walking improves sleep.", "Walking is associated with better sleep.").score
    assert weaker < same < maybe < FIRED


@pytest.mark.parametrize("text", ["", " ", "…", "may", "not found", "x" * 5000, "may " * 800, "It may be.\n" * 300])
def test_any_text_is_read(text: str) -> None:
    for pair in ((text, "It is."), ("It may be.", text), (text, text)):
        assert 0 <= hardening(*pair).score <= 1


def test_it_is_quick() -> None:
    pair = (
        "The second delivery reached the northern depot on Tuesday with forty crates of tiles and two of grout.",
        "On Tuesday the northern depot received the second delivery: forty crates of tiles and two of grout.",
    )
    hardening(*pair)
    start = time.process_time()
    for _ in range(300):
        hardening(*pair)
    assert (time.process_time() - start) / 300 < 400e-6


def _of(case: dict[str, Any]) -> tuple[Any, ...]:
    return hardening(case["source"], case["retelling"]).changes


def _fires(case: dict[str, Any]) -> bool:
    found = hardening(case["source"], case["retelling"])
    assert bool(found.changes) == (found.score >= FIRED)
    return bool(found.changes)
