"""The figures of a sentence as the typed checks compare them: amounts, shares, multiples, ranks, rates.

What `quantities_in` reads is kept; beside it stand words that it does not read (a third, doubled, megabits).
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from misheard.analysis.claims.checks import figure_rates, figure_words
from misheard.analysis.claims.checks.figure_dates import has_dates_only
from misheard.analysis.claims.dates import MONTH_NUMBERS
from misheard.analysis.claims.edits.record import bit_of
from misheard.analysis.claims.edits.telling import Sentence
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.claims.numerals import VALUES
from misheard.analysis.claims.quantities import Quantity, quantities_in

_PARTS = bit_of(figure_words.PARTS)
_START = attrgetter("start")


LEAST_COUNT = 13
"""A count below this is found in many sentences, and shows nothing."""


class Figure(NamedTuple):
    """One figure of a sentence.

    `head` is what it measures (count, mass, share, times, rank ...), `low` and `high` are in base units, `step` is
    the size of its last written place in base units, `shown` the number as written. `rate` is the seconds of
    the period it is said for (30 litres a day: 86400), 0 without one. `noun` holds the keys of the words behind.
    """

    head: str
    low: float
    high: float
    step: float
    shown: tuple[float, float]
    unit: str
    bound: str
    noun: frozenset[str]
    start: int
    end: int
    label: bool = False
    rate: float = 0.0

    @property
    def per_second(self) -> tuple[float, float]:
        """Its ends, for one second where it is a rate."""
        return (self.low / self.rate, self.high / self.rate) if self.rate else (self.low, self.high)


def is_telling(figure: Figure) -> bool:
    """Tell whether a figure is one that two sentences do not share by chance."""
    if figure.label or figure.low != figure.high or figure.head == "rank":
        return False
    return figure.head != "count" or figure.low >= LEAST_COUNT or figure.low % 1 != 0


def figures_in(sentence: Sentence) -> tuple[Figure, ...]:
    """Return the figures of one sentence in order, dates and times of day left out; read once."""
    found: tuple[Figure, ...] | None = sentence.__dict__.get("_figures_in")
    if found is None:
        found = sentence.__dict__["_figures_in"] = _figures(sentence)
    return found


def _figures(sentence: Sentence) -> tuple[Figure, ...]:
    if not sentence.bits & _PARTS and (not sentence.has_number or has_dates_only(sentence)):
        return ()
    words, read = sentence.tokens, quantities_in(sentence.text)
    places = [n for n, word in enumerate(sentence.records) if word.sort == "d" or word.bits & _PARTS]
    more = list(_others(words, places))
    shares = [(figure.start, figure.end) for figure in more if figure.head != "count"]
    plain = [
        one for one in read if not (one.moment or _is_no_amount(one, words) or _meets(one.start, one.end, shares))
    ]
    found = [_of(quantity, words) for quantity in plain]
    if more:
        taken = [*_moments(read, more), *((one.start, one.end) for one in plain)]
        found += [figure for figure in more if not _meets(figure.start, figure.end, taken)]
        found.sort(key=_START)
    if not found or not sentence.bits & figure_rates.PERIOD:
        return tuple(found)
    rates = figure_rates.rates(words, [(figure.start, figure.end) for figure in found])
    return tuple(one._replace(rate=rates[n]) if n in rates and not one.rate else one for n, one in enumerate(found))


def _moments(read: Sequence[Quantity], more: Sequence[Figure]) -> list[tuple[int, int]]:
    """Return where dates and times of day stand; the second of May is one, the second run is none."""
    ranks = [(figure.start, figure.end) for figure in more if figure.head == "rank"]
    return [
        (one.start, one.end)
        for one in read
        if one.moment and not (one.text[-2:] in ("st", "nd", "rd", "th") and _meets(one.start, one.end, ranks))
    ]


def _meets(start: int, end: int, taken: list[tuple[int, int]]) -> bool:
    return bool(taken) and any(start < stop and end > begin for begin, stop in taken)


def _is_no_amount(quantity: Quantity, words: Sequence[Token]) -> bool:
    """Tell whether a number is likelier a year, a day of a month or a decade (his 30s) than an amount."""
    text = quantity.text
    if quantity.unit == "s" and quantity.low in (20, 30, 40, 50, 60, 70, 80, 90) and " " not in text:
        ahead = [word.lower for word in words if word.end <= quantity.start][-1:]
        return bool(ahead) and ahead[0] in figure_words.AHEAD_OF_DECADE
    if quantity.dimension != "count" or not text.isdigit():
        return text.startswith("0,")
    if len(text) == 4 and "1700" <= text <= "2099" and not quantity.noun:
        return True
    if len(text) > 2 or quantity.low > 31:
        return False
    near = [n for n, word in enumerate(words) if word.start == quantity.start]
    around = words[max(0, near[0] - 3) : near[0] + 4] if near else ()
    return any(word.lower in MONTH_NUMBERS and word.text[0].isupper() for word in around)


def _of(quantity: Quantity, words: Sequence[Token]) -> Figure:
    low, high = quantity.base
    head, _, below = quantity.dimension.partition("/")
    step, unit, end, rate = quantity.base_step, quantity.unit, quantity.end, 0.0
    next_word = bisect_left(words, end, key=_START)
    behind = words[next_word : next_word + 4]
    if head == "data rate":
        head, low, high, step = "data", low / 8, high / 8, step / 8
        rate = 1.0
    elif below == "time" or head == "speed":
        head, rate = "length" if head == "speed" else head, 1.0
    elif below:
        head = quantity.dimension
    if head == "count":
        known = figure_words.unit_behind(behind, end)
        if known:
            head, factor, unit, end = known
            if head == "pound":
                weighed = any(word.lower in figure_words.WEIGHED for word in words)
                head, factor = ("mass", 0.45359237) if weighed else ("money gbp", 1.0)
            low, high, step = low * factor, high * factor, step * factor
        elif behind and behind[0].lower == "times":
            head, end = "times", behind[0].end
    elif head == "percent":
        head, low, high, step = "share", low / 100, high / 100, step / 100
    noun = figure_words.noun(behind)
    bound = quantity.bound or figure_rates.bound_behind(behind)
    return Figure(head, low, high, step, (quantity.low, quantity.high), unit, bound, noun, quantity.start,
                  end, quantity.label, rate)  # fmt: skip


def _others(words: Sequence[Token], places: Sequence[int]) -> Iterator[Figure]:
    """Yield what stands at some places, of a number or a word of parts, and no quantity may be."""
    for place in places:
        word = words[place]
        part = figure_words.part_at(words, place)
        if part:
            head, value, first, last = part
            noun = figure_words.noun(words[last + 1 : last + 5])
            bound = figure_rates.bound(words, first)
            step = 0.05 if head == "share" else 1.0
            whole = figure_words.measured(words, last) if head == "share" else None
            if whole:
                head, value, step, last = whole[0], value * whole[1], value * whole[1], whole[2]
            yield Figure(head, value, value, step, (value, value), "", bound, noun, words[first].start,
                         words[last].end)  # fmt: skip
        elif word.lower in VALUES and place + 2 < len(words) and words[place + 1].text == "-":
            value = float(VALUES[word.lower])
            noun = figure_words.noun(words[place + 2 : place + 5])
            yield Figure("count", value, value, 1.0, (value, value), "", "", noun, word.start, word.end)
