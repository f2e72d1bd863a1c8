"""Loads logs that are dropped on the page, and says what became of every record."""

from typing import Any

import pandas as pd
import streamlit as st

from misheard.analysis.engine import analyse_stored
from misheard.dashboard import current, pages, queries, state, units
from misheard.ingest import readers
from misheard.ingest.errors import MisheardError
from misheard.ingest.load import LoadReport, load
from misheard.ingest.source import LOG_ENDINGS, PACKED_ENDINGS, Source

AUTO = "by content"
REPORT, PROBLEM, OPENED = "load_report", "load_problem", "opened_loaded_trace"


def page() -> None:
    """Draw the page."""
    st.title("Load", anchor=False)
    st.text("Drop the logs of your runs. They stay on this machine; loading one twice adds nothing.")
    with st.form("load", clear_on_submit=True):
        files = st.file_uploader(
            "Logs", accept_multiple_files=True,
            help=f"Files such as {', '.join(LOG_ENDINGS)}; packed ones ({', '.join(PACKED_ENDINGS)}) too.",
        )  # fmt: skip
        chosen = st.selectbox("Format", [AUTO, *readers.names()], width=260, help=_formats())
        pressed = st.form_submit_button("Load", type="primary")
    if pressed and files:
        _load([Source(file.name, content=file.getvalue()) for file in files], None if chosen == AUTO else chosen)
    elif pressed:
        st.info("Choose or drop a file first.")
    _report()
    _earlier()


def _formats() -> str:
    lines = [f"- {reader.name}: {reader.about}" for reader in readers.READERS]
    return "\n".join(["Each file is told by its content. To force one:", *lines])


def _load(sources: list[Source], format_name: str | None) -> None:
    """Load and analyse; the outcome is remembered, so that it is still there after the next click."""
    bar = st.progress(0.0, text="Reading")
    names = [source.name for source in sources]

    def reading(name: str, records: int) -> None:
        done = names.index(name)
        bar.progress(done / len(names), text=f"Reading file {done + 1} of {len(names)}: {records:,} records so far")

    def analysing(done: int, total: int) -> None:
        bar.progress(done / total, text=f"Analysed {done:,} of {units.plural(total, 'trace')}")

    state.forget(REPORT, PROBLEM)
    try:
        report = load(current.store(), sources, format_name=format_name, progress=reading, named=frozenset(names))
        state.remember(REPORT, report)
        analyse_stored(current.store(), progress=analysing)
    except MisheardError as error:
        state.remember(PROBLEM, str(error))
    bar.empty()


def _report() -> None:
    problem: str | None = state.remembered(PROBLEM)
    if problem:
        st.error("Not everything could be loaded:")
        st.text(problem)
    report: LoadReport | None = state.remembered(REPORT)
    if report is None:
        return
    _headline(report)
    st.dataframe(report_frame(report), hide_index=True, column_config=_columns(), placeholder="–")
    if report.rejected:
        st.subheader("Refused records", anchor=False)
        st.dataframe(
            [{"File": name, "Line": item.line, "Problem": item.problem} for name, item in report.rejected],
            hide_index=True,
        )
    _links(report)


def _headline(report: LoadReport) -> None:
    said = [f"{units.plural(report.kept, 'new message')}"]
    if report.repeated:
        said.append(f"{report.repeated:,} already in the store")
    if report.rejected:
        said.append(f"{report.rejected and len(report.rejected):,} refused")
    read = any(source.read for source in report.sources)
    (st.success if report.kept else st.warning if not read else st.info)(f"Loaded: {', '.join(said)}.")


def report_frame(report: LoadReport) -> pd.DataFrame:
    """Return a row per source of what became of its records."""
    return pd.DataFrame(
        [
            {
                "file": source.source,
                "format": source.format,
                "read": source.read,
                "kept": source.kept,
                "repeated": source.repeated,
                "renamed": source.renamed,
                "mended": source.mended,
                "refused": len(source.rejected),
                "problem": _problem(source.problem, source.format),
            }
            for source in report.sources
        ]
    )


def _problem(problem: str | None, format_name: str | None) -> str | None:
    """Name the page's remedy where the sentence names the command line's."""
    if problem is None and format_name is None:
        return "holds no log that is known here"
    return problem.replace("name one with --format", "choose one under Format") if problem else None


def _columns() -> dict[str, Any]:
    number = st.column_config.NumberColumn
    return {
        "file": st.column_config.TextColumn("File", width="medium"),
        "format": "Format",
        "read": number("Read", format="localized", help="Records read."),
        "kept": number("New", format="localized", help="Messages that are new in the store."),
        "repeated": number("Repeated", format="localized", help="Messages that the store had already."),
        "renamed": number("Renamed", format="localized", help="Messages whose id another message of the run had."),
        "mended": number("Mended", format="localized", help="Messages that needed mending; each says how."),
        "refused": number("Refused", format="localized", help="Records that are no message; listed below."),
        "problem": st.column_config.TextColumn("Problem", width="large"),
    }


def _links(report: LoadReport) -> None:
    st.page_link(pages.streamlit_page(pages.TRACES), label="To the list of traces", icon=pages.TRACES.icon)
    names = [source.source for source in report.sources if source.read]
    traces = queries.traces_of_sources(names) if names else pd.DataFrame()
    if traces.empty:
        return
    st.subheader("Traces of these files", anchor=False)
    st.dataframe(
        traces.assign(open="Open"), key="loaded_traces", hide_index=True, width=520, lazy=False,
        column_order=["open", "trace_id", "messages"],
        column_config={
            "open": st.column_config.ButtonColumn("", width=62, type="tertiary", key=OPENED),
            "trace_id": st.column_config.TextColumn("Trace", width=340),
            "messages": st.column_config.NumberColumn("Messages", format="localized"),
        },
    )  # fmt: skip
    chosen = state.clicked_row(OPENED)
    if chosen is not None and chosen < len(traces):
        state.open_trace(str(traces["trace_id"].iloc[chosen]))


def _earlier() -> None:
    sources = queries.sources()
    if sources.empty:
        return
    st.subheader("Loaded so far", anchor=False)
    st.dataframe(
        sources, hide_index=True,
        column_config={
            "name": st.column_config.TextColumn("Source", width="large"), "format": "Format",
            "loaded_at": st.column_config.DatetimeColumn("Loaded (UTC)", format="YYYY-MM-DD HH:mm"),
            "messages": st.column_config.NumberColumn("Messages", format="localized"),
            "traces": st.column_config.NumberColumn("Traces", format="localized"),
            "refused": st.column_config.NumberColumn("Refused", format="localized"),
        },
    )  # fmt: skip
    refused = int(sources["refused"].sum())
    if not refused:
        return
    with st.expander(f"All refused records ({refused:,})", icon=pages.LOAD.icon):
        rejects = queries.rejects()
        if len(rejects) < refused:
            st.text(f"The first {len(rejects):,} of {refused:,}.")
        st.dataframe(
            rejects, hide_index=True,
            column_config={"source": "Source", "line": "Line", "problem": "Problem", "beginning": "Begins with"},
        )  # fmt: skip
