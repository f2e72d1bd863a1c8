"""Pairs of claims by kind, and faithful rewrites, none of which may fire."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from misheard.analysis import Comparison, compare_claims

HERE = Path(__file__).parent
KINDS = sorted(path.stem for path in (HERE / "cases").glob("*.toml"))
FOUND = {
    "absence-of-evidence": 12, "attribution": 11, "attribution-lost": 14, "cause": 10,
    "cause-from-association": 15, "comparison": 12, "condition": 9, "date": 15, "date-moved": 4, "direction": 17,
    "entity": 14, "entity-origin": 3, "figure-counted": 5, "figure-near": 3, "figure-role": 10, "hedge-dropped": 15,
    "hedge-moved": 13, "loss": 8,
    "narrowed": 14, "negation": 17, "number": 14, "requirement": 10, "scope": 11, "surer-than-every-source": 15,
    "unit": 19,
}  # fmt: skip
"""How many of the flagged pairs of a kind (16 or 20) must be found, by any kind of change."""
PLACED = 0.95
"""The share of the found changes whose words meet those that a person marked."""


def _read(path: Path) -> dict[str, list[dict[str, str]]]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _fires(pair: dict[str, Any]) -> Comparison | None:
    found = compare_claims(pair["source"], pair["retelling"])
    return found if max(found.changed, found.hardened) >= 0.5 else None


@pytest.mark.parametrize("kind", KINDS)
def test_changes_of_a_kind_are_found(kind: str) -> None:
    pairs = _read(HERE / "cases" / f"{kind}.toml")["flagged"]
    missed = [pair["source"] for pair in pairs if not _fires(pair)]
    assert len(pairs) - len(missed) >= FOUND[kind], missed


@pytest.mark.parametrize("kind", KINDS)
def test_near_misses_of_a_kind_stay_silent(kind: str) -> None:
    pairs = _read(HERE / "cases" / f"{kind}.toml")["faithful"]
    fired = [(pair["source"], found.changes) for pair in pairs if (found := _fires(pair))]
    assert not fired, fired


def test_the_words_that_are_shown_are_those_that_changed() -> None:
    found = [
        _meets(pair, compared)
        for kind in KINDS
        for pair in _read(HERE / "cases" / f"{kind}.toml")["flagged"]
        if (compared := _fires(pair))
    ]
    assert sum(found) >= PLACED * len(found)


def _meets(pair: dict[str, str], compared: Comparison) -> bool:
    """Tell whether a change lies where a person marked it, in the source or in the retelling."""
    first, last = pair["source"].find(pair["before"]), pair["retelling"].find(pair["after"])
    return any(
        (change.before.start <= first + len(pair["before"]) and first <= change.before.end)
        or (
            change.after
            and pair["after"]
            and change.after.start <= last + len(pair["after"])
            and last <= change.after.end
        )
        for change in compared.changes
    )


@pytest.mark.parametrize(("half", "size", "most"), [("first", 150, 0), ("second", 150, 3), ("third", 172, 7)])
def test_faithful_rewrites_stay_silent(half: str, size: int, most: int) -> None:
    pairs = [pair for pair in _read(HERE / "faithful.toml")["pair"] if pair["half"] == half]
    fired = sum(_fires(pair) is not None for pair in pairs)
    assert len(pairs) == size
    assert fired <= most
