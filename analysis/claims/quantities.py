"""The quantities of a sentence: value, unit, bound, and what each is a quantity of."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import Any

from misheard.analysis.claims import dates, numerals, units
from misheard.analysis.claims.bounds import bound_of
from misheard.analysis.claims.counted import noun_behind, word_ahead
from misheard.analysis.claims.digits import BARE, DIGIT, SCALES, matches, part_of, step_of
from misheard.analysis.claims.names import is_label
from misheard.analysis.claims.words import key_words

_AFTER_WORDS = re.compile(rf"[\s\u00a0-]?(?P<unit>{units.PATTERN})")
_START = attrgetter("start")
_JOIN = re.compile(r"\s*(?:to|–|—|-|through|until)\s*(?:[€$£¥]\s?)?$", re.IGNORECASE)
_BETWEEN = re.compile(r"\b(?:between|from)\s+(?:[€$£¥]\s?)?$", re.IGNORECASE)


@dataclass(frozen=True)
class Quantity:
    """An amount, a count, a date or a time, as one sentence has it.

    `low` and `high` are in the unit written (equal unless it is a range) and `factor` turns them into base units.
    `step` is the size of the last place written: 100 for 1.2k. `bound` is "max", "min", "about" or "". `noun`
    holds the stems of what is counted or measured. Dates and times have a `moment` instead of a value.
    """

    start: int
    end: int
    text: str
    low: float
    high: float
    step: float = 1.0
    dimension: str = "count"
    unit: str = ""
    factor: float = 1.0
    offset: float = 0.0
    bound: str = ""
    noun: frozenset[str] = frozenset()
    moment: dates.Moment | None = None
    label: bool = False
    reach: int = 0

    @property
    def told_end(self) -> int:
        """Where its words end, the noun of a count included."""
        return max(self.end, self.reach)

    @property
    def base(self) -> tuple[float, float]:
        """The lowest and highest value in base units."""
        return (self.low + self.offset) * self.factor, (self.high + self.offset) * self.factor

    @property
    def base_step(self) -> float:
        """The size of the last place written, in base units."""
        return self.step * abs(self.factor)


_BLANK = Quantity(0, 0, "", 0.0, 0.0)
_HELD = _BLANK.__dict__
_COUNT = units.Unit("count")


def _with(quantity: Quantity, **changes: Any) -> Quantity:
    """Return a copy with other values, several times quicker than `dataclasses.replace`."""
    made = object.__new__(Quantity)
    made.__dict__.update(quantity.__dict__, **changes)
    return made


@lru_cache(maxsize=2048)
def quantities_in(text: str) -> tuple[Quantity, ...]:
    """Return the quantities of one sentence, in order; numbers that name things (mixer 2) are marked as labels."""
    lower = text.lower()
    has_words = numerals.may_hold_words(lower)
    if not has_words and not DIGIT.search(text) and not dates.may_hold_words(lower):
        return ()
    found = [_of_moment(text, moment) for moment in dates.moments(text)]
    taken = [(quantity.start, quantity.end) for quantity in found]
    numbers = _numbers(text, has_words, taken)
    if taken:
        found += [one for one in numbers if all(one.end <= start or one.start >= end for start, end in taken)]
        found.sort(key=_START)
    else:
        found = sorted(numbers, key=_START)
    return tuple(_described(text, found))


def of_value(text: str, path: tuple[str, ...]) -> tuple[Quantity, ...]:
    """Return the quantity that a bare figure under a payload path is; its key may name the unit."""
    try:
        value = float(text)
    except ValueError:
        return ()
    words = key_words(path)
    key = path[-1] if path else ""
    ending = key.rsplit("_", 1)[-1]
    unit = units.unit_of(ending) or units.unit_of(ending.upper()) or units.Unit("count")
    written = "" if unit.dimension == "count" else ending
    return (
        Quantity(0, len(text), text, value, value, step_of(text), unit.dimension, written,
                 unit.factor, unit.offset, "", words),
    )  # fmt: skip


def _of_moment(text: str, moment: dates.Moment) -> Quantity:
    dimension = "weekday" if moment.weekday is not None else "date" if moment.day or moment.month else "year"
    dimension = "clock" if moment.minutes is not None else dimension
    words = text[moment.start : moment.end]
    value = float(moment.year or 0) if dimension == "year" else 0.0
    return _with(_BLANK, start=moment.start, end=moment.end, text=words, low=value, high=value, dimension=dimension,
                 moment=moment)  # fmt: skip


def _numbers(text: str, has_words: bool, taken: list[tuple[int, int]]) -> Iterator[Quantity]:
    digits: list[tuple[int, int]] = []
    for match in matches(text, taken):
        currency, sign, number, written, size, unit_text = match.group(
            "cur", "sign", "num", "part", "scale", "unit"
        )
        scale = SCALES.get(size.strip().lower(), 1.0) if size else 1.0
        part = part_of(written)
        value = (float(number.translate(BARE)) + part) * scale
        value = -value if sign in ("-", "−") else value
        if currency and not unit_text:
            unit_text = units.CURRENCIES.get(currency.strip(), currency.strip())
        start, end = match.span()
        yield _made(text, start, end, value, (part or step_of(number)) * scale, unit_text or "")
        digits.append((start, end))
    if has_words:
        for start, end, value, unit_text in numerals.halves(text):
            yield _made(text, start, end, value, 0.5, unit_text)
            digits.append((start, end))
        for start, end, value in numerals.in_words(text):
            if any(start < stop and end > begin for begin, stop in digits):
                continue
            behind = _AFTER_WORDS.match(text, end)
            step = 0.5 if value % 1 else step_of(str(int(value)))
            yield _made(text, start, behind.end() if behind else end, value, step, behind["unit"] if behind else "")


def _made(text: str, start: int, end: int, value: float, step: float, unit_text: str) -> Quantity:
    made = object.__new__(Quantity)
    held = made.__dict__
    held.update(_HELD, start=start, end=end, text=text[start:end], low=value, high=value, step=step)
    if unit_text:
        unit = units.unit_of(unit_text) or _COUNT
        held.update(dimension=unit.dimension, unit=unit_text, factor=unit.factor, offset=unit.offset)
    return made


def _described(text: str, found: list[Quantity]) -> Iterator[Quantity]:
    place = 0
    while place < len(found):
        quantity = found[place]
        if place + 1 < len(found) and _is_range(text, quantity, found[place + 1]):
            quantity = _range(text, quantity, found[place + 1])
            place += 1
        if quantity.moment is None:
            quantity = _with_context(text, quantity)
        else:
            quantity.__dict__["bound"] = bound_of(text, quantity.start, quantity.end)
        yield quantity
        place += 1


def _is_range(text: str, one: Quantity, other: Quantity) -> bool:
    if one.moment or other.moment or other.start - one.end > 8:
        return False
    between = text[one.end : other.start]
    if one.dimension not in ("count", other.dimension) or other.low <= one.low:
        return False
    if between.strip().lower() == "and":
        return bool(_BETWEEN.search(text[: one.start]))
    return bool(_JOIN.fullmatch(between)) and between != ""


def _range(text: str, one: Quantity, other: Quantity) -> Quantity:
    start = one.start
    return _with(other, start=start, text=text[start : other.end], low=one.low, step=min(one.step, other.step))


def _with_context(text: str, quantity: Quantity) -> Quantity:
    noun, reach = noun_behind(text, quantity.end)
    is_count = quantity.dimension == "count"
    reach = reach if is_count else quantity.end
    label = is_count and is_label(word_ahead(text, quantity.start))
    label = label or (quantity.text.lower() == "one" and not noun)
    bound = bound_of(text, quantity.start, quantity.end)
    # Nobody else has it yet: it was made a moment ago.
    quantity.__dict__.update(noun=noun, label=label, bound=bound, reach=reach)
    return quantity
