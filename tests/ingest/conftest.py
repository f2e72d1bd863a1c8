"""An empty store for the tests of ingest, made once: making one takes longer than most of them."""

import pytest

from misheard.ingest.store import ANALYSIS_TABLES, Store


@pytest.fixture(scope="session")
def shared_store():
    with Store.open() as store:
        yield store


@pytest.fixture
def store(shared_store):
    for table in ("messages", "traces", "rejects", "sources", *ANALYSIS_TABLES):
        shared_store._cursor().execute(f"DELETE FROM {table}")
    return shared_store
