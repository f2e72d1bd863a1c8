"""Words and phrases found in a text by look-up, each under its tags: no pattern is tried along the text."""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

TOKEN = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d+(?:[.,]\d+)*|[%:;()?=<>\"“,.!\n–—]")


class Token(NamedTuple):
    """A word in lower case, a number or a mark, and where it stands."""

    word: str
    start: int
    end: int


class Found(NamedTuple):
    """A phrase in a list of tokens: its tag, its first token and the one behind its last, and its words."""

    tag: str
    first: int
    behind: int
    words: str


Table = dict[str, tuple[tuple[tuple[str, ...], str], ...]]
"""By first word: the other words of a phrase, and its tag."""


def lowered(text: str) -> str:
    """Return `text` in lower case, letter for letter, with plain apostrophes."""
    small = text.lower().replace("’", "'")
    return small if len(small) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def tokens_of(text: str) -> list[Token]:
    """Return the tokens of `text`."""
    return [Token(match.group(), *match.span()) for match in TOKEN.finditer(lowered(text))]


def table_of(lists: Mapping[str, Iterable[str]]) -> Table:
    """Return a table of the phrases under each tag."""
    made: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for tag, phrases in lists.items():
        for phrase in phrases:
            first, *rest = TOKEN.findall(lowered(phrase))
            made.setdefault(first, []).append((tuple(rest), tag))
    return {first: tuple(sorted(entries, key=lambda entry: -len(entry[0]))) for first, entries in made.items()}


def telling(table: Table, tags: Collection[str]) -> frozenset[str]:
    """Return words one of which stands in every phrase under `tags`: of each phrase the longest."""
    return frozenset(
        max((first, *rest), key=len) for first, entries in table.items() for rest, tag in entries if tag in tags
    )


def look_up(words: list[str], table: Table) -> list[Found]:
    """Return the phrases of `table` among `words`, of each tag the longest that begins at a word."""
    found: list[Found] = []
    for place, word in enumerate(words):
        entries = table.get(word)
        if entries is None:
            continue
        tags: set[str] = set()
        for rest, tag in entries:
            behind = place + 1 + len(rest)
            if tag not in tags and (not rest or tuple(words[place + 1 : behind]) == rest):
                tags.add(tag)
                found.append(Found(tag, place, behind, " ".join((word, *rest))))
    return found
