"""Spans of OpenTelemetry as the many tools write them, read from records that were decoded from JSON.

| in the record, in any of these spellings | span |
|---|---|
| `traceId`, `trace_id`, also within `context` or `spanContext` | trace id, in hexadecimal digits |
| `spanId`, `span_id`, likewise | id |
| `parentSpanId`, `parent_span_id`, `parent_id`, `parentId`, `parentSpanContext.spanId` | parent |
| `startTimeUnixNano`, `start_time_unix_nano`; `startTime`, `start_time` as [s, ns] or ISO 8601 | start |
| the same of the end | end; 0 is none |
| `attributes`, as a list of key and value, an object, or nested objects | see `attributes.py` |
| events that hold a message, such as `gen_ai.user.message` or `gen_ai.choice` | what was asked and said |
| `status` with code 2, ERROR or STATUS_CODE_ERROR | error: its message, else that of an exception event |
| `links` | extras |
| attributes that are none of these; those of the resource whose names begin with `service.` | extras |

Dropped: trace state, flags, counts of dropped things, the scope, and the remaining attributes of the resource.
"""

import base64
import binascii
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from misheard.ingest import jsontext
from misheard.ingest.readers.spans import attributes as known
from misheard.ingest.readers.spans.span import Span
from misheard.ingest.readers.spans.times import iso, nanoseconds
from misheard.ingest.readers.spans.values import decoded
from misheard.ingest.row import Rejected

_TRACE = ("traceId", "trace_id", "context.trace_id", "spanContext.traceId", "context.traceId")
_SPAN = ("spanId", "span_id", "context.span_id", "spanContext.spanId", "context.spanId")
_PARENT = (
    "parentSpanId", "parent_span_id", "parent_id", "parentId", "parentSpanContext.spanId", "parent.span_id",
)  # fmt: skip
_START = ("startTimeUnixNano", "start_time_unix_nano", "startTime", "start_time")
_END = ("endTimeUnixNano", "end_time_unix_nano", "endTime", "end_time")
_ASKED_EVENTS = {
    "gen_ai.user.message": "user", "gen_ai.system.message": "system", "gen_ai.assistant.message": "assistant",
    "gen_ai.tool.message": "tool", "gen_ai.content.prompt": "user",
}  # fmt: skip
_SAID_EVENTS = {"gen_ai.choice": "assistant", "gen_ai.content.completion": "assistant"}
_ERROR_CODES = (2, "2", "ERROR", "STATUS_CODE_ERROR", "StatusCode.ERROR")
LENGTHS = {"trace": 16, "span": 8}
"""Bytes of the two ids."""
LONGEST = 100_000
"""Bytes of a refused record that are kept with the refusal."""


def span_of(record: Any, line: int, resource: Mapping[str, Any] | None = None) -> Span | Rejected:
    """Return the span that a record tells of, or why it tells of none."""
    if not isinstance(record, dict):
        return _refused(record, line, "a span is an object with traceId and spanId")
    notes: list[str] = []
    ids = []
    for what, keys in (("trace", _TRACE), ("span", _SPAN)):
        value = at(record, keys)
        name = _id(value, what, notes)
        if name is None:
            problem = "is missing" if value in (None, "") else "is neither hexadecimal nor base64, or is all zeros"
            return _refused(record, line, f"the {what} id {problem}, so that nobody can tell what it belongs to")
        ids.append(name)
    attributes = plain(record.get("attributes") or _spread(record))
    label = record.get("name") if isinstance(record.get("name"), str) and record["name"].strip() else "span"
    kind = known.kind_of(attributes, str(label))
    tokens, note = known.tokens_of(attributes)
    asked, said, failure = _events(record.get("events"))
    extras = {key: value for key, value in attributes.items() if key not in (*known.ASKED, *known.SAID)}
    extras |= {key: value for key, value in (resource or {}).items() if key.startswith("service.")}
    if record.get("links"):
        extras["links"] = record["links"]
    given, got = known.asked_of(attributes), known.said_of(attributes)
    return Span(
        ids[0], ids[1], _id(at(record, _PARENT), "span", notes), str(label), kind,
        known.who_of(attributes, kind, str(label)), _time(at(record, _START)), _time(at(record, _END)),
        given if given is not None else asked, got if got is not None else said,
        _error(record.get("status"), failure), tokens, extras, [*notes, note] if note else notes, line,
    )  # fmt: skip


def _refused(record: Any, line: int, problem: str) -> Rejected:
    return Rejected(line, problem, jsontext.dumps(record).encode("utf-8", "replace")[:LONGEST])


def at(record: Mapping[str, Any], keys: Iterable[str]) -> Any:
    """Return the value under the first of `keys` that is there, as a key with dots or a path through objects."""
    for key in keys:
        value = record.get(key)
        if value is None and "." in key:
            head, _, rest = key.partition(".")
            inner = record.get(head)
            value = inner.get(rest) if isinstance(inner, dict) else None
        if value not in (None, ""):
            return value
    return None


