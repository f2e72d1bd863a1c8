"""Finds what a giver did about a task that came to nothing: tried it again, asked on, or took it back."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property

from misheard.analysis.actions import ACTIONS
from misheard.analysis.asked_for import CHANGED
from misheard.analysis.closing import Closings
from misheard.analysis.gist import ask_of, list_of, report_of
from misheard.analysis.matched import Match, Words
from misheard.analysis.takeover import STOPPED, WITHDRAWN, brief_of, speaks_of_gap
from misheard.analysis.toolcalls import call_of
from misheard.analysis.wording import content, is_fact, names, overlap
from misheard.ingest.message import AgentMessage, MessageType

TRIED_AGAIN = 0.35
"""Which share of a failed task's words a later task of the same giver must hold to be another try."""
FEW = 12
"""In a run of so few tasks a word may stand in half of them and still tell something."""
SAME_WORDS = 0.8
"""Which share of their words, numbers aside, two tasks of one template must have in common."""
LATER = 40
"""How many later tasks and messages are looked through for each open task."""


class TakenUp:
    """Looks for what was done about a task that came to nothing."""

    def __init__(
        self, messages: Sequence[AgentMessage], matches: Sequence[Match], closings: Closings, words: Words
    ) -> None:
        self.messages = messages
        self.matches = matches
        self.closings = closings
        self.words = words
        self._named: dict[str, frozenset[str]] = {}
        self.asks = {found.task.id: frozenset(content(ask_of(found.task)[:600])) for found in matches}

    def tried_again(self, found: Match, result: AgentMessage) -> Match | None:
        """Return the later task in which the giver took up what `result` left undone."""
        theme = self.asks[found.task.id] | frozenset(content(report_of(result)[:600]))
        telling = self.closings.task_words.distinctive(theme, 2 if len(self.matches) <= FEW else 5, found)
        for later in self.later_tasks(found.task.sender, self._place(result)):
            ask = self.asks[later.task.id]
            shared = len(telling & (ask | self.words.asked(later.task)))
            tried = list_of(later.task.payload, "already_tried", "alreadyTried")
            if not tried and self._next_of_kind(found, later):
                continue
            same_child = later.task.recipient == found.task.recipient
            if shared >= 2 and (tried or same_child or speaks_of_gap(later.task, telling)):
                return later
            if same_child and theme & self.words.asked(later.task) and CHANGED.search(brief_of(later.task)):
                return later
            share = overlap(self.asks[found.task.id] - ACTIONS, ask, self.closings.task_words.weights)
            if shared and share >= TRIED_AGAIN:
                return later
        return None

    def _next_of_kind(self, found: Match, later: Match) -> bool:
        """Tell a later task that asks the same in the same words for another number: the next of one template."""
        mine, other = self.asks[found.task.id], self.asks[later.task.id]
        here = overlap(mine - self._numbers(found.task), other)
        there = overlap(other - self._numbers(later.task), mine)
        return min(here, there) >= SAME_WORDS and self.named_apart(found, later)

    def named_apart(self, found: Match, later: Match) -> bool:
        """Tell two tasks of which each has a number of its own: of one kind, but for two things."""
        one, two = self._numbers(found.task), self._numbers(later.task)
        return bool(one - two and two - one)

    def _numbers(self, task: AgentMessage) -> frozenset[str]:
        return frozenset(token for token in self.own(task) if is_fact(token))

    def own(self, task: AgentMessage) -> frozenset[str]:
        """Return the names and numbers of what a task asks."""
        if task.id not in self._named:
            facts = frozenset(token for token in self.asks[task.id] if is_fact(token))
            self._named[task.id] = facts | names(ask_of(task)[:600])
        return self._named[task.id]

    @cached_property
    def _by_giver(self) -> dict[str, tuple[list[int], list[Match]]]:
        by_giver: dict[str, tuple[list[int], list[Match]]] = defaultdict(lambda: ([], []))
        for found in self.matches:
            places, tasks = by_giver[found.task.sender]
            places.append(found.place)
            tasks.append(found)
        return by_giver

    def later_tasks(self, giver: str, place: int) -> Iterator[Match]:
        """Yield the next tasks that `giver` gave after a place in the run."""
        places, tasks = self._by_giver[giver]
        start = bisect_right(places, place)
        yield from tasks[start : start + LATER]

    def withdrawn(self, found: Match) -> str | None:
        """Return who took a task back, where somebody did."""
        outer = self.closings.serves.get(found.task.id)
        pairs = [(found.task.sender, found.task.recipient)]
        pairs += [(outer.task.sender, found.task.sender)] if outer else []
        for pair in pairs:
            places = self._takes_back.get(pair, [])
            start = bisect_right(places, found.place)
            for place in places[start : start + LATER]:
                message = self.messages[place]
                if call_of(message):
                    continue
                text = report_of(message)[:300]
                short = (pair == pairs[0] or STOPPED.match(text)) and len(text.split()) < 12
                if short or self.words.asked(found.task) & self.words.told(message):
                    return f"{message.sender} took it back in {message.id}"
        return None

    @cached_property
    def _takes_back(self) -> dict[tuple[str, str], list[int]]:
        """Where an agent told another that something is no longer wanted."""
        places: dict[tuple[str, str], list[int]] = defaultdict(list)
        for place, message in enumerate(self.messages):
            if message.type is not MessageType.RESULT and _takes_back(report_of(message)[:300]):
                places[message.sender, message.recipient].append(place)
        return places

    def said_later(self, found: Match, place: int) -> Iterator[AgentMessage]:
        """Yield what the giver of a task told its receiver after a place in the run, but for results."""
        places = self._between.get((found.task.sender, found.task.recipient), [])
        start = bisect_right(places, place)
        yield from (self.messages[later] for later in places[start : start + LATER])

    @cached_property
    def _between(self) -> dict[tuple[str, str], list[int]]:
        between: dict[tuple[str, str], list[int]] = defaultdict(list)
        for place, message in enumerate(self.messages):
            if message.type is not MessageType.RESULT:
                between[message.sender, message.recipient].append(place)
        return between

    def _place(self, message: AgentMessage) -> int:
        return self.closings.place[message.id]


def _takes_back(text: str) -> bool:
    return bool(WITHDRAWN.search(text) or STOPPED.match(text))
