"""Settings of the whole suite: the same examples each time, and a second try where a real browser is at work."""

import os

import pytest
from hypothesis import settings

# No deadline: how long an example takes says more about the machine than about the code.
settings.register_profile("repeatable", derandomize=True, deadline=None, max_examples=60)
settings.register_profile("explore", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))


# The extra `embeddings` is on where it is installed; tests come out the same with and without it unless they ask.
os.environ.setdefault("MISHEARD_EMBEDDINGS", "off")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser on a busy machine may be late; what it gets wrong twice is wrong."""
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=1))
