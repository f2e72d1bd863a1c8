"""The parts of a date that are numbers: days beside a month, years, hours in words."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from misheard.analysis.claims.checks import figure_words
from misheard.analysis.claims.checks.figure_lists import word_list
from misheard.analysis.claims.dates import MONTH_NUMBERS
from misheard.analysis.claims.edits.tokens import Token


class Item(NamedTuple):
    """One part of a date or time: `sort` names what it tells (year, month, day, weekday, clock ...)."""

    sort: str
    value: float
    start: int
    end: int


_YEAR_AHEAD = word_list("year_ahead")
_HOURS = {"morning": 0, "afternoon": 12, "evening": 12, "night": 12}
_JOINS = frozenset(("to", "-", "–", "and", "until", "or", "through"))


def same(one: Item, other: Item) -> bool:
    """Tell whether two items tell the same; hours as far as a.m. or p.m. is said."""
    if one.sort != other.sort:
        return False
    if one.sort == "clock":
        gap = abs(int(one.value) - int(other.value)) % 1440
        return gap == 0 or (gap == 720 and (one.value % 1 or other.value % 1) > 0)
    return one.value == other.value


def is_among(item: Item, others: Sequence[Item]) -> bool:
    """Tell whether an item is the same as one of some others."""
    for other in others:  # noqa: SIM110 - twice as quick as any()
        if item.sort == other.sort and same(item, other):
            return True
    return False


def days(words: Sequence[Token], place: int) -> Iterator[Item]:
    """Yield the days of a month that stand ahead of its name or behind it: 3 to 5 May, May 3."""
    at = place - 1
    if at >= 0 and words[at].lower == "of":
        at -= 1
    if at >= 0 and _day(words[at]):
        yield _day_item(words[at])
        if at >= 2 and words[at - 1].lower in _JOINS and _day(words[at - 2]):
            yield _day_item(words[at - 2])
        return
    at = place + 1
    if at < len(words) and words[at].text == ".":
        at += 1
    if at < len(words) and _day(words[at]) and not (at + 1 < len(words) and words[at + 1].text in ("%", ":")):
        yield _day_item(words[at])
        if at + 2 < len(words) and words[at + 1].lower in _JOINS and _day(words[at + 2]):
            yield _day_item(words[at + 2])


def _day(word: Token) -> int | None:
    digits = word.key.lstrip("#")
    return int(digits) if word.sort == "d" and digits.isdigit() and 1 <= int(digits) <= 31 else None


def _day_item(word: Token) -> Item:
    return Item("day", float(_day(word) or 0), word.start, word.end)


def year(words: Sequence[Token], place: int) -> Iterator[Item]:
    """Yield the year or decade that a number of four digits is, unless it counts something."""
    word = words[place]
    if len(word.text) != 4 or not word.text.isdigit() or not "1000" <= word.text <= "2099":
        return
    behind = words[place + 1] if place + 1 < len(words) else None
    if behind is not None and behind.lower == "s" and behind.start == word.end:
        yield Item("decade", float(word.text) % 100, word.start, behind.end)
        return
    ahead = words[place - 1].lower if place else "("
    if behind is not None and behind.sort == "m":
        return
    counted = behind is not None and behind.sort in "wn"
    if ahead in MONTH_NUMBERS or ahead in _YEAR_AHEAD or not counted:
        if ahead in figure_words.CURRENCY_MARKS or (
            counted and ahead in ("to", "than", "about", "around", "of", "by")
        ):
            return
        yield Item("year", float(word.text), word.start, word.end)


def hour_in_words(words: Sequence[Token], place: int) -> Iterator[Item]:
    """Read `seven in the evening`, `half past seven`, `quarter to 8`; 12 hours are left open where not said."""
    after = words[place + 1].lower if place + 1 < len(words) else ""
    if after not in ("in", "o'clock") and not (place and words[place - 1].lower in ("past", "to")):
        return
    value = figure_words.number(words[place])
    if value is None or not 1 <= value <= 12:
        return
    behind = [word.lower for word in words[place + 1 : place + 4]]
    ahead = [word.lower for word in words[max(0, place - 2) : place]]
    extra = None
    if ahead[-1:] == ["past"] and ahead[:1] == ["half"]:
        extra = 30
    elif ahead[:1] == ["quarter"] and ahead[-1:] in (["past"], ["to"]):
        extra = 15 if ahead[-1] == "past" else -15
    part = _HOURS.get(behind[2]) if behind[:2] == ["in", "the"] and len(behind) == 3 else None
    if extra is None and part is None and behind[:1] != ["o'clock"]:
        return
    minutes = (value % 12) * 60 + (extra or 0)
    open_half = 0.5 if part is None else part * 60
    yield Item("clock", minutes + open_half, words[place].start, words[place].end)
