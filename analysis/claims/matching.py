"""Which quantity of one claim stands in the place of which quantity of another."""

import re
from dataclasses import dataclass
from functools import lru_cache

from misheard.analysis.claims import fidelity
from misheard.analysis.claims.claim import Claim
from misheard.analysis.claims.quantities import Quantity
from misheard.analysis.claims.words import content_stem, tokens

SAME_SENTENCE = 0.85
"""Claims that share so much of their words are one sentence, and their figures may be told apart by turn."""

LONE = 0.7
"""How well two limits fit that share but one word of their clauses, each the only one of its kind in its claim."""

# What a relative clause says is said of what stands ahead of it.
_CLAUSE = re.compile(
    r"[;()]|,(?=\s)(?!\s(?:which|who|whose)\b)|\s[-–—]\s|\b(?:and|but|while|whereas|against|so|because|although|though)\b"
)


@dataclass(frozen=True)
class Match:
    """Two quantities in the same place of two claims; `frame` (0 to 1) says how much of the words around agree."""

    source: Quantity
    target: Quantity
    frame: float


def matches(source: Claim, target: Claim) -> list[Match]:
    """Return the quantities of two claims that stand in the same place, each at most once, best first."""
    pairs = []
    for one in source.quantities:
        for other in target.quantities:
            if one.label or other.label or not (_same_place(one, other)):
                continue
            frame = _frame_agreement(source, one, target, other) or _lone(source, one, target, other)
            if frame > 0:
                pairs.append(Match(one, other, frame + (0.25 if fidelity.same_value(one, other) else 0.0)))
    pairs.sort(key=lambda match: (-match.frame, match.source.start, match.target.start))
    used: set[int] = set()
    found = []
    for match in pairs:
        keys = {id(match.source), id(match.target)}
        if not keys & used:
            used |= keys
            found.append(match)
    return found


def _same_place(one: Quantity, other: Quantity) -> bool:
    if fidelity.comparable(one, other):
        return True
    return unit_changed(one, other)


def unit_changed(one: Quantity, other: Quantity) -> bool:
    """Tell whether two quantities have one number and units that are not the same."""
    if one.moment or other.moment or "count" in (one.dimension, other.dimension):
        return False
    if (one.low, one.high) != (other.low, other.high) or one.low in (0, 1):
        return False
    money = one.dimension.startswith("money") and other.dimension.startswith("money")
    dimensions = {one.dimension, other.dimension}
    # Ten days for ten working days may be loose talk; ten calendar days are not.
    days = dimensions == {"workdays", "time"} and any(q.unit.lower().startswith("calendar") for q in (one, other))
    kin = money or days or len(dimensions) == 1 or dimensions == {"percent", "points"}
    return (
        kin
        and one.unit != other.unit
        and (one.dimension != other.dimension or not fidelity.same_value(one, other, 0.01))
    )


def _frame_agreement(source: Claim, one: Quantity, target: Claim, other: Quantity) -> float:
    left, right = _frame(source, one), _frame(target, other)
    shared = left & right
    if one.noun & other.noun:
        shared |= one.noun & other.noun
    # One number in two units of a kind is evidence of its own; a time of 30 seconds and one of 30 minutes is not.
    is_rescaled = one.dimension != "time" and unit_changed(one, other)
    needed = 1 if source.is_value or target.is_value or is_rescaled else 2
    if len(shared) < needed:
        return 0.9 * _sameness(source, target) if _same_slot(source, one, target, other) else 0.0
    return 0.5 * len(shared) / max(1, min(len(left), len(right))) + len(shared) / max(1, len(left) + len(right))


def _lone(source: Claim, one: Quantity, target: Claim, other: Quantity) -> float:
    """Return `LONE` for two limits that are the only ones of their kind in claims of one topic, else 0."""
    if one.dimension in ("count", "date", "clock", "year", "weekday") or one.bound not in ("max", "min"):
        return 0.0
    alike = [q for claim in (source, target) for q in claim.quantities if q.dimension == one.dimension]
    common = _frame(source, one) & _frame(target, other)
    return LONE if one.bound == other.bound and len(alike) == 2 and common else 0.0


def _sameness(source: Claim, target: Claim) -> float:
    return 2 * len(source.words & target.words) / max(1, len(source.words) + len(target.words))


def _same_slot(source: Claim, one: Quantity, target: Claim, other: Quantity) -> bool:
    """Tell whether two sentences are the same but for figures, and the figures have the same turn in them."""
    return (
        len(source.words & target.words) >= 5
        and _sameness(source, target) >= SAME_SENTENCE
        and len(source.quantities) == len(target.quantities)
        and source.quantities.index(one) == target.quantities.index(other)
    )


def _frame(claim: Claim, quantity: Quantity) -> frozenset[str]:
    if claim.is_value:
        return claim.words
    return frame_words(claim.text, quantity.start, quantity.end)


@lru_cache(maxsize=32768)
def frame_words(text: str, start: int, end: int) -> frozenset[str]:
    """Return the stems of the clause around a place, the place left out."""
    begin = max((match.end() for match in _CLAUSE.finditer(text, 0, start)), default=0)
    behind = _CLAUSE.search(text, end)
    stop = behind.start() if behind else len(text)
    found = (content_stem(word) for word, _, _ in tokens(text[begin:start] + " " + text[end:stop]))
    return frozenset(word for word in found if word)
