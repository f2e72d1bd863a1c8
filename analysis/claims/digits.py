"""Numbers in digits: where they stand, with currency, sign, scale and unit, and how finely they are written."""

import re
from collections.abc import Iterator

from misheard.analysis.claims import units

SCALES = {
    "k": 1e3, "thousand": 1e3, "hundred": 1e2, "mn": 1e6, "mio": 1e6, "million": 1e6, "m": 1e6, "bn": 1e9, "b": 1e9,
    "billion": 1e9, "tn": 1e12, "trillion": 1e12,
}  # fmt: skip
_NUMBER = re.compile(
    rf"""(?<![\w#])(?<![\w][-./:,_])(?<!\d\s[x×])
    (?P<cur>(?:[€$£¥]|\b(?:EUR|USD|GBP|CHF|JPY)\s)\s?)?
    (?P<sign>(?<![\w)])[-−+](?=[\d.]))?
    (?P<num>\d{{1,3}}(?:[,\u00a0\u202f']\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)
    (?P<part>\s?[½¼¾]|\s1/[24]|\sand\sa\s(?:half|quarter)\b(?!-))?
    (?P<scale>(?:k|K|M|bn|B|mn)(?![\w/])|m(?=\s*(?:€|EUR|euro))|(?(cur)m\b|(?!))
      |\s?(?:thousand|million|billion|trillion|hundred)\b)?
    (?:[\s\u00a0\u202f-]?(?P<unit>{units.PATTERN}))?
    (?![\w]|[.,:/]\d|-\d+-|/\w|\.\w|\()""",
    re.VERBOSE,
)
DIGIT = re.compile(r"\d")
_PREFIX = 8
"""So many characters may a currency, a sign and a point take ahead of the first digit of a number."""
BARE = str.maketrans("", "", ",\u00a0\u202f'−+-")
"""Takes thousands marks and signs out of a number."""


def matches(text: str, taken: list[tuple[int, int]]) -> Iterator[re.Match[str]]:
    """Yield the numbers in digits, searched for only around digits that are not part of a date."""
    place = 0
    digit = DIGIT.search(text)
    while digit:
        behind = next((end for start, end in taken if start <= digit.start() < end), None)
        if behind is not None:
            digit = DIGIT.search(text, behind)
            continue
        match = _NUMBER.search(text, max(place, digit.start() - _PREFIX))
        if match is None:
            return
        yield match
        place = match.end()
        digit = DIGIT.search(text, place)


def part_of(written: str | None) -> float:
    """Return what a half or a quarter behind a number adds to it: 13 and a half, 3 1/2, 2¾."""
    if not written:
        return 0.0
    if "¾" in written:
        return 0.75
    return 0.5 if any(half in written for half in ("½", "1/2", "half")) else 0.25


def step_of(number: str) -> float:
    """Return the size of the last place of a written number that is no closing zero."""
    whole, _, decimals = number.translate(BARE).partition(".")
    if decimals:
        return 10.0 ** -min(300, len(decimals))
    if whole and whole[-1] != "0":
        return 1.0
    return 10.0 ** min(300, len(whole) - len(whole.rstrip("0"))) if whole.strip("0") else 1.0
