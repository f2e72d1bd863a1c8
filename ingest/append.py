"""How a batch of messages gets into the store: staged as Arrow, told apart from what is there, rolled up."""

from collections.abc import Mapping, Sequence
from datetime import datetime

import duckdb
import pyarrow as pa

from misheard.ingest.row import Rejected

TWICE = "SELECT count(*) - count(DISTINCT (trace_id, id)) FROM batch"
TAKEN = "SELECT count(*) FROM (SELECT trace_id, id FROM batch) SEMI JOIN messages USING (trace_id, id)"
STAGE = "CREATE OR REPLACE TEMP TABLE staged AS SELECT *, row_number() OVER () AS place FROM batch"
FRESH = """
CREATE OR REPLACE TEMP TABLE fresh AS
SELECT * FROM staged ANTI JOIN messages USING (trace_id, id)
QUALIFY row_number() OVER (PARTITION BY trace_id, id ORDER BY place) = 1
"""
INSERT = "INSERT INTO messages SELECT * EXCLUDE (place), ? FROM fresh ORDER BY place"
AS_JSON = "coalesce(TRY(json({0}.payload))::VARCHAR, {0}.payload)"
"""A payload without its blanks: the same message may have been written with others, or read by another lane."""
OTHERS = f"""
CREATE OR REPLACE TEMP TABLE others AS
WITH known AS (FROM messages SEMI JOIN staged USING (trace_id, id))
SELECT staged.* REPLACE (staged.id || '~' || left(md5(concat_ws(chr(31), sender, recipient, type, timestamp,
    coalesce(in_reply_to, ''), payload)), 8) AS id)
FROM staged ANTI JOIN known ON staged.trace_id = known.trace_id AND staged.id = known.id
AND staged.sender = known.sender AND staged.recipient = known.recipient AND staged.type = known.type
AND staged.timestamp IS NOT DISTINCT FROM known.timestamp
AND staged.in_reply_to IS NOT DISTINCT FROM known.in_reply_to
AND {AS_JSON.format("staged")} = {AS_JSON.format("known")}
"""  # noqa: S608  (constants)
RENAMED = """
INSERT INTO messages
SELECT * EXCLUDE (place) REPLACE (
    CASE WHEN notes IS NULL THEN '[' ELSE left(notes, length(notes) - 1) || ',' END
    || '"its id was taken by another message of the run; this one was given an id of its own"]' AS notes), ?
FROM others ANTI JOIN messages USING (trace_id, id)
QUALIFY row_number() OVER (PARTITION BY trace_id, id ORDER BY place) = 1
ORDER BY place
"""
TOUCHED = """
CREATE OR REPLACE TEMP TABLE touched AS SELECT DISTINCT trace_id FROM batch
"""
ROLL_UP = """
INSERT OR REPLACE INTO traces BY NAME
WITH mine AS (FROM messages SEMI JOIN touched USING (trace_id)),
names AS (
    SELECT trace_id, count(DISTINCT agent) FILTER (WHERE agent <> '*') AS agents
    FROM (SELECT trace_id, sender AS agent FROM mine UNION ALL SELECT trace_id, recipient FROM mine)
    GROUP BY trace_id
)
SELECT trace_id, count(*) AS messages, any_value(agents) AS agents, min(timestamp) AS started,
    max(timestamp) AS ended, CAST(? AS TIMESTAMP) AS loaded_at, CAST(NULL AS VARCHAR) AS analysed_with
FROM mine JOIN names USING (trace_id) GROUP BY trace_id
"""
REJECT = """
INSERT INTO rejects
SELECT ?, line, problem, raw FROM refused
WHERE NOT EXISTS (FROM rejects AS r WHERE r.source_id = ? AND r.line = refused.line AND r.raw = refused.raw)
"""


def append(
    cursor: duckdb.DuckDBPyConnection,
    table: pa.Table,
    rejected: Sequence[Rejected],
    source_id: int,
    now: datetime,
) -> tuple[int, int, int]:
    """Add a batch inside the running transaction; return how many were kept, repeated and renamed."""
    if rejected:
        _keep_rejects(cursor, rejected, source_id)
    if not table.num_rows:
        return 0, 0, 0
    cursor.register("batch", table)
    new = table.num_rows
    renamed = 0
    if not _value(cursor.execute(TWICE)) and not _value(cursor.execute(TAKEN)):
        cursor.execute("INSERT INTO messages SELECT *, ? FROM batch", [source_id])
    else:
        new, renamed = _insert_unlike(cursor, source_id)
    if new:
        cursor.execute(TOUCHED)
        cursor.execute(ROLL_UP, [now])
        cursor.execute("DROP TABLE touched")
    cursor.unregister("batch")
    return new, table.num_rows - new, renamed


def _insert_unlike(cursor: duckdb.DuckDBPyConnection, source_id: int) -> tuple[int, int]:
    """Insert what the store does not have; return how many messages that were, and how many of them renamed."""
    cursor.execute(STAGE)
    cursor.execute(FRESH)
    fresh = _value(cursor.execute(INSERT, [source_id]))
    cursor.execute(OTHERS)
    renamed = _value(cursor.execute(RENAMED, [source_id]))
    cursor.execute("DROP TABLE fresh; DROP TABLE others; DROP TABLE staged")
    return fresh + renamed, renamed


def _value(cursor: duckdb.DuckDBPyConnection) -> int:
    row = cursor.fetchone()
    return int(row[0]) if row else 0


def _keep_rejects(cursor: duckdb.DuckDBPyConnection, rejected: Sequence[Rejected], source_id: int) -> None:
    lines, problems, raws = zip(*rejected, strict=True)
    refused = pa.table(
        {
            "line": pa.array(lines, pa.int64()),
            "problem": pa.array(problems, pa.string()),
            "raw": pa.array(raws, pa.binary()),
        }
    )
    cursor.register("refused", refused)
    cursor.execute(REJECT, [source_id, source_id])
    cursor.unregister("refused")


def insert(cursor: duckdb.DuckDBPyConnection, table: str, rows: Sequence[Mapping[str, object]]) -> None:
    """Insert `rows` (column → value, all with the same columns) into `table`."""
    if not rows:
        return
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    cursor.register("arriving", pa.table({name: _array(values) for name, values in columns.items()}))
    cursor.execute(f"INSERT INTO {table} BY NAME SELECT * FROM arriving")  # noqa: S608  (a table of ours)
    cursor.unregister("arriving")


def _array(values: list[object]) -> pa.Array:
    if any(isinstance(value, list | tuple) for value in values):
        return pa.array([list(value) for value in values], pa.list_(pa.string()))  # type: ignore[call-overload]
    return pa.array(values)
