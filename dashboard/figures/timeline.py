"""The messages of a run over time, a row per agent: marks for messages, bars from a task to its result."""

from collections.abc import Sequence
from html import escape
from typing import Any

import plotly.graph_objects as go

from misheard.analysis.flag import Severity
from misheard.dashboard import theme, units
from misheard.dashboard.components.sequence import snippet
from misheard.dashboard.components.words import unquoted
from misheard.dashboard.trace_data import Mark, Run
from misheard.ingest.message import BROADCAST, AgentMessage, MessageType

SYMBOLS = {
    MessageType.TASK: "triangle-right",
    MessageType.RESULT: "triangle-left",
    MessageType.STATUS: "circle-open",
    MessageType.ESCALATION: "star",
    MessageType.INFO: "circle",
}
FLAG_SYMBOLS = {Severity.ERROR: "triangle-up", Severity.WARNING: "diamond", Severity.NOTE: "circle"}
TICKS = {
    MessageType.TASK: (-0.24, 0.0),
    MessageType.RESULT: (0.0, 0.24),
    MessageType.STATUS: (-0.08, 0.08),
    MessageType.ESCALATION: (-0.3, 0.3),
    MessageType.INFO: (-0.14, 0.14),
}
"""Where the tick of a message begins and ends, in rows from the middle of its sender's row."""
OUTLINE = {"width": 1, "color": "rgba(255, 255, 255, 0.85)"}
"""Lifts a mark off the bar that it lies on, and off a dark page."""
MANY = 1500
"""From so many messages on a message is a tick, not a mark: a browser draws all ticks of a type at one go."""
ROW_PIXELS, ROOM_PIXELS, TALLEST = 30, 130, 900


def timeline(run: Run, chosen: Sequence[str] = ()) -> go.Figure:
    """Return the figure; the messages `chosen` (ids) are ringed.

    Without times for all messages the axis is their order. Every text in it is escaped, for Plotly reads a little
    HTML.
    """
    trace = run.trace
    row = {agent: place for place, agent in enumerate(trace.agents)}
    return go.Figure(
        [_bars(run, row), *_marks(run, row), *_flags(run, row), _rings(run, row, chosen)],
        layout=_layout(run),
    )


def x_of(run: Run, message: AgentMessage) -> Any:
    """Return where a message stands on the axis: its time in milliseconds, or its place from 1."""
    if run.trace.timed and message.timestamp:
        return message.timestamp.timestamp() * 1000
    return run.trace.position[message.id] + 1


def is_long(run: Run) -> bool:
    """Return whether messages are drawn as ticks, which cannot be clicked."""
    return len(run.trace.messages) >= MANY


def _layout(run: Run) -> dict[str, Any]:
    agents = run.trace.agents
    names = [escape(name if len(name) <= 24 else name[:23] + "…") for name in agents]
    return {
        "height": min(ROOM_PIXELS + ROW_PIXELS * max(len(agents), 3), TALLEST),
        "margin": {"l": 10, "r": 10, "t": 40, "b": 40},
        "hovermode": "closest",
        "clickmode": "event+select",
        "dragmode": "pan",
        "legend": {"orientation": "h", "y": 1.0, "yanchor": "bottom", "x": 0},
        "xaxis": {
            "title": {"text": "time, UTC" if run.trace.timed else "order of the messages"}, "showgrid": True,
            "type": "date" if run.trace.timed else "linear",
        },
        "yaxis": {
            "tickmode": "array", "tickvals": list(range(len(agents))), "ticktext": names,
            "autorange": "reversed", "showgrid": True, "zeroline": False, "automargin": True,
        },
    }  # fmt: skip


def _bars(run: Run, row: dict[str, int]) -> go.Scatter:
    by_id = run.trace.by_id
    x: list[Any] = []
    y: list[int | None] = []
    said: list[str | None] = []
    for told in run.delegations:
        task, result = by_id.get(told.task_id), by_id.get(told.result_id or "")
        if task and result and told.child in row:
            words = escape(f"{told.child}: {told.state}, asked by {told.parent}")
            x += [x_of(run, task), x_of(run, result), None]
            y += [row[told.child], row[told.child], None]
            said += [words, words, None]
    return go.Scatter(
        name="from task to result", mode="lines", x=x, y=y, hovertext=said, hoverinfo="text",
        line={"color": theme.QUIET, "width": 9}, opacity=0.22,
    )  # fmt: skip


