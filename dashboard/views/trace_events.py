"""What a person selected in a drawn component of the trace page, on its way into the URL."""

from collections.abc import Callable
from typing import Any

from misheard.dashboard import state


def sent(key: str, name: str) -> Any:
    """Return what the component under `key` sent as `name` in this run, or None."""
    held = state.remembered(key)
    return held.get(name) if held else None


def opens_message(key: str, flag: str | None) -> Callable[[], None]:
    """Return a callback that puts the message a component opened into the URL, and `flag`, which stays selected."""

    def put() -> None:
        message = sent(key, "open")
        if isinstance(message, str) and message:
            state.put(flag=flag, message=message)

    return put


def selects_flag(key: str, message: str | None = None) -> Callable[[], None]:
    """Return a callback that puts the flag a component selected into the URL, with `message` as the open one.

    Without a message the page opens the one where the flag is visible.
    """

    def put() -> None:
        flag = sent(key, "flag")
        if isinstance(flag, str) and flag:
            state.put(flag=flag, message=message)

    return put


def selects_claim(key: str) -> Callable[[], None]:
    """Return a callback that puts the claim a component chose into the URL; what else is selected stays."""

    def put() -> None:
        claim = sent(key, "claim")
        if isinstance(claim, str) and claim:
            state.put(claim=claim)

    return put
