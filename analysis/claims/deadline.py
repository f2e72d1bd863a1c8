"""A day by which something must be done, told on as another day or as a rough time."""

import re
from collections.abc import Iterator, Sequence

from misheard.analysis.claims.change import Change, span
from misheard.analysis.claims.claim import Claim
from misheard.analysis.claims.dates import MONTH_NUMBERS, same_moment
from misheard.analysis.claims.heard import Remark, Rule, Told, around, whole
from misheard.analysis.claims.kinship import marks, shared, without_calendar
from misheard.analysis.claims.quantities import Quantity

LEAST_SHARED = 3
"""So many words must two passages share, months and days of the week left out."""
IN_TIME, MIDDLE, MONTH_END = 10, 20, 28
"""Days of a month: from here on early, mid and late in it are in time."""

_BEFORE = re.compile(
    r"\b(?:by|until|till|before|through|no later than|not later than|latest|up to|deadline\w*|due|ends?|expires?|"
    r"lapses?|"
    r"closes?|runs? out|at the end of)\b[^.;]{0,24}$",
    re.IGNORECASE,
)
_FIRM = re.compile(
    r"\b(?:must|has to|have to|no later than|not later than|at the latest|deadline|due|expires?|ends?|lapses?|by|"
    r"until|"
    r"before|closes?|runs? out)\b",
    re.IGNORECASE,
)
_MONTH = "|".join(name for name in sorted(MONTH_NUMBERS, key=len, reverse=True))
_WORDS = marks(
    "use due deadline run out ends expires lapses closes valid must latest time end reach get should note have has"
)
_ROUGH = re.compile(
    rf"\b(?:(?:around|about|roughly|approximately|towards?|some ?time|in|during|over)\s+)?(?:in\s+)?(?:the\s+)?"
    rf"(?:mid|early|late|(?:beginning|start|middle|end|(?:first|second|last) (?:half|week|third|part))\s+of)[\s-]+"
    rf"(?P<month>{_MONTH})\b"
    rf"|\b(?:around|about|roughly|approximately|some ?time (?:in|around)|in the course of)\s+(?:the\s+)?"
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?)?(?P<month2>{_MONTH})\b",
    re.IGNORECASE,
)


def _days(claim: Claim) -> Iterator[Quantity]:
    for quantity in claim.quantities:
        if quantity.moment and quantity.moment.day and quantity.moment.month:
            yield quantity


def _notice(claims: Sequence[Claim], place: int) -> Iterator[Remark]:
    claim = claims[place]
    days = list(_days(claim))
    if len(days) == 1 and _FIRM.search(claim.text):
        day = days[0]
        yield Remark(
            claim, day.start, day.end, _topic(claim.text), value=day,
            around=without_calendar(around(claims, place)), whole=without_calendar(whole(claims)),
        )  # fmt: skip


def _judge(remark: Remark, told: Told) -> Change | None:
    day = remark.value
    if not isinstance(day, Quantity) or day.moment is None:
        return None
    if told.claim.is_plan and told.claim.path[:1] == ("expected_output",):
        return None
    if any(
        same_moment(day.moment, other.moment) for claim in told.claims for other in _days(claim) if other.moment
    ):
        return None
    return _moved(remark, day, told) or _softened(remark, day, told)


def _moved(remark: Remark, day: Quantity, told: Told) -> Change | None:
    days = list(_days(told.claim))
    if len(days) != 1 or not _BEFORE.search(told.claim.text[: days[0].start]):
        return None
    if not _BEFORE.search(remark.claim.text[: day.start]) or told.knows(days[0]):
        return None
    if not _is_later(day, days[0]):
        return None
    common = _common(told.around, remark.around)
    mine = _topic(told.claim.text)
    if not shared(remark.core, mine) or not (len(common) >= LEAST_SHARED or _all_but_one(remark.core, mine)):
        return None
    rivals = (other for other in told.remarks if other is not remark and other.value != day)
    if any(len(_common(told.around, other.around)) >= len(common) for other in rivals):
        return None
    return _change(remark, day, told, days[0].start, days[0].end, 0.85)


def _is_later(day: Quantity, other: Quantity) -> bool:
    """Tell whether the second day comes after the first; an earlier one leaves a margin, and keeps the limit."""
    places = [
        (q.moment.year or 0) * 372 + (q.moment.month or 0) * 31 + (q.moment.day or 0)
        for q in (day, other)
        if q.moment
    ]
    years = [q.moment.year for q in (day, other) if q.moment]
    gap = places[1] - places[0] if None not in years else (places[1] - places[0]) % 372
    return 0 < gap < 186


def _softened(remark: Remark, day: Quantity, told: Told) -> Change | None:
    match = _ROUGH.search(told.claim.text)
    if match is None or any(True for claim in told.claims for _ in _days(claim)):
        return None
    month = MONTH_NUMBERS[(match["month"] or match["month2"]).lower()]
    if _is_in_time(match.group().lower(), day):
        return None
    short = _all_but_one(remark.core, _topic(told.claim.text))
    if day.moment is None or month != day.moment.month:
        return None
    if len(_common(told.whole, remark.whole)) < LEAST_SHARED and not short:
        return None
    if any(_ROUGH.search(other.text) for other in told.received):
        return None
    return _change(remark, day, told, match.start(), match.end(), 0.78)


def _is_in_time(rough: str, day: Quantity) -> bool:
    """Tell whether a rough time lies before the day, or at the month's end is nothing else."""
    number = day.moment.day if day.moment and day.moment.day else 0
    if re.search(r"early|beginning|start|first", rough):
        return number >= IN_TIME
    if re.search(r"end|late|last", rough):
        return number >= MONTH_END
    return "mid" in rough and number > MIDDLE


def _topic(text: str) -> frozenset[str]:
    """Return the marks of what a day is the last one for."""
    return frozenset(mark for mark in without_calendar(marks(text)) if not mark.startswith("#")) - _WORDS


def _all_but_one(one: frozenset[str], other: frozenset[str]) -> bool:
    """Tell whether two short claims have the same topic but for a word on either side."""
    common = len(shared(one, other))
    return common > 0 and common >= len(one) - (common > 1) and common >= len(other) - (common > 1)


def _common(mine: frozenset[str], theirs: frozenset[str]) -> frozenset[str]:
    return shared(theirs, without_calendar(mine))


def _change(remark: Remark, day: Quantity, told: Told, start: int, end: int, confidence: float) -> Change:
    before, after = span(remark.claim, day.start, day.end), span(told.claim, start, end)
    return Change("date", before, after, f'"{before.text}" became "{after.text}"', confidence)


def _concerns(claim: Claim) -> bool:
    """Tell whether a claim gives a day as the last one, or a rough time and no day."""
    days = list(_days(claim))
    if len(days) == 1 and _BEFORE.search(claim.text[: days[0].start]):
        return True
    return not days and bool(_ROUGH.search(claim.text))


RULE = Rule("deadline", _concerns, _notice, _judge)
