import shutil

import pytest
import shown_runs
import streamlit as st
from serving import Server, Visit

from misheard.dashboard import current
from misheard.ingest.store import Store

CHROMIUM = "/usr/bin/chromium"


@pytest.fixture
def shown(tmp_path):
    """The store that the pages show, with the runs of `shown_runs`."""
    with Store.open(tmp_path / "store.duckdb") as store:
        shown_runs.fill(store)
        yield from _used(store)


@pytest.fixture
def shown_empty(tmp_path):
    with Store.open(tmp_path / "empty.duckdb") as store:
        yield from _used(store)


def _used(store):
    st.cache_data.clear()
    st.cache_resource.clear()
    current.use(store)
    yield store
    current.use(None)


@pytest.fixture
def serve_store():
    """A function that serves the store at a path until the test ends."""
    servers = []

    def start(path):
        servers.append(Server(path))
        return servers[-1]

    yield start
    for server in servers:
        if server.process.poll() is None:
            server.stop()


@pytest.fixture(scope="session")
def served(tmp_path_factory):
    """The address of a dashboard on the runs of `shown_runs`."""
    path = tmp_path_factory.mktemp("served") / "store.duckdb"
    with Store.open(path) as store:
        shown_runs.fill(store)
    server = Server(path)
    yield server.base
    server.stop()


@pytest.fixture(scope="session")
def chromium():
    """A headless Chromium; the test is skipped where there is none."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = CHROMIUM if shutil.which(CHROMIUM) else shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("no Chromium on this machine")
    with playwright.sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def profile(chromium):
    """One browser profile for all tests, so that Streamlit's own scripts are fetched and compiled once."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    yield context
    context.close()


@pytest.fixture
def visit(profile, served):
    visit = Visit(profile, served)
    yield visit
    visit.page.close()


ONE_PAGE = """
import streamlit as st
from misheard.dashboard import pages
st.navigation(
    [st.Page(one.draw, title=one.title, url_path=one.path, default=one.module == {module!r}) for one in pages.PAGES]
).run()
"""


@pytest.fixture
def draw(monkeypatch):
    """A function that draws the page of a module with a query, and returns what AppTest sees of it."""
    from streamlit.testing.v1 import AppTest

    def drawn(module, **query):
        test = AppTest.from_string(ONE_PAGE.format(module=module), default_timeout=30)
        for name, value in query.items():
            test.query_params[name] = value
        test.run()
        assert not test.exception, [one.value for one in test.exception]
        return test

    return drawn
