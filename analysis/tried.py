"""Finds tasks that order again what their own `already_tried` rules out."""

from collections.abc import Sequence

from misheard.analysis.agreement import PART
from misheard.analysis.facets import Work
from misheard.analysis.gist import list_of, objective_of
from misheard.analysis.repeat import ALREADY_TRIED, Repeat
from misheard.analysis.wording import content, is_fact, overlap

TRIED = 0.62
"""Which share of an entry of `already_tried` an objective must hold to order the same again."""
DONE_AGAIN = 0.75
"""Which share of an entry a task and its result must hold to show that it was done again in other words."""


def tried_before(second: Work, earlier: Sequence[Work]) -> Repeat | None:
    """Return that a task orders what its own `already_tried` rules out, with the task that had tried it."""
    objective = objective_of(second.task)
    ask = frozenset(content(objective))
    for entry in entries_of(second):
        head = frozenset(content(entry.split(":", 1)[0]))
        if len(head) < 3 or other_facts(ask, head) or not _ordered_again(head, ask, second):
            continue
        told = frozenset(content(entry))
        first = max(
            (work for work in earlier if work.place < second.place),
            key=lambda work: (overlap(told, work.reported | work.ask), work.place),
            default=None,
        )
        if first is not None and overlap(told, first.reported | first.ask) >= 0.5:
            why = "what it orders stands in its own already_tried"
            return Repeat(first, second, ALREADY_TRIED, 0.85, why, entry, objective)
    return None


def entries_of(work: Work) -> list[str]:
    """Return what a task itself says was tried."""
    return list_of(work.task.payload, "already_tried", "alreadyTried")


def other_facts(ask: frozenset[str], entry: frozenset[str]) -> bool:
    """Tell an objective that has a number of its own: another floor, another date, another size."""
    return any(is_fact(token) for token in ask - entry) and any(is_fact(token) for token in entry - ask)


def _ordered_again(head: frozenset[str], ask: frozenset[str], second: Work) -> bool:
    """Tell a task that orders what `head` names: in its words, or in others as its own result shows."""
    if overlap(head, ask) >= TRIED:
        return True
    if second.changes or second.on_purpose:
        return False
    done = overlap(head, second.reported) >= TRIED and overlap(head, ask | second.reported) >= DONE_AGAIN
    return done and overlap(head, ask) >= PART
