"""Brings a store to the present schema, one numbered SQL file at a time, and stamps the version."""

from importlib import resources

import duckdb

from misheard.ingest.errors import StoreError


def _files() -> list[tuple[int, str]]:
    folder = resources.files("misheard.ingest") / "schema"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql"))
    return [(int(name.split("_")[0]), (folder / name).read_text("utf-8")) for name in names]


def version() -> int:
    """Return the schema version that this code writes."""
    return _files()[-1][0]


def _stamped(connection: duckdb.DuckDBPyConnection, place: str) -> int:
    tables = {row[0] for row in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
    if "store_version" not in tables:
        if tables:
            raise StoreError(
                f"{place}: is a DuckDB file of something else than misheard; name another store with --db FILE"
            )
        return 0
    row = connection.execute("SELECT max(version) FROM store_version").fetchone()
    return int(row[0]) if row and row[0] is not None else 0


def migrated(connection: duckdb.DuckDBPyConnection, place: str) -> duckdb.DuckDBPyConnection:
    """Return `connection`, which has the file at `place` open, at the present version.

    Raises:
        StoreError: the file is of a newer version, or is no store of misheard.
    """
    try:
        stamped = _stamped(connection, place)
        if stamped > version():
            raise StoreError(
                f"{place}: has schema {stamped} and this misheard knows {version()}; update misheard, or name "
                "another store with --db FILE"
            )
        for number, sql in _files():
            if number > stamped:
                connection.execute("BEGIN")
                connection.execute(sql)
                connection.execute("INSERT INTO store_version VALUES (?)", [number])
                connection.execute("COMMIT")
        if stamped < version():
            connection.execute("CHECKPOINT")
    except BaseException:
        connection.close()
        raise
    return connection
