"""Finds which other task did the work of one that came to nothing."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice

from misheard.analysis.actions import ACTIONS
from misheard.analysis.asked_for import ASKED_FOR, CHANGED
from misheard.analysis.closing import Closings
from misheard.analysis.gist import ask_of, objective_of
from misheard.analysis.matched import Match, Words
from misheard.analysis.replies import is_failure
from misheard.analysis.taken_up import LATER, TRIED_AGAIN, TakenUp
from misheard.analysis.takeover import ANOTHER_WAY, REPLACES, brief_of, takes_over
from misheard.analysis.toolcalls import call_of
from misheard.analysis.wording import overlap
from misheard.ingest.message import AgentMessage

SAME_WORK = 0.75
"""Which share of an open task's words another, answered task must hold to have done its work."""
ALIKE = 16
"""How many tasks with the same rare word are looked at for one that came to nothing."""
TOPIC = 2
"""How many words two tasks must share, verbs aside, for the later to be another way to what the earlier wanted."""


class Elsewhere:
    """Looks for a task that did the work of one that came to nothing.

    A call of a tool counts as made good only by the same call: its arguments say what was asked, and words that
    two calls share do not.
    """

    def __init__(self, matches: Sequence[Match], closings: Closings, words: Words, taken_up: TakenUp) -> None:
        self.messages = closings.messages
        self.matches = matches
        self.closings = closings
        self.words = words
        self.asks = taken_up.asks
        self.later_tasks = taken_up.later_tasks
        self.taken_up = taken_up

    def done(self, found: Match) -> str | None:
        """Return which other task did the work of one: it asks for all of it, or says that it takes over."""
        call = call_of(found.task)
        if call:
            return self._called_again(found, call.key)
        mine = self.asks[found.task.id]
        for other in self._alike(found):
            end = [r for r in other.results if self._place(r) > found.place and not is_failure(r)]
            if not end:
                continue
            share, back = overlap(mine, self.asks[other.task.id]), overlap(self.asks[other.task.id], mine)
            if share < TRIED_AGAIN or self._related(found, other):
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
            if same and not self.taken_up.own(found.task) - self.words.asked(other.task):
                return f"{end[-1].sender} did the same work ({other.task.id}, answered by {end[-1].id})"
        return self._went_another_way(found)

    def _called_again(self, found: Match, key: str) -> str | None:
        """Return a later call of the same tool with the same arguments that was answered."""
        for other in islice(self._same_calls.get(key, ()), LATER):
            if other.place > found.place and other.results and not is_failure(other.results[-1]):
                return f"the same call was made again in {other.task.id} and answered in {other.results[-1].id}"
        return None

    @cached_property
    def _same_calls(self) -> dict[str, list[Match]]:
        calls: dict[str, list[Match]] = defaultdict(list)
        for found in reversed(self.matches):
            call = call_of(found.task)
            if call:
                calls[call.key].append(found)
        return calls

    def _went_another_way(self, found: Match) -> str | None:
        """Return the very next task of the giver where it goes another way on the same matter and was answered."""
        later = next(self.later_tasks(found.task.sender, found.place), None)
        if later is None or not later.results or found.results or call_of(later.task):
            return None
        if not ANOTHER_WAY.search(ask_of(later.task)[:600]):
            return None
        mine, other = self.asks[found.task.id] - ACTIONS, self.words.asked(later.task) - ACTIONS
        if len(mine & other) < TOPIC or self.taken_up.named_apart(found, later) or is_failure(later.results[-1]):
            return None
        return f"{found.task.sender} went another way in {later.task.id}, answered by {later.results[-1].id}"

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
        two = (found.task.sender, found.task.recipient)
        return other.place > found.place and any(message.sender not in two for message in between)

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
        left = self.taken_up.own(found.task) - self.words.asked(other.task)
        return not (left and self.taken_up.own(other.task) - self.words.asked(found.task))

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
            same = other.task.recipient == found.task.recipient and not call_of(other.task)
            if same and other.task.id not in seen:
                yield other

    @cached_property
    def _by_word(self) -> dict[str, list[Match]]:
        by_word: dict[str, list[Match]] = defaultdict(list)
        for found in self.matches:
            for token in () if call_of(found.task) else self.asks[found.task.id]:
                by_word[token].append(found)
        return by_word

    def _place(self, message: AgentMessage) -> int:
        return self.closings.place[message.id]
