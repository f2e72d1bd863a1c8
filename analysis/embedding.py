"""Vectors of meaning for short texts, where the optional extra `embeddings` is installed; nothing needs them.

The vectors are token vectors averaged over a text, from the package `wordllama` (MIT), whose wheel holds the
weights (16 MB, 256 dimensions). They are read from the package's own folder with downloads switched off. Whatever
goes wrong means "not available" for the rest of the process, with the reason kept. `MISHEARD_EMBEDDINGS=off`
switches it off.
"""

import importlib
import logging
import os
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

SWITCH = "MISHEARD_EMBEDDINGS"
"""The environment variable that switches the vectors off."""
OFF = frozenset(("off", "0", "no", "false"))
LEXICAL = "lexical"
DIMENSIONS = 256
LONGEST = 1_000
"""So many characters of a text are read: a claim is a sentence, and memory grows with the longest of a batch."""
_LOCK = RLock()


@dataclass
class _Model:
    """What was loaded, or why nothing was."""

    loaded: Any = None
    version: str = ""
    failure: str = ""


@cache
def _state() -> _Model:
    model = _Model()
    try:
        model.loaded, model.version = _load(), metadata.version("wordllama")
    except (KeyboardInterrupt, SystemExit):
        raise
    except ModuleNotFoundError as error:
        missing = error.name == "wordllama"
        model.failure = "the extra `embeddings` is not installed" if missing else f"{error.name} is not installed"
    except BaseException as error:  # a panic of a Rust part is no Exception
        model.failure = f"wordllama could not be loaded: {type(error).__name__}: {error}"
    return model


def _load() -> Any:
    root = logging.getLogger()
    level, handlers = root.level, list(root.handlers)
    try:
        package = importlib.import_module("wordllama")
    finally:  # importing it configures the log of the whole process
        root.setLevel(level)
        root.handlers[:] = handlers
    folder = Path(str(package.__file__)).parent
    return package.WordLlama.load(cache_dir=folder, dim=DIMENSIONS, disable_download=True)


def _model() -> _Model:
    with _LOCK:
        return _state()


def _is_off() -> bool:
    return os.environ.get(SWITCH, "").strip().lower() in OFF


def available() -> bool:
    """Tell whether texts can be compared by meaning; the first call loads the vectors (about 0.3 s)."""
    return not _is_off() and not _model().failure


def why_not() -> str | None:
    """Return why texts cannot be compared by meaning, or None where they can."""
    return f"switched off by {SWITCH}" if _is_off() else _model().failure or None


def alignment() -> str:
    """Return how claims are aligned here, so that the results of two machines can be told apart."""
    return f"{LEXICAL}+wordllama-{_model().version}" if available() else LEXICAL


def vectors(texts: "Sequence[str]") -> "NDArray[np.float32] | None":
    """Return one vector of unit length for each text (zeros where it has no token), or None where not available."""
    if not available():
        return None
    readable = [text[:LONGEST].encode("utf-8", "replace").decode("utf-8") for text in texts]
    try:
        with _LOCK:
            return _unit(_model().loaded.embed(readable, norm=False), len(readable))
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # its text may hold words of a message, so it is not kept
        _model().failure = f"wordllama failed: {type(error).__name__}"
        return None


def _unit(found: "NDArray[np.float32]", count: int) -> "NDArray[np.float32]":
    import numpy as np

    rows: NDArray[np.float32] = np.nan_to_num(np.array(found, dtype=np.float32).reshape(count, DIMENSIONS))
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    rows /= np.where(lengths > 0, lengths, 1)
    return rows
