"""Claims that share a figure, or compare the same thing, and share too few words to be held for retellings.

A log line, a table row and a sentence about it have few words in common, but 62,000 or 4 cm a week stands in all of
them; and `A is nearer than B` may become `B is the closer of the two`. Such a pair is no retelling: only what a
typed check finds in the figure or the comparison itself counts in it.
"""

import re
from collections import defaultdict
from collections.abc import Iterator

from misheard.analysis.claims.claim import Claim, claims_of, is_output
from misheard.analysis.claims.names import conflict
from misheard.analysis.claims.quantities import Quantity
from misheard.analysis.lineage import Retelling, loose_retellings, retellings
from misheard.analysis.trace import Trace
from misheard.ingest.message import BROADCAST, AgentMessage

LEAST_COUNT = 100
"""A bare count below this stands in many claims."""
LEAST_NUMBERS = 3
"""Two claims that share so many numbers, one of them having no other, list the same things."""
NEWEST = 12
"""So many of the newest claims with a figure are looked at."""
KEPT = 3
"""At most so many sources of one claim are returned, the latest first."""
SCORE = 0.25
LONGEST_ROW = 300
"""A row of more characters is rather a line of a log."""
_MARKS = ("|", "\t", "   ")
_ROW = re.compile(r"[^\n]+")
_CELL = re.compile(r"\s*\|\s*|\t+|\s{2,}")

_Key = tuple[str, float | str]
_Index = dict[tuple[str, _Key], list[tuple[Claim, frozenset[_Key]]]]
_COMPARED = "compared"
_COMPARES = re.compile(r"\b(?:than|of the two|the [a-z]+er|fewer|outperform\w*|outdo\w*|beats?|prefer\w*)\b")


def figured(trace: Trace) -> Iterator[Retelling]:
    """Yield the pairs of claims that share such figures, in order of the messages that tell them."""
    known = {_places(told) for every in (retellings(trace), loose_retellings(trace)) for told in every}
    index: _Index = defaultdict(list)
    for message in trace.messages:
        if is_output(trace, message):
            continue
        claims = [claim for claim in claims_of(trace, message) if not (claim.is_value or claim.is_question)]
        claims += _rows(trace, message, {claim.start for claim in claims})
        keyed = [(claim, _keys(claim)) for claim in claims]
        for claim, keys in keyed:
            made = 0
            for source in _candidates(index, claim, keys, message.sender):
                told = Retelling(source, claim, SCORE, by_figure=True)
                if _places(told) not in known and trace.by_id[source.message].sender != message.sender:
                    yield told
                    made += 1
                if made == KEPT:
                    break
        for claim, keys in keyed:
            for key in keys:
                index[message.recipient, key].append((claim, keys))


def _rows(trace: Trace, message: AgentMessage, known: set[int]) -> Iterator[Claim]:
    """Yield the rows of tables, which are no sentences: their first cell says of what their figures are."""
    view = trace.view(message)
    for segment in view.segments:
        if segment.is_text and any(mark in view.text[segment.start : segment.end] for mark in _MARKS):
            for row in _ROW.finditer(view.text, segment.start, segment.end):
                if row.start() not in known and _is_row(row.group()):
                    yield Claim(message.id, row.start(), row.end(), row.group(), segment.path)


def _is_row(line: str) -> bool:
    cells = [cell for cell in _CELL.split(line.strip("| \t")) if cell]
    has_figure = any(any(map(str.isdigit, cell)) for cell in cells[1:])
    return len(cells) > 1 and cells[0][:1].isalpha() and has_figure and len(line) <= LONGEST_ROW


def _places(told: Retelling) -> tuple[str, int, str, int]:
    return told.source.message, told.source.start, told.target.message, told.target.start


def _candidates(index: _Index, claim: Claim, keys: frozenset[_Key], agent: str) -> Iterator[Claim]:
    seen: set[tuple[str, int]] = set()
    for key in keys:
        for reader in (agent, BROADCAST):
            for source, theirs in reversed(index.get((reader, key), ())[-NEWEST:]):
                place = source.message, source.start
                if place not in seen and _is_one_matter(source, theirs, claim, keys):
                    yield source
                seen.add(place)


def _is_one_matter(source: Claim, theirs: frozenset[_Key], target: Claim, mine: frozenset[_Key]) -> bool:
    if source.text == target.text:
        return False
    shared = theirs & mine
    telling = sum(map(_is_telling, shared))
    if telling and not (telling > 1 or source.words & target.words):
        return False
    if not telling and not (len(shared) >= LEAST_NUMBERS and shared in (theirs, mine)):
        return False
    return not conflict(source.names, target.names, source.text, target.text)


def _keys(claim: Claim) -> frozenset[_Key]:
    figures = frozenset(_key(one) for one in claim.quantities if one.moment is None and not one.label)
    return figures | {(_COMPARED, word) for word in claim.words} if _COMPARES.search(claim.text) else figures


def _key(quantity: Quantity) -> _Key:
    return quantity.dimension, float(f"{quantity.base[0]:.6g}")


def _is_telling(key: _Key) -> bool:
    kind, value = key
    return kind != "count" or isinstance(value, str) or value >= LEAST_COUNT or value % 1 != 0
