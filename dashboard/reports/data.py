"""What `misheard check` has to say, as plain data; every form of the report is made from this."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from misheard.analysis.engine import Analysis, analyse
from misheard.analysis.flag import Flag, Severity
from misheard.analysis.records import message_of, roll_up_of
from misheard.analysis.trace import Trace
from misheard.ingest.load import LoadReport
from misheard.ingest.store import Store


@dataclass(frozen=True)
class Place:
    """Where a message stands: its file and its line, from 1."""

    source: str
    line: int


@dataclass(frozen=True)
class TraceReport:
    """One run: its figures, what was checked, its flags, and what led to its end."""

    analysis: Analysis
    figures: dict[str, object]
    places: dict[str, Place]

    @property
    def trace(self) -> Trace:
        """The run itself."""
        return self.analysis.trace

    @property
    def flags(self) -> tuple[Flag, ...]:
        """What was found, by its place in the log."""
        return self.analysis.flags

    @property
    def in_order(self) -> tuple[Flag, ...]:
        """What was found, in order of cause."""
        return self.analysis.causes.order


@dataclass(frozen=True)
class Report:
    """All runs that were checked, and all records that could not be read."""

    traces: tuple[TraceReport, ...]
    load: LoadReport
    fail_on: Severity

    @property
    def flags(self) -> Iterator[Flag]:
        """Every flag of every run."""
        return (flag for trace in self.traces for flag in trace.flags)

    @property
    def failed(self) -> bool:
        """True where something was found that is at least as bad as `fail_on`."""
        return any(flag.severity.rank <= self.fail_on.rank for flag in self.flags)


def report_of(
    store: Store,
    load: LoadReport,
    *,
    as_of: datetime | None = None,
    fail_on: Severity = Severity.ERROR,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Analyse every trace of `store` and return what there is to report."""
    ids = [row[0] for row in store.read("SELECT trace_id FROM traces ORDER BY started, trace_id")]
    traces = []
    for done, trace_id in enumerate(ids, start=1):
        traces.append(_trace_report(store, trace_id, as_of))
        if progress:
            progress(done, len(ids))
    return Report(tuple(traces), load, fail_on)


def _trace_report(store: Store, trace_id: str, as_of: datetime | None) -> TraceReport:
    rows = store.messages(trace_id)
    trace = Trace.of(trace_id, [message_of(row) for row in rows], as_of)
    places = {row["id"]: Place(row["source"], row["line"]) for row in rows}
    return TraceReport(analyse(trace), roll_up_of(trace), places)