def _marks(run: Run, row: dict[str, int]) -> list[go.Scatter]:
    draw = _ticks if is_long(run) else _points
    by_type = {kind: [one for one in run.trace.messages if one.type is kind] for kind in MessageType}
    return [draw(run, row, kind, messages) for kind, messages in by_type.items() if messages]


def _points(run: Run, row: dict[str, int], kind: MessageType, messages: list[AgentMessage]) -> go.Scatter:
    return go.Scatter(
        name=kind.value, mode="markers",
        x=[x_of(run, one) for one in messages], y=[row[one.sender] for one in messages],
        customdata=[one.id for one in messages], hovertext=[_hover(run, one) for one in messages], hoverinfo="text",
        marker={"symbol": SYMBOLS[kind], "size": 11, "color": theme.TYPE_COLOURS[kind], "line": OUTLINE},
    )  # fmt: skip


def _ticks(run: Run, row: dict[str, int], kind: MessageType, messages: list[AgentMessage]) -> go.Scatter:
    top, bottom = TICKS[kind]
    return go.Scatter(
        name=kind.value, mode="lines",
        x=[x for one in messages for x in (x_of(run, one), x_of(run, one), None)],
        y=[y for one in messages for y in (row[one.sender] + top, row[one.sender] + bottom, None)],
        hovertext=[text for one in messages for text in (_hover(run, one), None, None)], hoverinfo="text",
        line={"width": 1.5, "color": theme.TYPE_COLOURS[kind]},
    )  # fmt: skip


def _hover(run: Run, message: AgentMessage) -> str:
    recipient = "everyone" if message.recipient == BROADCAST else message.recipient
    head = f"{run.trace.position[message.id] + 1:,} · {message.type.value} · {message.sender} → {recipient}"
    when = f"{units.moment(message.timestamp)} UTC" if message.timestamp else "no time"
    return "<br>".join(escape(line) for line in (head, when, snippet(run.trace, message)[:90]))


def _flags(run: Run, row: dict[str, int]) -> list[Any]:
    """Mark each message once: with the worst flag that shows in it, or faintly where it is evidence only."""
    marks = [(run.trace.by_id[one], mark) for one, mark in run.marks.items() if one in run.trace.by_id]
    figures = []
    for severity in (None, *reversed(Severity)):
        found = [(message, mark) for message, mark in marks if run.severity_at(message.id) is severity]
        if not found:
            continue
        figures.append(
            go.Scatter(
                name=f"flag: {severity.value}" if severity else "evidence of a flag",
                mode="markers",
                x=[x_of(run, message) for message, _ in found],
                y=[row[message.sender] - 0.34 for message, _ in found],
                customdata=[[message.id, *mark.seen[:1]] for message, mark in found],
                marker={"symbol": FLAG_SYMBOLS[severity], "size": 11, "color": theme.SEVERITY_COLOURS[severity]}
                if severity
                else {"symbol": "circle-open", "size": 7, "color": theme.QUIET},
                hovertext=[_said(run, mark) for _, mark in found],
                hoverinfo="text",
            )
        )
    return figures


def _said(run: Run, mark: Mark) -> str:
    lines = [
        f"{theme.MODE_LABELS[run.flags[one].mode]}: {unquoted(run.flags[one].summary)[:160]}" for one in mark.seen
    ]
    lines += [f"evidence of: {theme.MODE_LABELS[run.flags[one].mode].lower()}" for one in mark.evidence]
    return "<br>".join(escape(line) for line in dict.fromkeys(lines))


def _rings(run: Run, row: dict[str, int], chosen: Sequence[str]) -> go.Scatter:
    messages = [run.trace.by_id[one] for one in chosen if one in run.trace.by_id]
    return go.Scatter(
        name="selected", mode="markers",
        x=[x_of(run, one) for one in messages], y=[row[one.sender] for one in messages],
        marker={"symbol": "circle-open", "size": 17, "line": {"width": 2}, "color": theme.ACCENT},
        hoverinfo="skip", visible=True if messages else "legendonly", showlegend=bool(messages),
    )  # fmt: skip
