"""Words and phrases found in a text by look-up, each under its tags: no pattern is tried along the text."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from misheard.analysis.claims.words import STOP

TOKEN = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d+(?:[.,:]\d+)*|[%:;()?=<>\"“,.!\n–—]")


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


class Entry(NamedTuple):
    """What begins with a word: the tags of the word alone, and by second word the rests of phrases with a tag."""

    tags: tuple[str, ...]
    longer: dict[str, tuple[tuple[tuple[str, ...], str], ...]]


Table = dict[str, Entry]


def lowered(text: str) -> str:
    """Return `text` in lower case, letter for letter, with plain apostrophes."""
    small = text.lower().replace("’", "'")
    return small if len(small) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def tokens_of(text: str) -> list[Token]:
    """Return the tokens of `text`."""
    small = lowered(text)
    return placed(small, TOKEN.findall(small))


def placed(small: str, words: Iterable[str]) -> list[Token]:
    """Return the tokens of a lowered text, given their words: nothing between two tokens looks like one."""
    found: list[Token] = []
    new = tuple.__new__  # a third quicker than to call Token
    end = 0
    for word in words:
        start = small.index(word, end)
        end = start + len(word)
        found.append(new(Token, (word, start, end)))
    return found


def words_of(text: str) -> list[str]:
    """Return the words of the tokens of `text`."""
    return TOKEN.findall(lowered(text))


def table_of(lists: Mapping[str, Iterable[str]]) -> Table:
    """Return a table of the phrases under each tag."""
    alone: dict[str, list[str]] = {}
    longer: dict[str, dict[str, list[tuple[tuple[str, ...], str]]]] = {}
    for tag, phrases in lists.items():
        for phrase in phrases:
            first, *rest = TOKEN.findall(lowered(phrase))
            alone.setdefault(first, [])
            if rest:
                longer.setdefault(first, {}).setdefault(rest[0], []).append((tuple(rest), tag))
            elif tag not in alone[first]:
                alone[first].append(tag)
    return {
        first: Entry(
            tuple(tags),
            {
                second: tuple(sorted(ends, key=lambda end: -len(end[0])))
                for second, ends in longer.get(first, {}).items()
            },
        )
        for first, tags in alone.items()
    }


def rareness(word: str) -> tuple[bool, int]:
    """Rank a word by how seldom it will be met: a function word is met in most texts."""
    return word not in STOP, len(word)


def telling(table: Table, tags: Collection[str]) -> frozenset[str]:
    """Return words one of which stands in every phrase under `tags`: of each phrase the rarest."""
    single = (first for first, entry in table.items() if not set(tags).isdisjoint(entry.tags))
    longest = (
        max((first, *rest), key=rareness)
        for first, entry in table.items()
        for ends in entry.longer.values()
        for rest, tag in ends
        if tag in tags
    )
    return frozenset((*single, *longest))


def look_up(words: Sequence[str], table: Table) -> list[Found]:
    """Return the phrases of `table` among `words`, of each tag the longest that begins at a word."""
    found: list[Found] = []
    for place in [n for n, word in enumerate(words) if word in table]:
        word, entry = words[place], table[words[place]]
        tags, ends = (
            entry.tags,
            entry.longer and entry.longer.get(words[place + 1] if place + 1 < len(words) else ""),
        )
        if ends:
            longer = _longer(words, place, ends)
            found += longer
            taken = {one.tag for one in longer}
            tags = tuple(tag for tag in tags if tag not in taken)
        for tag in tags:
            found.append(Found(tag, place, place + 1, word))
    return found


def _longer(words: Sequence[str], place: int, ends: tuple[tuple[tuple[str, ...], str], ...]) -> list[Found]:
    found: dict[str, Found] = {}
    for rest, tag in ends:
        behind = place + 1 + len(rest)
        if tag not in found and tuple(words[place + 1 : behind]) == rest:
            found[tag] = Found(tag, place, behind, " ".join((words[place], *rest)))
    return list(found.values())
