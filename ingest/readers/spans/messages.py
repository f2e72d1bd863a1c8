"""Turns the spans of one trace into messages.

| in the spans | message |
|---|---|
| a span of agent B under one of agent A | task A to B at its start, id the span's; result B to A at its end |
| the same at the top | task from the user, and the result for the user |
| a span of a tool under one of agent A | task A to the tool with its arguments, and its result |
| a tool in which one agent works and nothing else | that agent's task and result alone |
| an agent's span in another one of the same agent | nothing of its own: it is the same work |
| a program at the top with several agents, or tools or model calls of its own | an agent of its name |
| any other program, chain or node | nothing |
| an agent or tool without words and name, in which nothing worked: an event | nothing |
| model calls | their tokens on their agent's result, a model at a time; the innermost calls count |
| tokens on a span of an agent | counted where no model call below it has any |
| an error | result with status failed and the error as `blocked_by` |
| neither input nor output of an agent's span | the first question, and the last answer, of its model calls |
| everything else | extras of the task |

Dropped: the prompts and answers of model calls other than those.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from misheard.ingest.message import USER
from misheard.ingest.readers.base import Item
from misheard.ingest.readers.lenient import item
from misheard.ingest.readers.spans.span import Kind, Span, Tokens
from misheard.ingest.readers.spans.tree import Tree
from misheard.ingest.readers.spans.values import decoded, result_of, task_of
from misheard.ingest.row import EPOCH

BACKWARDS = "it ends before it starts: the clocks disagree, and its start was taken for both"
NO_END = "the span has no end"
FROM_CALLS = "the span holds no {what}; what its {which} model call has was taken"


def messages_of(spans: Iterable[Span]) -> Iterator[Item]:
    """Yield the messages that the spans of one trace tell of, in the order of the tree."""
    tree = Tree(spans)
    for span in tree.order:
        yield from _of_span(tree, span)


def _of_span(tree: Tree, span: Span) -> Iterator[Item]:
    above = tree.above[span.id]
    giver = above.who if above else USER
    if span.kind is Kind.AGENT and span.id not in tree.same:
        yield from _of_agent(tree, span, giver)
    elif span.kind is Kind.TOOL and not tree.stands_for_agent(span):
        yield _task(span, giver, {"tool": span.who, "arguments": decoded(span.asked)}, [])
        yield from _result(span, giver, {"tool": span.who, **result_of(span.said)}, span.tokens, [])
    elif span.kind is Kind.MODEL and above is None and span.id not in tree.called:
        yield _task(span, giver, task_of(span.asked), [])
        yield from _result(span, giver, result_of(span.said), span.tokens, [])


def _of_agent(tree: Tree, span: Span, giver: str) -> Iterator[Item]:
    below = tree.owned(span)
    calls = sorted((one for one in below if one.kind is Kind.MODEL), key=lambda one: one.start or 0)
    asked, asked_notes = _asked(tree, span, calls)
    said, said_notes = span.said, []
    if said is None:
        said = next((one.said for one in reversed(calls) if result_of(one.said)), None)
        said_notes = [FROM_CALLS.format(what="output", which="last")] if said is not None else []
    used = _used(tree, span, below)
    yield _task(span, giver, task_of(asked), asked_notes)
    yield from _result(span, giver, result_of(said), used[0] if used else Tokens(), said_notes)
    for number, tokens in enumerate(used[1:], start=1):
        yield _more(span, giver, tokens, number)


def _asked(tree: Tree, span: Span, calls: list[Span]) -> tuple[Any, list[str]]:
    if span.asked is not None:
        return span.asked, []
    above = tree.spans.get(span.parent or "")
    if above and above.asked is not None and tree.stands_for_agent(above):
        return above.asked, []
    first = next((one.asked for one in calls if one.asked is not None), None)
    return first, [FROM_CALLS.format(what="input", which="first")] if first is not None else []


def _used(tree: Tree, span: Span, below: list[Span]) -> list[Tokens]:
    """Return what an agent used, a model at a time: what its model calls say, or else its own span."""
    found: dict[str | None, Tokens] = {}
    for one in below:
        if one.kind is Kind.MODEL and one.tokens.counted and one.id not in tree.counted:
            known = found.get(one.tokens.model)
            if known:
                known.add(one.tokens)
            else:
                copy = one.tokens
                found[copy.model] = Tokens(copy.model, copy.input, copy.cached, copy.output, copy.cents)
    if not found and span.tokens.counted and span.id not in tree.counted:
        return [span.tokens]
    return sorted(found.values(), key=lambda tokens: -(tokens.input or 0) - (tokens.output or 0))


def _task(span: Span, giver: str, payload: dict[str, Any], notes: list[str]) -> Item:
    fields = {
        "trace_id": span.trace_id, "id": span.id, "sender": giver, "recipient": span.who, "type": "task",
        "timestamp": moment(span.start), "payload": payload,
    }  # fmt: skip
    extras = {"span": span.name, "kind": span.kind.value, **span.extras}
    return item(fields, span.line, 0, extras, (*span.notes, *notes))


def _result(span: Span, giver: str, payload: dict[str, Any], tokens: Tokens, notes: list[str]) -> Iterator[Item]:
    """Yield the result of a span that ended, failed or said something; without any of these it has none."""
    if span.end is None and span.said is None and span.error is None and not tokens.counted:
        return
    if span.error is not None:
        payload = {"status": "failed", "blocked_by": span.error, **payload}
    end = span.end
    if end is None:
        notes = [*notes, NO_END]
    elif span.start is not None and end < span.start:
        notes, end = [*notes, BACKWARDS], span.start
    fields = {
        "trace_id": span.trace_id, "id": f"{span.id}.result", "sender": span.who, "recipient": giver,
        "type": "result", "timestamp": moment(end), "payload": payload, "in_reply_to": span.id,
        "usage": tokens.fields() if tokens.counted or tokens.model else None,
    }  # fmt: skip
    yield item(fields, span.line, 1, None, tuple(notes))


def _more(span: Span, giver: str, tokens: Tokens, number: int) -> Item:
    """Return what calls of a further model used: a message has room for one model."""
    fields = {
        "trace_id": span.trace_id, "id": f"{span.id}.usage{number}", "sender": span.who, "recipient": giver,
        "type": "status", "timestamp": moment(span.end), "payload": {"model": tokens.model},
        "usage": tokens.fields(),
    }  # fmt: skip
    return item(fields, span.line, 1 + number, None, ("tokens of a further model of the same agent",))


def moment(microseconds: int | None) -> datetime | None:
    """Return a time as an aware datetime; None for None and for what lies outside the calendar."""
    if microseconds is None:
        return None
    try:
        return (EPOCH + timedelta(microseconds=microseconds)).astimezone(UTC)
    except OverflowError:
        return None
