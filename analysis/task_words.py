"""How telling the words of tasks are: what all tasks of a run talk about tells them apart least."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property

from misheard.analysis.actions import ACTIONS
from misheard.analysis.gist import objective_of
from misheard.analysis.matched import Match
from misheard.analysis.wording import content

DEEPEST = 8
"""How many tasks that one serves are looked through."""


class TaskWords:
    """Counts in how many tasks of a run each word stands; `serves` is for each task the one its giver worked on."""

    def __init__(self, matches: Sequence[Match], serves: Mapping[str, Match]) -> None:
        self._matches = matches
        self._serves = serves

    @cached_property
    def _spread(self) -> Counter[str]:
        """In how many tasks each word stands: what all tasks of a run talk about tells them apart least."""
        return Counter(token for found in self._matches for token in set(content(objective_of(found.task)[:600])))

    @cached_property
    def weights(self) -> dict[str, float]:
        """How much each word tells: less, the more tasks it stands in."""
        return {token: 1 / count for token, count in self._spread.items()}

    def distinctive(self, words: frozenset[str], part: int = 5, of: Match | None = None) -> frozenset[str]:
        """Return those of `words` that stand in at most one of `part` of the run's tasks.

        With `of`, the tasks that it serves do not count: what was asked of the giver is said again in what it asks.
        """
        most = max(2, len(self._matches) // part)
        above = self._above(of)
        return frozenset(word for word in words if self._spread[word] - above[word] <= most and word not in ACTIONS)

    def _above(self, found: Match | None) -> Counter[str]:
        """In how many of the tasks that `found` serves, up to the first, each word stands."""
        above: Counter[str] = Counter()
        outer = self._serves.get(found.task.id) if found else None
        for _ in range(DEEPEST):
            if outer is None:
                break
            above.update(set(content(objective_of(outer.task)[:600])))
            outer = self._serves.get(outer.task.id)
        return above
