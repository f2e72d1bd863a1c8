"""Calendar dates and times of day in a sentence."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_letters

_MONTHS = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
]  # fmt: skip
MONTH_NUMBERS = {name: place for place, name in enumerate(_MONTHS, start=1)}
MONTH_NUMBERS |= {name[:3]: place for name, place in MONTH_NUMBERS.items()} | {"sept": 9}
_MONTH = "(?:" + "|".join(sorted(MONTH_NUMBERS, key=len, reverse=True)) + r")\b\.?"
_SHORT = frozenset(name[:3] for name in _MONTHS)
_DATE = re.compile(
    rf"""\b(?:
      (?P<iso_y>\d{{4}})-(?P<iso_m>\d\d)-(?P<iso_d>\d\d)(?!\d)
      |(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<m1>{_MONTH})(?:,?\s+(?P<y1>(?:19|20)\d\d)\b)?
      |(?P<m2>{_MONTH})\s+(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?(?![\d:]|\.\d|\s*%)(?:,?\s+(?P<y2>(?:19|20)\d\d)\b)?
      |(?P<d3>\d{{1,2}})(?:st|nd|rd|th)(?=\s|[.,;:)]|$)(?!\s+(?:place|floor|time|edition|century|attempt|percentile|of\s+(?:the|\d)))
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_CLOCK = re.compile(
    r"(?<![\d:.])(?P<h>[01]?\d|"
    r"2[0-4])(?:[:.h](?P<m>[0-5]\d)(?!\d)(?::[0-5]\d)?)?(?:\s*(?P<half>[ap]\.?m\b\.?))?(?![\d:]\d)",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+")
_LONGEST_MONTH = 10
_ENDINGS = frozenset(("st", "nd", "rd", "th", "\u017ft"))  # `re` takes the last for "st", too
_LONGEST_JOIN = 40
_FOUR = re.compile(r"(?:19|20)\d\d")
_HALF_DAY = re.compile(r"\d\s*[ap]\.?m", re.IGNORECASE)
_YEAR = re.compile(r"(?<![\w.,/€$£-])(?:19|20)\d\d(?![\w%]|[.,/]\d|-\d)")
_YEAR_AHEAD = re.compile(
    r"(?:\b(?:in|since|from|to|until|till|of|by|during|before|after|early|late|mid|year|the|and|than|spring|"
    r"summer|autumn|fall|winter|q[1-4]|" + _MONTH + r")\s+|[-–(/]\s*)$",
    re.IGNORECASE,
)
_RANGE_AHEAD = re.compile(r"\d(?:st|nd|rd|th)?\s*(?:--?|–|to|until|and|,)\s*$")
_JOINS = frozenset("-–,old")  # the last characters of what `_RANGE_AHEAD` looks for
_RANGE_BEHIND = re.compile(r"\s*(?:--?|–|to|until)\s*\d{1,2}\b(?!:)")
_DAYS = ("mon", "tues", "wednes", "thurs", "fri", "satur", "sun")
_WEEKDAY = re.compile(r"\b(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b")
_OCLOCK = re.compile(r"\b(noon|midday|midnight)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Moment:
    """A date (year, month, day: None where not said), a weekday (0 for Monday) or a time of day.

    The time is in minutes; it is `sure` unless it may be p.m.
    """

    start: int
    end: int
    year: int | None = None
    month: int | None = None
    day: int | None = None
    minutes: int | None = None
    weekday: int | None = None
    sure: bool = True


_BLANK = Moment(0, 0)


def _made(start: int, end: int, **said: int | None) -> Moment:
    """Return a moment, at a third of the cost of `Moment`, which has each of its values set by a call."""
    made = object.__new__(Moment)
    made.__dict__.update(_BLANK.__dict__, start=start, end=end, **said)
    return made


def moments(text: str) -> Iterator[Moment]:
    """Yield the dates, the times of day and the years of a sentence; they never overlap."""
    taken: list[tuple[int, int]] = []
    for finder in (_dates, _clocks, _years, _weekdays):
        for moment in finder(text):
            if not taken or all(moment.end <= start or moment.start >= end for start, end in taken):
                taken.append((moment.start, moment.end))
                yield moment


def may_hold_words(lower: str) -> bool:
    """Tell quickly whether a lower-case text without digits may hold a weekday or a time of day."""
    return "day" in lower or "noon" in lower or "midnight" in lower


def may_hold_clock(text: str) -> bool:
    """Tell quickly whether a text may hold a time of day in digits."""
    return ":" in text or _HALF_DAY.search(text) is not None


def _dates(text: str) -> Iterator[Moment]:
    for match in _matches(text):
        year = match["iso_y"] or match["y1"] or match["y2"]
        name = match["m1"] or match["m2"]
        month = MONTH_NUMBERS[name.lower().rstrip(".")] if name else int(match["iso_m"]) if match["iso_m"] else None
        day = int(match["iso_d"] or match["d1"] or match["d2"] or match["d3"])
        if not (1 <= day <= 31 and (month is None or 1 <= month <= 12)):
            continue
        # Of a range (23 to 25 September) only the month is compared.
        ahead = text[max(0, match.start() - _LONGEST_JOIN) : match.start()]
        may_join = ahead.rstrip()[-1:].lower() in _JOINS
        ranged = (may_join and _RANGE_AHEAD.search(ahead)) or _RANGE_BEHIND.match(text, match.end())
        if not (ranged and month is None):
            start, end = match.span()
            yield _made(start, end, year=int(year) if year else None, month=month, day=None if ranged else day)


def _matches(text: str) -> Iterator[re.Match[str]]:
    """Yield the dates, which are tried only at digits and at the words in front of them."""
    end = 0
    for digits in _DIGITS.finditer(text):
        place, stop = digits.span()
        ahead = text[:place].rstrip().removesuffix(".")
        name = _letters_behind(ahead)
        match = None
        if name.lower() in MONTH_NUMBERS:
            begin = len(ahead) - len(name)
            match = _DATE.match(text, begin) if end <= begin else None
        if match is None and place >= end and _may_begin(text, place, stop):
            match = _DATE.match(text, place)
        if match:
            yield match
            end = match.end()


def _may_begin(text: str, place: int, stop: int) -> bool:
    """Tell at little cost whether the digits there may begin a date: 2026-03-05, 5 March, the 5th."""
    if stop - place > 2:
        return stop - place == 4 and text[stop : stop + 1] == "-"
    behind = text[stop:]
    if not behind[:1].isspace():
        return behind[:2].lower() in _ENDINGS
    word = behind.lstrip()[:3].lower()
    return word in _SHORT or word.startswith("of") or not word.isascii()


def _letters_behind(text: str) -> str:
    """Return the letters that a text ends with, as many as a month may have."""
    tail = text[-_LONGEST_MONTH:]
    return tail[len(tail.rstrip(ascii_letters)) :]


def _clocks(text: str) -> Iterator[Moment]:
    for match in _CLOCK.finditer(text) if may_hold_clock(text) else ():
        half = (match["half"] or "").lower()
        colon = text[match.end("h") : match.end("h") + 1] == ":"
        if not half and not (colon and match["m"]):
            continue
        hour = int(match["h"])
        if half and hour <= 12:
            hour = hour % 12 + (12 if half.startswith("p") else 0)
        minutes, is_sure = hour * 60 + int(match["m"] or 0), bool(half) or hour > 12 or hour == 0
        yield Moment(match.start(), match.end(), minutes=minutes, sure=is_sure)
    lower = text.lower()
    for match in _OCLOCK.finditer(text) if "noon" in lower or "midday" in lower or "midnight" in lower else ():
        yield Moment(match.start(), match.end(), minutes=0 if match[1].lower() == "midnight" else 720)


def _years(text: str) -> Iterator[Moment]:
    for four in _FOUR.finditer(text):
        match = _YEAR.match(text, four.start())
        ahead = text[max(0, four.start() - 12) : four.start()]
        word = ahead.split()[-1:]
        if match is None:
            continue
        begins = not word and text[match.end() : match.end() + 1] in (":", ",", ")")
        if begins or (word and _is_ahead_of_year(word[0], ahead[-1].isspace())):
            yield _made(match.start(), match.end(), year=int(match.group()))


@lru_cache(maxsize=8192)
def _is_ahead_of_year(word: str, spaced: bool) -> bool:
    """Tell whether four digits behind a word (and a space, if `spaced`) are a year: since 2019."""
    return _YEAR_AHEAD.search(f"{word} " if spaced else word) is not None


def _weekdays(text: str) -> Iterator[Moment]:
    for match in _WEEKDAY.finditer(text) if "day" in text else ():
        yield Moment(match.start(), match.end(), weekday=_DAYS.index(match[1].lower()))


def same_moment(one: Moment, other: Moment) -> bool:
    """Tell whether two moments may be the same one: nothing that both say differs."""
    if one.weekday is not None or other.weekday is not None:
        return one.weekday == other.weekday
    if one.minutes is not None or other.minutes is not None:
        if one.minutes is None or other.minutes is None:
            return False
        gap = abs(one.minutes - other.minutes) % 1440
        return gap == 0 or (gap == 720 and not (one.sure and other.sure))
    pairs = ((one.year, other.year), (one.month, other.month), (one.day, other.day))
    return all(a is None or b is None or a == b for a, b in pairs)
