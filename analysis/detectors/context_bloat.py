"""Placeholder until the detector stands."""

from collections.abc import Iterator
from dataclasses import dataclass

from misheard.analysis.flag import Detector, Flag, Mode
from misheard.analysis.trace import Trace


@dataclass(frozen=True)
class Thresholds:
    """Settings."""


def cannot(trace: Trace) -> str | None:
    """Return why the trace cannot be checked, or None."""
    return None


def detect(trace: Trace, thresholds: Thresholds) -> Iterator[Flag]:
    """Yield the flags of a trace."""
    yield from ()


DETECTOR = Detector(Mode.CONTEXT_BLOAT, detect, cannot, Thresholds(), __doc__)
