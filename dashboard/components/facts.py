"""Labelled values, drawn as plain text; one that names a message can be opened."""

from collections.abc import Callable
from typing import Any

from misheard.dashboard.components.drawn import drawn

_mount = drawn("facts")

Fact = dict[str, str]
"""`label` and `value`, and where wanted `hint`, `tone` (bad, missed, quiet), `mono`, and the id of a message to
`open` or of a `flag` to select."""


def fact(label: str, value: str, **more: str | None) -> Fact:
    """Return one labelled value; what is None is left out."""
    return {"label": label, "value": value, **{name: text for name, text in more.items() if text}}


def facts(
    data: dict[str, Any],
    key: str,
    on_open: Callable[[], None] | None = None,
    on_flag: Callable[[], None] | None = None,
) -> None:
    """Draw `data`: `items` (facts) laid out as `layout` (strip or list), `title`, `lead`, `checks` and `notes`."""
    _mount(
        data={"layout": "list", "items": [], **data},
        key=key,
        on_open_change=on_open or _nothing,
        on_flag_change=on_flag or _nothing,
    )


def _nothing() -> None:
    """Do nothing; the component needs a callback for each event it may send."""
