"""The store of this process: opened once, used by every page and every visitor."""

import threading
from pathlib import Path

from misheard.ingest.store import Store, default_path

_lock = threading.Lock()
_open: dict[str, Store] = {}


def use(store: Store | None) -> None:
    """Make `store` the one that the pages show; None forgets it without closing it."""
    with _lock:
        _open.clear()
        if store is not None:
            _open["store"] = store


def store(path: Path | None = None) -> Store:
    """Return the store that the pages show; the first call opens it, at `path` or the default place.

    Raises:
        StoreError: it cannot be opened.
    """
    with _lock:
        if "store" not in _open:
            _open["store"] = Store.open(path or default_path())
        return _open["store"]
