"""Which claims are near in meaning to claims that their sender had received, where vectors are available.

Two texts of one matter can share no word. Their vectors (`embedding.py`) then still lie near each other; so do
those of two texts that say the opposite, so nearness says no more than alignment does. Only the newest claims that
an agent received are looked at, all at once for a message, so that time grows with the length of the run. What goes
back to the one who said it is left out: a task and its answer are near, and nothing is passed on.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from misheard.analysis import embedding
from misheard.analysis.claims.claim import Claim, claims_of
from misheard.analysis.trace import Trace
from misheard.ingest.message import BROADCAST, AgentMessage

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LEAST_COSINE = 0.55
"""Claims whose vectors are less near than this are not held to be one matter.

Read by hand in 58 runs, about half of the pairs above it were; of those from 0.5 to 0.55, one in four.
"""
LEAST_WORDS = 3
"""Claims of fewer content words are too short for a vector to tell them apart."""
NEWEST = 120
"""So many of the newest claims that an agent received are compared."""
KEPT = 2
"""At most so many sources of one claim are returned, the nearest first."""


class Near:
    """The claims that each agent received, as vectors; empty where there are none."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.received: dict[str, deque[tuple[int, str, Claim]]] = {}
        self.count = 0
        self.rows, self.vectors = _vectors(trace)

    def add(self, message: AgentMessage) -> None:
        """Make the claims of a message known to its recipient."""
        if self.vectors is None:
            return
        kept = self.received.setdefault(message.recipient, deque(maxlen=NEWEST))
        for claim in filter(_is_told, claims_of(self.trace, message)):
            self.count += 1
            kept.append((self.count, message.sender, claim))

    def sources(self, message: AgentMessage) -> Iterator[tuple[Claim, Claim, float]]:
        """Yield (what the sender had received, what it says, the cosine of the two), claim by claim."""
        said = list(filter(_is_told, claims_of(self.trace, message)))
        heard = self._heard(message) if said else []
        if self.vectors is None or not heard:
            return
        cosines = self._of(said) @ self._of(heard).T
        for claim, row in zip(said, cosines, strict=True):
            for place in (-row).argsort(kind="stable")[:KEPT]:
                if row[place] >= LEAST_COSINE:
                    yield heard[place], claim, float(row[place])

    def _heard(self, message: AgentMessage) -> list[Claim]:
        """Return the newest claims that a third had told the sender of a message, the newest first."""
        two = {message.sender, message.recipient}
        readers = {message.sender, BROADCAST}
        every = [one for reader in readers for one in self.received.get(reader, ()) if one[1] not in two]
        return [claim for _, _, claim in sorted(every, key=lambda one: -one[0])[:NEWEST]]

    def _of(self, claims: Sequence[Claim]) -> "NDArray[np.float32]":
        assert self.vectors is not None  # noqa: S101
        return self.vectors[[self.rows[claim.text] for claim in claims]]


def _is_told(claim: Claim) -> bool:
    """Tell whether a claim is a text that states something, long enough to be known by its meaning."""
    return not (claim.is_value or claim.is_question) and len(claim.words) >= LEAST_WORDS


def _vectors(trace: Trace) -> "tuple[dict[str, int], NDArray[np.float32] | None]":
    """Return the vector of each text that is told in a trace, and where it stands; made once per trace."""
    if not embedding.available():
        return {}, None
    every = (claim for message in trace.messages for claim in claims_of(trace, message) if _is_told(claim))
    texts = list(dict.fromkeys(claim.text for claim in every))
    return {text: place for place, text in enumerate(texts)}, embedding.vectors(texts) if texts else None
