"""The failure modes: what each detector looks for, how it decides, and its thresholds."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from inspect import cleandoc
from textwrap import dedent
from typing import Any

import streamlit as st

from misheard.analysis.detectors import DETECTORS
from misheard.analysis.flag import Detector
from misheard.dashboard import state, theme

HEADINGS = (
    "What it detects", "Why it matters", "How it decides", "Thresholds", "False alarms", "Example", "References",
)  # fmt: skip


def page() -> None:
    """Draw the page."""
    st.title("Failure modes", anchor=False)
    modes = [detector.mode.value for detector in DETECTORS]
    chosen = st.segmented_control(
        "Mode", modes, default=modes[0], key=state.MODE, bind="query-params", required=True,
        label_visibility="collapsed",
    )  # fmt: skip
    _draw(next((detector for detector in DETECTORS if detector.mode.value == chosen), DETECTORS[0]))


def _draw(detector: Detector) -> None:
    st.subheader(theme.MODE_LABELS[detector.mode], anchor=False)
    with st.container(width=860):
        for heading, text in sections(detector.doc):
            if heading:
                st.subheader(heading, anchor=False, divider="gray")
            if heading == "Thresholds":
                _thresholds(detector.thresholds)
            st.markdown(text.replace("$", r"\$"))


def sections(doc: str) -> Iterator[tuple[str, str]]:
    """Yield the headings of a detector's docstring with the text under each; what stands ahead of them has none.

    The text is Markdown of ours, from the package alone: nothing of a log is ever in it.
    """
    heading, lines = "", list[str]()
    for line in cleandoc(doc).splitlines():
        bare = line.strip().strip("#:* ").lower()
        found = next((name for name in HEADINGS if bare == name.lower()), None)
        if found:
            if "".join(lines).strip():
                yield heading, dedent("\n".join(lines)).strip()
            heading, lines = found, []
        elif not (line.strip() and set(line.strip()) <= set("=-~")):
            lines.append(line)
    if "".join(lines).strip():
        yield heading, dedent("\n".join(lines)).strip()


def _thresholds(thresholds: Any) -> None:
    if not is_dataclass(thresholds) or not fields(thresholds):
        return
    rows = [
        {"setting": one.name.replace("_", " "), "value": str(getattr(thresholds, one.name))}
        for one in fields(thresholds)
    ]
    st.dataframe(rows, hide_index=True, width="content", alt="The detector's settings")
