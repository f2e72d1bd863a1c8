"""What a person selected in a drawn component of the trace page, on its way into the URL."""

from collections.abc import Callable
from typing import Any

from misheard.dashboard import state


def sent(key: str, name: str) -> Any:
    """Return what the component under `key` sent as `name` in this run, or None."""
    held = state.remembered(key)
    return held.get(name) if held else None


def opens_message(key: str) -> Callable[[], None]:
    """Return a callback that puts the message a component opened into the URL."""

    def put() -> None:
        message = sent(key, "open")
        if isinstance(message, str) and message:
            state.put(message=message)

    return put


def selects_flag(key: str) -> Callable[[], None]:
    """Return a callback that puts the flag a component selected into the URL, and takes the message out."""

    def put() -> None:
        flag = sent(key, "flag")
        if isinstance(flag, str):
            state.put(flag=flag or None, message=None)

    return put
