"""Numbers as people read them, the same on every page: money, time, tokens, shares."""

from datetime import datetime

MISSING = "–"
"""Shown where a figure was not logged, which is not zero."""


def money(cents: float | None) -> str:
    """Return US cents as text: cents below a dollar (`3.20 ¢`), dollars from there (`$1,204.50`)."""
    if cents is None or _absent(cents):
        return MISSING
    if cents >= 99.995:
        return f"${cents / 100:,.2f}"
    if 0 < cents < 0.01:
        return "< 0.01 ¢"
    return f"{cents:.2f} ¢"


def duration(seconds: float | None) -> str:
    """Return seconds as text with two units at most: `0.4 s`, `12 s`, `3 min 05 s`, `1 h 02 min`, `2 d 03 h`."""
    if seconds is None or _absent(seconds):
        return MISSING
    if seconds < 9.95:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    minutes = round(seconds / 60)
    if minutes < 24 * 60:
        return f"{minutes // 60} h {minutes % 60:02d} min"
    hours = round(seconds / 3600)
    return f"{hours // 24} d {hours % 24:02d} h"


def two_units(seconds: float) -> float:
    """Return seconds rounded so that no more than two units are left to show; for columns that show durations."""
    if seconds < 60:
        return round(seconds, 1)
    step = 1 if seconds < 3600 else 60 if seconds < 86_400 else 3600
    return round(seconds / step) * step


def moment(time: datetime | None) -> str:
    """Return a time in UTC as text: `2026-11-16 08:12:00`; the page says once that times are in UTC."""
    return MISSING if time is None or _absent(time) else f"{time:%Y-%m-%d %H:%M:%S}"


def count(number: float | None) -> str:
    """Return a count with thousands apart."""
    return MISSING if number is None or _absent(number) else f"{int(number):,}"


def whole(number: float | None) -> int:
    """Return a count as a number, 0 where none was logged."""
    return 0 if number is None or _absent(number) else int(number)


def plural(number: int, one: str, many: str = "") -> str:
    """Return a count with its noun: `1 flag`, `1,200 flags`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def share(value: float | None) -> str:
    """Return a share of 0 to 1 with two decimals."""
    return MISSING if value is None or _absent(value) else f"{value:.2f}"


def _absent(value: object) -> bool:
    """Tell NaN, NaT and NA, which is what a DataFrame makes of a missing figure; None is told by the caller."""
    try:
        return bool(value != value)  # noqa: PLR0124
    except TypeError:  # NA compared with itself is neither true nor false
        return True
