"""Years as the end or the beginning of a period: "before 2012" and "no later than 2011" name the same one."""

import re

_NOT_LATER = re.compile(
    r"\b(?:no|not|nothing|none|never) (?:\w+ )?(?:later|newer|younger) than\s*\Z"
    r"|\b(?:until|till|up to(?: and including)?|through to)\s*\Z",
    re.IGNORECASE,
)
_EARLIER = re.compile(r"\b(?:before|prior to|(?:earlier|older) than|ahead of)\s*\Z", re.IGNORECASE)
_NOT_EARLIER = re.compile(
    r"\b(?:no|not|nothing|none|never) (?:\w+ )?(?:earlier|older) than\s*\Z|\bsince\s*\Z", re.IGNORECASE
)
_LATER = re.compile(r"\b(?:after|(?:later|newer|younger) than)\s*\Z", re.IGNORECASE)
YEAR = re.compile(r"\b(?:1[89]|20)\d\d\b(?!-\d)")
AHEAD = 32
"""Characters ahead of a year that are read for what bounds it."""


def bound(text: str, start: int, year: str) -> str | None:
    """Return the period that the year at `start` bounds, "..2011" or "2012.."; None where it bounds none."""
    ahead = text[max(0, start - AHEAD) : start]
    number = int(year)
    if _NOT_LATER.search(ahead):
        return f"..{number}"
    if _NOT_EARLIER.search(ahead):
        return f"{number}.."
    if _EARLIER.search(ahead):
        return f"..{number - 1}"
    return f"{number + 1}.." if _LATER.search(ahead) else None


def bounds_in(text: str) -> dict[str, str]:
    """Return the years of a text that bound a period, with what they say (see `bound`)."""
    found = ((year[0], bound(text, year.start(), year[0])) for year in YEAR.finditer(text))
    return {year: says for year, says in found if says}
