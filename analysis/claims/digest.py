"""Answers that hold what the one who asked had handed over: a memo made of the notes that came with its task."""

from collections import defaultdict

from misheard.analysis.claims.claim import claims_of
from misheard.analysis.claims.fidelity import same_value
from misheard.analysis.claims.quantities import Quantity
from misheard.analysis.trace import Trace
from misheard.ingest.message import BROADCAST, AgentMessage

LEAST_FIGURES = 5
"""An answer with fewer figures says too little about where they are from."""
SLACK = 1e-5
"""Figures that differ by less than this share are filed alike."""
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
    handed: dict[tuple[str, str], _Handed] = trace.__dict__.setdefault("_handed", {})
    pair = message.recipient, message.sender
    if pair not in handed:
        handed[pair] = _Handed(trace, *pair)
    kept = sum(handed[pair].has(one, trace.position[message.id]) for one in mine)
    return kept >= LEAST_HANDED * len(mine)


class _Handed:
    """Where in a run one agent first handed each figure to another, found by its leading digits."""

    def __init__(self, trace: Trace, giver: str, taker: str) -> None:
        self._first: dict[tuple[str, str], list[tuple[int, Quantity]]] = defaultdict(list)
        for message in trace.inbox(taker):
            if (message.sender, message.recipient) == (giver, taker):
                for figure in _figures(trace, message):
                    self._add(trace.position[message.id], figure)

    def _add(self, place: int, figure: Quantity) -> None:
        for key in _keys(figure):
            known = self._first[key]
            if not any(same_value(figure, other) for _, other in known):
                known.append((place, figure))

    def has(self, figure: Quantity, before: int) -> bool:
        """Tell whether the figure had been handed over ahead of a place of the run."""
        near = (one for key in _keys(figure) for one in self._first.get(key, ()))
        return any(place < before and same_value(figure, other) for place, other in near)


def _keys(figure: Quantity) -> set[tuple[str, str]]:
    """Return what a figure is filed under: its dimension, and its values to two digits or the day it names."""
    if figure.moment:
        return {(figure.dimension, "moment")}
    return {(figure.dimension, f"{value * (1 + step):.2g}") for value in figure.base for step in (-SLACK, 0, SLACK)}


def _figures(trace: Trace, message: AgentMessage) -> list[Quantity]:
    return [figure for claim in claims_of(trace, message) if not claim.is_value for figure in claim.quantities]
