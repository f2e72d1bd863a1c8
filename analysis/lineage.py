"""Which claim of a message retells which claim that its sender had received.

Alignment says only that two claims speak of the same thing, never that they say the same of it: that is for the
comparison. It is lexical: the words two claims share, each weighed by how rare it is in the run (inverse document
frequency, Spärck Jones 1972). Candidates are found through the rarest words alone, so that a run of thousands of
messages takes time in proportion to its length.
"""

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from misheard.analysis.claims.claim import Claim, claims_of
from misheard.analysis.claims.names import conflict
from misheard.analysis.trace import Trace
from misheard.ingest.message import BROADCAST, AgentMessage

LEAST_SCORE = 0.4
"""Claims that share less than this of their weight are not held to be retellings."""
RAREST = 8
"""So many of a claim's rarest words are looked up."""
NEWEST = 40
"""So many of the newest claims with a word are candidates."""
KEPT = 4
"""At most so many sources of one claim are returned, best first."""


@dataclass(frozen=True)
class Retelling:
    """`target` speaks of what `source` had told its sender; `score` (0 to 1) says how much of the words they share."""

    source: Claim
    target: Claim
    score: float


class _Index:
    """The claims that were received, by recipient and word, and how rare each word is."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.claims: list[Claim] = []
        self.senders: list[str] = []
        self.by_word: dict[tuple[str, str], list[int]] = defaultdict(list)
        self.frequency: dict[str, int] = defaultdict(int)
        self.total = 0
        for message in trace.messages:
            for claim in claims_of(trace, message):
                self.total += 1
                for word in claim.words:
                    self.frequency[word] += 1
        self.weights = {word: math.log(1 + (self.total + 1) / count) for word, count in self.frequency.items()}

    def add(self, message: AgentMessage) -> None:
        """Make the claims of a message known to its recipient."""
        for claim in claims_of(self.trace, message):
            if not claim.words:
                continue
            place = len(self.claims)
            self.claims.append(claim)
            self.senders.append(message.sender)
            for word in claim.words:
                self.by_word[message.recipient, word].append(place)

    def weight(self, words: frozenset[str]) -> float:
        """Return the weight of some words together."""
        return sum(self.weights.get(word, 1.0) for word in words)

    def candidates(self, claim: Claim, agent: str) -> set[int]:
        """Return the claims that `agent` had received and that share a rare word with `claim`."""
        found: set[int] = set()
        rarest = sorted(claim.words, key=lambda word: (self.frequency[word], word))[:RAREST]
        for word in rarest:
            for reader in (agent, BROADCAST):
                places = self.by_word.get((reader, word))
                if places:
                    found.update(place for place in places[-NEWEST:] if self.senders[place] != agent)
        return found


def retellings(trace: Trace) -> tuple[Retelling, ...]:
    """Return every retelling of `trace`, in order of the messages that retell; found once per trace."""
    found: tuple[Retelling, ...] | None = trace.__dict__.get("_retellings")
    if found is None:
        found = trace.__dict__["_retellings"] = tuple(_retellings(trace))
    return found


def _retellings(trace: Trace) -> Iterator[Retelling]:
    index = _Index(trace)
    for message in trace.messages:
        for claim in claims_of(trace, message):
            yield from _sources(index, claim, message.sender)
        index.add(message)


def _sources(index: _Index, claim: Claim, agent: str) -> list[Retelling]:
    found = []
    for place in index.candidates(claim, agent):
        source = index.claims[place]
        score = score_of(index, source, claim)
        if score >= LEAST_SCORE:
            found.append((score, place))
    found.sort(reverse=True)
    told = []
    for score, place in found[: 3 * KEPT]:
        source = index.claims[place]
        if not conflict(source.names, claim.names, source.text, claim.text):
            told.append(Retelling(source, claim, score))
        if len(told) == KEPT:
            break
    return told


def score_of(index: _Index, source: Claim, target: Claim) -> float:
    """Return how much of the weight of two claims they share: the mean of overlap and Dice coefficient."""
    shared = source.words & target.words
    if len(shared) < min(2, len(source.words), len(target.words)):
        return 0.0
    common, left, right = index.weight(shared), index.weight(source.words), index.weight(target.words)
    return 0.5 * common / min(left, right) + common / (left + right)
