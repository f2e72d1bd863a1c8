"""The events of one sample of an Inspect log, as spans."""

from collections import defaultdict, deque
from typing import Any

from misheard.ingest.readers.lenient import name_at, object_at, text_at
from misheard.ingest.readers.spans.attributes import counted, whole
from misheard.ingest.readers.spans.span import Kind, Span, Tokens
from misheard.ingest.readers.spans.times import iso

ATTACHED = "attachment://"
DEEPEST = 12
ROOT = "sample"
_AGENTS = ("agent", "handoff")
_SCORING = ("scorer", "scorers")
_USED = ("input", "output", "messages", "events", "attachments", "store", "error", "limit", "model_usage")


class Sample:
    """One sample in one epoch: its spans, or, where it kept no events, the turns of its chat."""

    def __init__(self, record: dict[str, Any], trace: str, task: str, extras: dict[str, Any], line: int) -> None:
        self._record, self._trace, self._task, self._line = record, trace, task, line
        more = {key: value for key, value in record.items() if key not in _USED and value not in (None, "", [], {})}
        self.extras = {**extras, **more}
        attached = record.get("attachments")
        self._attached: dict[str, Any] = attached if isinstance(attached, dict) else {}
        self._spans: dict[str, Span] = {}
        self._scoring: set[str] = set()
        self._tools: dict[tuple[str, str], deque[tuple[str, str]]] = defaultdict(deque)
        self._moved: dict[str, str] = {}

    def spans(self) -> list[Span]:
        """Return the program at the top and what happened in it; [] where no model and no tool was called."""
        events = self._record.get("events")
        self._read(events if isinstance(events, list) else [], ROOT)
        found = [span for span in self._spans.values() if span.id not in self._moved]
        if not any(span.kind in (Kind.MODEL, Kind.TOOL, Kind.AGENT) for span in found):
            return []
        for span in found:
            span.parent = self._moved.get(span.parent or "", span.parent)
            if span.parent != ROOT and span.parent not in self._spans:
                span.parent = ROOT
        return [self._root(found), *found]

    def turns(self) -> list[Any]:
        """Return the sample's messages as a chat; what Inspect calls their source is no speaker."""
        messages = self._record.get("messages")
        return [self._turn(one) for one in messages] if isinstance(messages, list) else []

    def _turn(self, message: Any) -> Any:
        if not isinstance(message, dict):
            return message
        turn = {("origin" if key == "source" else key): value for key, value in self._whole(message).items()}
        if turn.get("role") == "tool" and text_at(turn, "function"):
            turn.setdefault("name", turn["function"])
        calls = turn.get("tool_calls")
        if isinstance(calls, list):
            turn["tool_calls"] = [_as_function(call) for call in calls]
        return turn

    def _root(self, spans: list[Span]) -> Span:
        starts = [span.start for span in spans if span.start is not None]
        ends = [span.end for span in spans if span.end is not None]
        output = object_at(self._record, "output")
        said = output.get("choices") or self._record.get("output") or None
        error = self._record.get("error")
        reason = text_at(error, "message") if isinstance(error, dict) else error if isinstance(error, str) else None
        limit = object_at(self._record, "limit")
        reason = reason or (f"limit of {name_at(limit, 'type')}" if limit else None)
        return Span(
            self._trace, ROOT, None, self._task, Kind.STEP, self._task, min(starts, default=None),
            max(ends, default=None), self._whole(self._record.get("input")), self._whole(said), reason,
            extras=self.extras, line=self._line,
        )  # fmt: skip

    def _read(self, events: list[Any], parent: str, deep: int = 0) -> None:
        steps: list[str] = []
        for number, event in enumerate(events):
            if not isinstance(event, dict) or deep > DEEPEST:
                continue
            within = steps[-1] if steps else parent
            name = text_at(event, "uuid") or f"{parent}.{number}"
            above = text_at(event, "span_id") or within
            what = event.get("event")
            if what == "step":
                self._step(event, steps, within, name)
            elif what in ("span_begin", "span_end"):
                self._bound(event, within)
            elif above in self._scoring or within in self._scoring:
                continue
            elif what == "model":
                self._model(event, name, above)
            elif what == "tool":
                self._tool(event, name, above, deep)
            elif what == "subtask":
                self._add(event, name, above, Kind.STEP, text_at(event, "name") or "subtask")
                self._inside(event, name, deep)

    def _step(self, event: dict[str, Any], steps: list[str], above: str, name: str) -> None:
        if event.get("action") == "begin":
            self._open(event, name, above)
            steps.append(name)
        elif steps:
            self._spans[steps.pop()].end = iso(event.get("timestamp"))

    def _bound(self, event: dict[str, Any], within: str) -> None:
        name = text_at(event, "id") or text_at(event, "span_id")
        if event.get("event") == "span_begin" and name:
            self._open(event, name, text_at(event, "parent_id") or within)
        elif name in self._spans:
            self._spans[name].end = iso(event.get("timestamp"))

    def _open(self, event: dict[str, Any], name: str, above: str) -> None:
        kind = text_at(event, "type")
        label = text_at(event, "name") or kind or "span"
        self._add(event, name, above, Kind.AGENT if kind in _AGENTS else Kind.STEP, label)
        if kind in _SCORING or above in self._scoring:
            self._scoring.add(name)
        elif kind == "tool":
            for place in {name, above}:
                self._tools[label, place].append((name, above))

    def _add(self, event: dict[str, Any], name: str, above: str, kind: Kind, who: str) -> Span:
        span = Span(
            self._trace, name, above, who, kind, who, iso(event.get("timestamp")), iso(event.get("completed")),
            line=self._line,
        )  # fmt: skip
        self._spans[name] = span
        return span

    def _model(self, event: dict[str, Any], name: str, above: str) -> None:
        output = object_at(event, "output")
        span = self._add(event, name, above, Kind.MODEL, text_at(event, "model") or "model")
        span.asked, span.said = self._whole(event.get("input")), self._whole(output.get("choices")) or None
        span.error = text_at(event, "error") or None
        span.tokens, note = _tokens(output, text_at(event, "model"))
        span.notes = [note] if note else []

    def _tool(self, event: dict[str, Any], name: str, above: str, deep: int) -> None:
        name = text_at(event, "id") or name
        tool = text_at(event, "function") or "tool"
        own = self._own_span(tool, above)
        if own:
            self._moved[own[0]] = name
            above = own[1]
        span = self._add(event, name, above, Kind.TOOL, tool)
        span.asked, span.said = self._whole(event.get("arguments")), self._whole(event.get("result"))
        error = object_at(event, "error")
        span.error = (text_at(error, "message") or text_at(error, "type")) if error else None
        self._inside(event, name, deep)

    def _own_span(self, tool: str, above: str) -> tuple[str, str] | None:
        """Return the span of type tool that belongs to a call beside or within it, and its parent."""
        waiting = self._tools.get((tool, above), deque())
        while waiting and waiting[0][0] in self._moved:
            waiting.popleft()
        return waiting.popleft() if waiting else None

    def _inside(self, event: dict[str, Any], name: str, deep: int) -> None:
        inner = event.get("events")
        if isinstance(inner, list):
            self._read(inner, name, deep + 1)

    def _whole(self, value: Any, deep: int = 0) -> Any:
        """Return a value with the texts in place that the sample keeps apart."""
        if isinstance(value, str):
            found = self._attached.get(value[len(ATTACHED) :]) if value.startswith(ATTACHED) else None
            return found if isinstance(found, str) else value
        if isinstance(value, list) and deep < DEEPEST:
            return [self._whole(one, deep + 1) for one in value]
        if isinstance(value, dict) and deep < DEEPEST:
            return {key: self._whole(one, deep + 1) for key, one in value.items()}
        return value


def _tokens(output: dict[str, Any], model: str) -> tuple[Tokens, str | None]:
    usage = object_at(output, "usage")
    names = ("input_tokens", "input_tokens_cache_read", "output_tokens", "total_tokens")
    tokens, note = counted(*(whole(usage.get(name)) for name in names))
    tokens.model = text_at(output, "model") or model or None
    return tokens, note


def _as_function(call: Any) -> Any:
    if isinstance(call, dict) and isinstance(call.get("function"), str):
        return {**call, "function": {"name": call["function"], "arguments": call.get("arguments")}}
    return call
