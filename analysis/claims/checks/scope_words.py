"""The word lists of the scope check, and which of their phrases a sentence has."""

import tomllib
from importlib.resources import files

from misheard.analysis.claims.checks.phrases import Hit, Phrases
from misheard.analysis.claims.edits.telling import Sentence, read_once

_DATA = tomllib.loads(files("misheard.analysis").joinpath("data", "scope_words.toml").read_text(encoding="utf-8"))

AMOUNTS = Phrases({tag: _DATA[tag] for tag in ("idle", "part", "rest", "few", "whole", "none")}, "idle")
LOWER = Phrases({"lower": _DATA["lower"], "idle": _DATA["idle"]}, "idle")
BOUND = frozenset(_DATA["bound"].split())
OFTEN = frozenset(_DATA["often"].split())
TRIAL = frozenset(_DATA["trial"].split())
EVERYWHERE = frozenset(_DATA["everywhere"])
LOOSE = frozenset(_DATA["loose"].split())
AFTER = frozenset(_DATA["after"].split())
WHERE = frozenset(_DATA["where"].split())
BEINGS = frozenset(_DATA["beings"].split())
WIDE = frozenset(_DATA["wide"].split()) | BEINGS
EVERY = frozenset(phrase.split()[0] for tag in ("whole", "none") for phrase in _DATA[tag])
"""A word of each phrase that says all or none."""


@read_once
def _hits(sentence: Sentence) -> tuple[Hit, ...]:
    return tuple(hit for hit in AMOUNTS.find_in(sentence) if hit.tag != "idle")


def amounts(sentence: Sentence) -> tuple[Hit, ...]:
    """Return what a sentence says of how much it holds for."""
    return _hits(sentence) if sentence.bits & AMOUNTS.bit else ()
