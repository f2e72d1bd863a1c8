"""Which statements of a run repeat which: found by their rare words among what a sender had received."""

import math
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from misheard.analysis.detectors.laundering_claims import Statement, statements_of
from misheard.analysis.trace import Trace
from misheard.ingest.message import BROADCAST, AgentMessage

RAREST = 6
NEWEST = 24


@dataclass(frozen=True, eq=False)
class Repeat:
    """A statement that repeats another; `score` is how much of it the other accounts for."""

    source: Statement
    target: Statement
    score: float
    shared: frozenset[str]


class Statements:
    """All statements of a run, found by who had received them and by their rare words."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self._every: list[Statement] = []
        self._senders: list[str] = []
        self._begin: dict[str, int] = {}
        self._received: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        self._frequency: Counter[str] = Counter()
        for message in trace.messages:
            self._begin[message.id] = len(self._every)
            received = self._received[message.recipient]
            for statement in statements_of(trace, message):
                for word in statement.words:
                    received[word].append(len(self._every))
                self._frequency.update(statement.words)
                self._every.append(statement)
                self._senders.append(message.sender)
        total = len(self._every)
        self._weights = {word: math.log(1 + (total + 1) / count) for word, count in self._frequency.items()}
        self._masses = [self.weight(statement.words) for statement in self._every]
        self._hedged = [statement.hedge is not None for statement in self._every]
        self._kept: tuple[Statement, tuple[str, str], list[int]] | None = None

    def weight(self, words: Iterable[str]) -> float:
        """Return the weight of some words together: each counts for more the rarer it is in the run."""
        weights = self._weights
        return sum(weights[word] for word in words if word in weights)

    def received(self, statement: Statement, agent: str, before: AgentMessage) -> list[Statement]:
        """Return what `agent` had been told ahead of `before` that shares a rare word with `statement`."""
        return [self._every[place] for place in self._heard(statement, agent, before)]

    def _heard(self, statement: Statement, agent: str, before: AgentMessage) -> list[int]:
        """Return the numbers of these statements; those of the last one that was asked for are at hand."""
        key = agent, before.id
        if self._kept and self._kept[0] is statement and self._kept[1] == key:
            return self._kept[2]
        first = self._begin[before.id]
        frequency, senders = self._frequency, self._senders
        found: dict[int, None] = {}
        inboxes = [self._received[reader] for reader in (agent, BROADCAST) if reader in self._received]
        for word in sorted(statement.words, key=lambda word: (frequency[word], word))[:RAREST]:
            for inbox in inboxes:
                places = inbox.get(word)
                if places and places[0] < first:
                    end = bisect_left(places, first)
                    found.update(dict.fromkeys(places[max(0, end - NEWEST) : end]))
        heard = [place for place in found if senders[place] != agent]
        self._kept = statement, key, heard
        return heard

    def hears_doubt(self, target: Statement, message: AgentMessage, least: float) -> bool:
        """Tell whether `target` repeats anything doubtful that its sender had been told, with such a score."""
        if len(target.words) < 2:
            return False
        own = self.weight(target.words)
        doubtful = (place for place in self._heard(target, message.sender, message) if self._hedged[place])
        found = (self._compare(place, target, own) for place in doubtful)
        return any(repeat is not None and repeat.score >= least for repeat in found)

    def repeats(self, target: Statement, agent: str, message: AgentMessage) -> list[Repeat]:
        """Return what `target` repeats of what `agent` had been told, the best first."""
        if len(target.words) < 2:
            return []
        own = self.weight(target.words)
        found = [self._compare(place, target, own) for place in self._heard(target, agent, message)]
        return sorted((repeat for repeat in found if repeat), key=lambda repeat: -repeat.score)

    def _compare(self, place: int, target: Statement, own: float) -> Repeat | None:
        """Return how `target`, of weight `own`, repeats a statement; None where they are about different things."""
        source = self._every[place]
        core = source.words & target.words
        if not core:
            return None
        wide = core | (source.around & target.words)
        if len(core) < 2 and len(wide) < 3:
            return None
        least = min(self._masses[place], own)
        weights = self._weights.__getitem__
        score = 0.5 * sum(map(weights, wide)) / own + 0.5 * sum(map(weights, core)) / least
        return Repeat(source, target, score, core)


def index_of(trace: Trace) -> Statements:
    """Return the statements of `trace` by their words; made once per trace."""
    found: Statements | None = trace.__dict__.get("_statement_index")
    if found is None:
        found = trace.__dict__["_statement_index"] = Statements(trace)
    return found
