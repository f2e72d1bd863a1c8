"""Finds answers that stand for two tasks of the same two agents: one continues the other, or it tells of both."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from misheard.analysis.actions import ACTIONS
from misheard.analysis.gap_words import GAP
from misheard.analysis.gist import ask_of, report_of
from misheard.analysis.matched import Match, Words
from misheard.analysis.toolcalls import call_of
from misheard.analysis.wording import content, is_fact, names, overlap, sentences, stem
from misheard.ingest.message import AgentMessage

TOGETHER = "along with another"
TOLD = 0.5
"""Which share of what only one of two tasks asks for an answer must hold to answer that one too."""
NEAR = 6
"""How many tasks of the same two agents, before and after one, may share their answer with it."""

GOING_ON = frozenset(
    stem(word)
    for word in ("finish", "complete", "continue", "finalise", "finalize", "resume", "conclude", "proceed")
)
"""Stems of words by which a task goes on with an earlier one."""


def answered_together(matches: Sequence[Match], messages: Sequence[AgentMessage], words: Words) -> None:
    """Give to each task without an answer the one that its giver got for another, where it answers both.

    A call of a tool has an answer of its own, or none.
    """
    if all(found.results for found in matches):
        return
    place = {message.id: at for at, message in enumerate(messages)}
    pairs: dict[tuple[str, str], list[Match]] = defaultdict(list)
    for found in matches:
        if not call_of(found.task):
            pairs[found.task.sender, found.task.recipient].append(found)
    for group in pairs.values():
        for at, found in enumerate(group):
            for other in [] if found.results else group[max(0, at - NEAR) : at + NEAR + 1]:
                result = other.results[-1] if other.results else None
                after = result and place[result.id] > max(found.place, other.place)
                if result and after and _answers_both(found, other, result, words, place):
                    found.add(result, TOGETHER)
                    break


REMINDER = re.compile(
    r"\b(remind\w*|still (?:waiting|need|missing)|any (?:news|update|word|progress)|chasing|following up|nudge|"
    r"overdue|have you (?:had|got|found|managed|finished)|when (?:can|will|may) (?:i|we) (?:have|expect|get)|"
    r"where is (?:the|my|our|your))\b",
    re.IGNORECASE,
)
"""Words of a message that only asks for what had been asked for."""


def _answers_both(found: Match, other: Match, result: AgentMessage, words: Words, place: Mapping[str, int]) -> bool:
    later, earlier = (found, other) if found.place > other.place else (other, found)
    if _goes_on(later, earlier, words):
        return True
    linked = result.in_reply_to in place or other.by not in ("agents in order", "similar text")
    if linked:
        return False
    return (found is later and not _things(later) - words.asked(earlier.task)) or _tells_of(result, found, other)


def _goes_on(later: Match, earlier: Match, words: Words) -> bool:
    """Tell a task that finishes an earlier one, and names nothing that the earlier did not, or reminds of it."""
    ask, things = content(ask_of(later.task)[:600]), _things(later)
    if REMINDER.search(ask_of(later.task)[:300]):
        return True
    return bool(GOING_ON.intersection(ask) and things) and things <= words.asked(earlier.task)


def _things(found: Match) -> frozenset[str]:
    """Return what a task is about: its words but for those that say what is to be done."""
    return frozenset(content(ask_of(found.task)[:600])) - ACTIONS - GOING_ON


def _tells_of(result: AgentMessage, found: Match, other: Match) -> bool:
    """Tell whether a result reports what only one of two tasks asks for, and not merely that it is missing."""
    text = ask_of(found.task)[:600]
    own = set(content(text)) - set(content(ask_of(other.task)[:600])) - ACTIONS
    told = {token for part in sentences(report_of(result)) if not GAP.search(part) for token in content(part)}
    named = {token for token in own if is_fact(token)} | (names(text) & own)
    return bool(own) and named <= told and overlap(own, told) >= TOLD