def _spread(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the attributes of a record that has them as columns, such as `attributes.input.value`."""
    return {
        key.removeprefix("attributes."): value for key, value in record.items() if key.startswith("attributes.")
    }


def _id(value: Any, what: str, notes: list[str]) -> str | None:
    """Return an id in hexadecimal digits, be it written so, with 0x, or in base64; None for what is no id."""
    raw = value if isinstance(value, bytes) else _bytes(value, LENGTHS[what]) if isinstance(value, str) else None
    if not raw or not any(raw):
        return None
    if len(raw) != LENGTHS[what]:
        notes.append(f"the {what} id has {len(raw)} bytes and not {LENGTHS[what]}; it was kept as it is")
    return raw.hex()


def _bytes(text: str, length: int) -> bytes | None:
    text = text.strip().removeprefix("0x").removeprefix("tr-")
    try:
        found = bytes.fromhex(text)
        if len(found) == length or len(text) != 4 * -(-length // 3):
            return found
    except ValueError:
        pass
    try:
        found = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return found if len(found) == length else None


def _time(value: Any) -> int | None:
    """Return a time as microseconds, from nanoseconds, seconds and nanoseconds, or ISO 8601."""
    if isinstance(value, list) and len(value) == 2 and all(isinstance(part, int) for part in value):
        return nanoseconds(value[0] * 1_000_000_000 + value[1])
    return nanoseconds(value) or iso(value)


def plain(attributes: Any) -> dict[str, Any]:
    """Return attributes as one flat object, from OTLP's list of key and value or from nested objects."""
    if isinstance(attributes, list):
        return {
            entry["key"]: value_of(entry.get("value"))
            for entry in attributes
            if isinstance(entry, dict) and isinstance(entry.get("key"), str)
        }
    return dict(_flat(attributes)) if isinstance(attributes, dict) else {}


def _flat(attributes: Mapping[str, Any], head: str = "", deep: int = 0) -> Iterator[tuple[str, Any]]:
    for key, value in attributes.items():
        if isinstance(value, dict) and value and deep < 6:
            yield from _flat(value, f"{head}{key}.", deep + 1)
        elif isinstance(value, list) and deep < 6 and value and all(isinstance(one, dict) for one in value):
            for number, one in enumerate(value):
                yield from _flat(one, f"{head}{key}.{number}.", deep + 1)
        else:
            # MLflow writes every value as JSON, texts in quotation marks too.
            quoted = key.startswith("mlflow.") and isinstance(value, str)
            yield f"{head}{key}", decoded(value) if quoted else value


def value_of(value: Any) -> Any:
    """Return the value in an OTLP `AnyValue`."""
    if not isinstance(value, dict):
        return value
    for key, inner in value.items():
        name = key.replace("_", "").lower()
        if name == "intvalue":
            return int(inner) if isinstance(inner, str) and inner.lstrip("-").isdigit() else inner
        if name == "arrayvalue":
            return [value_of(one) for one in (inner or {}).get("values", [])]
        if name == "kvlistvalue":
            return plain((inner or {}).get("values", []))
        if name.endswith("value"):
            return inner
    return None


def _events(events: Any) -> tuple[Any, Any, str | None]:
    """Return what the events of a span say was asked, was said, and went wrong."""
    asked: list[Any] = []
    said: list[Any] = []
    failure = None
    details: dict[str, Any] = {}
    for event in events if isinstance(events, list) else []:
        if not isinstance(event, dict):
            continue
        name, facts = str(event.get("name", "")), plain(event.get("attributes"))
        name = str(facts.get("event.name", name))
        for roles, turns in ((_ASKED_EVENTS, asked), (_SAID_EVENTS, said)):
            if name in roles:
                turns.append(_turn(facts, roles[name]))
        if name == "gen_ai.client.inference.operation.details":
            details = facts
        if name == "exception":
            failure = str(facts.get("exception.message") or facts.get("exception.type") or "exception")
    return asked or known.asked_of(details), said or known.said_of(details), failure


def _turn(facts: Mapping[str, Any], role: str) -> dict[str, Any]:
    content = known.first(facts, ("content", "gen_ai.prompt", "gen_ai.completion", "message.content", "message"))
    inner = decoded(content)
    if isinstance(inner, dict) and "content" in inner:
        inner = inner["content"]
    return {"role": facts.get("role", role), "content": inner}


def _error(status: Any, failure: str | None) -> str | None:
    if not isinstance(status, dict):
        return (failure or "error") if status in _ERROR_CODES else None
    code = status.get("code", status.get("status_code"))
    if code not in _ERROR_CODES:
        return None
    return str(status.get("message") or status.get("description") or failure or "error")
