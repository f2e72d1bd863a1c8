"""Which segment of a retelling tells what a segment of its source says, and where a doubt has gone."""

from collections.abc import Sequence
from typing import NamedTuple

from misheard.analysis.claims.hardening_read import Reading
from misheard.analysis.claims.hardening_segments import Segment

LEAST = 0.5
"""The share of what is claimed that must be told again."""
SHORTER = 0.8
"""A segment that says less tells a claim where so much of what it says is of the claim."""
NEAR = 0.2
"""Two segments whose shares differ by no more may both be meant."""


class Home(NamedTuple):
    """The segment that tells a claim, and how much of it (0 to 1) it tells."""

    segment: Segment
    share: float


def share(core: frozenset[str], stems: frozenset[str]) -> float:
    """Return the share of `core` that `stems` has."""
    return len(core & stems) / len(core) if core else 0.0


def homes(core: frozenset[str], segments: Sequence[Segment]) -> list[Home]:
    """Return the segments that share anything with `core`, the best first."""
    found = [Home(segment, share(core, segment.stems)) for segment in segments]
    return sorted((home for home in found if home.share > 0), key=lambda home: -home.share)


def told_by(core: frozenset[str], reading: Reading) -> list[Segment]:
    """Return the segments that tell what `core` says: the best one and its equals, or those of one sentence.

    Empty where the retelling leaves it out.
    """
    found = homes(core, reading.segments)
    if not found:
        return []
    best = found[0]
    if best.share >= LEAST and (len(core) == 1 or len(core & best.segment.stems) >= 2 or best.share == 1):
        return [home.segment for home in found if home.share >= max(LEAST, best.share - NEAR)]
    if len(core & best.segment.stems) >= max(2, SHORTER * len(best.segment.stems)):
        return [best.segment]
    for home in found:
        parts = [part for part in reading.sentences[home.segment.sentence].segments if core & part.stems]
        together = core & frozenset().union(*(part.stems for part in parts))
        if len(together) >= max(2, LEAST * len(core)):
            return parts
    return []


def comes_from(segment: Segment, source: Reading) -> list[Segment]:
    """Return the segments of the source that a segment of the retelling may come from, equals side by side."""
    found = homes(segment.stems, source.segments)
    if not found:
        return []
    rest = len(segment.stems)
    best = found[0].share
    return [home.segment for home in found if (best - home.share) * rest < 1]
