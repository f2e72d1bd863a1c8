"""Which words of a sentence are verbs and which stand around a noun, told by their neighbours without a parser."""

from collections.abc import Sequence
from typing import NamedTuple

from misheard.analysis.claims.checks import entity_traits as t
from misheard.analysis.claims.checks.entity_traits import RELATIVE, TRAITS, verb_of
from misheard.analysis.claims.edits.record import RECORDS, Word, bit_of
from misheard.analysis.claims.edits.sentence import Sentence, read_once
from misheard.analysis.claims.edits.tokens import Token

__all__ = ["PAST", "RELATIVE", "Chunk", "Reading", "is_event", "read", "read_words", "verb_of"]

PAST = bit_of(("was", "were", "had", "did"))
"""Words that tell what happened."""
_PERFECT = frozenset(("has", "have", "is", "are", "be", "been"))


class Chunk(NamedTuple):
    """Neighbouring nouns, names and adjectives: tokens [start, end), the last one being the head."""

    start: int
    end: int
    owns: bool
    """True when it ends in a possessive."""


class Reading(NamedTuple):
    """The words of a sentence with their traits, its chunks, and the places of its verbs, true for a passive."""

    words: Sequence[Word]
    traits: list[int]
    chunks: list[Chunk]
    verbs: dict[int, bool]


@read_once
def read(sentence: Sentence) -> Reading:
    """Find the chunks and the verbs of a sentence."""
    return _read(sentence.records)


def read_words(words: Sequence[Token]) -> Reading:
    """Find the chunks and the verbs of a part of a sentence."""
    return _read([RECORDS[word.text].opening if word.first else RECORDS[word.text] for word in words])


def _read(words: Sequence[Word]) -> Reading:
    traits = list(map(TRAITS.__getitem__, words))
    verbs = _verbs(traits)
    return Reading(words, traits, _chunks(traits, verbs), verbs)


def _verbs(traits: list[int]) -> dict[int, bool]:
    """Return the places of the verbs, with true for a passive."""
    found: dict[int, bool] = {}
    before = t.NO_VERB_BEHIND
    last = len(traits) - 1
    for i, trait in enumerate(traits):
        if trait & t.MAY_BE_VERB and not before & t.NO_VERB_BEHIND:
            if before & t.VERB_BEHIND:
                is_verb = not trait & t.MANNER
            else:
                is_verb = _is_finite(trait, before, traits[i + 1] if i < last else t.END)
            if is_verb:
                found[i] = bool(trait & t.PAST) and _is_passive(traits, i)
        before = trait
    return found


def _is_finite(trait: int, before: int, after: int) -> bool:
    """Tell whether a word behind a noun is the verb of that noun, by its ending and by what follows."""
    if after & t.ARTICLE and before & t.IS_NOUN:
        return True
    opens = after & t.OPENS
    if trait & t.PAST:
        return bool(opens or before & (t.NAME | t.MARK) or not before & t.IS_QUALITY)
    if trait & t.THIRD:
        object_follows = opens and not after & t.MARK
        return bool((before & (t.WORD | t.NAME) and object_follows) or (before & t.NAME and trait & t.IS_VERB))
    if trait & t.ING or not before & (t.WORD | t.NAME):
        return False
    if before & t.CAPITAL:
        return bool(after & (t.NAME | t.DETERMINER))
    return bool(before & t.PLURAL and opens and trait & t.IS_VERB)


def _is_passive(traits: list[int], i: int) -> bool:
    """Tell whether a participle stands behind a form of be, adverbs and auxiliaries passed over, or ahead of by."""
    j = i - 1
    while j >= 0 and traits[j] & (t.HELPS_ONLY | t.MANNER):
        j -= 1
    if j >= 0 and traits[j] & t.BEING:
        return True
    return i + 1 < len(traits) and bool(traits[i + 1] & t.BY)


def _chunks(traits: list[int], verbs: dict[int, bool]) -> list[Chunk]:
    found: list[Chunk] = []
    start = -1
    for i, trait in enumerate(traits):
        if trait & (t.IN_CHUNK if i == 0 else t.IN_CHUNK | t.ALL_CAPITALS) and i not in verbs:
            if start < 0:
                start = i
            if trait & t.OWNER:
                found.append(Chunk(start, i + 1, True))
                start = -1
        elif start >= 0:
            found.append(Chunk(start, i, bool(trait & t.S)))
            start = -1
    if start >= 0:
        found.append(Chunk(start, len(traits), False))
    return found


def is_event(sentence: Sentence) -> bool:
    """Tell whether a sentence tells what happened once: its verb is in the past."""
    if sentence.bits & PAST:
        return True
    words, traits, _, verbs = read(sentence)
    return any(
        (traits[i] & t.PAST and not passive and words[i - 1].lower not in _PERFECT)
        or (traits[i] & t.ING and traits[i - 1] & t.BEING)
        for i, passive in verbs.items()
    )
