"""The agents of one run: who spoke to whom, and what each of them spent and stated."""

from typing import Any

import streamlit as st

from misheard.dashboard import current, trace_data
from misheard.dashboard.components.graph import graph, graph_data
from misheard.dashboard.trace_data import Run

COLUMNS: dict[str, Any] = {
    "agent": "agent",
    "sent": "sent",
    "received": "received",
    "input_tokens": "tokens in",
    "output_tokens": "tokens out",
    "cost_cents": st.column_config.NumberColumn("cost (¢)", format="%.2f"),
    "unpriced_messages": "unpriced messages",
    "answered_tasks": "tasks answered",
    "latency_seconds": st.column_config.NumberColumn("median time to result (s)", format="%.1f"),
    "confidence": st.column_config.NumberColumn("stated confidence", format="%.2f"),
    "inherited": st.column_config.NumberColumn("confidence it was given", format="%.2f"),
}


def draw(run: Run) -> None:
    """Draw the graph and the table."""
    graph(graph_data(run), key="graph")
    table = current.store().frame(trace_data.query("trace_agents"), [run.trace.trace_id])
    st.dataframe(table, hide_index=True, column_config=COLUMNS, key="trace_agents", placeholder="–")
