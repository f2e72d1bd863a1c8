"""Finds tasks that order what had been tried or was at hand, as the giver itself says or had been told."""

import re
from collections.abc import Iterator, Sequence

from misheard.analysis.actions import Action
from misheard.analysis.asked_for import STATUS
from misheard.analysis.facets import Work
from misheard.analysis.gist import list_of, objective_of
from misheard.analysis.repeats import ALREADY_KNOWN, ALREADY_TRIED, PART, RULED_OUT, Repeat
from misheard.analysis.text import view_of
from misheard.analysis.wording import content, is_fact, names, overlap, sentences

TRIED = 0.62
"""Which share of an entry of `already_tried` an objective must hold to order the same again."""
DONE_AGAIN = 0.75
"""Which share of an entry a task and its result must hold to show that it was done again in other words."""
SAME_MATTER = 0.5
"""Which share of what a task is about must stand in the sentence that says that it is at hand."""
NOTHING_NEW = 0.6
"""Which share of the numbers that a task brought back must stand in that sentence."""
IN_COMMON = 2
"""How many words, verbs aside, the task, its result and that sentence must have in common."""
HANDOFFS = 20
"""How many of the latest tasks an agent was given are read for what it was told in them."""

_ALREADY = re.compile(
    r"\balready\s+(?:been\s+|gone\s+|had\s+(?:a\s+)?)?(?:asked|tried|checked|called|searched|looked|contacted|"
    r"written|tested|queried|spoken|rung|phoned|emailed|requested|attempted|been through|done|run|read|"
    r"approached|ruled out)\b"
    r"|\b(?:asked|tried|checked|searched|contacted|tested|queried|phoned|emailed|requested|looked)\b"
    r"(?=[^.!?]*\b(?:already|before|in vain|without (?:success|result|luck)|(?:came|led) to nothing)\b)",
    re.IGNORECASE,
)
_NOT_AGAIN = re.compile(
    r"\b(?:do not|don['’]t|no need to|need not|needn['’]t|not to|no point (?:in )?|never|without)\b[^.!?]{0,60}"
    r"\b(?:again|repeat\w*|twice|bother|time on|another time|once more|re-?do|re-?try)\b|"
    r"\b(?:have|has|had|got|found|is|was|were|are|gave) (?:none|nothing)\b|\bin vain\b|\bto nothing\b|\bdead end\b|"
    r"\bwithout (?:success|result|luck)\b|\b(?:do not|don['’]t|not) (?:repeat|redo|retry)\b|\bleads? nowhere\b",
    re.IGNORECASE,
)
_AT_HAND = re.compile(
    r"\b(?:is|are|was|were|been|got|have|has)\s+(?:\w+\s+)?(?:finished|complete|completed|done|ready|at hand|"
    r"on file|available|attached|settled|established|known|counted|measured|listed|recorded|compiled|drawn up)\b|"
    r"\balready\b|\bwe (?:have|hold|know)\b|\bsee\s+\S+\.\w{2,4}\b|\bas measured\b|\benclosed\b",
    re.IGNORECASE,
)
_NOT_AT_HAND = re.compile(
    r"\b(?:not|never|no|nobody|nothing|until|once|unless|if|should|must|needs?|will|when|suspect\w*|doubt\w*|"
    r"outdated|wrong|old|stale|estimate\w*|incomplete|partly|about|roughly|draft)\b|n['’]t\b|\?",
    re.IGNORECASE,
)


def tried_before(second: Work, earlier: Sequence[Work]) -> Repeat | None:
    """Return that a task orders what its own `already_tried` rules out, with the task that had tried it."""
    objective = objective_of(second.task)
    ask = frozenset(content(objective))
    for entry in _entries(second):
        head = frozenset(content(entry.split(":", 1)[0]))
        if len(head) < 3 or _other_facts(ask, head) or not _ordered_again(head, ask, second):
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


def told_before(second: Work, handoffs: Sequence[Work]) -> Repeat | None:
    """Return that a task orders what a hand-off to its giver ruled out or said to be at hand.

    `handoffs` are the tasks that the giver had been given before.
    """
    if second.changes or second.on_purpose or second.action is Action.CHECK or STATUS.search(second.brief_text):
        return None
    for first in reversed(handoffs[-HANDOFFS:]):
        if first.place < second.place and _of_it(second, first):
            found = _ruled_out(second, first) or _at_hand(second, first)
            if found:
                return found
    return None


def _of_it(second: Work, first: Work) -> bool:
    """Tell a task that names nothing which the hand-off does not: no other number, and no other name."""
    own = second.facts | (names(objective_of(second.task)) & second.core)
    return own <= frozenset(content(_text_of(first)))


def _ruled_out(second: Work, first: Work) -> Repeat | None:
    if _entries(second) or any(_passages(second)):
        return None
    for quoted, words in _passages(first):
        head = frozenset(content(words))
        if len(head) >= 3 and not _other_facts(second.core, head) and overlap(head, second.core) >= TRIED:
            why = f"{first.task.id} says that it had been tried"
            return Repeat(first, second, RULED_OUT, 0.8, why, quoted, objective_of(second.task))
    return None


def _passages(work: Work) -> Iterator[tuple[str, str]]:
    """Yield what a task says was tried and is not to be tried again: how it says so, and what it names."""
    for entry in _entries(work):
        yield entry, entry.split(":", 1)[0]
    told = sentences(_text_of(work))
    for place, sentence in enumerate(told):
        found = _ALREADY.search(sentence)
        if found and any(_NOT_AGAIN.search(part) for part in told[place : place + 2]):
            yield sentence, _NOT_AGAIN.sub("", sentence[found.end() :])


def _at_hand(second: Work, first: Work) -> Repeat | None:
    """Return that a task brought back just what the hand-off to its giver said was there already."""
    if second.action in (Action.CHANGE, Action.ACT) or not (second.succeeded and second.plain):
        return None
    new = {token for token in second.reported if is_fact(token)} - second.brief
    for sentence in sentences(_text_of(first)) if new else ():
        words = frozenset(content(sentence))
        same = {token for token in new & words if _tells(token)}
        if not same or not _AT_HAND.search(sentence) or _NOT_AT_HAND.search(sentence):
            continue
        if (
            overlap(second.core, words) >= SAME_MATTER
            and overlap(new, same) >= NOTHING_NEW
            and _says(second, same, second.core & words)
        ):
            why = f"{first.task.id} says so ({', '.join(sorted(same)[:3])})"
            return Repeat(first, second, ALREADY_KNOWN, 0.75, why, sentence, objective_of(second.task))
    return None


def _says(work: Work, facts: frozenset[str] | set[str], about: frozenset[str]) -> bool:
    """Tell a result with a sentence that holds one of `facts` and several of the words they are about."""
    told = (set(content(part)) for text in work.report_texts for part in sentences(text))
    return any(words & facts and len(words & about) >= IN_COMMON for words in told)


def _tells(token: str) -> bool:
    """Tell a number that is specific enough for two texts not to share it by chance."""
    return is_fact(token) and sum(character.isdigit() for character in token) > 1


def _text_of(work: Work) -> str:
    return view_of(work.task.payload).text


def _entries(work: Work) -> list[str]:
    return list_of(work.task.payload, "already_tried", "alreadyTried")


def _other_facts(ask: frozenset[str], entry: frozenset[str]) -> bool:
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
