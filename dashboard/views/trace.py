"""The trace page: where one run went wrong, who told whom what, and every message as it was logged."""

from typing import Any

import streamlit as st

from misheard.analysis import engine
from misheard.dashboard import current, pages, queries, state, trace_data, units
from misheard.dashboard.components import sequence
from misheard.dashboard.components.facts import facts
from misheard.dashboard.components.overview import overview_data
from misheard.dashboard.components.trace_table import trace_table
from misheard.dashboard.trace_data import Run
from misheard.dashboard.views import trace_agents, trace_claims, trace_flags, trace_messages, trace_time
from misheard.ingest.store import Store

SECTIONS = ("Sequence", "Timeline", "Claims", "Agents in this run")


def page() -> None:
    """Draw the page."""
    store = current.store()
    trace_id = state.trace_id()
    if trace_id is None:
        _choose()
        return
    run, rows = _opened(store, trace_id)
    if run is None or not run.trace.messages:
        _unknown(trace_id)
        return
    _draw(run, rows)


render = page


def _opened(store: Store, trace_id: str) -> tuple[Run | None, dict[str, list[Any]]]:
    """Return the run as it is in the store now; one that has not been analysed is analysed first."""
    row = trace_data.roll_up(store, trace_id)
    if row is None:
        return None, {}
    if not trace_data.is_analysed(row):
        with st.spinner(f"Reading {units.plural(int(row['messages']), 'message')}"):
            engine.analyse_stored(store, [trace_id])
    return _run(store, (store.place, id(store), store.generation), trace_id)


@st.cache_resource(max_entries=8, show_spinner=False)
def _run(
    _store: Store,
    stamp: tuple[str, int, int],  # noqa: ARG001
    trace_id: str,
) -> tuple[Run | None, dict[str, list[Any]]]:
    run = trace_data.load_run(_store, trace_id)
    return run, sequence.rows_of(run.trace) if run else {}


def _draw(run: Run, rows: dict[str, list[Any]]) -> None:
    facts(overview_data(run), key="overview")
    flag_id = trace_flags.draw(run)
    sections = st.tabs(SECTIONS, key="view", bind="query-params")
    if sections[0].open:
        with sections[0]:
            trace_messages.draw(run, rows, flag_id)
    if sections[1].open:
        with sections[1]:
            trace_time.draw(run, flag_id)
    if sections[2].open:
        with sections[2]:
            trace_claims.draw(run, flag_id)
    if sections[3].open:
        with sections[3]:
            trace_agents.draw(run)


def _unknown(trace_id: str) -> None:
    st.subheader("No such trace", anchor=False)
    st.text(f"The store holds no trace called {trace_id!r}. It may have been removed, or be in another store.")
    if st.button("All traces"):
        state.go(pages.TRACES)


def _choose() -> None:
    st.subheader("Which trace?", anchor=False)
    traces = queries.traces(queries.Filters())
    if traces.empty:
        st.text("There are no traces yet.")
        if st.button("Load some"):
            state.go(pages.LOAD)
        return
    trace_table(traces, key="trace_choice")
