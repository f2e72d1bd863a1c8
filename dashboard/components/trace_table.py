"""The table of traces: to sort, to search, and to open one."""

from typing import Any

import pandas as pd
import streamlit as st
from pandas.io.formats.style import Styler

from misheard.analysis.flag import Mode, Severity
from misheard.dashboard import queries, state, theme, units

MOST_ROWS_HIGH, TALLEST = 18, 630
OPENED = "opened_trace"
MOST_TINTED = 1000

MOST_ROWS = 100_000
"""Rows that a browser still sorts and searches at once; the page says so where there are more."""


LONGEST = 22
"""Characters of a trace's id that its column has room for."""


def label(trace_id: str) -> str:
    """Return a trace's id as the table shows it; of a long one both ends are kept, for either may tell it apart."""
    return (
        trace_id if len(trace_id) <= LONGEST else f"{trace_id[: LONGEST // 2 + 1]}…{trace_id[2 - LONGEST // 2 :]}"
    )


def as_shown(traces: pd.DataFrame) -> pd.DataFrame:
    """Return the frame of `queries.traces` with the columns that a person reads, in their order."""
    return pd.DataFrame(
        {
            "trace": traces["trace_id"].map(label),
            "worst": _verdicts(traces),
            **{mode: traces[mode] for mode in queries.MODES},
            "messages": traces["messages"],
            "agents": traces["agents"],
            "started": traces["started"],
            "duration": pd.to_timedelta(traces["seconds"].map(units.two_units, na_action="ignore"), unit="s"),
            "cost": traces["cost_cents"],
            "unpriced": traces["unpriced_messages"],
            "confidence": [
                None if pd.isna(number) else f"{number:.2f} {level if isinstance(level, str) else ''}".strip()
                for number, level in zip(traces["final_confidence"], traces["final_level"], strict=True)
            ],
            "end": traces["complete"].map({True: "complete", False: "no end"}),
        }
    )


def _verdicts(traces: pd.DataFrame) -> list[str]:
    words = [theme.severity_label(severity) for severity in Severity]
    checked = traces[queries.MODES].notna().sum(axis=1)
    return [
        _verdict(worst, number, analysed, words)
        for worst, number, analysed in zip(traces["worst"].astype(object), checked, traces["analysed"], strict=True)
    ]


def _verdict(worst: object, checked: int, analysed: object, words: list[str]) -> str:
    if not analysed:
        return "not analysed yet"
    if isinstance(worst, int):
        return words[worst]
    if checked < len(queries.MODES):
        return f"none; {checked} of {len(queries.MODES)} checked"
    return "✓ none"


def _columns(frame: pd.DataFrame) -> dict[str, Any]:
    column = st.column_config
    modes = {
        mode.value: None if mode in theme.RARE and not frame[mode.value].any() else column.NumberColumn(
            theme.MODE_SHORT[mode], width=theme.MODE_WIDTHS[mode],
            help=f"{theme.MODE_LABELS[mode]}. {theme.MODE_MEANINGS[mode]} – means: could not be checked.",
        )
        for mode in Mode
    }  # fmt: skip
    return {
        "trace": column.ButtonColumn(
            "Trace", width=168, pinned=True, type="tertiary", alignment="left", key=OPENED, help="Click opens it."
        ),
        "worst": column.TextColumn(
            "Worst flag", width=124, help="How bad the worst flag is if it is true, or how many modes were checked."
        ),
        **modes,
        "messages": column.NumberColumn("Msgs.", format="localized", width=56, help="Messages."),
        "agents": column.NumberColumn("Agents", width=58, help="Everyone who sends or receives, tools included."),
        "started": column.DatetimeColumn("Started (UTC)", format="YYYY-MM-DD HH:mm", width=118),
        "duration": column.NumberColumn(
            "Duration", format="localized", width=98, help="From the first message to the last."
        ),
        "cost": column.NumberColumn(
            "Cost, ¢", format="%,.2f", width=64,
            help="US cents, as logged or else computed from tokens. Messages without a known price are not in it.",
        ),
        "unpriced": _unpriced(frame),
        "confidence": column.TextColumn(
            "Final conf.", width=88,
            help="How sure the final result says it is; high, medium and low stand for .90, .60 and .30.",
        ),
        "end": column.TextColumn("End", width=70, help="Whether the log shows a final result."),
    }  # fmt: skip


def _unpriced(frame: pd.DataFrame) -> Any:
    """Hide the column where every message has a price."""
    if not (frame["unpriced"].fillna(0) > 0).any():
        return None
    return st.column_config.NumberColumn(
        "Unpriced", width=68, help="Messages that used tokens at a price nobody knows; not counted as free."
    )


def _coloured(shown: pd.DataFrame) -> pd.DataFrame | Styler:
    """Return the table with its flags tinted and its zeros dimmed; a very long one is left as it is."""
    if len(shown) > MOST_TINTED:
        return shown
    severities = {theme.severity_label(severity): theme.SEVERITY_COLOURS[severity] for severity in Severity}
    style = shown.style.map(lambda word: _tint(severities[word]) if word in severities else "", subset=["worst"])
    for mode in Mode:
        tint = _tint(theme.MODE_COLOURS[mode])
        style = style.map(lambda number, tint=tint: _of_count(number, tint), subset=[mode.value])
    return style


def _of_count(number: Any, tint: str) -> str:
    if pd.isna(number):
        return ""
    return tint if number else f"color: {theme.QUIET}"


def _tint(colour: str) -> str:
    return f"background-color: {colour}3d"


def trace_table(traces: pd.DataFrame, key: str) -> None:
    """Draw the table, and leave for the trace that is opened."""
    if len(traces) > MOST_ROWS:
        st.text(f"The first {MOST_ROWS:,} of {len(traces):,}, the worst first; the filters narrow them down.")
    shown = as_shown(traces.head(MOST_ROWS))
    st.dataframe(
        _coloured(shown),
        key=key,
        hide_index=True,
        column_config=_columns(shown),
        height="content" if len(shown) <= MOST_ROWS_HIGH else TALLEST,
        placeholder="–",
        lazy=False,
        alt="Traces with their flags, cost and confidence",
    )
    chosen = state.clicked_row(OPENED)
    if chosen is not None and chosen < len(shown):
        state.open_trace(str(traces["trace_id"].iloc[chosen]))
