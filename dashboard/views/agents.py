"""What each agent cost, how its work ended and how sure it was, over all traces or in one."""

from typing import Any

import pandas as pd
import streamlit as st

from misheard.dashboard import pages, queries, state, units
from misheard.dashboard.components.trace_table import trace_table
from misheard.dashboard.figures import agents as figures
from misheard.dashboard.queries import Filters

MOST_ROWS_HIGH, TALLEST = 16, 564
OPENED = "opened_agent"


def page() -> None:
    """Draw the page."""
    name, trace = state.agent(), state.trace_id()
    st.title("Agents" if name is None else "Agent", anchor=False)
    agents = queries.agents(trace)
    if trace is not None:
        _only(trace)
    if name is not None:
        _one(agents, name)
    elif agents.empty:
        _nothing(trace)
    else:
        _all(agents, trace)


def _only(trace: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.text("In one trace only:")
        st.code(trace, language=None, width=360)
        st.button("Over all traces", on_click=lambda: state.put(trace=None))


def _nothing(trace: str | None) -> None:
    if trace is not None:
        st.info("The store holds no analysis of this trace.")
        return
    totals = queries.totals()
    if totals["traces"]:
        st.info("No trace has been analysed yet; open one from the list of traces, or run: misheard ingest")
        return
    st.info("The store is empty. Load the log of a run to see what each of its agents cost and how sure it was.")
    st.page_link(pages.streamlit_page(pages.LOAD), label="Load logs", icon=pages.LOAD.icon)


def _all(agents: pd.DataFrame, trace: str | None) -> None:
    drawn = [figures.cost(agents), figures.results(agents), figures.confidence(agents)]
    reasons = ("No message logs a cost, or a model whose price is known.", "There are no results.",
               "No result states a confidence.")  # fmt: skip
    for place, column in enumerate(st.columns(len(drawn), gap="medium")):
        with column:
            _figure(drawn[place], reasons[place], f"agents_{place}")
    _table(agents, trace)


def _figure(figure: Any, reason: str, key: str) -> None:
    if figure is None:
        st.info(reason)
        return
    st.plotly_chart(figure, key=key, config={"displayModeBar": False, "displaylogo": False})


def _table(agents: pd.DataFrame, trace: str | None) -> None:
    shown = agents.assign(
        latency=pd.to_timedelta(agents["latency_seconds"].map(units.two_units, na_action="ignore"), unit="s"),
    )
    columns = _columns(hide_unpriced=not agents["unpriced_messages"].sum(), one_trace=trace is not None)
    st.dataframe(
        shown,
        key="agents_table",
        hide_index=True,
        column_order=list(columns),
        column_config=columns,
        placeholder="–",
        height="content" if len(shown) <= MOST_ROWS_HIGH else TALLEST,
        lazy=False,
        alt="Agents with their messages, cost, latency, results and confidence",
    )
    st.caption("– means not logged. Tools, people and models are agents too.")
    chosen = state.clicked_row(OPENED)
    if chosen is not None and chosen < len(agents):
        state.open_agent(str(agents["agent"].iloc[chosen]))


def _columns(hide_unpriced: bool, one_trace: bool) -> dict[str, Any]:
    column = st.column_config
    number, width = column.NumberColumn, 82
    found: dict[str, Any] = {
        "agent": column.ButtonColumn(
            "Agent",
            width=190,
            pinned=True,
            type="tertiary",
            alignment="left",
            key=OPENED,
            help="Click opens it.",
        ),
        "flags": number("Flags", format="localized", width=62, help="Flags that name the agent."),
        "traces": number("Traces", format="localized", width=70),
        "sent": number("Sent", format="localized", width=70),
        "received": number("Received", format="localized", width=80, help="Messages to it, broadcasts included."),
        "cost_cents": number(
            "Cost, ¢", format="%,.2f", width=width, help="US cents. The sender pays for a message."
        ),
        "unpriced_messages": number(
            "Unpriced", width=width, help="Messages at a price nobody knows; not counted as free."
        ),
        "input_tokens": number(
            "Input", format="localized", width=width, help="Input tokens, cached ones included."
        ),
        "cached_tokens": number("Cached", format="localized", width=width, help="Input tokens read from a cache."),
        "output_tokens": number("Output", format="localized", width=width, help="Output tokens."),
        "latency": number(
            "Latency", format="localized", width=110, help="Median time from a task given to it to its result."
        ),
        **{
            status: number(
                status.capitalize(), format="localized", width=width, help=f"Its results that state: {status}."
            )
            for status in figures.STATUSES[:-1]
        },
        "unstated": number("Unstated", format="localized", width=width, help="Its results that state no status."),
        "confidence": number("Stated", format="%.2f", width=70, help="Mean confidence that its results state."),
        "inherited": number(
            "Inherited", format="%.2f", width=80, help="Mean confidence of the results it was given."
        ),
    }
    hidden = {"unpriced_messages"} if hide_unpriced else set()
    return {
        name: value for name, value in found.items() if name not in hidden | ({"traces"} if one_trace else set())
    }


def _one(agents: pd.DataFrame, name: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.code(name, language=None, width="stretch", wrap_lines=True)
        st.button("All agents", on_click=lambda: state.put(agent=None))
    found = agents[agents["agent"] == name]
    if found.empty:
        st.info("No analysed trace has an agent of this name.")
    else:
        _figures_of(found.iloc[0])
    traces = queries.traces(Filters(agents=(name,)))
    if not traces.empty:
        st.subheader("Its traces", anchor=False)
        trace_table(traces, key="agent_traces_table")


def _figures_of(agent: "pd.Series[Any]") -> None:
    unpriced = units.whole(agent["unpriced_messages"])
    with st.container(horizontal=True, gap="small"):
        st.metric("Flags", units.count(agent["flags"]))
        st.metric("Sent", units.count(agent["sent"]))
        st.metric("Received", units.count(agent["received"]))
        st.metric("Cost", units.money(agent["cost_cents"]) + (f" + {unpriced:,} unpriced" if unpriced else ""))
        st.metric("Input tokens", units.count(agent["input_tokens"]))
        st.metric("Output tokens", units.count(agent["output_tokens"]))
        st.metric("Median latency", units.duration(agent["latency_seconds"]))
        for status in figures.STATUSES:
            st.metric(status.capitalize(), units.count(agent[status]))
        st.metric("Stated confidence", units.share(agent["confidence"]))
        st.metric("Inherited confidence", units.share(agent["inherited"]))
