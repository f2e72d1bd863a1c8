"""Which claim of a message retells which claim that its sender had received; a question retells nothing.

Alignment says only that two claims speak of the same thing, never that they say the same of it: that is for the
comparison. It is lexical: the words two claims share, each weighed by how rare it is in the run (inverse document
frequency, Spärck Jones 1972). Candidates are found through the rarest words alone, so that a run of thousands of
messages takes time in proportion to its length. Where the extra `embeddings` is installed, claims that share too
few words and are near in meaning are added to the loose ones.
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from misheard.analysis.claims.claim import Claim, claims_of
from misheard.analysis.claims.names import conflict
from misheard.analysis.near import Near
from misheard.analysis.trace import Trace
from misheard.ingest.message import BROADCAST, AgentMessage

LEAST_SCORE = 0.4
"""Claims that share less than this of their weight are not held to be retellings."""
LEAST_LOOSE = 0.28
"""Claims that share less than a retelling, but as much as this, may still be one matter in other words."""
LEAST_CROSSED = 0.55
"""Claims that name different items are of interest only where they share as much as this."""
RAREST = 8
"""So many of a claim's rarest words are looked up."""
NEWEST = 40
"""So many of the newest claims with a word are candidates."""
KEPT = 4
"""At most so many sources of one claim are returned, best first."""


@dataclass(frozen=True)
class Retelling:
    """`target` speaks of what `source` had told its sender; `score` (0 to 1) says how much of the words they share.

    A `crossed` one is none, unless names were exchanged: the two claims name different items. One found
    `by_meaning` shares too few words; its score is the cosine of the two, scaled to lie below those of words. One
    `by_figure` shares a figure and too few words (see `drift.figured`).
    """

    source: Claim
    target: Claim
    score: float
    crossed: bool = False
    by_meaning: bool = False
    by_figure: bool = False


class _Index:
    """The claims that were received, by recipient and word, and how rare each word is."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.claims: list[Claim] = []
        self.senders: list[str] = []
        self.masses: list[float] = []
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
            if not claim.words or claim.is_question:
                continue
            place = len(self.claims)
            self.claims.append(claim)
            self.senders.append(message.sender)
            self.masses.append(self.weight(claim.words))
            for word in claim.words:
                self.by_word[message.recipient, word].append(place)

    def weight(self, words: frozenset[str]) -> float:
        """Return the weight of some words together."""
        return sum(map(self.weights.__getitem__, words))

    def candidates(self, claim: Claim, agent: str) -> list[int]:
        """Return the claims that `agent` had received and that share enough rare words with `claim`."""
        once: set[int] = set()
        twice: set[int] = set()
        frequency = self.frequency
        rarest = sorted(claim.words, key=lambda word: (frequency[word], word))[:RAREST]
        for word in rarest:
            for reader in (agent, BROADCAST):
                places = self.by_word.get((reader, word), ())[-NEWEST:]
                twice.update(once.intersection(places))
                once.update(places)
        found = twice if len(rarest) > 1 else once
        return [place for place in found if self.senders[place] != agent]


def retellings(trace: Trace) -> tuple[Retelling, ...]:
    """Return every retelling of `trace`, in order of the messages that retell; found once per trace."""
    return _found(trace)[0]


def told_on(trace: Trace) -> tuple[Retelling, ...]:
    """Return every retelling; none where that fails, which the check of telephone drift has then said already."""
    try:
        return retellings(trace)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException:  # a panic of a Rust part is no Exception
        return ()


def crossings(trace: Trace) -> tuple[Retelling, ...]:
    """Return the pairs of claims that agree in nearly everything but the item they name, in order."""
    return _found(trace)[1]


def loose_retellings(trace: Trace) -> tuple[Retelling, ...]:
    """Return the pairs that share too few words for a retelling and may be one in other words, in order.

    Those found by their meaning are among them, where the extra `embeddings` is installed.
    """
    return _found(trace)[2]


def _found(trace: Trace) -> tuple[tuple[Retelling, ...], ...]:
    found: tuple[tuple[Retelling, ...], ...] | None = trace.__dict__.get("_retellings")
    if found is None:
        every = list(_retellings(trace))
        straight = tuple(told for told in every if not told.crossed and told.score >= LEAST_SCORE)
        crossed = tuple(told for told in every if told.crossed)
        loose = tuple(told for told in every if not told.crossed and told.score < LEAST_SCORE)
        found = trace.__dict__["_retellings"] = straight, crossed, loose
    return found


def received_claims(trace: Trace) -> bool:
    """Tell whether anyone who had received a claim made one afterwards."""
    told: set[str] = set()
    tellers: set[str] = set()
    for message in trace.messages:
        if claims_of(trace, message):
            if message.sender in told or tellers - {message.sender}:
                return True
            told.add(message.recipient)
            if message.recipient == BROADCAST:
                tellers.add(message.sender)
    return False


def _retellings(trace: Trace) -> Iterator[Retelling]:
    index, near = _Index(trace), Near(trace)
    for message in trace.messages:
        found = [told for claim in claims_of(trace, message) for told in _sources(index, claim, message.sender)]
        yield from found
        yield from _by_meaning(near, message, found)
        index.add(message)
        near.add(message)


def _by_meaning(near: Near, message: AgentMessage, found: Sequence[Retelling]) -> Iterator[Retelling]:
    """Yield the pairs that are near in meaning, name the same items and were not found by their words."""
    known = {(told.source.message, told.source.start, told.target.start) for told in found}
    for source, target, cosine in near.sources(message):
        if (source.message, source.start, target.start) not in known and not conflict(
            source.names, target.names, source.text, target.text
        ):
            yield Retelling(source, target, LEAST_LOOSE * min(cosine, 1.0), by_meaning=True)


def _sources(index: _Index, claim: Claim, agent: str) -> list[Retelling]:
    found: list[tuple[float, int]] = []
    if claim.is_question:
        return []
    mass = index.weight(claim.words)
    scores: dict[frozenset[str], float] = {}
    for place in index.candidates(claim, agent):
        words = index.claims[place].words
        score = scores.get(words)
        if score is None:
            score = scores[words] = _score(index, words, index.masses[place], claim.words, mass)
        if score >= LEAST_LOOSE:
            found.append((score, place))
    found.sort(reverse=True)
    told: list[Retelling] = []
    for score, place in found[: 3 * KEPT]:
        source = index.claims[place]
        same = source.text == claim.text
        crossed = not same and conflict(source.names, claim.names, source.text, claim.text)
        if not crossed or score >= LEAST_CROSSED:
            told.append(Retelling(source, claim, score, crossed))
        if sum(not one.crossed for one in told) == KEPT:
            break
    return told


def _score(index: _Index, words: frozenset[str], left: float, others: frozenset[str], right: float) -> float:
    """Return how much of the weight of two claims they share: the mean of overlap and Dice coefficient."""
    shared = words & others
    if len(shared) < (2 if len(words) > 1 or len(others) > 1 else 1):
        return 0.0
    common = index.weight(shared)
    return 0.5 * common / min(left, right) + common / (left + right)
