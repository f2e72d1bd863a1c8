"""Finds tasks that order what a hand-off to their giver ruled out or said to be at hand."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from misheard.analysis.actions import Action
from misheard.analysis.asked_for import STATUS
from misheard.analysis.facets import Work
from misheard.analysis.gist import objective_of
from misheard.analysis.repeat import ALREADY_KNOWN, RULED_OUT, Repeat
from misheard.analysis.text import view_of
from misheard.analysis.tried import TRIED, entries_of, other_facts
from misheard.analysis.wording import content, is_fact, names, overlap, sentences

SAME_MATTER = 0.5
"""Which share of what a task is about must stand in the sentence that says that it is at hand."""
NOTHING_NEW = 0.6
"""Which share of the numbers that a task brought back must stand in that sentence."""
IN_COMMON = 2
"""How many words, verbs aside, the task, its result and that sentence must have in common."""
NAMED = 4
"""How many words of what was tried a hand-off must name for a task to be known by them."""
HANDOFFS = 20
"""How many of the latest tasks an agent was given are read for what it was told in them."""

_TRIED_VERB = (
    r"(?:asked|tried|checked|called|searched|looked|contacted|written|wrote|tested|queried|spoken|spoke|rung|rang|phoned|"
    r"emailed|requested|attempted|run|ran|read|approached|restarted|swapped|replaced|ruled out|been through|done)"
)
_DONE_TO = re.compile(rf"\b(?:is|are|was|were|been)\s+(?:already\s+)?{_TRIED_VERB}\b", re.IGNORECASE)
_DID = re.compile(
    rf"\balready\s+(?:gone\s+|had\s+(?:a\s+)?)?{_TRIED_VERB}\b"
    rf"|\b(?:i|we|he|she|they|you)(?:['’]ve|['’]d| have| had)?(?:\s+already)?\s+{_TRIED_VERB}\b",
    re.IGNORECASE,
)
_DOING = re.compile(r"\w+ing\b")
_NOT = r"(?:(?:do|does|did|is|was) not|(?:do|does|did|is|was)n['’]t)"
_IN_VAIN = re.compile(
    r"\b(?:have|has|had|got|found|gave) (?:none|nothing)\b|\bin vain\b|\bdead end\b|\b(?:leads?|led) nowhere\b"
    r"|\b(?:came|come|leads?|led) to nothing\b|\bwithout (?:success|result|luck|effect)\b"
    rf"|\b{_NOT} (?:help|answer|change (?:anything|a thing))\b",
    re.IGNORECASE,
)
_NOT_AGAIN = re.compile(
    r"\b(?:do not|don['’]t|no need to|need not|needn['’]t|not to|no point (?:in )?|never)\b[^.!?]{0,60}"
    r"\b(?:again|repeat\w*|twice|bother|time on|another time|once more|re-?do|re-?try)\b"
    r"|\b(?:do not|don['’]t|not) (?:repeat|redo|retry)\b"
    r"|\bleave (?:it|them|that|this|those) (?:out|alone|be|aside)\b",
    re.IGNORECASE,
)
_FOR_NOW = re.compile(r"\b(?:yet|until|for now|so far|back then|not before|(?:at|for) the moment)\b", re.IGNORECASE)
_AT_HAND = re.compile(
    r"\b(?:is|are|was|were|been|got|have|has)\s+(?:\w+\s+)?(?:finished|complete|completed|done|ready|at hand|"
    r"on file|available|attached|settled|established|known|counted|measured|listed|recorded|compiled|drawn up)\b|"
    r"\balready\b|\battached\b|\bwe (?:have|hold|know)\b|\bsee\s+\S+\.\w{2,4}\b|\bas measured\b|\benclosed\b",
    re.IGNORECASE,
)
_NOT_AT_HAND = re.compile(
    r"\b(?:not|never|no|nobody|nothing|until|once|unless|if|should|must|needs?|will|when|suspect\w*|doubt\w*|"
    r"outdated|wrong|old|stale|estimate\w*|incomplete|partly|about|roughly|draft)\b|n['’]t\b|\?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Handoff:
    """A task as what its receiver was told in it, each part worked out once."""

    work: Work

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of all that it says."""
        return frozenset(content(_text_of(self.work)))

    @cached_property
    def tried(self) -> list[tuple[str, frozenset[str]]]:
        """What it says was tried and is not to be tried again: how it says so, and the words that name it."""
        found = ((quoted, frozenset(content(words))) for quoted, words in _passages(self.work))
        return [(quoted, words) for quoted, words in found if len(words) >= NAMED]

    @cached_property
    def at_hand(self) -> list[tuple[str, frozenset[str]]]:
        """The sentences that say that a thing with a number is there already, with their words."""
        found = (
            (sentence, frozenset(content(sentence)))
            for sentence in sentences(_text_of(self.work))
            if _AT_HAND.search(sentence) and not _NOT_AT_HAND.search(sentence)
        )
        return [(sentence, words) for sentence, words in found if any(map(_tells, words))]


