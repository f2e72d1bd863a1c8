"""Foreign text on a terminal: made harmless, and shortened where it says so."""

import unicodedata

_KEPT = {"\n", "\t"}


def printable(text: str) -> str:
    """Return `text` with control and direction characters made visible, so that it cannot steer a terminal."""
    return "".join(char if _is_safe(char) else f"\\x{ord(char):02x}" for char in text)


def _is_safe(char: str) -> bool:
    return char in _KEPT or unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Cn"}


def shortened(text: str, length: int = 160) -> str:
    """Return `text` on one line, and say with `…` where it was shortened to `length` characters."""
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 1].rstrip() + "…"
