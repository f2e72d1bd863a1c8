"""OpenTelemetry as JSON: OTLP, what the SDKs print, and lists of spans, in one document or JSON Lines.

A file holds `{resourceSpans: […]}` (OTLP/JSON, also as the collector's file exporter writes it, a batch a line),
a span a line (the console exporters), a list of spans, `{spans: […]}` or `{data: {spans: …}}` (MLflow). OTLP is
read as the JSON that it is: protobuf's own JSON reader takes the ids, which are hexadecimal there, for base64.
Fields are mapped in `spans/otel.py`, attributes in `spans/attributes.py`, and spans become messages as
`spans/messages.py` tells. The spans of a trace are gathered from the whole file first, for a parent may be logged
behind its children.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, BinaryIO

from misheard.ingest.readers.base import Head, Item, Reader
from misheard.ingest.readers.records import records
from misheard.ingest.readers.spans.messages import messages_of
from misheard.ingest.readers.spans.otel import at, plain, span_of
from misheard.ingest.readers.spans.span import Span
from misheard.ingest.row import Rejected
from misheard.ingest.source import Source

BATCHES = ("resourceSpans", "resource_spans")
SCOPES = ("scopeSpans", "scope_spans", "instrumentationLibrarySpans")
MARKS = (
    (b'"resourceSpans"',), (b'"resource_spans"',), (b'"spanContext"', b'"spanId"'), (b'"span_id"', b'"trace_id"'),
    (b'"spanId"', b'"traceId"'), (b'"context.span_id"', b'"context.trace_id"'),
)  # fmt: skip
"""Keys that stand together only where spans are logged."""


def read(stream: BinaryIO, source: Source) -> Iterator[Item]:
    """Yield the messages of each trace, and a rejection for each span that cannot be placed."""
    traces: dict[str, list[Span]] = defaultdict(list)
    for line, value in records(stream, source):
        if isinstance(value, Rejected):
            yield value
            continue
        for record, resource in spans_in(value):
            span = span_of(record, line, resource)
            if isinstance(span, Rejected):
                yield span
            else:
                traces[span.trace_id].append(span)
    for spans in traces.values():
        yield from messages_of(spans)


def spans_in(value: Any) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Yield the record of each span in a value, with the attributes of its resource."""
    if isinstance(value, list):
        for one in value:
            yield from spans_in(one)
        return
    if not isinstance(value, dict):
        yield value, {}
        return
    batches = at(value, BATCHES)
    if isinstance(batches, list):
        for batch in batches:
            yield from _batch(batch)
        return
    inside = at(value, ("spans", "data.spans"))
    if isinstance(inside, list):
        yield from spans_in(inside)
    elif (
        at(value, ("spanId", "span_id", "context", "spanContext", "traceId", "trace_id", "context.span_id")) is None
    ):
        lists = [one for one in value.values() if isinstance(one, list)]
        yield from spans_in([one for found in lists for one in found]) if lists else iter([(value, {})])
    else:
        yield value, _resource(value)


def _batch(batch: Any) -> Iterator[tuple[Any, dict[str, Any]]]:
    if not isinstance(batch, dict):
        yield batch, {}
        return
    resource = _resource(batch)
    for scope in at(batch, SCOPES) or []:
        for record in scope.get("spans") or [] if isinstance(scope, dict) else [scope]:
            yield record, resource


def _resource(record: dict[str, Any]) -> dict[str, Any]:
    resource = record.get("resource")
    return plain(resource.get("attributes")) if isinstance(resource, dict) else {}


def knows(head: Head) -> bool:
    """Tell spans by the keys that stand together in them."""
    start = head.raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    return start in (b"[", b"{") and any(all(mark in head.raw for mark in marks) for marks in MARKS)


OPENTELEMETRY = Reader("opentelemetry", "OpenTelemetry as JSON: OTLP, span dumps, lists of spans", knows, read)
