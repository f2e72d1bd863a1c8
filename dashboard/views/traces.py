"""The list of traces: what was found in all of them, and which one to open."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

import pandas as pd
import streamlit as st

from misheard.analysis.flag import Mode, Severity
from misheard.dashboard import pages, queries, state, theme, units
from misheard.dashboard.components.trace_table import trace_table
from misheard.dashboard.queries import Filters


def page() -> None:
    """Draw the page."""
    st.title("Traces", anchor=False)
    totals = queries.totals()
    if not totals["traces"]:
        _nothing_loaded()
        return
    filters = _filters()
    found = queries.traces(filters)
    _counts(found, totals)
    if found.empty:
        _nothing_found()
        return
    trace_table(found, key="traces_table")
    st.caption("Times are in UTC. – means not logged, or not checked.")


def _nothing_loaded() -> None:
    st.info("The store is empty. Load the log of a run to see who told whom what, and where it went wrong.")
    st.page_link(pages.streamlit_page(pages.LOAD), label="Load logs in the browser", icon=pages.LOAD.icon)
    st.text("or in a terminal:")
    st.code("misheard open PATH…", language=None, width=320)


def _nothing_found() -> None:
    st.info("No trace fits these filters.")
    st.button("Reset the filters", on_click=state.reset_filters, type="primary")


def _filters() -> Filters:
    """Draw the filters, which are bound to the URL by their keys, and return what they say."""
    state.restore_filters()
    columns = st.columns([2.2, 2.1, 2.1, 1.7, 1.35, 1.35, 0.8], vertical_alignment="bottom")
    with columns[0]:
        text = st.text_input(
            "Text", key=state.FILTER_TEXT, type="search", bind="query-params", placeholder="in messages or ids",
            help="Traces with these exact words in a message or in their id; upper and lower case are the same.",
        )  # fmt: skip
    with columns[1]:
        agents = _choice("Agents", state.FILTER_AGENTS, _names(), "Traces in which one of these sends or receives.")
    with columns[2]:
        modes = _choice(
            "Modes", state.FILTER_MODES, [mode.value for mode in Mode], "Traces with a flag of one of these modes."
        )
    with columns[3]:
        severities = _choice(
            "Severity", state.FILTER_SEVERITIES, [severity.value for severity in Severity],
            "Traces with a flag this bad; with modes chosen too, one flag must be both.",
        )  # fmt: skip
    with columns[4]:
        since = _day("From", state.FILTER_FROM, "Traces that ended on this day or later, in UTC.")
    with columns[5]:
        until = _day("Until", state.FILTER_UNTIL, "Traces that began on this day or before, in UTC.")
    filters = Filters(
        tuple(agents),
        tuple(modes),
        tuple(severities),
        _midnight(since),
        _midnight(until, days=1),
        (text or "").strip(),
    )
    with columns[6]:
        st.button("Reset", on_click=state.reset_filters, disabled=not filters.active, width="stretch")
    state.keep_filters()
    return filters


def _names() -> list[str]:
    """Return the names to choose from, with those of the URL, which may be of less busy agents."""
    return list(dict.fromkeys([*queries.agent_names(), *state.remembered(state.FILTER_AGENTS, [])]))


def _choice(label: str, key: str, options: Sequence[str], about: str) -> list[str]:
    return st.multiselect(
        label, options, key=key, bind="query-params", help=about, placeholder="any", filter_mode="contains",
        accept_new_options=key == state.FILTER_AGENTS, select_all=False,
    )  # fmt: skip


def _day(label: str, key: str, about: str) -> date | None:
    chosen = st.date_input(label, None, key=key, bind="query-params", format="YYYY-MM-DD", help=about)
    return chosen if isinstance(chosen, date) else None


def _midnight(day: date | None, days: int = 0) -> datetime | None:
    return datetime.combine(day + timedelta(days=days), time()) if day else None


def _counts(found: pd.DataFrame, totals: dict[str, int]) -> None:
    """Draw what the traces of the list come to."""
    listed = f"{len(found):,}" if len(found) == totals["traces"] else f"{len(found):,} of {totals['traces']:,}"
    cost, unpriced = found["cost_cents"].sum(min_count=1), int(found["unpriced_messages"].fillna(0).sum())
    flags = {mode: int(found[mode.value].sum()) for mode in Mode}
    with st.container(horizontal=True, gap="small", key="counts"):
        st.metric("Traces", listed)
        st.metric("Messages", units.count(found["messages"].sum()))
        st.metric(
            "Cost", units.money(cost) + (f" + {unpriced:,} unpriced" if unpriced else ""),
            help=f"{units.plural(unpriced, 'message')} used tokens at a price nobody knows, and are not in it."
            if unpriced else "As logged, or else computed from the tokens and the model's price.",
        )  # fmt: skip
        for mode, number in flags.items():
            if mode in theme.RARE and not number:
                continue
            st.metric(theme.MODE_LABELS[mode], units.count(number), help=theme.MODE_MEANINGS[mode])
    if totals["stale"]:
        st.warning(f"{units.plural(totals['stale'], 'trace')} not analysed yet; open one, or run: misheard ingest")
