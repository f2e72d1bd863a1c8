"""Arguments in, DataFrame out: what the pages ask of the store, kept until the store changes.

The frames are copies of what is kept; a page may change its own.
"""

from dataclasses import asdict, dataclass
from datetime import datetime
from importlib import resources
from typing import Any

import pandas as pd
import streamlit as st

from misheard.analysis.flag import Mode
from misheard.analysis.version import analysed_with
from misheard.dashboard import current
from misheard.ingest import jsontext

MOST_NAMES = 1000
"""How many agents the filter lists; others can be typed."""

MOST_REJECTS = 10_000
"""How many rejects are shown; the page says so where there are more."""

MODES = [mode.value for mode in Mode]


@dataclass(frozen=True)
class Filters:
    """Which traces to show: None or empty lets everything through; times are naive UTC, `until` is exclusive."""

    agents: tuple[str, ...] = ()
    modes: tuple[str, ...] = ()
    severities: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    text: str = ""

    @property
    def active(self) -> bool:
        """True where something is filtered."""
        return any(asdict(self).values())

    def values(self) -> dict[str, object]:
        """Return the values to bind; text is sought as it stands in JSON, with quotes and line ends escaped."""
        return {
            "agents": list(self.agents) or None,
            "modes": list(self.modes) or None,
            "severities": list(self.severities) or None,
            "since": self.since,
            "until": self.until,
            "text": self.text or None,
            "text_in_json": jsontext.dumps(self.text)[1:-1],
            "version": analysed_with(),
        }


def sql(name: str) -> str:
    """Return the text of `sql/<name>.sql`."""
    return (resources.files("misheard.dashboard") / "sql" / f"{name}.sql").read_text("utf-8")


def _stamp() -> tuple[str, int, int]:
    """Return what tells one state of one store from every other."""
    store = current.store()
    return store.place, id(store), store.generation


@st.cache_data(show_spinner=False, max_entries=40)
def _kept(name: str, values: dict[str, Any], stamp: tuple[str, int, int]) -> pd.DataFrame:  # noqa: ARG001
    return current.store().frame(sql(name), values)


def _frame(name: str, **values: object) -> pd.DataFrame:
    return _kept(name, values, _stamp())


def traces(filters: Filters) -> pd.DataFrame:
    """Return a row per trace, with a column of flag counts for each mode (missing where it was not checked)."""
    return _traces(filters, _stamp())


@st.cache_data(show_spinner=False, max_entries=5)
def _traces(filters: Filters, stamp: tuple[str, int, int]) -> pd.DataFrame:  # noqa: ARG001
    store = current.store()
    listed = store.frame(sql("traces"), filters.values())
    counts = store.frame(sql("flag_counts")).set_index("trace_id").reindex(columns=MODES)
    joined = listed.join(counts, on="trace_id")
    joined[MODES] = joined[MODES].astype("Int64").where(joined["analysed"])
    return joined


def totals() -> dict[str, int]:
    """Return how many traces and messages the store holds, and how many traces await their analysis."""
    row = _frame("totals", version=analysed_with()).iloc[0]
    return {str(name): int(value) for name, value in row.items()}


def agent_names() -> list[str]:
    """Return the names of the busiest agents, MOST_NAMES at most."""
    return list(_frame("agent_names", most=MOST_NAMES)["agent"])


def agents(trace: str | None = None) -> pd.DataFrame:
    """Return a row per agent over all traces, or over one."""
    return _frame("agents", trace=trace)


def sources() -> pd.DataFrame:
    """Return what was loaded so far, the newest first."""
    return _frame("sources")


def rejects() -> pd.DataFrame:
    """Return the records that were refused, MOST_REJECTS at most, with how each began."""
    frame = _frame("rejects", most=MOST_REJECTS)
    frame["beginning"] = [bytes(raw).decode("utf-8", "replace") for raw in frame["beginning"]]
    return frame
