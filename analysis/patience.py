"""How long the giver of a task went on without its answer, against how long it ever did before one came."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property

from misheard.analysis.matched import Match
from misheard.ingest.message import USER, AgentMessage
from misheard.ingest.readers.claude_agents import COMPACTION

LEARNED = 3
"""How many tasks of a giver must have been answered to tell how long it goes on without an answer."""
LEAST = 5
"""How many messages a giver must have sent since a task to have gone on without its answer."""
FACTOR = 2
"""How many times as many as it ever sent while an answer was still to come."""


class Patience:
    """Tells, in a log without an end, a giver that went on without an answer from one that may still wait.

    Some givers wait for every answer, others hand out all they have and collect: the run itself shows which. So
    what a giver said since a task is held against the most that it ever said before an answer came.
    """

    def __init__(self, messages: Sequence[AgentMessage], matches: Sequence[Match]) -> None:
        self._messages = messages
        self._matches = matches

    def gave_up(self, found: Match) -> tuple[int, int] | None:
        """Return how many messages a giver sent since a task, and at most ahead of an answer; None if it may wait.

        A receiver that has said that it works on it, or that asked back, may take as long as it takes.
        """
        giver = found.task.sender
        if giver == USER or found.acknowledgements or found.questions:
            return None
        answered, longest = self._longest.get(giver, (0, 0))
        said = self._said_by[giver]
        since = len(said) - bisect_right(said, max(found.place, self._last_sign(found)))
        if answered < LEARNED or since <= max(LEAST, FACTOR * longest):
            return None
        return since, longest

    def _last_sign(self, found: Match) -> int:
        """Return where the receiver last said something that is no answer to another task."""
        child = found.task.recipient
        places = self._said_by.get(child, [])
        return next((place for place in reversed(places) if self._messages[place].id not in self._answers), -1)

    @cached_property
    def _said_by(self) -> dict[str, list[int]]:
        said: dict[str, list[int]] = defaultdict(list)
        for place, message in enumerate(self._messages):
            if message.recipient != COMPACTION:
                said[message.sender].append(place)
        return said

    @cached_property
    def _answers(self) -> frozenset[str]:
        return frozenset(result.id for found in self._matches for result in found.results)

    @cached_property
    def _longest(self) -> dict[str, tuple[int, int]]:
        """How many tasks of each giver were answered, and the most that it said before an answer came."""
        place = {message.id: at for at, message in enumerate(self._messages)}
        longest: dict[str, tuple[int, int]] = {}
        for found in self._matches:
            if found.results:
                said = self._said_by[found.task.sender]
                came = place[found.results[0].id]
                between = bisect_left(said, came) - bisect_right(said, found.place)
                answered, most = longest.get(found.task.sender, (0, 0))
                longest[found.task.sender] = answered + 1, max(most, between)
        return longest
