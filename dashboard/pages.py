"""The pages: their names, their URLs, and where they are written; a new page is one line here and one file."""

import importlib
from dataclasses import dataclass
from typing import Any

import streamlit as st


@dataclass(frozen=True)
class PageSpec:
    """One page: `path` is its URL, and `module` has a function `page()` that draws it."""

    path: str
    title: str
    icon: str
    module: str

    @property
    def place(self) -> str:
        """The full name of its module."""
        return f"misheard.dashboard.views.{self.module}"

    def draw(self) -> None:
        """Draw the page."""
        importlib.import_module(self.place).page()


TRACES = PageSpec("traces", "Traces", ":material/table_rows:", "traces")
TRACE = PageSpec("trace", "Trace", ":material/swap_calls:", "trace")
AGENTS = PageSpec("agents", "Agents", ":material/groups:", "agents")
LOAD = PageSpec("load", "Load", ":material/upload_file:", "load")
MODES = PageSpec("modes", "Modes", ":material/menu_book:", "explain")

PAGES = (TRACES, TRACE, AGENTS, LOAD, MODES)
"""In the order of the menu; the first is at the root too."""


def streamlit_page(spec: PageSpec) -> Any:
    """Return `spec` as Streamlit wants it."""
    return st.Page(spec.draw, title=spec.title, icon=spec.icon, url_path=spec.path, default=spec is PAGES[0])
