"""The native message log: JSON Lines, a JSON array, or one object.

Every field of a record maps to the field of the same name of `AgentMessage`, in either spelling; keys it does not
know are kept under `extras`. Lines are decoded by a fast lane that accepts only what needs no mending; whatever it
does not accept goes through `AgentMessage`, which is the contract.
"""

from collections.abc import Iterator
from itertools import chain, islice
from typing import Any, BinaryIO

from pydantic import ValidationError

from misheard.ingest import jsontext
from misheard.ingest.adjust import adjusted
from misheard.ingest.message import AgentMessage
from misheard.ingest.readers.base import Head, Item, Reader, kind, problems_of
from misheard.ingest.readers.native_fast import fast_block, fast_row
from misheard.ingest.readers.partial import whole_records
from misheard.ingest.row import Rejected, row_of
from misheard.ingest.source import LINE_CAP, Source, document, lines

KNOWN = {
    "sender", "recipient", "type", "priority", "trace_id", "traceId", "timestamp", "payload", "id",
    "in_reply_to", "inReplyTo", "usage",
}  # fmt: skip

Numbered = tuple[int, bytes | None]
CHUNK = 8192
"""Lines that are looked at together; one odd line sends all of them through the lane line by line."""


def read(stream: BinaryIO, source: Source) -> Iterator[Item]:
    """Yield a row or a rejection for each record of `stream`."""
    numbered = lines(stream)
    for number, line in numbered:
        if line is not None and not line.strip():
            continue
        if line is not None and _opens_document(line):
            yield from _document(document(source.name, line, numbered), number, source)
            return
        numbered = chain([(number, line)], numbered)
        break
    for chunk in _chunks(numbered):
        block = fast_block(chunk)
        if block is not None:
            yield block
        else:
            for number, line in chunk:
                yield from _one(line, number, source)


def _chunks(numbered: Iterator[Numbered]) -> Iterator[list[Numbered]]:
    """Yield lines many at a time, and also those that came before a failure to read on."""
    while True:
        chunk: list[Numbered] = []
        try:
            chunk.extend(islice(numbered, CHUNK))
        except OSError:
            yield chunk
            raise
        if not chunk:
            return
        yield chunk


def _one(line: bytes | None, number: int, source: Source) -> Iterator[Item]:
    if line is None:
        yield Rejected(number, f"is longer than {LINE_CAP >> 20} MiB; split it up", b"")
    elif line.strip():
        row = fast_row(line, number)
        if row is None:
            yield from _slow(line, number, source)
        else:
            yield row


def _opens_document(line: bytes) -> bool:
    text = line.removeprefix(b"\xef\xbb\xbf").strip()
    return text.startswith(b"[") or (text.startswith(b"{") and not text.endswith(b"}"))


def _slow(line: bytes, number: int, source: Source) -> Iterator[Item]:
    try:
        record, notes = jsontext.loads(line)
    except jsontext.JsonError as error:
        yield Rejected(number, str(error), line)
        return
    yield record_item(record, number, 0, source, tuple(notes), line)


def _document(raw: bytes, line: int, source: Source) -> Iterator[Item]:
    try:
        value, notes = jsontext.loads(raw)
    except jsontext.JsonError as error:
        yield from _damaged(raw, line, source, str(error))
        return
    yield from _records(value, line, source, tuple(notes))


def _records(value: Any, line: int, source: Source, notes: tuple[str, ...]) -> Iterator[Item]:
    records = value if isinstance(value, list) else [value]
    for part, record in enumerate(records):
        item = record_item(record, line, part, source, notes, None)
        if isinstance(item, Rejected) and isinstance(value, list):
            item = item._replace(problem=f"record {part + 1}: {item.problem}")
        yield item


def _damaged(raw: bytes, line: int, source: Source, problem: str) -> Iterator[Item]:
    """Read what is left of a broken document: one record a line, or else the records ahead of the damage."""
    pieces = [piece.strip().removesuffix(b",") for piece in raw.split(b"\n")]
    if sum(1 for piece in pieces if piece.startswith(b"{") and piece.endswith(b"}")) > 1:
        for number, piece in enumerate(pieces, start=line):
            if piece not in (b"", b"[", b"]"):
                yield from _slow(piece.removeprefix(b"[") if number == line else piece, number, source)
        return
    text = raw.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    found, end = whole_records(text)
    yield from _records(found, line, source, ())
    yield Rejected(line + text.count("\n", 0, end), problem, text[end:].encode("utf-8", "replace"))


def record_item(
    record: Any, line: int, part: int, source: Source, notes: tuple[str, ...], raw: bytes | None
) -> Item:
    """Return the row of one decoded record, or its rejection."""
    kept = raw if raw is not None else jsontext.dumps(record).encode()
    if not isinstance(record, dict):
        return Rejected(line, f"a message is an object, not {kind(record)}", kept)
    record, more = adjusted(record, source)
    try:
        message = AgentMessage.model_validate(record)
    except ValidationError as error:
        return Rejected(line, problems_of(error), kept)
    extras = {key: value for key, value in record.items() if key not in KNOWN}
    return row_of(message, line, part, notes + more, extras)


def knows(head: Head) -> bool:
    """Tell a message log by records that name a sender and a recipient."""
    records = head.records
    if isinstance(head.document, list):
        records = [record for record in head.document[:20] if isinstance(record, dict)]
    elif isinstance(head.document, dict):
        records = [head.document]
    if records:
        return any("sender" in record or "recipient" in record for record in records)
    return b'"sender"' in head.raw and b'"recipient"' in head.raw


NATIVE = Reader("native", "message log: sender, recipient, type, trace id, payload", knows, read)
