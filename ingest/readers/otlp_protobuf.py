"""OTLP as protobuf: one `TracesData`, several one after the other, or each behind its length in four bytes.

The collector's file exporter writes the last of these (`format: proto`, lengths big-endian). The messages are read
with OpenTelemetry's own `opentelemetry-proto`; fields, attributes and spans are then taken as from OTLP/JSON, see
`opentelemetry.py`. One batch that is damaged is refused; behind lengths the others are read on.
"""

import struct
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, BinaryIO

from misheard.ingest.errors import UnreadableSourceError
from misheard.ingest.readers.base import Head, Item, Reader
from misheard.ingest.readers.spans.messages import messages_of
from misheard.ingest.readers.spans.otel import span_of
from misheard.ingest.readers.spans.span import Span
from misheard.ingest.row import Rejected
from misheard.ingest.source import DOCUMENT_CAP, Source

LENGTH = 4
KEPT = 100_000
"""Bytes of a damaged batch that are kept with the refusal."""


def read(stream: BinaryIO, source: Source) -> Iterator[Item]:
    """Yield the messages of each trace, and a rejection for each batch or span that cannot be read."""
    raw = stream.read(DOCUMENT_CAP + 1)
    if len(raw) > DOCUMENT_CAP:
        size = DOCUMENT_CAP >> 20
        raise UnreadableSourceError(f"{source.name}: is more than {size} MiB of protobuf; split it up")
    traces: dict[str, list[Span]] = defaultdict(list)
    for number, batch in enumerate(_batches(raw), start=1):
        for found in _spans(batch, number):
            if isinstance(found, Rejected):
                yield found
            else:
                traces[found.trace_id].append(found)
    for spans in traces.values():
        yield from messages_of(spans)


def _batches(raw: bytes) -> Iterator[bytes]:
    """Yield each batch: behind its length, where lengths lead exactly to the end of the file, else all at once."""
    if not _has_lengths(raw):
        yield raw
        return
    at = 0
    while at < len(raw):
        (size,) = struct.unpack_from(">I", raw, at)
        yield raw[at + LENGTH : at + LENGTH + size]
        at += LENGTH + size


def _has_lengths(raw: bytes) -> bool:
    """Tell a file of lengths and batches, be its last batch cut off; a batch itself never begins with a zero."""
    return len(raw) > LENGTH and raw[0] == 0 and raw[LENGTH] == 0x0A


def _spans(batch: bytes, number: int) -> Iterator[Span | Rejected]:
    from google.protobuf.message import DecodeError
    from opentelemetry.proto.trace.v1.trace_pb2 import TracesData

    data = TracesData()
    try:
        data.ParseFromString(batch)
    except DecodeError:
        yield Rejected(number, f"batch {number} is damaged or cut off; it is no OTLP protobuf", batch[:KEPT])
        return
    for group in data.resource_spans:
        resource = _attributes(group.resource.attributes)
        for scope in group.scope_spans:
            for span in scope.spans:
                yield span_of(_record(span), number, resource)


def _record(span: Any) -> dict[str, Any]:
    """Return a span of protobuf with the field names of OTLP/JSON; ids stay bytes."""
    return {
        "traceId": span.trace_id, "spanId": span.span_id, "parentSpanId": span.parent_span_id, "name": span.name,
        "startTimeUnixNano": span.start_time_unix_nano, "endTimeUnixNano": span.end_time_unix_nano,
        "attributes": _attributes(span.attributes),
        "status": {"code": span.status.code, "message": span.status.message},
        "events": [{"name": event.name, "attributes": _attributes(event.attributes)} for event in span.events],
        "links": [{"traceId": link.trace_id.hex(), "spanId": link.span_id.hex()} for link in span.links],
    }  # fmt: skip


def _attributes(pairs: Any) -> dict[str, Any]:
    return {pair.key: _value(pair.value) for pair in pairs}


def _value(value: Any) -> Any:
    kind = value.WhichOneof("value")
    if kind is None:
        return None
    inner = getattr(value, kind)
    if kind == "array_value":
        return [_value(one) for one in inner.values]
    if kind == "kvlist_value":
        return _attributes(inner.values)
    return inner.decode("utf-8", "replace") if isinstance(inner, bytes) else inner


def knows(head: Head) -> bool:
    """Tell protobuf by its first field, a `ResourceSpans` that begins with a resource or with scopes."""
    raw = head.raw[LENGTH:] if _has_lengths(head.raw) else head.raw
    if raw[:1] != b"\x0a":
        return False
    at = 1
    while at < min(len(raw), 6) and raw[at] & 0x80:
        at += 1
    return raw[at + 1 : at + 2] in (b"\x0a", b"\x12") and b"\x00" in raw[:4096]


OTLP_PROTOBUF = Reader("otlp-protobuf", "OpenTelemetry as OTLP protobuf", knows, read)
