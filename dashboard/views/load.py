"""Loads logs that are dropped on the page, and says what became of every record."""

import re
from typing import Any

import pandas as pd
import streamlit as st

from misheard.analysis.engine import analyse_stored
from misheard.dashboard import current, pages, queries, state, units
from misheard.dashboard.components.facts import fact, facts
from misheard.dashboard.components.trace_table import trace_table
from misheard.ingest import readers
from misheard.ingest.errors import MisheardError
from misheard.ingest.load import LoadReport, SourceReport, load
from misheard.ingest.source import LOG_ENDINGS, PACKED_ENDINGS, Source

AUTO = "by content"
REPORT, PROBLEM = "load_report", "load_problem"
MOST_PROBLEMS = 50
"""Problems told one by one."""


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
    _problems(report)
    st.dataframe(report_frame(report), hide_index=True, column_config=_columns(), placeholder="–")
    _traces(report)


def _headline(report: LoadReport) -> None:
    """Say what was loaded, as good news only where nothing was left behind."""
    refused, unread = len(report.rejected), sum(1 for source in report.sources if _problem(source))
    said = [
        units.plural(report.kept, "new message"),
        f"{report.repeated:,} already in the store" if report.repeated else "",
        f"{units.plural(refused, 'record')} refused" if refused else "",
        f"{units.plural(unread, 'file')} with a problem" if unread else "",
    ]
    tell = st.warning if refused or unread else st.success if report.kept else st.info
    tell(f"Loaded: {', '.join(part for part in said if part)}.")


def _problems(report: LoadReport) -> None:
    """Draw each problem with its place, in full: a cell of a table would cut off the remedy."""
    told = [(source.source, problem) for source in report.sources if (problem := _problem(source))]
    told += [(f"{name}:{item.line:,}", item.problem) for name, item in report.rejected]
    if not told:
        return
    more = len(told) - MOST_PROBLEMS
    notes = [f"and {more:,} more; all refused records are listed at the bottom of the page"] if more > 0 else []
    st.subheader("What could not be read", anchor=False)
    items = [fact(place, problem) for place, problem in told[:MOST_PROBLEMS]]
    facts({"items": items, "notes": notes}, key="load_problems")


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
            }
            for source in report.sources
        ]
    )


def _problem(source: SourceReport) -> str | None:
    """Return what is wrong with a whole file, with the page's remedy in place of the command line's."""
    if source.problem is None and source.format is None:
        return "holds no log that is known here; choose one under Format to insist on it"
    told = (source.problem or "").removeprefix(f"{source.source}: ")
    return re.sub(r"name one with --[a-z-]+", "choose one under Format", told) or None


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
        "refused": number("Refused", format="localized", help="Records that are no message; listed above."),
    }


def _traces(report: LoadReport) -> None:
    """Draw the traces that the files speak of, with what was found, whether or not their messages are new."""
    st.page_link(pages.streamlit_page(pages.TRACES), label="To the list of traces", icon=pages.TRACES.icon)
    ids = set[str]().union(*(source.traces for source in report.sources))
    known = queries.traces(queries.Filters())
    found = known[known["trace_id"].isin(ids)]
    if not found.empty:
        st.subheader("Traces of these files", anchor=False)
        trace_table(found, key="loaded_traces")


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
