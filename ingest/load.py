"""From a path to messages in the store: reader, clean-up, batches; and a report of what became of each record."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import BinaryIO

import pyarrow as pa

from misheard.ingest import readers
from misheard.ingest.collector import no_collector
from misheard.ingest.errors import MisheardError, UnreadableSourceError
from misheard.ingest.readers.base import Head, Item, Reader, beginning
from misheard.ingest.row import Rejected, Row
from misheard.ingest.source import Source, failure_of
from misheard.ingest.store import Appended, Store
from misheard.ingest.table import Block, table_of

BATCH = 122_880
"""Records between two commits: one row group of DuckDB, which is written straight to the file."""

Progress = Callable[[str, int], None]
"""Called with the source's name and how many of its records have been read so far."""


@dataclass
class SourceReport:
    """What became of one source: its format, how its records fared, and the ids of the traces it speaks of."""

    source: str
    format: str | None = None
    read: int = 0
    kept: int = 0
    repeated: int = 0
    renamed: int = 0
    mended: int = 0
    rejected: list[Rejected] = field(default_factory=list)
    problem: str | None = None
    traces: set[str] = field(default_factory=set)


@dataclass
class LoadReport:
    """What became of everything that was to be loaded."""

    sources: list[SourceReport] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    @property
    def kept(self) -> int:
        """How many messages are new in the store."""
        return sum(source.kept for source in self.sources)

    @property
    def repeated(self) -> int:
        """How many messages were in the store already."""
        return sum(source.repeated for source in self.sources)

    @property
    def rejected(self) -> list[tuple[str, Rejected]]:
        """Every record that was refused, with the name of its source."""
        return [(source.source, item) for source in self.sources for item in source.rejected]

    @property
    def left_out(self) -> list[str]:
        """The names of files that were found in folders and are in no log format known here."""
        return [source.source for source in self.sources if source.format is None and source.problem is None]

    def sentences(self) -> list[str]:
        """Return each problem as `place: problem; remedy`."""
        lines = list(self.problems)
        for source in self.sources:
            lines += [f"{source.source}:{item.line}: {item.problem}" for item in source.rejected]
            if source.problem:
                lines.append(source.problem)
        return lines


def load(
    store: Store,
    sources: list[Source],
    *,
    format_name: str | None = None,
    progress: Progress | None = None,
    named: frozenset[str] = frozenset(),
) -> LoadReport:
    """Load `sources` into `store`, and report on every one of them.

    A source whose format nobody knows is reported; where it was only found in a folder (its name is not in
    `named`) that is no problem, for folders hold other files too, and it is listed under `left_out`.

    Raises:
        UnreadableSourceError: there is no format called `format_name`.
        StoreError: the store cannot be written.
    """
    forced = readers.by_name(format_name) if format_name else None
    report = LoadReport()
    dropped = tuple(source for source in sources if source.content is not None)
    for source in sources:
        entry = SourceReport(source.name)
        report.sources.append(entry)
        try:
            whole = replace(source, beside=dropped) if source.content is not None else source
            _load_one(store, whole, forced, entry, progress, source.name in named)
        except UnreadableSourceError as error:
            entry.problem = str(error)
        except OSError as error:
            entry.problem = f"{source.name}: cannot be read ({error.strerror or error})"
    return report


def _load_one(
    store: Store,
    source: Source,
    forced: Reader | None,
    entry: SourceReport,
    progress: Progress | None,
    is_named: bool,
) -> None:
    with source.open() as opened:
        head, stream = beginning(opened)
        reader = forced or readers.sniff(head)
        if reader:
            entry.format = reader.name
            _drain(store, _guarded(reader, stream, source, entry), source, entry, progress)
        elif is_named:
            entry.problem = _unknown(source, head)
        entry.problem = failure_of(opened) or entry.problem


def _unknown(source: Source, head: Head) -> str:
    if not head.raw.strip():
        return f"{source.name}: is empty; nothing to read"
    known = ", ".join(readers.names())
    return f"{source.name}: is in no log format known here; name one with --log-format ({known})"


def _guarded(reader: Reader, stream: BinaryIO, source: Source, entry: SourceReport) -> Iterator[Item]:
    """Yield what the reader yields; a source that fails half-way has failed, but what came before is kept."""
    try:
        yield from reader.read(stream, source)
    except MisheardError as error:
        entry.problem = str(error)
    except OSError as error:
        entry.problem = f"{source.name}: cannot be read on ({error.strerror or error}); what came before was read"
    except RecursionError:
        entry.problem = f"{source.name}: a record is nested too deeply to read; the rest was not read"


def _drain(
    store: Store, items: Iterator[Item], source: Source, entry: SourceReport, progress: Progress | None
) -> None:
    """Store what is read, one batch behind the reader, so that reading and writing go on side by side."""
    number: int | None = None
    with no_collector(), ThreadPoolExecutor(1, "misheard-store") as writer:
        writing: Future[Appended] | None = None
        for table, refused in _batches(items):
            if number is None:
                number = store.source_id(source.name, entry.format or "")
            if writing:
                _count(entry, writing.result())
            writing = writer.submit(store.append, table, refused, number)
            entry.read += table.num_rows + len(refused)
            entry.mended += table.num_rows - table["notes"].null_count
            entry.rejected += refused
            entry.traces.update(table["trace_id"].unique().to_pylist())
            if progress:
                progress(source.name, entry.read)
        if writing:
            _count(entry, writing.result())


def _batches(items: Iterator[Item]) -> Iterator[tuple[pa.Table, list[Rejected]]]:
    """Gather what a reader yields into tables of about BATCH messages."""
    tables: list[pa.Table] = []
    rows: list[Row] = []
    refused: list[Rejected] = []
    size = 0
    for item in items:
        if isinstance(item, Block):
            tables.append(item.table)
            size += item.table.num_rows
        else:
            rows.append(item) if isinstance(item, Row) else refused.append(item)
            size += 1
        if size >= BATCH:
            yield pa.concat_tables([*tables, table_of(rows)]), refused
            tables, rows, refused, size = [], [], [], 0
    if size:
        yield pa.concat_tables([*tables, table_of(rows)]), refused


def _count(entry: SourceReport, appended: Appended) -> None:
    entry.kept += appended.kept
    entry.repeated += appended.repeated
    entry.renamed += appended.renamed
