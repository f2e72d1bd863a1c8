"""Whether two sentences speak of two items of one sort: the wall in the kitchen and the wall in the hallway."""

from collections.abc import Iterator, Sequence

from misheard.analysis.claims.checks.entity_words import DET
from misheard.analysis.claims.checks.support import LIGHT, alike, missing, opposed
from misheard.analysis.claims.edits.telling import Pair
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.lexicon.wordnet import tags

_PLACED = frozenset(("of", "in", "at", "on", "for", "from", "near", "behind", "beside", "inside", "under"))


def is_other_item(pair: Pair) -> bool:
    """Tell whether a noun of both is told apart by words of which neither text has the other's."""
    told, retold = pair.source.tokens, pair.retelling.tokens
    common = {word.key for word in told if _is_noun(word)} & {word.key for word in retold if _is_noun(word)}
    for key in common:
        mine = [word for word in _apart(told, key) if word.key not in pair.retold.keys]
        theirs = [word for word in _apart(retold, key) if word.key not in pair.told.keys] if mine else []
        if mine and theirs and missing(mine, pair.retelling.tokens, loose=False):
            return not any(alike(a.lower, b.lower) or opposed(a.lower, b.lower) for a in mine for b in theirs)
    return False


def _is_noun(word: Token) -> bool:
    return word.sort == "n" or (word.sort == "w" and "n" in tags(word.lower))


def _apart(words: Sequence[Token], key: str) -> Iterator[Token]:
    """Yield the words that tell which one is meant: kitchen wall, wall in the kitchen, bay 4."""
    for place, word in enumerate(words):
        if word.key != key:
            continue
        if place and words[place - 1].sort in "wn" and _can_tell(words[place - 1]):
            yield words[place - 1]
        behind = place + 1
        if behind < len(words) and (words[behind].sort == "d" or _is_letter(words[behind])):
            yield words[behind]
        if behind < len(words) and words[behind].lower in _PLACED:
            behind += 1
            while behind < len(words) and words[behind].lower in DET:
                behind += 1
            if behind < len(words) and words[behind].sort in "wn" and _can_tell(words[behind]):
                yield words[behind]


def _is_letter(word: Token) -> bool:
    return len(word.text) == 1 and word.text.isupper() and word.text not in "IA"


def _can_tell(word: Token) -> bool:
    return word.sort == "n" or (tags(word.lower)[:1] in ("n", "a") and word.lower not in LIGHT)
