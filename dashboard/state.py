"""What the page remembers: the only place that reads or writes the URL and the session.

Every view has a URL that can be passed on: `/trace?trace=ID&flag=ID&message=ID`, `/agents?agent=NAME`,
`/modes?mode=NAME`, and `/traces?agents=…&mode=…&severity=…&from=…&until=…&text=…`. Filters are widgets bound to
the URL by their key; everything else goes through here.
"""

from collections.abc import Mapping
from typing import Any, NoReturn, cast

import streamlit as st

from misheard.dashboard import pages

TRACE, FLAG, AGENT, MESSAGE, MODE = "trace", "flag", "agent", "message", "mode"
FILTER_AGENTS, FILTER_MODES, FILTER_SEVERITIES = "agents", "modes", "severity"
FILTER_FROM, FILTER_UNTIL, FILTER_TEXT = "from", "until", "text"
FILTERS = (FILTER_AGENTS, FILTER_MODES, FILTER_SEVERITIES, FILTER_FROM, FILTER_UNTIL, FILTER_TEXT)


def get(name: str) -> str | None:
    """Return what the URL says for `name`, or None."""
    return st.query_params.get(name) or None


def put(**values: str | None) -> None:
    """Write names and values into the URL; None takes a name out of it."""
    for name, value in values.items():
        if value is None:
            st.query_params.pop(name, None)
        elif st.query_params.get(name) != value:
            st.query_params[name] = value


def trace_id() -> str | None:
    """Return the trace of the URL."""
    return get(TRACE)


def flag_id() -> str | None:
    """Return the flag of the URL."""
    return get(FLAG)


def message_id() -> str | None:
    """Return the message of the URL."""
    return get(MESSAGE)


def agent() -> str | None:
    """Return the agent of the URL."""
    return get(AGENT)


def mode() -> str | None:
    """Return the failure mode of the URL."""
    return get(MODE)


def go(page: pages.PageSpec, query: Mapping[str, str | list[str]] | None = None) -> NoReturn:
    """Leave for `page`, with `query` in its URL."""
    st.switch_page(pages.streamlit_page(page), query_params=cast("Any", dict(query or {})))


def open_trace(trace: str, flag: str | None = None, message: str | None = None) -> NoReturn:
    """Leave for the page of a trace, at one of its flags or messages where one is named."""
    wanted = {TRACE: trace, FLAG: flag, MESSAGE: message}
    go(pages.TRACE, {name: value for name, value in wanted.items() if value})


def open_agent(name: str) -> NoReturn:
    """Leave for the page of an agent."""
    go(pages.AGENTS, {AGENT: name})


def remembered(key: str, default: Any = None) -> Any:
    """Return what this visitor's session holds under `key`."""
    return st.session_state.get(key, default)


def remember(key: str, value: Any) -> None:
    """Keep `value` for this visitor under `key`."""
    st.session_state[key] = value


def forget(*keys: str) -> None:
    """Drop what this visitor's session holds under `keys`."""
    for key in keys:
        st.session_state.pop(key, None)


def chosen_row(event: Any) -> int | None:
    """Return the row of a table of which a cell was chosen; None where none was."""
    cells = list(event.selection.get("cells", ()))
    return int(cells[0][0]) if cells else None


def reset_filters() -> None:
    """Clear every filter, in the session and so in the URL; for a button's `on_click`."""
    for key in (FILTER_AGENTS, FILTER_MODES, FILTER_SEVERITIES):
        st.session_state[key] = []
    for key in (FILTER_FROM, FILTER_UNTIL):
        st.session_state[key] = None
    st.session_state[FILTER_TEXT] = ""