def told_in_handoffs(asked: Sequence[Work], works: Sequence[Work]) -> dict[str, Repeat]:
    """Return those of the tasks `asked`, by id, that a hand-off to their giver had made needless.

    `works` are all tasks of the run, in order.
    """
    given: dict[str, list[Handoff]] = defaultdict(list)
    for work in works:
        given[work.task.recipient].append(Handoff(work))
    found = {}
    for work in asked:
        handoffs = given.get(work.task.sender, ())
        before = bisect_left(handoffs, work.place, key=lambda handoff: handoff.work.place)
        repeat = told_before(work, handoffs[max(0, before - HANDOFFS) : before])
        if repeat:
            found[work.task.id] = repeat
    return found


def told_before(second: Work, handoffs: Sequence[Handoff]) -> Repeat | None:
    """Return that a task orders what a hand-off to its giver ruled out or said to be at hand.

    `handoffs` are the tasks that the giver had been given before.
    """
    if second.changes or second.on_purpose or second.action is Action.CHECK:
        return None
    for first in reversed(handoffs):
        if (first.tried or first.at_hand) and _of_it(second, first):
            found = _ruled_out(second, first) or _at_hand(second, first)
            if found:
                return found
    return None


def _of_it(second: Work, first: Handoff) -> bool:
    """Tell a task that names nothing which the hand-off does not: no other number, and no other name."""
    return second.facts | (names(objective_of(second.task)) & second.core) <= first.words


def _ruled_out(second: Work, first: Handoff) -> Repeat | None:
    if not first.tried or entries_of(second) or Handoff(second).tried:
        return None
    for quoted, words in first.tried:
        if overlap(words, second.core) >= TRIED and not other_facts(second.core, words):
            why = f"{first.work.task.id} says that it had been tried"
            return Repeat(first.work, second, RULED_OUT, 0.8, why, quoted, objective_of(second.task))
    return None


def _at_hand(second: Work, first: Handoff) -> Repeat | None:
    """Return that a task brought back just what the hand-off to its giver said was there already."""
    if not first.at_hand or second.action in (Action.CHANGE, Action.ACT) or STATUS.search(second.brief_text):
        return None
    new = {token for token in second.reported if is_fact(token)} - second.brief
    if not (second.succeeded and second.plain and new):
        return None
    for sentence, words in first.at_hand:
        same = {token for token in new & words if _tells(token)}
        alike = overlap(second.core, words) >= SAME_MATTER and overlap(new, same) >= NOTHING_NEW
        if same and alike and _says(second, same, second.core & words):
            why = f"{first.work.task.id} says so ({', '.join(sorted(same)[:3])})"
            return Repeat(first.work, second, ALREADY_KNOWN, 0.75, why, sentence, objective_of(second.task))
    return None


def _passages(work: Work) -> Iterator[tuple[str, str]]:
    """Yield what a task says was tried and is not to be tried again: how it says so, and what it names."""
    for entry in entries_of(work):
        yield entry, entry.split(":", 1)[0]
    told = sentences(_text_of(work))
    for place, sentence in enumerate(told):
        near = " ".join(told[place : place + 2])
        if (_IN_VAIN.search(near) or _NOT_AGAIN.search(near)) and not _FOR_NOW.search(near):
            yield sentence, _NOT_AGAIN.sub("", _IN_VAIN.sub("", _tried_in(sentence)))


def _tried_in(sentence: str) -> str:
    """Return the words by which a sentence names what was tried; empty where it says of nothing that it was."""
    did, done_to = _DID.search(sentence), _DONE_TO.search(sentence)
    if done_to and (not did or did.end() == done_to.end()):
        return f"{sentence[: done_to.start()]} {sentence[done_to.end() :]}"
    if did:
        return sentence[did.end() :]
    return sentence if _IN_VAIN.search(sentence) and _DOING.match(sentence) else ""


def _says(work: Work, facts: frozenset[str] | set[str], about: frozenset[str]) -> bool:
    """Tell a result with a sentence that holds one of `facts` and several of the words they are about."""
    told = (set(content(part)) for text in work.report_texts for part in sentences(text))
    return any(words & facts and len(words & about) >= IN_COMMON for words in told)


def _tells(token: str) -> bool:
    """Tell a number that is specific enough for two texts not to share it by chance."""
    return is_fact(token) and sum(character.isdigit() for character in token) > 1


def _text_of(work: Work) -> str:
    return view_of(work.task.payload).text
