"""Makes a drawn component from the style sheets and scripts that lie beside this file.

A script builds its elements with `textContent` and attributes alone: message text is never parsed as HTML. Styles
take their colours from the page's theme, so that one sheet serves light and dark.
"""

from collections.abc import Mapping
from importlib import resources
from typing import TYPE_CHECKING, Any

import streamlit as st

from misheard.dashboard import theme

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer


def _text(*names: str) -> str:
    folder = resources.files(__package__)
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in names)


def _colours(*palettes: Mapping[Any, str]) -> str:
    """Return the page's colours as CSS variables, a little nearer to the text so as to read on either ground."""
    lines = [
        f"  --{name}: color-mix(in srgb, {colour} 88%, var(--st-text-color));"
        for palette in palettes
        for name, colour in palette.items()
    ]
    return "\n".join([".root {", *lines, "}"])


def drawn(name: str, *scripts: str) -> "ComponentRenderer":
    """Return the mounting command of the component `name`.

    Its style is `base.css` and `<name>.css`; its script is `base.js` and `scripts` in their order (by default
    `<name>.js`), of which the last exports the function that draws.
    """
    return st.components.v2.component(
        f"misheard.{name}",
        css="\n".join([_colours(theme.SEVERITY_COLOURS, theme.TYPE_COLOURS), _text("base.css", f"{name}.css")]),
        js=_text("base.js", *(scripts or (f"{name}.js",))),
    )
