"""How sure a statement is by its own words: a band of percent on a published scale, or else a rank."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import NamedTuple

from misheard.analysis.claims.certainty_lexicon import Mark, WordClass, read_data
from misheard.analysis.claims.certainty_numbers import probabilities
from misheard.analysis.claims.certainty_scope import asserts, clause_at, meant

DEFAULT_SCALE = "icd203"
BARE = (95.0, 100.0)
"""A claim without any hedge: taken for true, so it overlaps with "almost certain" and with nothing below."""

_BARE_LEVEL = 0.95


class Kind(StrEnum):
    """What a certainty rests on."""

    BARE = "bare"
    CERTAIN = "certain"
    WORDS = "words"
    RANKED = "ranked"
    NUMBER = "number"
    NOT_STATED = "not stated"


class Hedge(NamedTuple):
    """Words of doubt in a text."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Certainty:
    """How sure a text is of what it says.

    `low` and `high` bound it in percent; None where the words have no number on the scale, as "possible" has on
    none. `level` ranks any two certainties from 0 to 1 and is no probability. `denies` means that the words lean
    against the claim, as "unlikely" does. A question or a request states nothing: NOT_STATED, without a band.
    """

    low: float | None
    high: float | None
    hedges: tuple[Hedge, ...]
    kind: Kind
    level: float
    denies: bool = False
    reservations: tuple[str, ...] = ()

    @property
    def reserved(self) -> bool:
        """True where words without a rank hold something back, as "only" and "expected" do."""
        return bool(self.reservations)

    @property
    def sureness(self) -> tuple[float, float] | None:
        """The band of whichever is held more likely, the claim or its opposite."""
        if self.low is None or self.high is None:
            return None
        return (100 - self.high, 100 - self.low) if self.high <= 50 else (self.low, self.high)

    @property
    def is_bare(self) -> bool:
        """True where nothing at all is held back."""
        return self.holds_back_no_more(frozenset())

    def holds_back_no_more(self, known: frozenset[str]) -> bool:
        """Tell whether nothing is held back by other words than the `known` ones (in lower case).

        A "partial" that stood in "could be a partial obstruction" is no stand-in for the "could be".
        """
        return self.kind in (Kind.BARE, Kind.CERTAIN) and known.issuperset(self.reservations)


def scales() -> dict[str, dict[str, object]]:
    """Return the published scales by name, each with its `name`, its `source` and a [low, high] for its words."""
    return _scales()


@cache
def _scales() -> dict[str, dict[str, object]]:
    return read_data("certainty_scales.toml")


@lru_cache(maxsize=32768)
def certainty_of(text: str, scale: str = DEFAULT_SCALE) -> Certainty:
    """Return how sure `text` (a sentence or a clause) is of what it says.

    Where several words of doubt meet, the least sure counts.

    Raises:
        KeyError: there is no scale of that name.
    """
    bands = _scales()[scale]
    if not asserts(text):
        return Certainty(None, None, (), Kind.NOT_STATED, 0.0)
    marks = meant(text)
    hedges = [mark for mark in marks if mark.word_class.hedge]
    reserved = tuple(mark.text.lower() for mark in marks if mark.word_class.reserves)
    stated = probabilities(text)
    spans = tuple(Hedge(*mark[:3]) for mark in hedges)
    if stated:
        number = min(stated, key=lambda found: found.percent)
        low, high = number.band
        spans = tuple(sorted((*spans, Hedge(number.start, number.end, number.text))))
        level = min([number.percent / 100, *(mark.word_class.level for mark in hedges)])
        return Certainty(low, high, spans, Kind.NUMBER, min(level, _BARE_LEVEL), reservations=reserved)
    if hedges:
        return _hedged(hedges, spans, bands, reserved)
    if any(mark.word_class.name == "certain" for mark in marks):
        return Certainty(*BARE, (), Kind.CERTAIN, 1.0, reservations=reserved)
    return Certainty(*BARE, (), Kind.BARE, _BARE_LEVEL, reservations=reserved)


def _hedged(
    hedges: list[Mark], spans: tuple[Hedge, ...], bands: dict[str, object], reserved: tuple[str, ...]
) -> Certainty:
    least: WordClass = min((mark.word_class for mark in hedges), key=lambda found: found.level)
    band = bands.get(least.name)
    low, high = (float(band[0]), float(band[1])) if isinstance(band, list) else (None, None)
    kind = Kind.RANKED if low is None else Kind.WORDS
    return Certainty(low, high, spans, kind, least.level, least.denies, reserved)


def bound_to(text: str, hedge: Hedge) -> tuple[int, int]:
    """Return the start and end of the words of `text` that a hedge binds to: its clause."""
    return clause_at(text, hedge.start)
