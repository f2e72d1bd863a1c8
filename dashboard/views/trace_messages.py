"""The sequence of messages, and the inspector of the one that is open beside it."""

import json
from typing import Any

import streamlit as st

from misheard.dashboard import state
from misheard.dashboard.components import inspector
from misheard.dashboard.components.facts import facts
from misheard.dashboard.components.sequence import sequence, sequence_data
from misheard.dashboard.components.words import payload_data, words
from misheard.dashboard.trace_data import Run
from misheard.dashboard.views.trace_events import opens_message, selects_flag, sent
from misheard.ingest.message import AgentMessage

BESIDE = 720
"""Pixels of the inspector's height, about those of the sequence with its tools."""
RAW = 100_000
"""Characters of raw JSON that the page shows; a longer one can be saved."""
SEARCH = "trace_search"


def open_message(run: Run, flag_id: str | None) -> str | None:
    """Return the message of the URL, or the one where the selected flag is visible."""
    wanted = state.message_id()
    if wanted:
        return wanted if wanted in run.trace.by_id else None
    return run.visible_at(flag_id) if flag_id else None


def draw(run: Run, rows: dict[str, list[Any]], flag_id: str | None) -> None:
    """Draw the sequence at the left and the open message at the right."""
    message_id = open_message(run, flag_id)
    wanted = state.message_id()
    with st.container():  # it keeps the place of what follows
        if wanted and message_id is None:
            _unknown(wanted)
    left, right = st.columns([5, 3], gap="medium")
    search = str((state.remembered(SEARCH) or {}).get(run.trace.trace_id, ""))
    with left:
        data = sequence_data(run, rows, message_id, flag_id, (search, run.found(search)))
        sequence(
            data, key="sequence", on_open=opens_message("sequence", flag_id), on_flag=selects_flag("sequence"),
            on_search=lambda: _search(run),
        )  # fmt: skip
    with right:
        if message_id is None:
            st.text("Select a message in the sequence to read it here.")
        else:
            with st.container(height=BESIDE, border=True, key="inspector"):
                inspect(run, run.trace.by_id[message_id], flag_id)


def _unknown(message_id: str) -> None:
    st.text(f"This trace has no message {message_id!r}.")
    if st.button("Show the trace without it", key="without_message"):
        state.put(message=None)
        st.rerun()


def _search(run: Run) -> None:
    words_sought = sent("sequence", "search")
    if isinstance(words_sought, str):
        state.remember(SEARCH, {run.trace.trace_id: words_sought})


def inspect(run: Run, message: AgentMessage, flag_id: str | None) -> None:
    """Draw everything that is known of one message; opening another leaves the flag selected."""
    head = inspector.head_data(run, message)
    facts(head, key="head", on_open=opens_message("head", flag_id), on_flag=selects_flag("head", message.id))
    handoff, result = inspector.handoff_data(run, message), inspector.result_data(message)
    if handoff:
        st.caption("Hand-off: the five questions")
        facts(handoff, key="handoff")
    if result:
        st.caption("Result")
        facts(result, key="result")
    st.caption("Payload")
    payload = payload_data(run.trace, message, run.flags[flag_id] if flag_id else None)
    if payload["panes"]:
        words(payload, key="payload", on_open=opens_message("payload", flag_id))
    else:
        st.text("This message has no payload.")
    st.caption("Usage")
    facts(inspector.usage_data(message), key="usage")
    st.caption("Provenance")
    facts(inspector.origin_data(run, message), key="origin")
    _raw(run, message)


def _raw(run: Run, message: AgentMessage) -> None:
    # Closed it costs nothing; opened it brings in a highlighter of code, which a browser takes a while to load.
    raw = st.expander("Raw message as JSON", key="raw", on_change="rerun")
    if not raw.open:
        return
    text = json.dumps(_record(run, message), indent=2, ensure_ascii=False, default=str)
    with raw:
        if len(text) <= RAW:
            st.code(text, language="json", wrap_lines=True)
        else:
            st.text(f"{len(text):,} characters, which is too long to show here.")
        st.download_button(
            "Save", text, file_name="message.json", mime="application/json", on_click="ignore", key="save"
        )


def _record(run: Run, message: AgentMessage) -> dict[str, Any]:
    origin = run.origins.get(message.id)
    record = message.model_dump(mode="json", exclude_none=True)
    return record if origin is None or origin.extras is None else {**record, "extras": origin.extras}
