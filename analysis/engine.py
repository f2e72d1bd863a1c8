"""Runs every detector over a trace; one that crashes becomes a visible failure and stops no other."""

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from misheard.analysis.cause import in_order_of_cause
from misheard.analysis.detectors import DETECTORS
from misheard.analysis.flag import Detector, Flag, Mode
from misheard.analysis.records import message_of, roll_up_of, tables_of
from misheard.analysis.trace import Trace
from misheard.ingest.store import Store

VERSION = "1"
"""Changes whenever the analysis may come to other results, so that stored ones are made anew."""

Progress = Callable[[int, int], None]
"""Called with how many traces are done and how many there are."""


@dataclass(frozen=True)
class Check:
    """Whether a mode was looked for in a trace, and why not."""

    mode: Mode
    checked: bool
    reason: str | None = None


@dataclass(frozen=True)
class Analysis:
    """All that was found in a trace: the flags in order of cause, and what was and was not checked."""

    trace: Trace
    flags: tuple[Flag, ...]
    checks: tuple[Check, ...]


def analyse(trace: Trace, detectors: Sequence[Detector] = DETECTORS) -> Analysis:
    """Return the analysis of `trace` by `detectors`."""
    flags: list[Flag] = []
    checks: list[Check] = []
    for detector in detectors:
        try:
            reason = detector.cannot(trace)
            found = [] if reason else list(detector.detect(trace, detector.thresholds))
        except Exception as error:  # noqa: BLE001  (any fault of a detector must become visible)
            where = traceback.extract_tb(error.__traceback__)[-1]
            reason = f"the detector failed: {type(error).__name__} in {where.name}, line {where.lineno}; please report it"
            found = []
        flags += found
        checks.append(Check(detector.mode, reason is None, reason))
    return Analysis(trace, tuple(in_order_of_cause(trace, flags)), tuple(checks))


def load_trace(store: Store, trace_id: str, as_of: datetime | None = None) -> Trace:
    """Return a trace as it is in the store; one that is not there has no messages."""
    return Trace.of(trace_id, [message_of(row) for row in store.messages(trace_id)], as_of)


def analyse_stored(
    store: Store,
    trace_ids: Sequence[str] | None = None,
    as_of: datetime | None = None,
    progress: Progress | None = None,
) -> list[str]:
    """Analyse traces of the store (by default those that have changed), and return their ids.

    Each trace is saved when it is done, so that stopping half-way loses no finished one.
    """
    if trace_ids is None:
        trace_ids = store.stale_traces(VERSION)
    for done, trace_id in enumerate(trace_ids, start=1):
        save(store, analyse(load_trace(store, trace_id, as_of)))
        if progress:
            progress(done, len(trace_ids))
    return list(trace_ids)


def save(store: Store, analysis: Analysis) -> None:
    """Put an analysis into the store, in place of the one before."""
    roll_up = {"analysed_with": VERSION, **roll_up_of(analysis.trace)}
    store.replace_analysis(
        analysis.trace.trace_id, roll_up, tables_of(analysis.trace, analysis.flags, analysis.checks)
    )
