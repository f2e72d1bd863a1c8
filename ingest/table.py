"""The Arrow form of a batch of messages: one column a field of `Row`."""

from collections.abc import Sequence
from typing import NamedTuple

import pyarrow as pa

from misheard.ingest.row import Row

_INT, _TEXT = pa.int64(), pa.string()
SCHEMA = pa.schema(
    [
        ("trace_id", _TEXT), ("id", _TEXT), ("sender", _TEXT), ("recipient", _TEXT), ("type", _TEXT),
        ("priority", _TEXT), ("timestamp", pa.timestamp("us")), ("payload", _TEXT), ("in_reply_to", _TEXT),
        ("model", _TEXT), ("input_tokens", _INT), ("cached_tokens", _INT), ("output_tokens", _INT),
        ("cost_cents", pa.float64()), ("extras", _TEXT), ("notes", _TEXT), ("line", _INT), ("part", pa.int32()),
    ]
)  # fmt: skip


class Block(NamedTuple):
    """Many messages at once, as a table of SCHEMA."""

    table: pa.Table


def table_of(rows: Sequence[Row]) -> pa.Table:
    """Return `rows` as a table of SCHEMA."""
    if not rows:
        return SCHEMA.empty_table()
    columns = zip(*rows, strict=True)
    arrays = [pa.array(column, field.type) for column, field in zip(columns, SCHEMA, strict=True)]
    return pa.Table.from_arrays(arrays, schema=SCHEMA)
