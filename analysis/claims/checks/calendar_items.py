"""The calendar items of a sentence: years, months, days, weekdays, hours, quarters, parts of a day, repetition."""

import re
from collections.abc import Iterator, Sequence
from operator import attrgetter

from misheard.analysis.claims.checks import figure_words
from misheard.analysis.claims.checks.calendar_parts import Item, days, hour_in_words, year
from misheard.analysis.claims.checks.figure_lists import word_list
from misheard.analysis.claims.dates import MONTH_NUMBERS, may_hold_clock
from misheard.analysis.claims.edits.record import bit_of
from misheard.analysis.claims.edits.telling import Sentence
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.claims.lists import lines_of
from misheard.analysis.claims.quantities import quantities_in

_WORDS: dict[str, list[tuple[str, float]]] = {}
for _name, _sort, _value in map(str.split, lines_of("calendar_words.txt")):
    _WORDS.setdefault(_name, []).append((_sort, float(_value)))
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAYS = {form: n for n, day in enumerate(_DAYS) for form in (day, day + "s", day[:3])}
_WEEKDAYS |= {"tues": 1, "thur": 3, "thurs": 3}
_NAMES = _WEEKDAYS.keys() | MONTH_NUMBERS.keys()
_UNCERTAIN = frozenset(("may", "march", "sun", "sat", "mar", "wed", "jan", "dec"))
_TURNS = (
    "second", "minute", "hour", "day", "week", "fortnight", "month", "quarter", "half", "year", "term", "semester",
    "season", "decade", "century",
)  # fmt: skip
_SPANS = frozenset(_TURNS)
_MONTH_AHEAD = word_list("month_ahead")
_NOON = {"noon": 720.0, "midday": 720.0, "midnight": 0.0}
_ISO = re.compile(r"(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)")
TRIGGERS = frozenset(_WORDS) | frozenset(_WEEKDAYS) | frozenset(MONTH_NUMBERS) | frozenset(figure_words.PERIODS)
TRIGGERS |= frozenset(("quarter", "q", "h", "half", "noon", "midnight", "midday"))
_TRIGGER = bit_of(TRIGGERS)
_START = attrgetter("start")


def items_in(sentence: Sentence) -> tuple[Item, ...]:
    """Return the calendar items of one sentence, in order; read once a sentence."""
    found: tuple[Item, ...] | None = sentence.__dict__.get("_items_in")
    if found is None:
        found = sentence.__dict__["_items_in"] = _read(sentence)
    return found


def _read(sentence: Sentence) -> tuple[Item, ...]:
    if not sentence.has_number and not sentence.bits & _TRIGGER:
        return ()
    text, words = sentence.text, sentence.tokens
    places = [n for n, word in enumerate(sentence.records) if word.sort == "d" or word.bits & _TRIGGER]
    if any(words[n].sort == "d" and _names(text, words[n].start) for n in places):
        words = [word for word in words if word.sort != "d" or not _names(text, word.start)]
        places = [n for n, word in enumerate(words) if word.sort == "d" or word.lower in TRIGGERS]
    found = list(_items(text, words, places))
    found.sort(key=_START)
    return tuple(found)


def _names(text: str, place: int) -> bool:
    """Tell whether the number there is that of a name such as T5, and no day ahead of a month; Q3 is a quarter."""
    return place > 0 and text[place - 1].isalpha() and text[place - 1] not in "QqHh"


def _items(text: str, words: Sequence[Token], places: Sequence[int]) -> Iterator[Item]:
    """Yield the items of a sentence; only at some places of its words may one be named."""
    for place in places:
        if words[place].sort == "d":
            yield from _number(words, place)
        else:
            yield from _named(words, place) or _word(words, place)
    if "-" in text:
        for match in _ISO.finditer(text):
            for sort, group in (("year", 1), ("month", 2), ("day", 3)):
                yield Item(sort, float(match[group]), match.start(group), match.end(group))
    for quantity in quantities_in(text) if may_hold_clock(text) else ():
        if quantity.moment and quantity.moment.minutes is not None and quantity.text.lower() not in _NOON:
            value = quantity.moment.minutes + (0 if quantity.moment.sure else 0.5)
            yield Item("clock", value, quantity.start, quantity.end)


def _number(words: Sequence[Token], place: int) -> Iterator[Item]:
    word = words[place]
    if len(word.text) == 4:
        yield from year(words, place)
    yield from hour_in_words(words, place)
    if word.key[0] == "#":
        yield from _nth(words, place)


