"""The only door to DuckDB: open, append messages, replace a trace's analysis, read."""

import os
import re
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import duckdb
import platformdirs
import pyarrow as pa

from misheard.ingest import append, migrate
from misheard.ingest.errors import StoreError, StoreLockedError
from misheard.ingest.row import Rejected

if TYPE_CHECKING:
    import pandas as pd

MEMORY = ":memory:"
_LOCKED = re.compile(r"could not set lock|conflicting lock|used by another process", re.IGNORECASE)
ANALYSIS_TABLES = ("flags", "checks", "delegations", "agents", "lineage", "causes")


def default_path() -> Path:
    """Return where the store lies: `MISHEARD_DB`, else the user's data folder."""
    named = os.environ.get("MISHEARD_DB")
    return Path(named) if named else Path(platformdirs.user_data_dir("misheard", False)) / "misheard.duckdb"


class Appended(NamedTuple):
    """How many messages of a batch were new, were there already, and got another id because theirs was taken."""

    kept: int
    repeated: int
    renamed: int


class Store:
    """One DuckDB file of messages and of what the analysis made of them.

    A store may be used from several threads; writes take turns. Open it with `Store.open`.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection, place: str) -> None:
        self._connection = connection
        self._writing = threading.RLock()
        self._local = threading.local()
        self.place = place
        self.generation = 0
        """Grows with every change, so that whoever keeps a result of a query knows when it is out of date."""

    @classmethod
    def open(cls, path: Path | None = None) -> Self:
        """Open the store at `path`, and make it where there is none; without a path, one in memory.

        Raises:
            StoreLockedError: another process has it open.
            StoreError: it cannot be made or read, or another version of misheard wrote it.
        """
        if path is None:
            return cls(migrate.migrated(_connect(MEMORY), MEMORY), MEMORY)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(
                f"{path}: cannot make its folder ({error.strerror}); name another place with --db FILE"
            ) from error
        return cls(migrate.migrated(_connect(str(path)), str(path)), str(path))

    def close(self) -> None:
        """Close the file; what was committed is in it."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _cursor(self) -> duckdb.DuckDBPyConnection:
        cursor: duckdb.DuckDBPyConnection | None = getattr(self._local, "cursor", None)
        if cursor is None:
            cursor = self._local.cursor = self._connection.cursor()
        return cursor

    def read(self, sql: str, values: Sequence[object] | Mapping[str, object] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a query; `values` are bound to its `?` or `$name` places, never pasted in."""
        return self._cursor().execute(sql, values).fetchall()

    def frame(self, sql: str, values: Sequence[object] | Mapping[str, object] = ()) -> "pd.DataFrame":
        """Return the rows of a query as a DataFrame."""
        return self._cursor().execute(sql, values).df()

    def _write(self, work: Callable[[duckdb.DuckDBPyConnection], Any]) -> Any:
        """Do `work` in one transaction: all of it is on disk afterwards, or none of it."""
        with self._writing:
            cursor = self._cursor()
            cursor.execute("BEGIN")
            try:
                result = work(cursor)
            except BaseException as error:
                with suppress(duckdb.Error):
                    cursor.execute("ROLLBACK")
                if isinstance(error, duckdb.IOException | duckdb.FatalException):
                    raise StoreError(f"{self.place}: cannot be written ({_first_line(error)})") from error
                raise
            cursor.execute("COMMIT")
            self.generation += 1
            return result

    def source_id(self, name: str, format_name: str) -> int:
        """Return the number of the source called `name`, and enter it where it is new."""

        def enter(cursor: duckdb.DuckDBPyConnection) -> int:
            known = cursor.execute("SELECT source_id FROM sources WHERE name = ?", [name]).fetchone()
            if known:
                cursor.execute("UPDATE sources SET format = ?, loaded_at = ? WHERE source_id = ?",
                               [format_name, _now(), known[0]])  # fmt: skip
                return int(known[0])
            row = cursor.execute(
                "INSERT INTO sources SELECT coalesce(max(source_id), 0) + 1, ?, ?, ? FROM sources "
                "RETURNING source_id", [name, format_name, _now()],
            ).fetchone()  # fmt: skip
            assert row is not None  # noqa: S101  (INSERT … RETURNING returns)
            return int(row[0])

        return int(self._write(enter))

    def append(self, table: pa.Table, rejected: Sequence[Rejected], source_id: int) -> Appended:
        """Add the new ones of a batch (see `table_of`), keep `rejected`, and renew the roll-ups of their traces.

        A message with an id that its trace has already is left out where it says the same, and otherwise kept
        under an id of its own, with a note. All of the batch is on disk afterwards, or none of it.
        """
        return Appended(*self._write(lambda cursor: append.append(cursor, table, rejected, source_id, _now())))

    def stale_traces(self, version: str) -> list[str]:
        """Return the traces that analysis `version` has not seen, or that have new messages since."""
        return [row[0] for row in self.read(
            "SELECT trace_id FROM traces WHERE analysed_with IS DISTINCT FROM ? ORDER BY trace_id", [version]
        )]  # fmt: skip

    def messages(self, trace_id: str) -> list[dict[str, Any]]:
        """Return the messages of a trace as they were logged: by source, then line; times are naive UTC."""
        cursor = self._cursor().execute(
            "SELECT messages.*, sources.name AS source FROM messages JOIN sources USING (source_id) "
            "WHERE trace_id = ? ORDER BY source_id, line, part", [trace_id],
        )  # fmt: skip
        names = [column[0] for column in cursor.description or ()]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def replace_analysis(
        self,
        trace_id: str,
        roll_up: Mapping[str, object],
        tables: Mapping[str, Iterable[Mapping[str, object]]],
    ) -> None:
        """Put the analysis of a trace in place of the one before.

        `roll_up` names columns of `traces`; `tables` gives the rows of each of ANALYSIS_TABLES without the
        trace id. Rows are mappings from column to value.
        """

        def replace(cursor: duckdb.DuckDBPyConnection) -> None:
            for table in ANALYSIS_TABLES:
                cursor.execute(f"DELETE FROM {table} WHERE trace_id = ?", [trace_id])  # noqa: S608
                rows = [{"trace_id": trace_id, **row} for row in tables.get(table, ())]
                append.insert(cursor, table, rows)
            columns = ", ".join(f"{column} = ?" for column in roll_up)
            cursor.execute(f"UPDATE traces SET {columns} WHERE trace_id = ?", [*roll_up.values(), trace_id])  # noqa: S608

        self._write(replace)

    def forget_trace(self, trace_id: str) -> int:
        """Remove a trace with everything known of it, and return how many messages it had."""

        def forget(cursor: duckdb.DuckDBPyConnection) -> int:
            row = cursor.execute("SELECT count(*) FROM messages WHERE trace_id = ?", [trace_id]).fetchone()
            for table in ("messages", "traces", *ANALYSIS_TABLES):
                cursor.execute(f"DELETE FROM {table} WHERE trace_id = ?", [trace_id])  # noqa: S608
            return int(row[0]) if row else 0

        return int(self._write(forget))

    def export(self, sql: str, values: Sequence[object] = ()) -> pa.Table:
        """Return the rows of a query as an Arrow table."""
        return self._cursor().execute(sql, values).to_arrow_table()


def _now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None)


def _first_line(error: BaseException) -> str:
    return str(error).splitlines()[0]


def _connect(place: str) -> duckdb.DuckDBPyConnection:
    try:
        return duckdb.connect(
            place,
            config={
                "autoinstall_known_extensions": "false",
                "autoload_known_extensions": "false",
                "preserve_insertion_order": "true",
            },
        )
    except duckdb.IOException as error:
        if _LOCKED.search(str(error)):
            raise StoreLockedError(
                f"{place}: is open in another misheard process; stop that one, or name another store with --db FILE"
            ) from error
        raise _unreadable(place, error) from error
    except duckdb.Error as error:
        raise _unreadable(place, error) from error


def _unreadable(place: str, error: duckdb.Error) -> StoreError:
    return StoreError(f"{place}: is no readable store ({_first_line(error)}); name another one with --db FILE")
