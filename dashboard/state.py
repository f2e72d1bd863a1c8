"""What the page remembers: the only place that reads or writes the URL and the session.

Every view has a URL that can be passed on: `/trace?trace=ID&flag=ID&message=ID&view=NAME&claim=ID`,
`/agents?agent=NAME`, `/modes?mode=NAME`, and `/traces?agents=…&mode=…&severity=…&from=…&until=…&text=…`. Filters
and the view of a trace are widgets bound to the URL by their key; everything else goes through here.
"""

from collections.abc import Mapping
from typing import Any, NoReturn, cast

import streamlit as st

from misheard.dashboard import pages

TRACE, FLAG, AGENT, MESSAGE, MODE, CLAIM = "trace", "flag", "agent", "message", "mode", "claim"
FILTER_AGENTS, FILTER_MODES, FILTER_SEVERITIES = "agents", "modes", "severity"
FILTER_FROM, FILTER_UNTIL, FILTER_TEXT = "from", "until", "text"
FILTERS = (FILTER_AGENTS, FILTER_MODES, FILTER_SEVERITIES, FILTER_FROM, FILTER_UNTIL, FILTER_TEXT)

_FILTERED, _WANTED = "filters_left", "filters_wanted"


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


def claim_id() -> str | None:
    """Return the claim of the URL."""
    return get(CLAIM)


def agent() -> str | None:
    """Return the agent of the URL."""
    return get(AGENT)


def mode() -> str | None:
    """Return the failure mode of the URL."""
    return get(MODE)


def go(page: pages.PageSpec, query: Mapping[str, str | list[str]] | None = None) -> NoReturn:
    """Leave for `page`, with `query` in its URL."""
    st.session_state[_FILTERED] = {key: st.session_state[key] for key in FILTERS if st.session_state.get(key)}
    st.switch_page(pages.streamlit_page(page), query_params=cast("Any", dict(query or {})))


def restore_filters() -> None:
    """Give the filters the values that `keep_filters` asked for; call it before they are drawn."""
    st.session_state.update(st.session_state.pop(_WANTED, {}))


def keep_filters() -> None:
    """Bring the filters back on the way back from a trace; call it after they are drawn.

    Streamlit writes the query of the next page into the history's entry of the page that is left, so that the way
    back finds a trace in the URL and the filters gone. A bound widget takes a value from the session only once it
    is known, hence the second run.
    """
    left = st.session_state.pop(_FILTERED, None)
    if left and TRACE in st.query_params and not any(name in st.query_params for name in FILTERS):
        st.session_state[_WANTED] = left
        st.rerun()


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


def clicked_row(key: str) -> int | None:
    """Return the row whose button in the column of this `key` was pressed; None where none was."""
    click = st.session_state.get(key)
    return None if click is None else int(click["row"])


def reset_filters() -> None:
    """Clear every filter, in the session and so in the URL; for a button's `on_click`."""
    for key in (FILTER_AGENTS, FILTER_MODES, FILTER_SEVERITIES):
        st.session_state[key] = []
    for key in (FILTER_FROM, FILTER_UNTIL):
        st.session_state[key] = None
    st.session_state[FILTER_TEXT] = ""
