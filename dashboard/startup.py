"""How the server comes up fast: what can wait is imported while the browser still loads Streamlit's own scripts."""

import gc
import importlib
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

PAUSE = 4.0
"""Seconds for the first page to be drawn undisturbed, ahead of the imports of the others."""


@contextmanager
def lean() -> Iterator[None]:
    """Import Streamlit without Plotly, and without the cycle collector, which would walk every module anew.

    Streamlit brings in Plotly to set its own colours, a fifth of a second that the first page has no use for;
    `misheard.dashboard.figures` has it set them when the first figure is drawn. `warm` starts the collector again.
    """
    gc.disable()
    hidden = "plotly" not in sys.modules
    if hidden:
        sys.modules["plotly"] = None  # type: ignore[assignment]  # which is how Python spells "not to be found"
    try:
        yield
    finally:
        if hidden:
            del sys.modules["plotly"]


def warm(path: str) -> None:
    """Import what the page at `path` needs, and after a pause what the others need."""
    from misheard.dashboard import pages

    first = next((spec for spec in pages.PAGES if path.startswith(f"/{spec.path}")), pages.PAGES[0])
    try:
        for spec in dict.fromkeys((first, *pages.PAGES)):
            importlib.import_module(spec.place)
            if spec is first:
                gc.freeze()
                gc.enable()
                time.sleep(PAUSE)
        importlib.import_module("misheard.dashboard.figures.timeline")
    finally:
        gc.enable()
