"""The timeline of a run: which agent spoke when, and how long each task took."""

import streamlit as st

from misheard.dashboard import state
from misheard.dashboard.trace_data import Run
from misheard.dashboard.views.trace_events import sent
from misheard.dashboard.views.trace_messages import inspect

KEY = "timeline"
HINT = "Click a mark to open its message; drag to move, scroll to zoom, double-click to see all."
HINT_LONG = (
    "In a run as long as this messages are ticks, tasks above the line and results below it: point to read one. "
    "Click a flag to open its message; drag to move, scroll to zoom, double-click to see all."
)


def draw(run: Run, flag_id: str | None) -> None:
    """Draw the timeline, and say so where its axis is not time."""
    from misheard.dashboard.figures.timeline import is_long, timeline

    if not run.trace.timed:
        missing = sum(1 for message in run.trace.messages if message.timestamp is None)
        st.text(f"{missing:,} of {len(run.trace.messages):,} messages have no time, so the axis is their order.")
    flag = run.flags.get(flag_id) if flag_id else None
    open_now = state.message_id() or ""
    chosen = [open_now] if open_now else list(flag.messages if flag else ())
    st.plotly_chart(
        timeline(run, chosen), key=KEY, on_select=lambda: _open(flag_id), selection_mode="points",
        config={"displaylogo": False, "scrollZoom": True},
    )  # fmt: skip
    st.caption(HINT_LONG if is_long(run) else HINT)
    if open_now in run.trace.by_id:
        with st.container(border=True):
            inspect(run, run.trace.by_id[open_now], flag_id)


def _open(flag_id: str | None) -> None:
    """Open the message of a mark; the mark of a flag selects the flag with it."""
    chart = sent(KEY, "selection") or {}
    held = next((point["customdata"] for point in chart.get("points", []) if point.get("customdata")), None)
    message, *flags = held if isinstance(held, list) else [held]
    if isinstance(message, str):
        state.put(flag=flags[0] if flags else flag_id, message=message)
