"""Finds tasks that order what a result to their giver had said cannot be done, and that bring the same answer."""

import re
from collections import defaultdict
from collections.abc import Sequence

from misheard.analysis.facets import Known, Work
from misheard.analysis.repeat import ALREADY_TRIED, Repeat
from misheard.analysis.wording import content, is_fact, names, overlap, sentences

_CANNOT = re.compile(
    r"\b(?:not|isn['’]t|wasn['’]t) (?:be )?(?:feasible|possible|workable|doable|allowed|permitted|"
    r"an option|viable)\b"
    r"|\b(?:infeasible|impossible|unworkable|ruled out|does not work|doesn['’]t work|did not work|didn['’]t work)\b"
    r"|\b(?:cannot|can['’]t|can not|could not|couldn['’]t) be (?:\w+ )?\w+(?:ed|ne|lt|de|ut|pt)\b",
    re.IGNORECASE,
)
NAMED = 2
"""How many numbers or names of the refused thing the order must name."""
AGREED = 0.6
"""Which share of what the second refusal names the first must have named."""
LATEST = 40
"""How many of the latest results to a giver are read."""


def refused_before(works: Sequence[Work], known: Known) -> dict[str, Repeat]:
    """Return the tasks, by id, that order what their giver had been told cannot be done, and bring the same answer.

    `works` are all tasks of the run, in order.
    """
    told: dict[str, list[tuple[Work, str, frozenset[str]]]] = defaultdict(list)
    for work in works:
        told[work.task.sender] += [(work, *found) for found in _refusals(work)]
    found = {}
    for second in works:
        again = [(quoted, words) for quoted, words in _refusals(second)] if told[second.task.sender] else []
        if not again or second.changes or second.on_purpose or _refused_in(second.brief_text):
            continue
        for first, quoted, words in told[second.task.sender][-LATEST:]:
            answered = known.answered(first)
            if first.task.recipient == second.task.recipient or answered >= second.place:
                continue
            if _names(second, quoted, words) and any(_agree(words, other) for _, other in again):
                why = f"{first.delegation.results[-1].id} had said that it cannot be done"
                found[second.task.id] = Repeat(first, second, ALREADY_TRIED, 0.75, why)
    return found


def _refusals(work: Work) -> list[tuple[str, frozenset[str]]]:
    """Return the sentences of a task's results that say of a thing that it cannot be done, with their words."""
    parts = (part for text in work.report_texts for part in _sentences(text))
    return [(part, _words(part)) for part in parts if _CANNOT.search(part)]


def _sentences(text: str) -> list[str]:
    return [part for line in text.splitlines() for part in sentences(line)]


def _refused_in(text: str) -> bool:
    """Tell an order that itself says so: whoever gives it knows, and wants another look."""
    return bool(_CANNOT.search(text))


def _words(text: str) -> frozenset[str]:
    joined = (piece for token in content(text) for piece in (token, *token.split("/")))
    return frozenset(joined)


def _names(second: Work, quoted: str, words: frozenset[str]) -> bool:
    """Tell an order that names what was refused: numbers or names of it, two at least, and most that it has."""
    telling = {token for token in words if is_fact(token)} | (names(quoted) & words)
    named = telling & second.core
    return len(named) >= NAMED and overlap(second.facts, words) >= 0.5


def _agree(words: frozenset[str], other: frozenset[str]) -> bool:
    """Tell a second refusal of the same thing: what it names, the first had named."""
    return overlap({token for token in other if "/" not in token}, words) >= AGREED
