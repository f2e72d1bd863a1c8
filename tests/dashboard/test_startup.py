import gc
import subprocess
import sys

import pytest

from misheard.dashboard import pages, startup

FIRST_PAGE = """
import gc, sys
from misheard.dashboard import startup
with startup.lean():
    import streamlit
import misheard.dashboard.views.traces
from misheard.dashboard import views
print(*(name for name in ("plotly", "misheard.analysis.detectors") if name in sys.modules))
import misheard.dashboard.figures
import plotly.io
print(plotly.io.templates.default)
"""


def test_the_first_page_brings_in_neither_figures_nor_detectors_and_figures_keep_their_colours():
    done = subprocess.run(
        [sys.executable, "-c", FIRST_PAGE], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.splitlines() == ["", "streamlit"]


@pytest.mark.parametrize(
    ("path", "first"), [("/", "traces"), ("/trace?trace=run", "trace"), ("/nowhere", "traces")]
)
def test_the_page_that_opens_is_imported_ahead_of_the_others(monkeypatch, path, first):
    order = []
    monkeypatch.setattr(startup.importlib, "import_module", order.append)
    monkeypatch.setattr(startup.time, "sleep", order.append)
    startup.warm(path)
    assert order[:2] == [f"misheard.dashboard.views.{first}", startup.PAUSE]
    assert {spec.place for spec in pages.PAGES} <= set(order)


def test_the_collector_runs_again_even_where_an_import_fails(monkeypatch):
    def broken(name):
        raise ImportError(name)

    monkeypatch.setattr(startup.importlib, "import_module", broken)
    with startup.lean():
        assert not gc.isenabled()
    with pytest.raises(ImportError):
        startup.warm("/")
    assert gc.isenabled()
