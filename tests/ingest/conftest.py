"""An empty store for the tests of ingest, made once: making one takes longer than most of them."""

import pytest
from hypothesis import settings

from misheard.ingest.store import ANALYSIS_TABLES, Store

settings.register_profile("steady", deadline=None, max_examples=60)
"""No deadline: how long an example takes says more about the machine than about the code."""
settings.load_profile("steady")


@pytest.fixture(scope="session")
def shared_store():
    with Store.open() as store:
        yield store


@pytest.fixture
def store(shared_store):
    for table in ("messages", "traces", "rejects", "sources", *ANALYSIS_TABLES):
        shared_store._cursor().execute(f"DELETE FROM {table}")
    return shared_store
