"""Which claims of one run retell which, as the analysis stored it."""

from typing import NamedTuple

from misheard.dashboard import trace_data
from misheard.ingest.store import Store


class Place(NamedTuple):
    """Where a claim stands: its message, and its characters in `Trace.text(message)`."""

    message: str
    start: int
    end: int

    @property
    def id(self) -> str:
        """The name of the claim in the URL."""
        return f"{self.message}:{self.start}-{self.end}"

    def overlap(self, start: int, end: int) -> int:
        """Return how many characters the claim shares with `start` to `end` of its message."""
        return max(0, min(self.end, end) - max(self.start, start))


class Retold(NamedTuple):
    """The claim at `target` retells the one at `source`; `score` (0 to 1) says how many words they share."""

    source: Place
    target: Place
    score: float


def lineage(store: Store, trace_id: str) -> tuple[Retold, ...]:
    """Return what retells what in a trace; of the sources of one claim the best comes first."""
    return tuple(
        Retold(Place(*row[0:3]), Place(*row[3:6]), row[6])
        for row in store.read(trace_data.query("trace_lineage"), [trace_id])
    )
