"""Finds one order given again and again to one agent, each time after an answer that did not settle it."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from misheard.analysis.actions import Action
from misheard.analysis.asked_for import ASKED_FOR, GOES_ON, STATUS
from misheard.analysis.facets import ASK_LIMIT, Known, Work
from misheard.analysis.findings import Findings
from misheard.analysis.gist import objective_of
from misheard.analysis.samework.comparison import likely_same, same_work
from misheard.analysis.samework.kinds import PLAIN
from misheard.analysis.wording import overlap
from misheard.ingest.message import USER

LEAST = 3
"""How often an order must have been given."""
ALIKE = 0.6
"""From this likelihood on (0 to 1, see `same_work`) two orders are one."""
OPEN = 4
"""How many orders between two agents are kept in mind: an agent may come back to one after another."""
LATEST = 2
"""With how many of the latest of a row an order must agree, so that a row does not wander off."""
SHARED = 0.3
"""Share of the words of the poorer order below which two are not looked at."""

_ELSE = re.compile(
    r"\b(?:an?other|others|different|alternatives?|instead|next|remaining|missing|further|additional|rest of|"
    r"newer|new|more|second|third|last|previous|improve|refine|extend|expand)\b",
    re.IGNORECASE,
)
"""Words by which an order asks for something else than the one before."""
_LOOK = re.compile(r"(?:verif|confirm|check)", re.IGNORECASE)

Row = list[Work]


def circles(works: Sequence[Work], known: Known, findings: Findings) -> Iterator[Row]:
    """Yield the tasks of each order that one agent gave another again and again, three times or more."""
    rows: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for work in works:
        if not _may_repeat(work):
            continue
        open_ = rows[work.task.sender, work.task.recipient]
        row = next((row for row in reversed(open_[-OPEN:]) if _goes_round(row, work, known, findings)), None)
        if row is None:
            open_.append([work])
        else:
            row.append(work)
    yield from (row for found in rows.values() for row in found if len(row) >= LEAST)


def _may_repeat(work: Work) -> bool:
    """Tell an order to find something out; not one for a step more, for a vote, or for how things stand."""
    if work.task.sender == USER or work.action not in (None, Action.LEARN):
        return False
    text = objective_of(work.task)[:ASK_LIMIT]
    if GOES_ON.search(text) or STATUS.search(text):
        return False
    return all(_LOOK.match(found[0]) for found in ASKED_FOR.finditer(text))


def _goes_round(row: Row, work: Work, known: Known, findings: Findings) -> bool:
    """Tell whether `work` orders what the latest of `row` ordered, after an answer that changed nothing."""
    last = row[-1]
    if not last.succeeded or work.place < known.answered(last) or _rest(last) != _rest(work):
        return False
    if not all(_may_be_one(other, work) for other in row[-LATEST:]) or _asks_else(last, work):
        return False
    one, two = findings.of(last), findings.of(work)
    if last.plain and work.plain and one and two and not one.keys() & two.keys():
        return False
    return all(_one(other, work) for other in row[-LATEST:])


def _may_be_one(first: Work, second: Work) -> bool:
    """Tell at little cost that two orders share enough words and have not each a number of its own."""
    if first.facts - second.facts and second.facts - first.facts:
        return False
    poorer, richer = sorted((first.ask, second.ask), key=len)
    return overlap(poorer, richer) >= SHARED


def _rest(work: Work) -> str:
    """Return what stands behind the part of an order that is compared in words: code that may have changed."""
    return objective_of(work.task)[ASK_LIMIT:]


def _asks_else(first: Work, second: Work) -> bool:
    said, before = (
        {found.lower() for found in _ELSE.findall(objective_of(work.task)[:ASK_LIMIT])} for work in (second, first)
    )
    return bool(said - before)


def _one(first: Work, second: Work) -> bool:
    """Tell whether two orders are the same work and the second drops no value: one that shrinks makes headway."""
    texts = [objective_of(work.task)[:ASK_LIMIT] for work in (first, second)]
    if likely_same(*texts) < ALIKE:
        return False
    return not any(facet.first for facet in same_work(*texts).differing if facet.kind not in PLAIN)
