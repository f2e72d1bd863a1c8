"""One request read into words of a kind: what is done, to what, and the values that tell it from its like."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from misheard.analysis.actions import Action, action_of, does
from misheard.analysis.claims.edits.wordpair import exclude
from misheard.analysis.lexicon.wordnet import is_known, lexical_class
from misheard.analysis.samework.asking import Asking, asked_in
from misheard.analysis.samework.bounds import YEAR, bound
from misheard.analysis.samework.kinds import PLAIN, Kind
from misheard.analysis.samework.words import EMPTY, base, weight
from misheard.analysis.wording import NUMBER_WORDS

LONGEST = 4000
"""Characters of a request that are read: what is asked stands near its beginning."""
OPENING = 40
"""Characters within which a request names its action."""
SHOUTED = 0.6
"""From this share of capitals on they say nothing: a headline, or a text all in capitals."""


@dataclass(frozen=True)
class Word:
    """A word that carries content: its place, what it is compared by, and how much it tells (0.1 to 1)."""

    text: str
    start: int
    end: int
    key: str
    kind: Kind
    weight: float

    @property
    def plain(self) -> bool:
        """True for a word that may be put in other words."""
        return self.kind in PLAIN


@dataclass(frozen=True)
class Reading:
    """A request: its words that carry content, what its questions ask for, and the class of its action."""

    text: str
    words: tuple[Word, ...]
    asking: tuple[Asking, ...]
    action: Action | None
    joined: frozenset[tuple[str, str]]
    """Words that stand side by side, which another may write as one: top up, topup."""
    letters: frozenset[str]
    """Runs of four letters, over the ends of words."""


_TOKEN = re.compile(
    r"(?P<quoted>(?<!\w)(?:[\"“](?=\S)[^\"“”\n]{1,60}?(?<=\S)[\"”]|[‘'`](?=\S)[^‘’'`\n]{1,60}?(?<=\S)[’'])(?!\w))"
    r"|(?P<command>`(?=\S)[^`\n]{1,200}`)"
    r"|(?P<source>https?://[^\s<>\"']+|(?<![\w/])(?:~|\.{1,2}|\$[\w-]+|[\w-]+:)?(?:/[\w.*${}-]+)+/?"
    r"|(?<![\w/])[\w-]+(?:/[\w*${}-]+)*/[\w*${}-]*[._*${}][\w.*${}-]*|(?<![\w/])[\w-]+(?:/[\w-]+){2,}/?)"
    r"|(?P<pattern>[*?]+\.?[\w.*?-]+|(?<![\w.])\.\w+\b|(?<!\w)--?[a-z]\w*(?:-\w+)*|\$\w+)"
    r"|(?P<word>\d{1,2}:\d\d(?:[ap]m)?\b|[^\W_][\w+]*(?:['’.@/-][^\W_][\w+]*|,\d{3}\b)*)"
)
_LITERAL = {"command": Kind.COMMAND, "source": Kind.SOURCE, "quoted": Kind.ENTITY, "pattern": Kind.ENTITY}
_PIECE = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"(\d+(?:,\d{3})*(?:\.\d+)?)(?:st|nd|rd|th)?")
_SIZE = re.compile(r"(\d+(?:\.\d+)?)([kmgt])(?:i?b)?")
_SO_LONG = re.compile(r"\s+(second|sec|minute|min|hour|hr|day|week)s?\b", re.IGNORECASE)
_SO_BIG = re.compile(r"\s+([kmgt])i?b\b", re.IGNORECASE)
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}
_CALENDAR = re.compile(r"(?:19|20)\d\d|\d{4}-\d\d?(?:-\d\d?)?|\d\d?:\d\d(?:[ap]m)?|[qh][1-4]")
_OF_CALENDAR = ("monday", "january", "spring", "morning", "weekend")
_ENDED = re.compile(r"[.!?:]\s*\Z")
_LETTERS = re.compile(r"\w+")
_BY = frozenset(("using", "via"))


@lru_cache(maxsize=4096)
def read(text: str) -> Reading:
    """Read a request, of which the first 4,000 characters count."""
    text = text[:LONGEST]
    plain = [found.lower() for found in _PIECE.findall(text)]
    spaced = f" {' '.join(_LETTERS.findall(text.lower()))} "
    action = action_of(text)
    return Reading(
        text,
        tuple(_with_action(list(_words(text)), action)),
        asked_in(text),
        action,
        frozenset(pairwise(plain)),
        frozenset(spaced[at : at + 4] for at in range(len(spaced) - 3)),
    )


def _with_action(words: list[Word], action: Action | None) -> Iterator[Word]:
    """Yield the words, with the first that names the action of the request marked."""
    open_ = action is not None
    for word in words:
        open_ = open_ and word.start < OPENING
        if open_ and word.kind is Kind.OBJECT and does(word.text, action):
            open_ = False
            yield replace(word, kind=Kind.ACTION)
        else:
            yield word


def _words(text: str) -> Iterator[Word]:
    found = list(_TOKEN.finditer(text))
    done = 0
    initials = [match[0][0] for match in found if match["word"] and match[0][0].isalpha()]
    shouted = len(initials) > 3 and sum(map(str.isupper, initials)) > SHOUTED * len(initials)
    before = ""
    for match in found:
        if match.start() < done:
            continue
        if match["word"]:
            for word in _of_word(text, match, shouted, before):
                done = word.end
                yield word
            before = match[0].lower()
        else:
            yield from _of_literal(match)
            before = ""


def _of_literal(match: re.Match[str]) -> Iterator[Word]:
    kind = _LITERAL[str(match.lastgroup)]
    for part in _PIECE.finditer(match[0]):
        lower = part[0].lower()
        tells = 1.0 if lower.isdigit() else max(0.7, weight(lower))
        start = match.start() + part.start()
        yield Word(part[0], start, start + len(part[0]), base(lower), kind, tells)


def _of_word(text: str, match: re.Match[str], shouted: bool, before: str) -> Iterator[Word]:
    lower = match[0].lower().replace("’", "'")
    if lower in EMPTY:
        return
    lower = lower.removesuffix("'s")
    if lower in NUMBER_WORDS or any(map(str.isdigit, lower)):
        yield _number(text, match, lower)
        return
    named = match[0][0].isupper() and not shouted and len(match[0]) > 1
    if named and _begins(text, match.start()) and not match[0].isupper():
        named = False
    for part in _PIECE.finditer(match[0]):
        word = part[0].lower()
        if word not in EMPTY:
            kind = _kind(word, named, before)
            tells = weight(word) if kind is Kind.OBJECT else max(0.6, weight(word))
            start = match.start() + part.start()
            yield Word(part[0], start, start + len(word), base(word), kind, tells)


def _number(text: str, match: re.Match[str], lower: str) -> Word:
    """Return a number, sizes and lengths of time in one unit: 50KB is 50k, and 24 hours are a day of 86400 s."""
    end = match.end()
    plain, size = _NUMBER.fullmatch(lower), _SIZE.fullmatch(lower)
    key = NUMBER_WORDS.get(lower) or (
        plain[1].replace(",", "") if plain else "".join(size.groups()) if size else lower
    )
    if _CALENDAR.fullmatch(lower):
        key = (bound(text, match.start(), lower) if YEAR.fullmatch(lower) else None) or key
        return Word(match[0], match.start(), end, key, Kind.PERIOD, 1.0)
    long, big = _SO_LONG.match(text, end), _SO_BIG.match(text, end)
    if big and plain:
        key, end = f"{key}{big[1].lower()}", big.end()
    if long and (plain or lower in NUMBER_WORDS):
        key, end = f"{float(key) * _SECONDS[long[1][0].lower()]:g} s", long.end()
    kind = Kind.NUMBER if plain or size or lower in NUMBER_WORDS else Kind.ENTITY
    return Word(text[match.start() : end], match.start(), end, key, kind, 1.0)


def _begins(text: str, start: int) -> bool:
    ahead = text[max(0, start - 8) : start]
    return not text[:start].strip() or bool(_ENDED.search(ahead))


def _kind(word: str, named: bool, before: str) -> Kind:
    if any(word == one or exclude(word, one) for one in _OF_CALENDAR):
        return Kind.PERIOD
    if before in _BY and not is_known(word):
        return Kind.TOOL
    if not named:
        return Kind.OBJECT
    return Kind.PLACE if lexical_class(word) == "noun.location" else Kind.ENTITY
