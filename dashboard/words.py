"""How figures and foreign text are put into words, the same on the page, in reports and on the terminal."""

import unicodedata
from datetime import datetime, timedelta

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


def money(cents: float | None) -> str:
    """Return an amount of US cents: `$12.40` from a dollar on, `3.2 ¢` below."""
    if cents is None:
        return "–"
    if cents >= 100:
        return f"${cents / 100:,.2f}"
    return f"{cents:.2g} ¢" if 0 < cents < 1 else f"{cents:.1f} ¢"


def count(number: float | None) -> str:
    """Return a count with separators, `–` where it is unknown."""
    return "–" if number is None else f"{number:,.0f}"


def duration(seconds: float | None) -> str:
    """Return a time span in the two largest units that say something."""
    if seconds is None:
        return "–"
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest:02} s"
    hours, minutes = divmod(minutes, 60)
    if hours < 48:
        return f"{hours} h {minutes:02} min"
    return f"{timedelta(hours=hours).days} d {hours % 24} h"


def moment(time: datetime | None) -> str:
    """Return a time in UTC to the second, `–` where there is none."""
    return "–" if time is None else f"{time:%Y-%m-%d %H:%M:%S}"


def plural(number: int, noun: str) -> str:
    """Return `1 message`, `2 messages`, `1,000 messages`."""
    if number == 1:
        return f"1 {noun}"
    return f"{number:,} {noun[:-1]}ies" if noun.endswith("y") else f"{number:,} {noun}s"
