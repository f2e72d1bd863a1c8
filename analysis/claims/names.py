"""Names and identifiers in a sentence: what tells one item from another that is spoken of in the same words."""

import re
from dataclasses import dataclass
from functools import lru_cache

from misheard.analysis.claims.direction import has_opposite
from misheard.analysis.claims.lists import words_of
from misheard.analysis.claims.units import unit_of
from misheard.analysis.claims.words import STOP

_TOKEN = re.compile(r"[^\W_]+(?:[-_./#][^\W_]+)*")
_LABEL = re.compile(
    r"\b(no\.?|nr\.?|number|[a-z]+)\s*#?\s*(\d{1,6}(?:\.\d+)*)\b(?!\s*[%°€$£]|[.,:/]\d|\s*(?:to|-|–)\s*\d)",
    re.IGNORECASE,
)
CALENDAR = frozenset((
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
        "november", "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov",
        "dec", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mon", "tue",
        "wed", "thu", "fri", "sat", "sun", "utc", "am", "pm", "ok",
))  # fmt: skip
_NUMBER = frozenset(("no", "nr", "number"))
_OPENERS = frozenset(':.!?(*-"“') | {""}
LABEL_NOUNS = words_of("label_nouns.txt")


@dataclass(frozen=True)
class Names:
    """`sure`: names, identifiers and labels; `opening`: a capitalised first word, which may be a name."""

    sure: frozenset[str]
    opening: frozenset[str]


def names_in(text: str) -> Names:
    """Return the names of one sentence, in lower case."""
    sure: set[str] = set()
    opening: set[str] = set()
    first = True
    for match in _TOKEN.finditer(text):
        word = match.group()
        if word.islower() and word.isalpha():
            first = False
            continue
        lower = word.lower()
        begins = first or text[: match.start()].rstrip()[-1:] in _OPENERS
        first = False
        if lower in CALENDAR or lower in STOP or _is_unit(text, match.start(), word):
            continue
        if any(c.isdigit() for c in word):
            if any(c.isalpha() for c in word) and not re.fullmatch(r"\d[\d.,]*[a-zA-Zµ%°]{1,4}", word):
                sure.add(lower)
        elif word[0].isupper():
            (opening if begins and not word.isupper() else sure).add(lower.removesuffix("'s"))
    sure.update(labels_in(text))
    return Names(frozenset(sure), frozenset(opening))


def _is_unit(text: str, start: int, word: str) -> bool:
    """Tell whether a word is the unit of the number in front of it (100 Mbps)."""
    return text[max(0, start - 2) : start].strip()[-1:].isdigit() and unit_of(word) is not None


def labels_in(text: str) -> list[str]:
    """Return the numbered things of a text, such as `mixer 2`."""
    return [f"{match[1].lower().rstrip('.')} {match[2]}" for match in _LABEL.finditer(text) if is_label(match[1])]


def is_label(noun: str) -> bool:
    """Tell whether a number behind this noun names a thing rather than counts it."""
    lower = noun.lower().rstrip(".")
    return lower in LABEL_NOUNS or lower.removesuffix("s") in LABEL_NOUNS


def conflict(one: Names, other: Names, one_text: str, other_text: str) -> bool:
    """Tell whether two sentences speak of different items: each names something that the other does not."""
    left = {name for name in one.sure if name not in other.sure and not _stands_in(name, other_text)}
    right = {name for name in other.sure if name not in one.sure and not _stands_in(name, one_text)}
    if left and right:
        return True
    first = {name for name in one.opening if not _stands_in(name, other_text) and not has_opposite(name)}
    second = {name for name in other.opening if not _stands_in(name, one_text) and not has_opposite(name)}
    return bool(first and second) and not one.sure & other.sure


def place_of(name: str, text: str) -> re.Match[str] | None:
    """Return where a name, as `names_in` gives it, stands in a text."""
    return _pattern(name).search(text)


@lru_cache(maxsize=8192)
def _pattern(name: str) -> re.Pattern[str]:
    noun, _, number = name.rpartition(" ")
    # Number 12 may be well 12.
    head = "[a-z]+" if noun in _NUMBER else re.escape(noun)
    words = rf"{head}\.?\s*#?\s*{re.escape(number)}" if noun else _one_or_more(name)
    return re.compile(rf"(?<!\w){words}(?!\w)", re.IGNORECASE)


def _one_or_more(name: str) -> str:
    """Return the pattern of a name; where it is written as an acronym it may stand in the plural: FO, FOs."""
    if not (name.isascii() and name.isalpha()):
        return re.escape(name)
    many = [name.upper() + "s", *([name[:-1].upper()] if name[-1] == "s" and len(name) > 2 else ())]
    return rf"(?:{name}|(?-i:{'|'.join(many)}))"


def _stands_in(name: str, text: str) -> bool:
    return place_of(name, text) is not None
