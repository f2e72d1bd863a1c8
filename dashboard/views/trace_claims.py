"""The claims of a run that travelled, and the hops of the one that is chosen."""

from typing import Any

import streamlit as st

from misheard.analysis.claims.claim import claims_of
from misheard.analysis.flag import Mode
from misheard.dashboard import current, state, trace_data, units
from misheard.dashboard.claim_paths import Path, paths, unlike_pairs
from misheard.dashboard.components.claims import claims, claims_data, rows_of
from misheard.dashboard.components.hops import hops, hops_data
from misheard.dashboard.lineage import lineage
from misheard.dashboard.trace_data import Run
from misheard.dashboard.views.trace_events import opens_message, selects_claim, selects_flag
from misheard.dashboard.views.trace_messages import BESIDE, inspect
from misheard.ingest.store import Store

TABLE, HOPS = "claims", "hops"
MOST_COMPARED = 1_500
"""Pairs of claims that are compared for the table, at one to two milliseconds each; in a longer run the hops of a
claim are compared when it is chosen."""
LONG = (
    "In a run this long the table names the changes that have a flag; others are looked for when a claim is chosen."
)


def draw(run: Run, flag_id: str | None) -> None:
    """Draw the table, the hops of the chosen claim, and beside them the message that was opened from one."""
    if not trace_data.is_analysed(run.roll_up):
        st.text("This trace was not analysed yet, so nobody knows which claims were told on; open it anew.")
        return
    store = current.store()
    known, rows, compared = _paths(store, run, (store.place, id(store), store.generation), run.trace.trace_id)
    if not known:
        st.text(nothing_travelled(run))
        return
    with st.container():  # it keeps the place of what follows
        wanted = state.claim_id()
        if wanted and wanted not in known:
            _unknown(wanted)
    chosen = chosen_path(known, rows, flag_id)
    claims(claims_data(run, rows, chosen.first.id), key=TABLE, on_claim=selects_claim(TABLE))
    if not compared:
        st.caption(LONG)
    _hops(run, chosen, flag_id)


@st.cache_resource(max_entries=4, show_spinner="Following the claims")
def _paths(
    _store: Store,
    _run: Run,
    stamp: tuple[str, int, int],  # noqa: ARG001
    trace_id: str,
) -> tuple[dict[str, Path], list[dict[str, Any]], bool]:
    found = paths(_run, lineage(_store, trace_id))
    compared = unlike_pairs(found) <= MOST_COMPARED
    return {path.first.id: path for path in found}, rows_of(_run, found, compared), compared


def chosen_path(known: dict[str, Path], rows: list[dict[str, Any]], flag_id: str | None) -> Path:
    """Return the claim of the URL, else the one with the selected flag on its way, else the first of the table."""
    wanted = known.get(state.claim_id() or "")
    flagged = next((path for path in known.values() if flag_id in path.flags), None)
    worst = min(rows, key=lambda row: (row["rank"], -row["hops"], row["first"]))
    return wanted or flagged or known[worst["id"]]


def _hops(run: Run, path: Path, flag_id: str | None) -> None:
    message = state.message_id()
    opened = run.trace.by_id.get(message) if message else None
    left, right = st.columns([5, 3], gap="medium") if opened else (st.container(), None)
    with left:
        data = hops_data(run, path, flag_id, message)
        hops(data, key=HOPS, on_open=opens_message(HOPS, flag_id), on_flag=selects_flag(HOPS, message))
    if right and opened:
        with right, st.container(height=BESIDE, border=True, key="claim_message"):
            inspect(run, opened, flag_id)


def _unknown(claim_id: str) -> None:
    st.text(f"No claim {claim_id!r} of this trace was told on; a newer analysis may have dropped it.")
    if st.button("Show the trace without it", key="without_claim"):
        state.put(claim=None)
        st.rerun()


def nothing_travelled(run: Run) -> str:
    """Return why there is no claim to show."""
    unchecked = next((one for one in run.checks if one.mode is Mode.TELEPHONE_DRIFT and not one.checked), None)
    why = f" Telephone drift could not be checked: {unchecked.reason}." if unchecked and unchecked.reason else ""
    number = sum(len(claims_of(run.trace, message)) for message in run.trace.messages)
    if not number:
        return f"No claim was passed on: no message of this run states anything in words.{why}"
    return (
        f"No claim was passed on: of {units.plural(number, 'claim')} in this run, none came up again in what its "
        f"receiver said afterwards.{why}"
    )
