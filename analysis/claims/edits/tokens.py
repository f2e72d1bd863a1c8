"""Cuts a text into tokens whose keys are alike wherever two tellings may word the same thing alike."""

import re
from functools import lru_cache
from typing import NamedTuple

from misheard.analysis.claims.numerals import VALUES
from misheard.analysis.claims.words import STOP, stem

_NUMBER = r"\d+(?:[sS][tT]|[nN][dD]|[rR][dD]|[tT][hH])\b|\d+(?:[.,:/]\d+)*"
_MARK = r"[.!?;:,()\"“”|•\n]+|[-–—+/]|[%€$£¥°&<>=]"
_TOKEN = re.compile(rf"[^\W\d_]+(?:[’'][^\W\d_]+)*|{_MARK}|{_NUMBER}")
_DENYING = re.compile(
    rf"{_NUMBER}|can(?=not\b|[’']t\b)|[^\W\d_]+?(?=n[’']t\b)|n[’']t\b|[^\W\d_]+(?:[’'](?!t\b)[^\W\d_]+)*|{_MARK}",
    re.IGNORECASE,
)
"""For texts with a contracted `not`, which is a token of its own; it takes twice as long as `_TOKEN`."""
_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth",
)  # fmt: skip
_ORDINAL = {word: f"#{place}" for place, word in enumerate(_ORDINALS, start=1)}
_WHOLE = {
    "non": "not",
    "wo": "will",
    "sha": "shall",
    "n't": "not",
    "n’t": "not",
    "it's": "it",
    "let's": "let",
    "t": "not",
}
_MARKS = frozenset('.!?;:,()"“”|•\n-–—/+')
_ENDS = frozenset(".!?\n•|")
CONTENT = "wndm"
"""The sorts of tokens that are neither function words nor punctuation."""
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")


class Token(NamedTuple):
    """One word, number or mark of a text: `key` is what a faithful retelling keeps of it.

    `sort` is one letter: w a content word, n a name (capitalised within a sentence), f a function word,
    d a number, m a mark such as % or EUR, p punctuation. `first` is true at the beginning of a sentence.
    `lower` is the word in lower case; `start` and `end` count characters from the beginning of the text.
    """

    text: str
    lower: str
    key: str
    sort: str
    start: int
    end: int
    first: bool

    @property
    def is_content(self) -> bool:
        """True for whatever is neither a function word nor punctuation."""
        return self.sort in CONTENT


@lru_cache(maxsize=65536)
def _read(word: str) -> tuple[str, str, str]:
    """Return lower case, key and sort of a word as it is written."""
    head = word[0]
    if head.isdecimal():
        return word, _number(word), "d"
    if not head.isalpha():
        return word, word, "p" if head in _MARKS else "m"
    lower = word.lower().replace("’", "'")
    if lower in VALUES:
        return lower, str(VALUES[lower]), "d"
    if lower in _ORDINAL:
        return lower, _ORDINAL[lower], "d"
    lower = _WHOLE.get(lower, lower).split("'")[0]
    if lower in STOP or (len(lower) == 1 and lower == word):
        return lower, lower, "f"
    return lower, stem(lower), "n" if head.isupper() else "w"


def _number(word: str) -> str:
    if word[-1].isalpha():
        return f"#{word[:-2]}"
    if _THOUSANDS.fullmatch(word):
        word = word.replace(",", "")
    if word.count(".") == 1 and word.replace(".", "").isdigit():
        return word.rstrip("0").rstrip(".")
    return word


def tokens(text: str) -> list[Token]:
    """Return the tokens of `text`, in order."""
    small = text.lower()
    denies = "'t" in small or "’t" in small or "cannot" in small
    found: list[Token] = []
    new = tuple.__new__  # twice as quick as to call Token
    first, end = True, 0
    for word in (_DENYING if denies else _TOKEN).findall(text):
        lower, key, sort = _read(word)
        start = text.index(word, end)
        end = start + len(word)
        if first and sort == "n" and not word.isupper():
            sort = "w"
        found.append(new(Token, (word, lower, key, sort, start, end, first)))
        first = sort == "p" and (word[0] in _ENDS or (first and word[0] in '-("“'))
    return found
