"""When the giver of a task was done with it, and what it said upward of what was missing."""

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from misheard.analysis.actions import ACTIONS
from misheard.analysis.ending import End, EndState, starters_of
from misheard.analysis.gap_words import GAP, WEAK_GAP
from misheard.analysis.gist import objective_of, report_of
from misheard.analysis.matched import Match
from misheard.analysis.replies import is_failure
from misheard.analysis.task_words import TaskWords
from misheard.analysis.wording import content, sentences
from misheard.ingest.message import BROADCAST, AgentMessage, MessageType

FEW_GAPS = 4
"""A report with more sentences on gaps than this must share more than one word with a task to be about it."""
UPWARD = 24
"""How many of a giver's latest reports are read for a word on what was missing."""
COMMON = 200
"""How many tasks with the same word are compared with a sentence on a gap."""
CLEARLY = 2
"""How many words more a clause must share with another, answered task to be about that one."""

_CLAUSE_END = re.compile(r",\s|:\s|\s[–—-]\s|\b(?:but|while|whereas|although|though)\b", re.IGNORECASE)
_NAME_END = re.compile(r"[_\W]+|(?<=[a-z])(?=[A-Z])")
_ROLES = frozenset(
    content("agent agents bot lead leader worker assistant expert manager officer main team desk desks")
)


@dataclass(frozen=True)
class _Gap:
    """A sentence that speaks of a gap: its words, and whether it says so in strong words."""

    words: frozenset[str]
    strong: bool
    text: str


class Closings:
    """Looks up, for each task, which task it served and which message closed that."""

    def __init__(self, messages: Sequence[AgentMessage], matches: Sequence[Match], end: End) -> None:
        self.messages = messages
        self.end = end
        self.place = {message.id: place for place, message in enumerate(messages)}
        self.matches = {found.task.id: found for found in matches}
        self.serves = _served(messages, matches)
        self.starters = starters_of(messages)
        self.task_words = TaskWords(matches, self.serves)
        self._gaps: dict[str, list[_Gap]] = {}

    @property
    def final(self) -> AgentMessage | None:
        """The final message of a run that is complete."""
        return self.end.final if self.end.state is EndState.COMPLETE else None

    def closing(self, found: Match) -> AgentMessage | None:
        """Return the message with which the giver of a task was done: its own result, or the final one."""
        outer = self.serves.get(found.task.id)
        if outer and outer.results and self.place[outer.results[-1].id] > found.place:
            return outer.results[-1]
        if self.final and self.place[self.final.id] > found.place:
            return self.final
        return None

    @cached_property
    def _reports(self) -> dict[str, list[int]]:
        """Where each agent reported something: results, escalations, notes and statuses."""
        reports: dict[str, list[int]] = defaultdict(list)
        for place, message in enumerate(self.messages):
            if message.type is not MessageType.TASK:
                reports[message.sender].append(place)
        return reports

    def upward(self, found: Match, start: int) -> list[AgentMessage]:
        """Return what the giver of a task told those it works for after `start`, and the final message."""
        outer = self.serves.get(found.task.id)
        above = {outer.task.sender} if outer else set()
        above |= self.starters | {BROADCAST}
        places = self._reports.get(found.task.sender, [])
        latest = max(bisect_right(places, start), len(places) - UPWARD)
        later = [self.messages[place] for place in places[latest:]]
        told = [message for message in later if message.recipient in above - {found.task.recipient}]
        if self.final and self.place[self.final.id] > start and self.final not in told:
            told.append(self.final)
        return told

    def admits(
        self, found: Match, told: Iterable[AgentMessage], about: frozenset[str], weak: int = 3
    ) -> AgentMessage | None:
        """Return the message with a sentence that says that something of what `about` names is missing, or None.

        A sentence that speaks of a gap in weak words must share `weak` words with it. One that shares a single word
        must not be on what another task, which was answered, is about.
        """
        wanted = self.task_words.distinctive(about) | self._called(found.task.recipient)
        for message in told:
            gaps = self._gaps_of(message)
            enough = 1 if len(gaps) <= FEW_GAPS else 2
            weak = enough if is_failure(message) else weak
            for gap in gaps:
                shared = gap.words & wanted
                if len(shared) < (enough if gap.strong else weak):
                    continue
                if len(shared) > 1 or not self._on_another(found, message, gap, shared):
                    return message
        return None

    def _gaps_of(self, message: AgentMessage) -> "list[_Gap]":
        if message.id not in self._gaps:
            self._gaps[message.id] = [
                _Gap(frozenset(content(sentence)), bool(GAP.search(sentence)), sentence)
                for sentence in sentences(report_of(message))
                if GAP.search(sentence) or WEAK_GAP.search(sentence)
            ]
        return self._gaps[message.id]

    def _called(self, agent: str) -> frozenset[str]:
        """Return the words by which a report may call an agent: those of its name that no other agent has."""
        return frozenset(part for part in _name_parts(agent) if self._agents[part] == 1)

    @cached_property
    def _agents(self) -> Counter[str]:
        """How many agents have a word in their name."""
        agents = {name for message in self.messages for name in (message.sender, message.recipient)}
        return Counter(part for name in agents for part in _name_parts(name))

    def _on_another(self, found: Match, message: AgentMessage, gap: "_Gap", shared: frozenset[str]) -> bool:
        """Tell a gap within what another task brought: its clause speaks more of that one than of `found`."""
        clauses = [frozenset(content(part)) for part in _CLAUSE_END.split(gap.text) if GAP.search(part)]
        near = [clause for clause in clauses if clause & shared]
        for clause in near:
            votes = Counter(
                name
                for token in clause
                for name in self._answered_about.get(token, ())[:COMMON]
                if self.matches[name].task.recipient != message.sender and name != found.task.id
            )
            if max(votes.values(), default=0) < len(shared) + CLEARLY:
                return False
        return bool(near)

    @cached_property
    def _answered_about(self) -> dict[str, list[str]]:
        """The ids of the answered tasks that each word is a part of, or of their results."""
        about: dict[str, list[str]] = defaultdict(list)
        for found in self.matches.values():
            texts = [objective_of(found.task)[:600], *(report_of(result)[:1500] for result in found.results)]
            for token in {token for text in texts for token in content(text)} if found.results else ():
                about[token].append(found.task.id)
        return about


def _name_parts(agent: str) -> frozenset[str]:
    parts = content(f"{agent[:100]} {_NAME_END.sub(' ', agent[:100])}")
    return frozenset(part for part in parts if len(part) > 2 and part not in ACTIONS | _ROLES)


def _served(messages: Sequence[AgentMessage], matches: Sequence[Match]) -> dict[str, Match]:
    """Return for each task the one its giver was working on: the latest that it had not yet answered."""
    by_task = {found.task.id: found for found in matches}
    ends: dict[str, list[Match]] = defaultdict(list)
    for found in matches:
        if found.results:
            ends[found.results[-1].id].append(found)
    working: dict[str, dict[str, Match]] = defaultdict(dict)
    latest: dict[str, Match] = {}
    serves: dict[str, Match] = {}
    for message in messages:
        for done in ends.get(message.id, ()):
            working[done.task.recipient].pop(done.task.id, None)
        if message.type is MessageType.TASK:
            open_now = working[message.sender]
            outer = next(reversed(open_now.values()), None) or latest.get(message.sender)
            if outer:
                serves[message.id] = outer
            found = by_task[message.id]
            working[message.recipient][message.id] = latest[message.recipient] = found
    return serves
