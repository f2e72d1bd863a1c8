"""Finds who took a task up: tried it again, did it instead, was asked anew, or that it was taken back."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice

from misheard.analysis.actions import ACTIONS
from misheard.analysis.asked_for import ASKED_FOR, CHANGED
from misheard.analysis.closing import Closings
from misheard.analysis.gist import ask_of, list_of, objective_of, report_of
from misheard.analysis.matched import Match, Words
from misheard.analysis.replies import is_failure
from misheard.analysis.takeover import REPLACES, WITHDRAWN, brief_of, speaks_of_gap, takes_over
from misheard.analysis.wording import content, is_fact, names, overlap
from misheard.ingest.message import AgentMessage, MessageType

SAME_WORK = 0.75
"""Which share of an open task's words another, answered task must hold to have done its work."""
TRIED_AGAIN = 0.35
"""Which share of a failed task's words a later task of the same giver must hold to be another try."""
FEW = 12
"""In a run of so few tasks a word may stand in half of them and still tell something."""
ALIKE = 16
"""How many tasks with the same rare word are looked at for one that came to nothing."""
TOPIC = 2
"""How many words two tasks must share, verbs aside, for the later to be another way to what the earlier wanted."""
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
        telling = self.closings.distinctive(theme, 2 if len(self.matches) <= FEW else 5)
        for later in self.later_tasks(found.task.sender, self._place(result)):
            ask = self.asks[later.task.id]
            shared = len(telling & (ask | self.words.asked(later.task)))
            tried = list_of(later.task.payload, "already_tried", "alreadyTried")
            same_child = later.task.recipient == found.task.recipient
            if shared >= 2 and (tried or same_child or speaks_of_gap(later.task, telling)):
                return later
            if same_child and theme & self.words.asked(later.task) and CHANGED.search(brief_of(later.task)):
                return later
            if shared and overlap(self.asks[found.task.id], ask, self.closings.weights) >= TRIED_AGAIN:
                return later
        return None

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
        yield from islice(tasks, start, start + LATER)

    def withdrawn(self, found: Match) -> str | None:
        """Return who took a task back, where somebody did."""
        outer = self.closings.serves.get(found.task.id)
        pairs = [(found.task.sender, found.task.recipient)]
        pairs += [(outer.task.sender, found.task.sender)] if outer else []
        for pair in pairs:
            places = self._takes_back.get(pair, [])
            for place in islice(places, bisect_right(places, found.place), None):
                message = self.messages[place]
                short = pair == pairs[0] and len(report_of(message)[:300].split()) < 12
                if short or self.words.asked(found.task) & self.words.told(message):
                    return f"{message.sender} took it back in {message.id}"
        return None

    @cached_property
    def _takes_back(self) -> dict[tuple[str, str], list[int]]:
        """Where an agent told another that something is no longer wanted."""
        places: dict[tuple[str, str], list[int]] = defaultdict(list)
        for place, message in enumerate(self.messages):
            if message.type is not MessageType.RESULT and WITHDRAWN.search(report_of(message)[:300]):
                places[message.sender, message.recipient].append(place)
        return places

    def said_later(self, found: Match, place: int) -> Iterator[AgentMessage]:
        """Yield what the giver of a task told its receiver after a place in the run, but for results."""
        places = self._between.get((found.task.sender, found.task.recipient), [])
        start = bisect_right(places, place)
        yield from (self.messages[later] for later in islice(places, start, start + LATER))

    @cached_property
    def _between(self) -> dict[tuple[str, str], list[int]]:
        between: dict[tuple[str, str], list[int]] = defaultdict(list)
        for place, message in enumerate(self.messages):
            if message.type is not MessageType.RESULT:
                between[message.sender, message.recipient].append(place)
        return between

    def done_elsewhere(self, found: Match) -> str | None:
        """Return which other task did the work of one: it asks for all of it, or says that it takes over."""
        mine = self.asks[found.task.id]
        for other in self._alike(found):
            share, back = overlap(mine, self.asks[other.task.id]), overlap(self.asks[other.task.id], mine)
            if share < TRIED_AGAIN:
                continue
            end = [r for r in other.results if self._place(r) > found.place and not is_failure(r)]
            if not end or self._related(found, other):
                continue
            later = other.place > found.place
            if later and takes_over(other.task, found.task):
                return f"{end[-1].sender} took it over ({other.task.id}, answered by {end[-1].id})"
            anew = back >= TRIED_AGAIN and self._asked_anew(found, other, end[-1])
            if later and (anew or self._replaces(found, other)):
                return f"it was asked anew in {other.task.id}, which {end[-1].sender} answered in {end[-1].id}"
            if anew and CHANGED.search(objective_of(found.task)):
                return f"it only asked anew for {other.task.id}, which {end[-1].sender} answered in {end[-1].id}"
            same = share >= SAME_WORK and back >= SAME_WORK / 2 and self._stands_in(found, other)
            if same and not self._own(found.task) - self.words.asked(other.task):
                return f"{end[-1].sender} did the same work ({other.task.id}, answered by {end[-1].id})"
        return self._went_another_way(found)

    def _went_another_way(self, found: Match) -> str | None:
        """Return the very next task of the giver where it goes another way on the same matter and was answered."""
        later = next(self.later_tasks(found.task.sender, found.place), None)
        if later is None or not later.results or found.results or not CHANGED.search(objective_of(later.task)):
            return None
        mine, other = self.asks[found.task.id] - ACTIONS, self.words.asked(later.task) - ACTIONS
        if len(mine & other) < TOPIC or self._named_apart(found, later) or is_failure(later.results[-1]):
            return None
        return f"{found.task.sender} went another way in {later.task.id}, answered by {later.results[-1].id}"

    def _named_apart(self, found: Match, later: Match) -> bool:
        """Tell two tasks of which each has a number of its own: of one kind, but for two things."""
        one, two = self._numbers(found.task), self._numbers(later.task)
        return bool(one - two and two - one)

    def _numbers(self, task: AgentMessage) -> frozenset[str]:
        return frozenset(token for token in self._own(task) if is_fact(token))

    def _replaces(self, found: Match, other: Match) -> bool:
        """Tell a later task of the same two agents that says that it replaces what had been asked."""
        same_pair = (found.task.sender, found.task.recipient) == (other.task.sender, other.task.recipient)
        return same_pair and bool(REPLACES.search(brief_of(other.task)))

    def _stands_in(self, found: Match, other: Match) -> bool:
        """Tell a task that can stand in for one: wanted only once, and no sibling handed out with it."""
        if ASKED_FOR.search(brief_of(found.task)):
            return False
        if overlap(self.words.asked(found.task), self.words.asked(other.task)) < SAME_WORK - 0.15:
            return False
        if found.task.sender != other.task.sender:
            return True
        between = self.messages[found.place + 1 : min(other.place, found.place + LATER)]
        return other.place > found.place and any(message.sender != found.task.sender for message in between)

    def _own(self, task: AgentMessage) -> frozenset[str]:
        """Return the names and numbers of what a task asks."""
        if task.id not in self._named:
            facts = frozenset(token for token in self.asks[task.id] if is_fact(token))
            self._named[task.id] = facts | names(ask_of(task)[:600])
        return self._named[task.id]

    def _asked_anew(self, found: Match, other: Match, answer: AgentMessage) -> bool:
        """Tell another task of the same two agents on the same matter, without each naming things of its own.

        Where the answer takes up what only the other asks for, they were two tasks of one kind.
        """
        if (found.task.sender, found.task.recipient) != (other.task.sender, other.task.recipient):
            return False
        mine, theirs = self.asks[found.task.id] - ACTIONS, self.asks[other.task.id] - ACTIONS
        told = self.words.told(answer)
        if not found.results and mine - theirs and (theirs - mine) & told and not (mine - theirs) & told:
            return False
        left = self._own(found.task) - self.words.asked(other.task)
        return not (left and self._own(other.task) - self.words.asked(found.task))

    def _related(self, found: Match, other: Match) -> bool:
        """Tell two tasks of which one was given in doing the other."""
        for inner, outer in ((found, other), (other, found)):
            step = self.closings.serves.get(inner.task.id)
            for _ in range(20):
                if step is None:
                    break
                if step.task.id == outer.task.id:
                    return True
                step = self.closings.serves.get(step.task.id)
        return False

    def _alike(self, found: Match) -> Iterator[Match]:
        """Yield other tasks that share a rare word with one, and the next of the same two agents."""
        seen = {found.task.id}
        rare = sorted(self.asks[found.task.id], key=lambda token: len(self._by_word[token]))[:4]
        for token in rare:
            for other in self._by_word[token][-ALIKE:]:
                if other.task.id not in seen:
                    seen.add(other.task.id)
                    yield other
        for other in islice(self.later_tasks(found.task.sender, found.place), ALIKE):
            if other.task.recipient == found.task.recipient and other.task.id not in seen:
                yield other

    @cached_property
    def _by_word(self) -> dict[str, list[Match]]:
        by_word: dict[str, list[Match]] = defaultdict(list)
        for found in self.matches:
            for token in self.asks[found.task.id]:
                by_word[token].append(found)
        return by_word

    def _place(self, message: AgentMessage) -> int:
        return self.closings.place[message.id]
