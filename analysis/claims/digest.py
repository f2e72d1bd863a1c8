"""Answers that hold what the one who asked had handed over: a memo made of the notes that came with its task."""

from misheard.analysis.claims.claim import claims_of
from misheard.analysis.claims.fidelity import same_value
from misheard.analysis.claims.quantities import Quantity
from misheard.analysis.trace import Trace
from misheard.ingest.message import BROADCAST, AgentMessage

LEAST_FIGURES = 5
"""An answer with fewer figures says too little about where they are from."""
LEAST_HANDED = 0.7
"""So many of them must its recipient have handed over, as a share."""


def is_digest(trace: Trace, message: AgentMessage) -> bool:
    """Tell whether a message gives back to its recipient what that one had told its sender; found once per message.

    Whoever found something out brings figures of its own; whoever was to write something up brings those it got.
    """
    known: dict[str, bool] = trace.__dict__.setdefault("_digests", {})
    if message.id not in known:
        known[message.id] = _is_digest(trace, message)
    return known[message.id]


def _is_digest(trace: Trace, message: AgentMessage) -> bool:
    if BROADCAST in (message.sender, message.recipient):
        return False
    mine = _figures(trace, message)
    if len(mine) < LEAST_FIGURES:
        return False
    handed = [
        figure
        for earlier in trace.messages[: trace.position[message.id]]
        if (earlier.sender, earlier.recipient) == (message.recipient, message.sender)
        for figure in _figures(trace, earlier)
    ]
    kept = sum(any(one.dimension == other.dimension and same_value(one, other) for other in handed) for one in mine)
    return kept >= LEAST_HANDED * len(mine)


def _figures(trace: Trace, message: AgentMessage) -> list[Quantity]:
    return [figure for claim in claims_of(trace, message) if not claim.is_value for figure in claim.quantities]
