"""The OpenAI Agents SDK: exported traces, and run states as `RunState.to_json` saves them.

Traces are records `{object: trace}` and `{object: trace.span}`: in a list, in `{data: […]}` as they are sent, or a
line each. Spans become messages as told in `spans/messages.py`. Run states are mapped in `openai_run_state.py`.
The traces are read *from the SDK's source, not yet seen on a real export*.

| in the log | span |
|---|---|
| `id`, `trace_id`, `parent_id`, `started_at`, `ended_at` | the same |
| `span_data` of type agent | an agent, by its `name` |
| function: `name`, `input`, `output` | a tool |
| generation: `input`, `output`, `model`, `usage`; response: `usage` | a model call |
| handoff: `from_agent`, `to_agent` | the next span of that agent lies in the span of the one that handed over |
| guardrail: `name`, `triggered` | extras `guardrails` of the agent above it |
| `error` | error |
| `workflow_name`, `group_id`, `metadata` of the trace | extras of the first span at the top |
| `handoffs`, `tools`, `output_type`, `mcp_data`, `response_id`, `metadata` | extras |

A response is exported without its words: what its agent was asked and said is then not in the log. After a
hand-over the answer of the last agent is taken for the answer of those before it, with a note.

Dropped: `model_config`; custom spans, mcp_tools and those of speech, which are parts of the program.
"""

from collections import defaultdict, deque
from collections.abc import Iterator
from typing import Any, BinaryIO

from misheard.ingest import jsontext
from misheard.ingest.readers.base import Head, Item, Reader
from misheard.ingest.readers.lenient import name_at, object_at, text_at
from misheard.ingest.readers.openai_run_state import is_run_state, of_run_state
from misheard.ingest.readers.records import records
from misheard.ingest.readers.spans.attributes import counted, whole
from misheard.ingest.readers.spans.messages import messages_of
from misheard.ingest.readers.spans.span import Kind, Span, Tokens
from misheard.ingest.readers.spans.times import iso
from misheard.ingest.readers.spans.values import decoded
from misheard.ingest.row import Rejected
from misheard.ingest.source import Source

BROKEN = "is neither a trace, nor a span with id, trace_id and span_data, nor a run state"
HANDED = "handed over to {agent}, whose answer is taken for its own"
_KINDS = {
    "agent": Kind.AGENT, "function": Kind.TOOL, "generation": Kind.MODEL, "response": Kind.MODEL,
}  # fmt: skip
_KEPT = ("handoffs", "tools", "output_type", "mcp_data", "response_id")


def read(stream: BinaryIO, source: Source) -> Iterator[Item]:
    """Yield the messages of each trace or run state, and a rejection for each record that is neither."""
    spans: dict[str, list[Span]] = defaultdict(list)
    about: dict[str, dict[str, Any]] = {}
    for line, value in records(stream, source, partly=True):
        for record in _parts(value):
            if isinstance(record, Rejected):
                yield record
            elif is_run_state(record):
                yield from of_run_state(record, source, line)
            elif isinstance(record, dict) and record.get("object") == "trace" and name_at(record, "id"):
                about[name_at(record, "id")] = record
            else:
                span = _span(record, line)
                if isinstance(span, Rejected):
                    yield span
                else:
                    spans[span.trace_id].append(span)
    for name, found in spans.items():
        _finish(found, about.get(name, {}))
        yield from messages_of(found)


def _parts(value: Any) -> Iterator[Any]:
    inside = value.get("data") if isinstance(value, dict) and "object" not in value else value
    if isinstance(inside, list):
        yield from inside
    else:
        yield value


def _span(record: Any, line: int) -> Span | Rejected:
    data = object_at(record, "span_data") if isinstance(record, dict) else {}
    if not data or not name_at(record, "id") or not name_at(record, "trace_id"):
        return Rejected(line, BROKEN, jsontext.dumps(record).encode("utf-8", "replace")[:100_000])
    what = text_at(data, "type")
    kind = _KINDS.get(what, Kind.STEP)
    who = text_at(data, "name") or text_at(data, "model") or what or "span"
    extras = {key: data[key] for key in _KEPT if data.get(key)}
    extras |= {key: data[key] for key in ("from_agent", "to_agent", "triggered") if key in data}
    extras |= {"metadata": record["metadata"]} if record.get("metadata") else {}
    tokens, note = _tokens(data) if kind is Kind.MODEL else (Tokens(), None)
    error = object_at(record, "error")
    failed = (text_at(error, "message") or "error") if error else None
    return Span(
        name_at(record, "trace_id"), name_at(record, "id"), name_at(record, "parent_id") or None,
        f"{what} {who}", kind, who, iso(record.get("started_at")), iso(record.get("ended_at")),
        decoded(data.get("input")), decoded(data.get("output")), failed, tokens,
        extras, [note] if note else [], line,
    )  # fmt: skip


