"""Langfuse exports: a trace with its observations, as the page's download and the public API give them.

A file holds `{trace, observations}`, a trace with its `observations`, a list of observations, or JSON Lines of any
of them; a trace's id, else an observation's `traceId`, names the run. What an observation becomes is told in
`ingest/readers/spans/messages.py`; here is what of it is read:

| in the log | span |
|---|---|
| `id`, `parentObservationId`, `name` | the same |
| the attributes in `metadata`, else `type` AGENT, TOOL, GENERATION, RETRIEVER, else the name | kind |
| agent and tool name in `metadata.attributes`, else `name` | who |
| `startTime`, `endTime` | start and end |
| `input`, `output`, else those among the attributes | what was asked and said |
| `level` ERROR with `statusMessage` | error |
| `model`, `usageDetails`, else `usage` | tokens; cached ones are counted within the input |
| `costDetails.total`, else `totalCost` | cents, from dollars |
| `input`, `output` of the trace | those of its outermost agent, where that has none |
| `sessionId`, `userId`, `tags`, `release`, `version` and `name` of the trace | extras of the first message |
| `metadata` and other keys that are not empty | extras |

Dropped: `createdAt`, `updatedAt`, `projectId`, `internalModel`, `internalModelId`, `usagePricingTierId`,
`usagePricingTierName`, `latency` and the other numbers that Langfuse works out from the rest; scores of the trace.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

from misheard.ingest.readers.base import Head, Item, Reader
from misheard.ingest.readers.lenient import name_at, object_at, text_at
from misheard.ingest.readers.records import records
from misheard.ingest.readers.spans.attributes import (
    asked_of,
    cents,
    counted,
    kind_of,
    said_of,
    stated_kind,
    tokens_of,
    who_of,
    whole,
)
from misheard.ingest.readers.spans.messages import messages_of
from misheard.ingest.readers.spans.span import Kind, Span, Tokens
from misheard.ingest.readers.spans.times import iso
from misheard.ingest.readers.spans.values import decoded
from misheard.ingest.row import Rejected
from misheard.ingest.source import Source

_KINDS = {"AGENT": Kind.AGENT, "TOOL": Kind.TOOL, "GENERATION": Kind.MODEL, "RETRIEVER": Kind.TOOL}
_USED = (
    "id", "traceId", "parentObservationId", "name", "type", "startTime", "endTime", "input", "output", "model",
    "usageDetails", "usage", "costDetails", "totalCost", "statusMessage", "level",
)  # fmt: skip
_DROPPED = (
    "createdAt", "updatedAt", "projectId", "internalModel", "internalModelId", "usagePricingTierId",
    "usagePricingTierName", "latency", "timeToFirstToken", "inputCost", "outputCost", "inputUsage", "outputUsage",
    "totalUsage", "providedCostDetails", "completionStartTime", "environment",
)  # fmt: skip
_ABOUT = ("name", "sessionId", "userId", "tags", "release", "version")


def read(stream: BinaryIO, source: Source) -> Iterator[Item]:
    """Yield the messages of each trace, and a rejection for each observation that cannot be placed."""
    traces: dict[str, dict[str, Any]] = {}
    spans: dict[str, list[Span]] = defaultdict(list)
    for line, value in records(stream, source):
        if isinstance(value, Rejected):
            yield value
            continue
        for trace, observations in _parts(value):
            name = name_at(trace, "id")
            if name:
                traces[name] = trace
            for observation in observations:
                span = _span(observation, name, line)
                if isinstance(span, Rejected):
                    yield span
                else:
                    spans[span.trace_id].append(span)
    for name, found in spans.items():
        _of_trace(found, traces.get(name, {}))
        yield from messages_of(found)


def _parts(value: Any) -> Iterator[tuple[dict[str, Any], Iterable[Any]]]:
    """Yield each trace of a record with its observations."""
    if isinstance(value, list):
        if value and isinstance(value[0], dict) and "observations" in value[0]:
            for one in value:
                yield from _parts(one)
        else:
            yield {}, value
    elif isinstance(value, dict) and isinstance(value.get("observations"), list):
        yield object_at(value, "trace") or value, value["observations"]
    else:
        yield {}, [value]


def _span(record: Any, trace: str, line: int) -> Span | Rejected:
    if not isinstance(record, dict):
        return Rejected(line, "an observation is an object with id, traceId and type", repr(record).encode()[:2000])
    name, trace_id = name_at(record, "id"), name_at(record, "traceId") or trace
    if not name or not trace_id:
        missing = "id" if not name else "traceId"
        return Rejected(line, f"an observation without '{missing}' cannot be placed", repr(record).encode()[:2000])
    metadata = decoded(record.get("metadata"))
    metadata = metadata if isinstance(metadata, dict) else {}
    attributes = decoded(metadata.get("attributes"))
    attributes = attributes if isinstance(attributes, dict) else {}
    label = text_at(record, "name") or text_at(record, "type").lower() or "span"
    logged = _KINDS.get(text_at(record, "type").upper())
    kind = stated_kind(attributes) or logged or kind_of(attributes, label)
    tokens, note = _tokens(record, attributes)
    said, asked = decoded(record.get("output")), decoded(record.get("input"))
    extras = {key: value for key, value in record.items() if key not in (*_USED, *_DROPPED) and value}
    return Span(
        trace_id, name, name_at(record, "parentObservationId") or None, label, kind,
        who_of(attributes, kind, label),
        iso(record.get("startTime")), iso(record.get("endTime")),
        asked if asked is not None else asked_of(attributes), said if said is not None else said_of(attributes),
        (text_at(record, "statusMessage") or "error") if record.get("level") == "ERROR" else None,
        tokens, extras, [note] if note else [], line,
    )  # fmt: skip


def _tokens(record: dict[str, Any], attributes: dict[str, Any]) -> tuple[Tokens, str | None]:
    used = object_at(record, "usageDetails") or object_at(record, "usage")
    asked = whole(used.get("input"))
    if not asked and whole(used.get("output")) is None:
        tokens, note = tokens_of(attributes)
    else:
        cached = next((whole(value) for key, value in used.items() if "cache_read" in key or "cached" in key), None)
        tokens, note = counted(asked, cached, whole(used.get("output")), whole(used.get("total")))
    tokens.model = text_at(record, "model") or tokens.model
    tokens.cents = cents(object_at(record, "costDetails").get("total")) or cents(record.get("totalCost"))
    return tokens, note


def _of_trace(spans: list[Span], trace: dict[str, Any]) -> None:
    """Give the outermost span what the trace itself says was asked and answered."""
    known = {span.id for span in spans}
    tops = [span for span in spans if span.parent not in known]
    if not tops or not trace:
        return
    top = min(tops, key=lambda span: span.start if span.start is not None else 1 << 62)
    top.asked = decoded(trace.get("input")) if top.asked is None else top.asked
    top.said = decoded(trace.get("output")) if top.said is None else top.said
    top.extras |= {f"trace.{key}": trace[key] for key in _ABOUT if trace.get(key)}


def knows(head: Head) -> bool:
    """Tell an export by its observations, which have a trace and a parent under Langfuse's own names."""
    raw = head.raw
    return b'"parentObservationId"' in raw or (b'"observations"' in raw and b'"traceId"' in raw)


LANGFUSE = Reader("langfuse", "Langfuse: traces with their observations", knows, read)
