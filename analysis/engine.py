"""Runs every detector over a trace; one that crashes becomes a visible failure and stops no other."""

import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from misheard.analysis.cause import Causes, causes_of, in_place
from misheard.analysis.detectors import DETECTORS
from misheard.analysis.flag import Detector, Flag, Mode
from misheard.analysis.records import message_of, roll_up_of, tables_of
from misheard.analysis.trace import Trace
from misheard.analysis.version import analysed_with
from misheard.ingest.collector import no_collector
from misheard.ingest.store import Store

Progress = Callable[[int, int], None]
"""Called with how many traces are done and how many there are."""


@dataclass(frozen=True)
class Check:
    """Whether a mode was looked for in a trace, and why not (or not to the end)."""

    mode: Mode
    checked: bool
    reason: str | None = None


@dataclass(frozen=True)
class Analysis:
    """All that was found in a trace: flags by their place in it, what was checked, and what led to the end.

    `causes.order` has the same flags in order of cause.
    """

    trace: Trace
    flags: tuple[Flag, ...]
    checks: tuple[Check, ...]
    causes: Causes


@no_collector()
def analyse(trace: Trace, detectors: Sequence[Detector] = DETECTORS) -> Analysis:
    """Return the analysis of `trace` by `detectors`."""
    flags: list[Flag] = []
    checks: list[Check] = []
    for detector in detectors:
        try:
            reason = detector.cannot(trace)
            for flag in () if reason else detector.detect(trace, detector.thresholds):
                _check_evidence(trace, flag)
                flags.append(flag)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # a panic of a Rust part is no Exception
            reason = _failure(error)
        checks.append(Check(detector.mode, reason is None, reason))
    told_apart = in_place(trace, list(_told_apart(flags)))
    return Analysis(trace, tuple(told_apart), tuple(checks), _causes(trace, told_apart))


def _causes(trace: Trace, flags: list[Flag]) -> Causes:
    """Return what led to the end; where the search for it fails, the flags as they are and a word about that."""
    try:
        return causes_of(trace, flags)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # a panic of a Rust part is no Exception
        about = f"What led to the end could not be told, because {_failure(error)}."
        return Causes(tuple(flags), None, about, (), tuple(flag.id for flag in flags))


class FaultyFlagError(Exception):
    """A flag whose evidence is not in the trace, which is a fault of its detector."""


def _check_evidence(trace: Trace, flag: Flag) -> None:
    """Hold a flag to what the page and the store rely on: messages of the trace, and spans that quote them."""
    if not flag.messages or not all(message in trace.by_id for message in flag.messages):
        raise FaultyFlagError("a flag names no message of the trace")
    for span in (flag.before, flag.after):
        if span is None:
            continue
        message = trace.by_id.get(span.message)
        if message is None or trace.text(message)[span.start : span.end] != span.text:
            raise FaultyFlagError("a span does not quote its message")


def _failure(error: BaseException) -> str:
    """Say where a detector failed, without its error text, which may hold words of a message."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{Path(where.filename).name}, line {where.lineno}"
    return f"the detector failed: {type(error).__name__} in {where.name} ({place}); please report it"


def _told_apart(flags: Sequence[Flag]) -> Iterator[Flag]:
    """Yield each flag once, and number those that would have the same id."""
    seen: Counter[str] = Counter()
    for flag in dict.fromkeys(flags):
        again = seen[flag.id]
        seen[flag.id] += 1
        yield replace(flag, again=again) if again else flag


def load_trace(store: Store, trace_id: str, as_of: datetime | None = None) -> Trace:
    """Return a trace as it is in the store; one that is not there has no messages."""
    rows = _in_lasting_order(store.messages(trace_id))
    return Trace.of(trace_id, [message_of(row) for row in rows], as_of)


def _in_lasting_order(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Put rows of one time in the order of their files' names, so that the order of loading makes no difference."""

    def key(row: Mapping[str, Any]) -> tuple[datetime, str, int, int]:
        return row["timestamp"], row["source"], row["line"], row["part"]

    return sorted(rows, key=key) if all(row["timestamp"] for row in rows) else rows


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
        trace_ids = store.stale_traces(analysed_with())
    for done, trace_id in enumerate(trace_ids, start=1):
        save(store, analyse(load_trace(store, trace_id, as_of)))
        if progress:
            progress(done, len(trace_ids))
    return list(trace_ids)


def save(store: Store, analysis: Analysis) -> None:
    """Put an analysis into the store, in place of the one before."""
    roll_up = {"analysed_with": analysed_with(), **roll_up_of(analysis.trace)}
    store.replace_analysis(
        analysis.trace.trace_id,
        roll_up,
        tables_of(analysis.trace, analysis.causes.order, analysis.checks, analysis.causes),
    )