def _tokens(data: dict[str, Any]) -> tuple[Tokens, str | None]:
    usage = object_at(data, "usage")
    asked = usage.get("input_tokens", usage.get("prompt_tokens"))
    said = usage.get("output_tokens", usage.get("completion_tokens"))
    cached = object_at(usage, "input_tokens_details").get("cached_tokens")
    tokens, note = counted(whole(asked), whole(cached), whole(said), whole(usage.get("total_tokens")))
    tokens.model = text_at(data, "model") or None
    return tokens, note


def _finish(spans: list[Span], trace: dict[str, Any]) -> None:
    """Put what hangs together across spans in its place: hand-overs, guardrails, and what the trace says."""
    known = {span.id: span for span in spans}
    above = {span.id: _agent_above(span, known) for span in spans}
    for span in spans:
        agent = above[span.id]
        if "triggered" in span.extras and agent:
            marks = agent.extras.setdefault("guardrails", [])
            marks.append({"name": span.who, "triggered": span.extras["triggered"]})
    top = next((span for span in spans if span.parent not in known), None)
    if top:
        keys = ("workflow_name", "group_id", "metadata")
        top.extras |= {f"trace.{key}": trace[key] for key in keys if trace.get(key)}
    said: dict[str, Any] = {}
    for span in sorted(spans, key=_start):
        agent = above[span.id]
        if span.kind is Kind.MODEL and agent and span.said is not None:
            said[agent.id] = span.said
    _answer(_handed_over(spans, above), known, said)


def _start(span: Span) -> int:
    return span.start or 0


def _agent_above(span: Span, known: dict[str, Span]) -> Span | None:
    seen: set[str] = set()
    at = known.get(span.parent or "")
    while at and at.kind is not Kind.AGENT and at.id not in seen:
        seen.add(at.id)
        at = known.get(at.parent or "")
    return at if at and at.kind is Kind.AGENT else None


def _handed_over(spans: list[Span], above: dict[str, Span | None]) -> dict[str, str]:
    """Put each agent to whom was handed over below the one that did, and return who handed over to whom, by id.

    It is the next span of that name beside the giver's: the log names the agent, and its spans are in order.
    """
    waiting: dict[tuple[str | None, str], deque[Span]] = defaultdict(deque)
    for span in sorted(spans, key=_start):
        if span.kind is Kind.AGENT:
            waiting[span.parent, span.who].append(span)
    beside = {span.id: span.parent for span in spans}
    handed: dict[str, str] = {}
    for span in sorted((one for one in spans if isinstance(one.extras.get("to_agent"), str)), key=_start):
        giver = above[span.id]
        queue = waiting.get((beside[giver.id], span.extras["to_agent"]), deque()) if giver else deque()
        while queue and (_start(queue[0]) < _start(span) or queue[0] is giver):
            queue.popleft()
        if giver and queue:
            receiver = queue.popleft()
            receiver.parent = giver.id
            handed[giver.id] = receiver.id
    return handed


def _answer(handed: dict[str, str], known: dict[str, Span], said: dict[str, Any]) -> None:
    """Give each agent that handed over the end and the answer of the last one in its row."""
    last: dict[str, str] = {}
    for giver in sorted(handed, key=lambda name: -_start(known[name])):
        last[giver] = last.get(handed[giver], handed[giver])
    for giver, name in last.items():
        agent, final = known[giver], known[name]
        agent.said = agent.said if agent.said is not None else said.get(name)
        agent.end = max((end for end in (agent.end, final.end) if end is not None), default=None)
        agent.notes.append(HANDED.format(agent=final.who))


def knows(head: Head) -> bool:
    """Tell a trace by how its spans call themselves, and a run state by its schema and what stands with it."""
    raw = head.raw
    if raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] not in (b"[", b"{"):
        return False
    if b'"trace.span"' in raw and b'"span_data"' in raw:
        return True
    return b'"$schemaVersion"' in raw and (b'"current_agent"' in raw or b'"currentAgent"' in raw)


OPENAI_AGENTS = Reader("openai-agents", "OpenAI Agents SDK: traces and run states", knows, read)
