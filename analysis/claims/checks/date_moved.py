"""A date of one thing told of another: forms by the deadline, references until May, told on as forms until May."""

from collections.abc import Iterator, Sequence

from misheard.analysis.claims.checks.base import Check, Found
from misheard.analysis.claims.checks.calendar_items import TRIGGERS, items_in
from misheard.analysis.claims.checks.calendar_parts import Item, same
from misheard.analysis.claims.checks.date_order import is_denied
from misheard.analysis.claims.edits.record import bit_of
from misheard.analysis.claims.edits.telling import Pair, Sentence
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.lexicon.wordnet import Kind, lexical_class, relation

SURE = 0.75
LEAST_SHARED = 2
"""So many words beside the date must the retelling have of the statement that had another date."""
_SORTS = ("day", "weekday", "clock")
_DEADLINE = bit_of(("deadline", "today", "tomorrow", "tonight", "immediately", "cutoff"))
_POINTS_BACK = bit_of((
    "it", "its", "this", "that", "these", "those", "they", "them", "their", "he", "she", "which", "both", "then",
    "moved", "postponed", "extended", "instead", "rescheduled", "all", "everything",
))  # fmt: skip
_ALIKE = frozenset((Kind.SAME, Kind.SYNONYM, Kind.DERIVED, Kind.SIMILAR, Kind.NARROWER, Kind.BROADER))


def _find(pair: Pair) -> Iterator[Found]:
    if len(pair.told.sentences) < 2 or pair.retelling.text.rstrip().endswith("?"):
        return
    mine = items_in(pair.retelling)
    new = [item for item in mine if item.sort in _SORTS and not _has(pair.source, mine, item)]
    if len(new) != 1 or not _is_dated(pair, mine) or is_denied(pair):
        return
    homes = [one for one in pair.told.sentences if one is not pair.source and _has(one, mine, new[0])]
    said = _said(pair.retelling)
    if not homes or len({word.key for word in said} & pair.source.keys) < LEAST_SHARED:
        return
    if any(home.bits & _POINTS_BACK or not _said(home) or _meet(_said(home), said) for home in homes):
        return
    start, end = _place(mine, new[0])
    text = f'"{pair.retelling.text[start:end]}" is told of something else than in "{homes[0].text}"'
    yield Found("date", (0, len(pair.source.text)), (start, end), text, SURE, anchored=True)


def _is_dated(pair: Pair, mine: Sequence[Item]) -> bool:
    """Tell whether what is retold had another time, which the retelling does not say."""
    theirs = items_in(pair.source)
    if any(same(one, other) for one in theirs for other in mine if one.sort in _SORTS):
        return False
    if pair.source.bits & _DEADLINE:
        return not pair.retelling.bits & _DEADLINE
    return any(one.sort in _SORTS for one in theirs)


def _has(sentence: Sentence, mine: Sequence[Item], item: Item) -> bool:
    """Tell whether a sentence has a date or time, its month too where it has one."""
    theirs = items_in(sentence)
    months = [one for one in mine if one.sort == "month" and 0 <= one.start - item.end <= 4]
    wanted = [item, *(months if item.sort == "day" else ())]
    return all(any(same(one, other) for other in theirs) for one in wanted)


def _said(sentence: Sentence) -> list[Token]:
    """Return the content words of a sentence that tell no time."""
    return [
        token
        for token in sentence.tokens
        if token.sort in "wn" and token.lower not in TRIGGERS and lexical_class(token.lower) != "noun.time"
    ]


def _meet(one: Sequence[Token], other: Sequence[Token]) -> bool:
    keys = {token.key for token in one}
    return any(
        token.key in keys or any(relation(token.lower, told.lower).kind in _ALIKE for told in one)
        for token in other
    )


def _place(mine: Sequence[Item], item: Item) -> tuple[int, int]:
    near = [one for one in mine if one is item or 0 <= one.start - item.end <= 4]
    return item.start, max(one.end for one in near)


CHECK = Check(_find, TRIGGERS)
