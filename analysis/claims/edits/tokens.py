"""Cuts a text into tokens whose keys are alike wherever two tellings may word the same thing alike."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from misheard.analysis.claims.edits.record import CONTENT, RECORDS, Word

__all__ = ["CONTENT", "Token", "denies", "placed", "plain_records", "records", "tokens"]

_NUMBER = r"\d+(?:[sS][tT]|[nN][dD]|[rR][dD]|[tT][hH])\b|\d+(?:[.,:/]\d+)*"
_MARK = r"[.!?;:,()\"“”|•\n]+|[-–—+/]|[%€$£¥°&<>=]"
_TOKEN = re.compile(rf"[^\W\d_]+(?:[’'][^\W\d_]+)*|{_MARK}|{_NUMBER}")
_ASCII = re.compile(
    r"[A-Za-z]+(?:'[A-Za-z]+)*|[.!?;:,()\"|\n]+|[-+/%$&<>=]"
    r"|[0-9]+(?:[sS][tT]|[nN][dD]|[rR][dD]|[tT][hH])\b|[0-9]+(?:[.,:/][0-9]+)*"
)
"""The same for a text of nothing but ASCII, in two thirds of the time."""
_DENYING = re.compile(
    rf"{_NUMBER}|can(?=not\b|[’']t\b)|[^\W\d_]+?(?=n[’']t\b)|n[’']t\b|[^\W\d_]+(?:[’'](?!t\b)[^\W\d_]+)*|{_MARK}",
    re.IGNORECASE,
)
"""For texts with a contracted `not`, which is a token of its own; it takes twice as long as `_TOKEN`."""


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


def denies(text: str) -> bool:
    """Tell whether a contracted `not`, which is a token of its own, may stand in a text."""
    small = text.lower()
    return "'t" in small or "’t" in small or "cannot" in small


def records(text: str) -> list[Word]:
    """Return the records of the tokens of `text`, in order: all of them but their places."""
    found = list(map(RECORDS.__getitem__, _DENYING.findall(text))) if denies(text) else plain_records(text)
    first = True
    for place, word in enumerate(found):
        if first:
            found[place] = word.opening
            first = word.ends or word.opens
        elif word.ends:
            first = True
    return found


def plain_records(text: str) -> list[Word]:
    """Return the records of the words of `text`, wherever they stand; a contracted `not` is part of its word."""
    return list(map(RECORDS.__getitem__, (_ASCII if text.isascii() else _TOKEN).findall(text)))


def placed(text: str, words: Iterable[Word], begin: int = 0) -> list[Token]:
    """Return records as tokens, with their places in `text`, which begins at `begin`."""
    found: list[Token] = []
    new = tuple.__new__  # twice as quick as to call Token
    end = 0
    for word in words:
        written = word.text
        start = text.index(written, end)
        end = start + len(written)
        held = (written, word.lower, word.key, word.sort, start + begin, end + begin, word.first)
        found.append(new(Token, held))
    return found


def tokens(text: str) -> list[Token]:
    """Return the tokens of `text`, in order."""
    return placed(text, records(text))