def _named(words: Sequence[Token], place: int) -> list[Item]:
    """Return the month with its days, the weekday, quarter, noon or repetition at a token."""
    word, lower = words[place], words[place].lower
    if word.text[0].isupper() and lower in _NAMES:
        number = _WEEKDAYS.get(lower, MONTH_NUMBERS.get(lower, 0))
        found = Item("weekday" if lower in _WEEKDAYS else "month", number, word.start, word.end)
        return (
            [found, *(days(words, place) if lower in MONTH_NUMBERS else ())] if _is_calendar(words, place) else []
        )
    if lower in ("q", "h") and place + 1 < len(words) and words[place + 1].start == word.end:
        value = figure_words.number(words[place + 1]) or 0.0
        sort = "quarter" if lower == "q" else "half"
        return [Item(sort, value, word.start, words[place + 1].end)] if value in (1, 2, 3, 4) else []
    if lower in _NOON:
        return [Item("clock", _NOON[lower], word.start, word.end)]
    if lower in figure_words.PERIODS and _is_each(words, place):
        return [Item("freq", figure_words.PERIODS[lower], words[place - 1].start, word.end)]
    return []


def _is_calendar(words: Sequence[Token], place: int) -> bool:
    """Tell whether a capitalised word such as May is a month: not where it opens a sentence without a number."""
    word = words[place]
    if word.lower not in _UNCERTAIN:
        return True
    near = [*words[max(0, place - 1) : place], *words[place + 1 : place + 2]]
    if any(figure_words.number(one) is not None for one in near):
        return True
    ahead = words[place - 1].lower if place else ""
    return not word.first and ahead in _MONTH_AHEAD


def _nth(words: Sequence[Token], place: int) -> Iterator[Item]:
    """Yield `the third quarter`, `the second week`."""
    if place + 1 == len(words):
        return
    value, behind = float(words[place].key[1:]), words[place + 1].lower
    if behind.removesuffix("s") in _SPANS and (behind != "half" or value < 3) and not behind.startswith("second"):
        yield Item(_nth_of(behind), value, words[place].start, words[place + 1].end)


def _nth_of(span: str) -> str:
    """Return the sort of an item counted within a longer time; quarters and halves are written Q3 and H1, too."""
    span = span.removesuffix("s")
    return span if span in ("quarter", "half") else f"nth {span}"


def _word(words: Sequence[Token], place: int) -> Iterator[Item]:
    word = words[place]
    if word.lower not in _WORDS:
        return
    behind = [one.lower for one in words[place + 1 : place + 5]]
    ahead = words[place - 1].lower if place else ""
    for sort, value in _WORDS[word.lower]:
        if sort == "turn":
            after = behind[0] if behind else ""
            if after in _SPANS and not (after == "half" and value == 0):
                is_nth = value == -1 and word.lower == "last" and behind[1:2] == ["of"]
                told = value if is_nth else 100 * value + _TURNS.index(after)
                yield Item(_nth_of(after) if is_nth else "turn", told, word.start, words[place + 1].end)
            elif after in _WEEKDAYS and value:
                yield Item("turn", 1000 * value, word.start, words[place + 1].end)
        elif sort == "edge":
            if _before_span(behind, word.lower in ("early", "late", "mid")):
                yield Item("edge", value, word.start, word.end)
        elif sort == "decade" and not (
            ahead in ("the", "early", "late", "mid", "-") or ahead in ("his", "her", "their")
        ):
            continue
        else:
            yield Item(sort, value, word.start, word.end)


def _before_span(behind: Sequence[str], is_near: bool) -> bool:
    """Tell whether the words behind `end` or `early` name a time: end of the week, early May."""
    rest = [
        one for one in behind if one not in ("of", "the", "in", "this", "next", "last", "-", "that", "each", "on")
    ]
    first = rest[0] if rest else ""
    named = first in MONTH_NUMBERS or first in _SPANS or first in _WEEKDAYS or first in _WORDS
    named = named or (len(first) == 4 and first.isdigit()) or (first in figure_words.PARTS and len(rest) > 1)
    return named and (is_near or "of" in behind[:1])


def _is_each(words: Sequence[Token], place: int) -> bool:
    ahead = words[place - 1].lower if place else ""
    if ahead in ("every", "each", "per"):
        return True
    return (
        ahead in ("a", "an")
        and place > 1
        and words[place - 2].lower in ("once", "twice", "thrice", "times", "time")
    )
