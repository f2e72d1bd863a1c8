"""The words of messages with spans marked: before and after of a flag, and the payload of one message."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from misheard.analysis.flag import Flag, Mode, Span
from misheard.analysis.text import Segment, TextView
from misheard.analysis.trace import Trace
from misheard.dashboard.components.drawn import drawn
from misheard.ingest.message import AgentMessage

WHOLE = 200_000
"""Characters of one message that the page draws; of a longer one it says so, and the raw file has them all."""
TITLES = {Mode.DUPLICATE_WORK: ("First", "Again"), Mode.ORPHANED_SUBTASK: ("Asked", "Later")}
"""What the two ends of a flag are called where it is not about words that changed."""
AROUND = 240
"""Characters shown on either side of a span where its sentence does not end sooner."""
SHOWN_WITHOUT_SPANS = 2
"""Messages shown whole of a flag that points at no words."""
STOPS = (". ", "! ", "? ", "\n")

_mount = drawn("words")

Parts = list[list[Any]]
"""Pieces of text, each with whether it is marked."""


def unquoted(sentence: str) -> str:
    """Return a sentence of a detector without the backticks around names, for the page sets no code in it."""
    return re.sub(r"`([^`]*)`", r"\1", sentence)


def marked(text: str, start: int, spans: Iterable[Span]) -> Parts:
    """Return `text`, which begins at `start` of its message, in pieces, those inside `spans` marked."""
    parts: Parts = []
    place = start
    end = start + len(text)
    for span in sorted(spans, key=lambda one: one.start):
        left, right = max(span.start, place), min(span.end, end)
        if left >= right:
            continue
        if left > place:
            parts.append([text[place - start : left - start], False])
        parts.append([text[left - start : right - start], True])
        place = right
    if place < end or not parts:
        parts.append([text[place - start :], False])
    return parts


def label_of(segment: Segment) -> str:
    """Return the path of keys to a value, list positions counted from 1."""
    return " › ".join(str(int(part) + 1) if part.isdigit() else part for part in segment.path)


def segments_of(view: TextView, spans: Iterable[Span] = ()) -> list[dict[str, Any]]:
    """Return every value of a message under its label, up to WHOLE characters."""
    spans = list(spans)
    return [
        {
            "label": label_of(segment),
            "parts": marked(view.text[segment.start : min(segment.end, WHOLE)], segment.start, spans),
        }
        for segment in view.segments
        if segment.start < WHOLE
    ]


def excerpt_of(view: TextView, span: Span) -> list[dict[str, Any]]:
    """Return the sentence around a span, each value that it touches under its label."""
    rows = []
    for segment in view.segments:
        if segment.start >= max(span.end, span.start + 1) or segment.end <= span.start:
            continue
        start = _sentence_start(view.text, segment.start, max(span.start, segment.start))
        end = _sentence_end(view.text, min(span.end, segment.end), segment.end)
        parts = marked(view.text[start:end], start, [span])
        if start > segment.start:
            parts.insert(0, ["… ", False])
        if end < segment.end:
            parts.append([" …", False])
        rows.append({"label": label_of(segment), "parts": parts})
    return rows


def _sentence_start(text: str, floor: int, place: int) -> int:
    stop = max(
        (text.rfind(stop, floor, place) + len(stop) for stop in STOPS if stop in text[floor:place]), default=floor
    )
    return max(stop, place - AROUND)


def _sentence_end(text: str, place: int, ceiling: int) -> int:
    ends = [found + 1 for stop in STOPS if (found := text.find(stop, place, ceiling)) >= 0]
    return min([*ends, ceiling, place + AROUND])


def cut_note(view: TextView) -> str | None:
    """Return a sentence where a message is too long to be drawn whole."""
    if len(view.text) <= WHOLE:
        return None
    return f"The first {WHOLE:,} of {len(view.text):,} characters; the file of the raw message has all of them."


def route(message: AgentMessage) -> str:
    """Return who sent a message to whom."""
    return f"{message.sender} → {'everyone' if message.recipient == '*' else message.recipient}"


def _pane(trace: Trace, title: str, message: AgentMessage, span: Span | None) -> dict[str, Any]:
    view = trace.view(message)
    return {
        "title": title,
        "meta": f"{trace.position[message.id] + 1:,} · {message.type.value} · {route(message)}",
        "excerpt": (excerpt_of(view, span) or None) if span else None,
        "segments": segments_of(view, [span] if span else []),
        "open": message.id,
        "cut": cut_note(view),
    }


def titles_of(flag: Flag) -> tuple[str, str]:
    """Return what the earlier and the later words of a flag are called."""
    return TITLES.get(flag.mode, ("Before", "After"))


def evidence_data(trace: Trace, flag: Flag, flag_id: str, message: str | None) -> dict[str, Any]:
    """Return what shows a flag: its remedy, its messages, and the words before and after side by side."""
    spans = [(title, span) for title, span in zip(titles_of(flag), (flag.before, flag.after), strict=True) if span]
    known = sorted({one for one in flag.messages if one in trace.by_id}, key=trace.position.__getitem__)
    panes = [
        _pane(trace, title, trace.by_id[span.message], span) for title, span in spans if span.message in trace.by_id
    ]
    if not panes:
        panes = [_pane(trace, "Message", trace.by_id[one], None) for one in known[:SHOWN_WITHOUT_SPANS]]
    return {
        "key": f"{trace.trace_id}\x1f{flag_id}",
        "lead": ["What to do:", unquoted(flag.remedy)] if flag.remedy else None,
        "hops": [
            {"id": one, "label": f"{trace.position[one] + 1:,} {route(trace.by_id[one])}", "chosen": one == message}
            for one in known
        ],
        "panes": panes,
    }


def payload_data(trace: Trace, message: AgentMessage, flag: Flag | None = None) -> dict[str, Any]:
    """Return the payload of one message, laid out under its keys, the words that `flag` points at marked."""
    view = trace.view(message)
    spans = [span for span in (flag.before, flag.after) if span and span.message == message.id] if flag else []
    pane = {"segments": segments_of(view, spans), "excerpt": None, "cut": cut_note(view)}
    return {"key": f"{trace.trace_id}\x1f{message.id}", "panes": [pane] if view.segments else []}


def words(data: dict[str, Any], key: str, on_open: Callable[[], None]) -> None:
    """Draw the words; `open` in the component's state is the id of the message a person opened."""
    _mount(data=data, key=key, on_open_change=on_open)
