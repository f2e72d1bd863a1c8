"""What went wrong first: the probable causes, the flags in order of cause, and the words of the selected one."""

import streamlit as st

from misheard.analysis.cause import NOTHING
from misheard.dashboard import state, units
from misheard.dashboard.components.causes import causes, causes_data
from misheard.dashboard.components.flags import flags, flags_data
from misheard.dashboard.components.words import evidence_data, words
from misheard.dashboard.trace_data import Run
from misheard.dashboard.views.trace_events import opens_message, selects_flag


def selected(run: Run) -> str | None:
    """Return the flag of the URL, or the first one where the URL names neither a flag nor a message."""
    wanted = state.flag_id()
    if wanted is None:
        return next(iter(run.flags), None) if state.message_id() is None else None
    return wanted if wanted in run.flags else None


def draw(run: Run) -> str | None:
    """Draw the list and the evidence; return the id of the selected flag."""
    st.subheader("What went wrong first", anchor=False)
    # Containers keep the places of what follows, so that a selection does not make the browser draw it anew.
    problem, led, found, evidence = st.container(), st.container(), st.container(), st.container()
    wanted = state.flag_id()
    if wanted and wanted not in run.flags:
        with problem:
            _unknown(wanted)
    if not run.flags:
        if run.causes and run.causes.about != NOTHING:
            led.text(run.causes.about)
        found.text(nothing_found(run))
        return None
    chosen = selected(run)
    with led:
        causes(causes_data(run, state.message_id()), key="causes", on_open=opens_message("causes", state.flag_id()))
    with found:
        flags(flags_data(run, chosen), key="flags", on_flag=selects_flag("flags"))
    if chosen:
        data = evidence_data(run.trace, run.flags[chosen], chosen, state.message_id())
        with evidence:
            words(data, key="evidence", on_open=opens_message("evidence", chosen))
    return chosen


def _unknown(flag_id: str) -> None:
    st.text(f"This trace has no flag {flag_id!r}; a newer analysis may have dropped it.")
    if st.button("Show the trace without it", key="without_flag"):
        state.put(flag=None)
        st.rerun()


def nothing_found(run: Run) -> str:
    """Return what it means that a run has no flags: how much of it was looked at."""
    checked = sum(1 for check in run.checks if check.checked)
    missing = len(run.checks) - checked
    if not checked:
        return "Nothing could be checked, so nothing is known of this run; the reasons are above."
    sentence = (
        f"Nothing was found. {units.plural(checked, 'failure mode')} {'was' if checked == 1 else 'were'} checked"
    )
    return (
        f"{sentence}; {missing} could not be, for the reasons above." if missing else f"{sentence}, none left out."
    )
