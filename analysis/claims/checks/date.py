"""A date or time that became another: month, day, year, weekday, hour, quarter, before for after."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from misheard.analysis.claims.checks.base import Check, Found
from misheard.analysis.claims.checks.calendar_items import items_in
from misheard.analysis.claims.checks.calendar_parts import Item, is_among, same
from misheard.analysis.claims.checks.date_order import turned
from misheard.analysis.claims.checks.figure_cross import is_crossed, surroundings
from misheard.analysis.claims.checks.figure_frame import fits, is_other_record
from misheard.analysis.claims.checks.figure_lists import word_list
from misheard.analysis.claims.checks.figure_rates import denies
from misheard.analysis.claims.checks.figure_slots import equal
from misheard.analysis.claims.checks.figure_words import PERIODS
from misheard.analysis.claims.checks.figures import Figure, figures_in
from misheard.analysis.claims.checks.mood import mood_of
from misheard.analysis.claims.edits.record import bit_of
from misheard.analysis.claims.edits.telling import Pair, Sentence, Telling

COPY = 0.8
"""Sentences that share so much differ in few words."""
LEAST = 0.3
"""Sentences that share less of their content are not about the same."""
_REVISED = re.compile(r"\b(?:correct(?:ed|ion)|revised|rescheduled)\b", re.IGNORECASE)
_ZONE = re.compile(r"\b(?:UTC|GMT|CES?T|[ECMP][SD]T|BST|(?<=\s)[A-Z][a-z]+ time|local time)\b")
_SHIFTS = word_list("shifts")
_OPENING = word_list("opening")
_CLOSING = word_list("closing")
_OFFSETS = frozenset(("before", "after", "earlier", "later", "ahead", "prior", "past", "early", "late", "sooner"))
_COUNTED = frozenset(("quarter", "half"))
_NEARLY = word_list("nearly")
_UNITS = {"clock": 60.0, "day": 86400.0, "weekday": 86400.0, "month": 2630016.0, "year": 31557600.0}
_DAY_BESIDE = word_list("day_beside")
_RESPECTIVELY = bit_of(("respectively",))
_LOOSE = frozenset(("part", "edge", "rel", "season", "freq"))
"""Sorts of which several words may tell one time: the evening, tonight."""


def find(pair: Pair) -> Iterator[Found]:
    """Yield the dates and times that the retelling has in the place of others."""
    if pair.overlap < LEAST:
        return
    theirs, mine = items_in(pair.source), items_in(pair.retelling)
    found = list(_replaced(pair, theirs, mine)) if theirs and mine else []
    if not found and len(theirs) > 1 and len(mine) > 1:
        found = list(_exchanged(pair, theirs, mine))
    yield from found or turned(pair)


def _replaced(pair: Pair, theirs: Sequence[Item], mine: Sequence[Item]) -> Iterator[Found]:
    told = _everywhere(pair.told) if len(pair.told.sentences) > 1 else theirs
    retold = _everywhere(pair.retold) if len(pair.retold.sentences) > 1 else mine
    lost: dict[str, list[Item]] = defaultdict(list)
    for item in theirs:
        if not is_among(item, retold):
            lost[item.sort].append(item)
    if not lost:
        return
    new = [item for item in mine if item.sort in lost and not any(same(other, item) for other in told)]
    if not new or _is_another(pair, theirs, mine):
        return
    moved = any(one.head == "time" and _is_offset(pair, one) for one in figures_in(pair.retelling))
    copied = pair.overlap >= COPY and len(theirs) == len(mine) and not moved
    for item in new:
        rest = lost[item.sort]
        alike = sum(one.sort == item.sort for one in new)
        if not rest or ((not copied or item.sort in _COUNTED) and _follows(pair, item, told)):
            continue
        if _is_excused(pair, rest, item, alike):
            continue
        rest = [one for one in rest if _is_since(pair.source, one) == _is_since(pair.retelling, item)]
        if not rest:
            continue
        near = surroundings(pair.retelling, item)
        shared = [len(surroundings(pair.source, other) & near) for other in rest]
        one = rest[shared.index(max(shared))]
        sure = _sureness(pair, max(shared), len(rest), item)
        if sure >= 0.5 and (pair.overlap >= COPY or fits(pair, pair.source, one, item)):
            lost[item.sort].remove(one)
            yield _found(pair, one, item, sure)


def _is_another(pair: Pair, theirs: Sequence[Item], mine: Sequence[Item]) -> bool:
    """Tell whether the retelling speaks of another record, says that it corrects, or denies."""
    if is_other_record(pair, *_all_of(pair, theirs, mine)) or (
        {"supposed", "question"} & ({mood_of(pair.source)} ^ {mood_of(pair.retelling)})
    ):
        return True
    if _REVISED.search(pair.retelling.text) and not _REVISED.search(pair.source.text):
        return True
    return pair.overlap < COPY and denies(pair.retelling.tokens) != denies(pair.source.tokens)


def _is_excused(pair: Pair, rest: Sequence[Item], item: Item, alike: int) -> bool:
    """Tell whether a date may stand for one of the rest: another time zone, a range, the other side of a limit."""
    if item.sort == "clock" and set(_ZONE.findall(pair.source.text)) != set(_ZONE.findall(pair.retelling.text)):
        return True
    if item.sort in ("weekday", "month") and alike > len(rest):
        return True
    return any(_is_other_side(pair, one, item) for one in rest)


def _all_of(pair: Pair, theirs: Sequence[Item], mine: Sequence[Item]) -> tuple[list[object], list[object], bool]:
    """Return the dates and figures of both sentences, and whether any agrees."""
    left, right = figures_in(pair.source), figures_in(pair.retelling)
    shared = any(same(one, other) for one in theirs for other in mine)
    shared = shared or any(equal(one, other) for one in left for other in right)
    return [*theirs, *left], [*mine, *right], shared or not (left and right)


def _sureness(pair: Pair, near: int, among: int, item: Item) -> float:
    """Return how likely it is that the item stands in the place of one of the rest."""
    sure = min(0.95, 0.45 + 0.1 * min(near, 3) + 0.25 * pair.overlap)
    return sure - (0.15 if item.sort in _LOOSE else 0.0) - (0.1 if among > 2 else 0.0)


def _everywhere(told: Telling) -> list[Item]:
    return [item for sentence in told.sentences for item in items_in(sentence)]


def _follows(pair: Pair, item: Item, told: Iterable[Item]) -> bool:
    """Tell whether the item lies as far from one that was told as some figure of the text says."""
    if item.sort in _COUNTED and f"#{item.value:g}" in pair.told.keys:
        return True
    values = [other.value for other in told if other.sort == item.sort]
    if item.sort == "decade":
        return any(abs(other.value % 100 - item.value) < 10 for other in told if other.sort == "year")
    if item.sort == "year":
        values += [other.value for other in told if other.sort == "decade"]
    unit = _UNITS.get(item.sort, 0.0)
    times = [one.low for sentence in pair.told.sentences for one in figures_in(sentence) if one.head == "time"]
    times += [one.low for one in figures_in(pair.retelling) if one.head == "time" and _is_offset(pair, one)]
    numbers = {round(seconds / unit) for seconds in times} if unit else set()
    if unit and _SHIFTS & pair.told.lower:
        numbers |= {round(PERIODS[word] / unit) for word in pair.told.lower if word in PERIODS}
    if item.sort in ("day", "weekday", "month", "year") and _DAY_BESIDE & pair.lower:
        numbers.add(1)
    wrap = {"weekday": (7,), "month": (12,), "day": (28, 29, 30, 31), "clock": (1440, 720)}.get(item.sort, ())
    gaps = {abs(int(item.value) - int(value)) for value in values}
    return bool(numbers & (gaps | {abs(turn - gap) for gap in gaps for turn in wrap}))


def _is_since(sentence: Sentence, item: Item) -> bool:
    return next((word.lower for word in reversed(sentence.tokens) if word.end <= item.start), "") == "since"


def _is_offset(pair: Pair, figure: Figure) -> bool:
    """Tell whether a time is one by which something lies ahead of or behind something else: ten minutes before."""
    behind = next((word.lower for word in pair.retelling.tokens if word.start >= figure.end), "")
    return behind in _OFFSETS


def _is_other_side(pair: Pair, one: Item, other: Item) -> bool:
    """Tell whether two items bound one time from both sides: from May, until the end of April; before midnight."""
    gap = abs(one.value - other.value)
    ahead, behind = _ahead(pair.source, one), _ahead(pair.retelling, other)
    if one.sort == "clock":
        return min(gap, 1440 - gap) <= 60 and bool(behind & _NEARLY)
    turned = (ahead & _OPENING and behind & _CLOSING) or (ahead & _CLOSING and behind & _OPENING)
    return bool(turned) and (gap <= 1 or gap in (6, 11))


def _ahead(sentence: Sentence, item: Item) -> set[str]:
    return {word.lower for word in sentence.tokens if word.end <= item.start and word.end > item.start - 24}


def _exchanged(pair: Pair, theirs: Sequence[Item], mine: Sequence[Item]) -> Iterator[Found]:
    if pair.bits & _RESPECTIVELY:
        return
    for one, two in combinations(theirs, 2):
        if one.sort != two.sort or same(one, two) or one.sort in _LOOSE:
            continue
        first = [other for other in mine if same(one, other)]
        second = [other for other in mine if same(two, other)] if len(first) == 1 else []
        if len(second) == 1 and is_crossed(pair, (one, two), (first[0], second[0])):
            yield _found(pair, one, second[0], 0.75)
            return


def _found(pair: Pair, one: Item, other: Item, sure: float) -> Found:
    before, after = pair.source.text[one.start : one.end], pair.retelling.text[other.start : other.end]
    return Found("date", (one.start, one.end), (other.start, other.end), f'"{before}" became "{after}"', sure)


CHECK = Check(find)
