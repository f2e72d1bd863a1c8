"""Tables of any shape, by a mapping: CSV (also with `;`, tab or `|`), Parquet, JSON Lines, lists of JSON objects.

A table is never recognised; it is named, with what its columns mean, as the format
`table:sender=from,recipient=to,text=message,trace=run` (field = column, in any order).

| field | message |
|---|---|
| `sender`, `recipient`, `type`, `priority`, `id`, `in_reply_to`, `timestamp` | the same |
| `trace` | trace id; without it, the file names the run |
| `text` | payload `{text}` |
| `payload` | payload, where the column holds a JSON object, else its text |
| `payload.KEY` | that key of the payload |
| `model`, `input_tokens`, `cached_tokens`, `output_tokens`, `cost_cents` | usage |

Every other column that is not empty is kept as extras. Nothing is dropped. A row without a recipient is for
everyone (`*`); one without a sender is refused.
"""

import csv
import io
from collections.abc import Iterator, Mapping
from datetime import date
from itertools import chain
from typing import Any, BinaryIO

from misheard.ingest import jsontext
from misheard.ingest.errors import UnreadableSourceError
from misheard.ingest.message import BROADCAST
from misheard.ingest.readers.base import Head, Item, Reader, beginning
from misheard.ingest.readers.chat_runs import named_after
from misheard.ingest.readers.lenient import item, name_at
from misheard.ingest.readers.records import records
from misheard.ingest.readers.spans.attributes import whole
from misheard.ingest.readers.spans.values import decoded
from misheard.ingest.row import Rejected
from misheard.ingest.source import LINE_CAP, Source, lines

NAME = "table"
NAMES = ("sender", "recipient", "type", "priority", "id", "in_reply_to", "trace", "timestamp", "text", "payload")
COUNTS = ("input_tokens", "cached_tokens", "output_tokens")
USAGE = ("model", *COUNTS, "cost_cents")
FIELDS = (*NAMES, *USAGE)
DELIMITERS = ",;\t|"
PARQUET = b"PAR1"
Rows = Iterator[tuple[int, Any]]


def table_reader(mapping: str) -> Reader:
    """Return the reader of tables in which columns mean what `mapping` says: `field=column,field=column`.

    Raises:
        UnreadableSourceError: it is no mapping, names an unknown field, or no column for the sender.
    """
    columns = _columns(mapping)

    def read(stream: BinaryIO, source: Source) -> Iterator[Item]:
        for number, (line, record) in enumerate(_rows(stream, source, columns)):
            if isinstance(record, Rejected):
                yield record
            elif isinstance(record, dict):
                yield _message(record, columns, source, line, number)
            else:
                kept = jsontext.dumps(record).encode("utf-8", "replace")
                yield Rejected(line, "is no row of a table; each is an object", kept)

    return Reader(NAME, "a table with a mapping of its columns", _never, read)


def _never(head: Head) -> bool:
    del head
    return False


def _columns(mapping: str) -> dict[str, str]:
    pairs = [pair.partition("=") for pair in mapping.split(",") if pair.strip()]
    columns = {field.strip(): column.strip() for field, _, column in pairs}
    wrong = [field for field in columns if field not in FIELDS and not field.startswith("payload.")]
    if wrong or not all(columns.values()):
        known = ", ".join((*FIELDS, "payload.KEY"))
        raise UnreadableSourceError(f"'{mapping}': write field=column, with the fields {known}")
    if "sender" not in columns:
        raise UnreadableSourceError(f"'{mapping}': name the column of the sender, as in sender=from")
    return columns


def _rows(stream: BinaryIO, source: Source, columns: Mapping[str, str]) -> Rows:
    head, whole_stream = beginning(stream)
    if head.raw.startswith(PARQUET):
        return _parquet(whole_stream, source, columns)
    if head.raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"["):
        return _json(whole_stream, source)
    return _csv(whole_stream, source, columns)


def _json(stream: BinaryIO, source: Source) -> Rows:
    for line, value in records(stream, source, partly=True):
        for one in value if isinstance(value, list) else [value]:
            yield line, one


