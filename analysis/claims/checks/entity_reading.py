"""Which words of a sentence are verbs and which stand around a noun, told by their neighbours without a parser."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from misheard.analysis.claims.checks.entity_words import BE, DET, HELP, PREP, SUBJECTS
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.lexicon.wordnet import lemmas, tags

_ARTICLES = frozenset(("the", "a", "an", "its", "their", "our"))
_PAST = frozenset(("was", "were", "had", "did"))
_HELP_ONLY = HELP - BE
_PERFECT = frozenset(("has", "have", "is", "are", "be", "been"))
RELATIVE = frozenset(("who", "which", "that"))


class Chunk(NamedTuple):
    """Neighbouring nouns, names and adjectives: tokens [start, end), the last one being the head."""

    start: int
    end: int
    owns: bool
    """True when it ends in a possessive."""


@lru_cache(maxsize=16384)
def verb_of(word: str) -> str:
    """Return the lemma of a word as a verb, "" when it cannot be one."""
    return next((lemma for lemma, pos in lemmas(word) if pos == "v"), "")


@lru_cache(maxsize=16384)
def _is_past(word: str) -> bool:
    if tags(word)[:1] != "v":
        return word.endswith("ed") and "v" in tags(word)
    return verb_of(word) != word and not word.endswith(("s", "ing"))


def _is_verb(words: Sequence[Token], i: int) -> bool:
    word = words[i]
    if word.sort != "w" or (word.first and word.text[0].isupper()) or not verb_of(word.lower):
        return False
    before = words[i - 1] if i else None
    if before is None or before.lower in DET or (before.lower in PREP and before.lower != "to"):
        return False
    if before.lower in HELP or before.lower in SUBJECTS or before.lower == "to":
        return not word.lower.endswith("ly")
    return _is_finite(word, before, words[i + 1] if i + 1 < len(words) else None)


def _is_finite(word: Token, before: Token, after: Token | None) -> bool:
    """Tell whether a word behind a noun is the verb of that noun, by its ending and by what follows."""
    if after is not None and after.lower in _ARTICLES and tags(before.lower)[:1] == "n":
        return True
    verb = tags(word.lower)[:1] == "v"
    opens = after is None or after.sort in "pdnf"
    if _is_past(word.lower):
        return opens or before.sort in "np" or tags(before.lower)[:1] not in {"a", "r"}
    if word.lower.endswith("s") and verb_of(word.lower) != word.lower:
        object_follows = opens and (after is None or after.sort != "p")
        return (before.sort in "wn" and object_follows) or (before.sort == "n" and verb)
    if word.lower.endswith("ing") or before.sort not in "wn":
        return False
    if before.text[0].isupper():
        return after is not None and (after.sort == "n" or after.lower in DET)
    return before.lower.endswith("s") and opens and verb


class Reading(NamedTuple):
    """The chunks of a sentence, and the places of its verbs with true for a passive."""

    words: Sequence[Token]
    lowers: list[str]
    chunks: list[Chunk]
    verbs: dict[int, bool]


def read(words: Sequence[Token]) -> Reading:
    """Find the chunks and the verbs."""
    verbs = {i: _is_passive(words, i) for i, word in enumerate(words) if word.sort == "w" and _is_verb(words, i)}
    chunks: list[Chunk] = []
    start = -1
    for i, word in enumerate(words):
        inside = (
            (word.sort in "wnd" or (i > 0 and word.text.isupper())) and i not in verbs and word.lower not in PREP
        )
        if inside and start < 0:
            start = i
        if start >= 0 and not inside:
            chunks.append(Chunk(start, i, word.lower == "s"))
            start = -1
        if inside and word.text[-2:] in {"'s", "’s", "s'", "s’"}:
            chunks.append(Chunk(start, i + 1, True))
            start = -1
    if start >= 0:
        chunks.append(Chunk(start, len(words), False))
    return Reading(words, [word.lower for word in words], chunks, verbs)


def _is_passive(words: Sequence[Token], i: int) -> bool:
    if not _is_past(words[i].lower):
        return False
    j = i - 1
    while j >= 0 and (words[j].lower in _HELP_ONLY or words[j].lower.endswith("ly")):
        j -= 1
    if j >= 0 and words[j].lower in BE:
        return True
    return i + 1 < len(words) and words[i + 1].lower == "by"


def is_event(reading: Reading) -> bool:
    """Tell whether a sentence tells what happened once: its verb is in the past."""
    words = reading.words
    if any(word.lower in _PAST for word in words):
        return True
    return any(
        (_is_past(words[i].lower) and not passive and words[i - 1].lower not in _PERFECT)
        or (words[i].lower.endswith("ing") and words[i - 1].lower in BE)
        for i, passive in reading.verbs.items()
    )
