"""The failure modes: what each detector looks for, how it decides, and its thresholds."""

import re
from collections.abc import Iterator
from dataclasses import asdict, is_dataclass
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
            said = with_values(text, detector.thresholds) if heading == "Thresholds" else text
            st.markdown(said.replace("$", r"\$"))


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


def with_values(text: str, thresholds: Any) -> str:
    """Return the prose on a detector's thresholds with each value beside its name, and then those it leaves out.

    A number that stood in brackets for the value is dropped, so that none is told twice.
    """
    settings = asdict(thresholds) if is_dataclass(thresholds) and not isinstance(thresholds, type) else {}
    left = {}
    for name, value in settings.items():
        bare = rf"(?<![\w`]){name}(?![\w`])" if "_" in name else r"(?!)"
        text, found = re.subn(rf"`{name}`|{bare}", f"`{name} = {_shown(value)}`", text, count=1)
        if not found:
            left[name] = value
    text = re.sub(r" \(([\d.,]+)\)", lambda match: "" if _number(match[1]) in settings.values() else match[0], text)
    rest = ", ".join(f"`{name} = {_shown(value)}`" for name, value in left.items())
    return f"{text}\n\nThe other values: {rest}." if rest else text


def _shown(value: object) -> str:
    return f"{value:,}" if isinstance(value, int | float) else str(value)


def _number(text: str) -> float | None:
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None