def _csv(stream: BinaryIO, source: Source, columns: Mapping[str, str]) -> Rows:
    csv.field_size_limit(LINE_CAP)
    refused: list[Rejected] = []
    text = _text(stream, refused)
    first = next(text, "")
    delimiter = max(DELIMITERS, key=first.count)
    table = csv.DictReader(chain((first,), text), delimiter=delimiter, restkey="(further cells)")
    _check(table.fieldnames or (), source, columns)
    while True:
        try:
            record: Any = next(table, None)
        except csv.Error as error:
            record = Rejected(table.line_num, f"is no row of CSV ({error})", b"")
        yield from ((one.line, one) for one in refused)
        refused.clear()
        if record is None:
            return
        yield table.line_num, record


def _text(stream: BinaryIO, refused: list[Rejected]) -> Iterator[str]:
    """Yield the lines of a text; one that is too long is refused, and an empty one stands in its place."""
    for number, line in lines(stream):
        if line is None:
            refused.append(Rejected(number, f"is longer than {LINE_CAP >> 20} MiB; split it up", b""))
        raw = (line or b"").removeprefix(b"\xef\xbb\xbf") if number == 1 else line or b""
        yield raw.decode("utf-8", "replace") + "\n"


def _parquet(stream: BinaryIO, source: Source, columns: Mapping[str, str]) -> Rows:
    import pyarrow.parquet as pq
    from pyarrow import ArrowException

    try:
        table = pq.ParquetFile(stream if stream.seekable() else io.BytesIO(stream.read()))
        _check(table.schema_arrow.names, source, columns)
        line = 0
        for batch in table.iter_batches(1_000):
            for record in batch.to_pylist():
                line += 1
                yield line, {key: _plain(value) for key, value in record.items()}
    except (ArrowException, OSError) as error:
        raise UnreadableSourceError(f"{source.name}: is damaged or cut off ({error})") from None


def _check(names: Any, source: Source, columns: Mapping[str, str]) -> None:
    missing = sorted({column for column in columns.values() if column not in names})
    if missing:
        there = ", ".join(str(name) for name in names)
        raise UnreadableSourceError(f"{source.name}: has no column {', '.join(missing)}; there are: {there}")


def _plain(value: Any) -> Any:
    if isinstance(value, date):
        return value.isoformat()
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


def _message(record: dict[str, Any], columns: Mapping[str, str], source: Source, line: int, number: int) -> Item:
    at = {field: record.get(column) for field, column in columns.items() if record.get(column) not in (None, "")}
    fields: dict[str, Any] = {name: at[name] for name in NAMES[:6] if name in at}
    for name in ("sender", "recipient", "id", "in_reply_to"):
        if name in at:
            fields[name] = name_at(at, name)
    fields["recipient"] = fields.get("recipient") or BROADCAST
    fields["trace_id"] = name_at(at, "trace") or named_after(source, 1, many=False)
    fields["timestamp"] = at.get("timestamp")
    fields["payload"] = _payload(at)
    usage: dict[str, Any] = {name: whole(at[name]) for name in COUNTS if name in at}
    usage |= {"model": str(at["model"])} if "model" in at else {}
    cost = _number(at.get("cost_cents"))
    usage |= {"cost_cents": cost} if cost is not None else {}
    fields["usage"] = usage or None
    used = set(columns.values())
    extras = {key: value for key, value in record.items() if key not in used and value not in (None, "")}
    return item(fields, line, number, extras, raw=record)


def _payload(at: Mapping[str, Any]) -> dict[str, Any]:
    whole_payload = decoded(at.get("payload"))
    payload = dict(whole_payload) if isinstance(whole_payload, dict) else {}
    if whole_payload is not None and not payload:
        payload["text"] = whole_payload
    if "text" in at:
        payload["text"] = at["text"]
    for field, value in at.items():
        if field.startswith("payload."):
            payload[field.removeprefix("payload.")] = decoded(value)
    return payload


def _number(value: Any) -> float | None:
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None
    return number if 0 <= number < 1e12 else None
