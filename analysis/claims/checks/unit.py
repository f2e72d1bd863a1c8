"""A number that kept its digits and got another unit: ms for s, °F for °C, euros for dollars, a day for an hour."""

from collections.abc import Iterator

from misheard.analysis.claims.checks.base import Check, Found
from misheard.analysis.claims.checks.figure_cross import surroundings
from misheard.analysis.claims.checks.figure_follow import follows
from misheard.analysis.claims.checks.figure_slots import equal, everywhere
from misheard.analysis.claims.checks.figure_words import PERIODS
from misheard.analysis.claims.checks.figures import Figure, figures_in
from misheard.analysis.claims.edits.telling import Pair, Sentence

LEAST = 0.3
"""Sentences that share less of their content are not about the same."""
_NEAR = 5
_LOOSE = frozenset(("count", "rank", "times"))
_KIN = (
    frozenset(("share", "points")), frozenset(("time", "workdays")), frozenset(("time", "night")),
    frozenset(("power", "energy")), frozenset(("data", "data rate")), frozenset(("power", "apparent power")),
    frozenset(("temperature", "kelvin")), frozenset(("length", "area")), frozenset(("area", "volume")),
    frozenset(("length", "speed")), frozenset(("mass", "volume")), frozenset(("concentration", "mass")),
    frozenset(("mass", "stone")), frozenset(("data rate", "frequency")), frozenset(("voltage", "power")),
    frozenset(("voltage", "current")), frozenset(("current", "power")), frozenset(("length", "mass")),
)  # fmt: skip


def find(pair: Pair) -> Iterator[Found]:
    """Yield the numbers that stand on both sides with units that do not measure alike."""
    theirs = figures_in(pair.source)
    if not theirs or pair.overlap < LEAST:
        return
    mine = figures_in(pair.retelling)
    if not mine:
        return
    for one in theirs:
        if one.label or one.head == "rank" or (one.head in _LOOSE and not one.rate):
            continue
        for other in mine:
            if one.shown == other.shown and _is_other_unit(one, other) and _is_lone(pair, one, other):
                yield _found(pair, one, other)
                return


def _is_other_unit(one: Figure, other: Figure) -> bool:
    if one.rate and other.rate and one.head == other.head:
        return not equal(one, other) and one.low != 0
    if one.head == other.head:
        return one.head not in _LOOSE and not equal(one, other) and not (one.rate or other.rate)
    money = one.head.startswith("money") and other.head.startswith("money")
    return money or frozenset((one.head, other.head)) in _KIN


def _is_lone(pair: Pair, one: Figure, other: Figure) -> bool:
    """Tell whether neither figure has its equal on the other side, and they stand in the same place."""
    told, retold = everywhere(pair.told), everywhere(pair.retold)
    known = any(two.head == other.head and equal(two, other) for two in told if two.rate in (0.0, other.rate))
    if known and not (one.rate and other.rate):
        return False
    if any(
        two.head == one.head and two.shown == one.shown and two.unit == one.unit for two in retold if not one.rate
    ):
        return False
    if one.shown[0] in (0, 1) and pair.overlap < 0.6:
        return False
    if follows(other, told) and pair.overlap < 0.95 and other.head in ("points", "share"):
        return False
    common = surroundings(pair.source, one) & surroundings(pair.retelling, other)
    return bool(common) or pair.overlap >= 0.6


def _found(pair: Pair, one: Figure, other: Figure) -> Found:
    here, there = _place(pair.source, one), _place(pair.retelling, other)
    before, after = pair.source.text[slice(*here)], pair.retelling.text[slice(*there)]
    return Found("unit", here, there, f'"{before}" became "{after}"', 0.7 + 0.25 * pair.overlap)


def _place(sentence: Sentence, figure: Figure) -> tuple[int, int]:
    """Return where a figure stands, with the period that it is said for: 30 litres per day."""
    behind = [word for word in sentence.tokens if word.start >= figure.end][:_NEAR] if figure.rate else []
    end = next((word.end for word in behind if word.lower in PERIODS), figure.end)
    return figure.start, end


CHECK = Check(find)
