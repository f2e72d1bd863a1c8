"""How much of what some words say stands in other words too: the same word, a synonym, a word made from it."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from misheard.analysis.claims.edits.telling import Pair, Telling
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.claims.lists import words_of
from misheard.analysis.claims.names import CALENDAR
from misheard.analysis.lexicon.wordnet import Kind, is_far, lexical_class, relation

COMMONEST = 3
"""Two words count as synonyms where they share one of so many first senses."""
PREFIX = 5
"""Words that begin with so many like letters, or one with the whole other, are taken for forms of one word."""
STEPS = 2
"""A hypernym no more than so many steps up is near."""

LIGHT = words_of("light_words.txt")
_ALIKE = frozenset((Kind.SAME, Kind.DERIVED))
_RANKED = frozenset((Kind.SYNONYM, Kind.SIMILAR))
_LINEAR = frozenset((Kind.BROADER, Kind.NARROWER))
_TURNED = frozenset((Kind.ANTONYM, Kind.INDIRECT_ANTONYM, Kind.CO_ANTONYM))
_MEASURES = frozenset(("noun.time", "noun.quantity"))
"""Words of these classes, such as day and month, stand in one list without saying nearly the same."""


def content(words: Iterable[Token]) -> list[Token]:
    """Return the words that say something: no function words, no marks, no light verbs such as take or make."""
    return [word for word in words if word.sort in "wnd" and word.lower not in LIGHT]


@lru_cache(maxsize=16384)
def alike(one: str, other: str) -> bool:
    """Tell whether two words in lower case can stand for each other."""
    if _is_form(one, other):
        return True
    if is_far(one, other):
        return False
    link = relation(one, other)
    if link.kind in _ALIKE:
        return True
    if link.kind in _RANKED:
        return link.senses < COMMONEST
    least = 1 if "v" in link.shared_pos else 2
    return link.kind in _LINEAR and link.distance == 1 and link.senses < COMMONEST and (link.depth or 0) >= least


@lru_cache(maxsize=16384)
def near(one: str, other: str) -> bool:
    """Tell whether two words in lower case may be meant to say the same thing, or one its opposite."""
    if alike(one, other):
        return True
    link = relation(one, other)
    if link.kind in _RANKED or link.kind in _TURNED or link.kind is Kind.RELATED or link.kind is Kind.SIBLING:
        return link.senses < COMMONEST and lexical_class(one) not in _MEASURES
    return link.kind in _LINEAR and (link.distance or 9) <= STEPS and link.senses < COMMONEST


def opposed(one: str, other: str) -> bool:
    """Tell whether two words in lower case are opposites, even by way of a synonym."""
    return relation(one, other).kind in _TURNED


def _is_form(one: str, other: str) -> bool:
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    if short[:4] != long[:4] or len(short) < PREFIX - 1 or not short.isalpha() or not long.isalpha():
        return False
    stop = len(short) if len(short) <= PREFIX else max(PREFIX, len(short) - 3)
    return long.startswith(short[:stop])


def missing(
    part: Sequence[Token], whole: Sequence[Token], loose: bool = False, spent: Sequence[Token] = ()
) -> list[Token]:
    """Return the content words of `part` for which `whole` has nothing alike (`loose`: nothing near).

    What stands in `whole` for one of the words `spent` counts for these only.
    """
    keys = {word.key for word in whole}
    left = [word for word in content(part) if word.key not in keys]
    return _unlike(left, part, whole, loose, spent) if left else left


def _unlike(
    left: list[Token], part: Sequence[Token], whole: Sequence[Token], loose: bool, spent: Sequence[Token] = ()
) -> list[Token]:
    """Return those words left of `part` for which `whole` has none that is alike, or near."""
    mine = {word.key for word in part}
    taken = {word.lower for word in content(spent)}
    others = {word.lower for word in whole if word.sort in "wn" and word.key not in mine}
    if taken:
        others = {other for other in others if not any(alike(word, other) for word in taken)}
    test = near if loose else alike
    return [word for word in left if word.sort == "d" or not any(test(word.lower, other) for other in others)]


def share(part: Sequence[Token], whole: Sequence[Token], loose: bool = False) -> float:
    """Return the share (0 to 1) of the content words of `part` that `whole` has; 0 where there are none."""
    words = content(part)
    if not words:
        return 0.0
    keys = {word.key for word in whole}
    left = [word for word in words if word.key not in keys]
    return 1 - len(_unlike(left, part, whole, loose)) / len(words) if left else 1.0


def kept(part: Sequence[Token], whole: Sequence[Token]) -> int:
    """Return how many content words of `part` stand in `whole`, those with the same key only."""
    return len({word.key for word in content(part)} & {word.key for word in whole})


def all_tokens(text: Telling) -> list[Token]:
    """Return the tokens of all sentences of a text."""
    return [token for sentence in text.sentences for token in sentence.tokens]


def is_absent(part: Sequence[Token], text: Telling, most: float = 0.25, spent: Sequence[Token] = ()) -> bool:
    """Tell whether a text has no more than `most` of the content of some words, however it is worded."""
    known = {word.key for word in spent}
    part = [word for word in content(part) if word.key not in known]
    return bool(part) and 1 - len(missing(part, all_tokens(text), True, spent)) / len(part) <= most


def has_other_days(words: Iterable[Token], pair: Pair) -> bool:
    """Tell whether days stand among some words, and the retelling names others: not Fridays, Monday to Thursday."""
    lost = _days(word.lower for word in words)
    return bool(lost) and bool(_days(pair.retold.lower) - _days(pair.told.lower))


def _days(words: Iterable[str]) -> set[str]:
    return {name for word in words if (name := word.removesuffix("s")) in CALENDAR}


def place(words: Sequence[Token]) -> tuple[int, int]:
    """Return where some tokens begin and end in their sentence."""
    return words[0].start, words[-1].end


def quoted(pair: Pair, before: tuple[int, int], after: tuple[int, int] | None) -> str:
    """Return the sentence that tells a change."""
    one = pair.source.text[slice(*before)].strip(" ,;")
    if after is None:
        return f'"{one}" was left out'
    return f'"{one}" became "{pair.retelling.text[slice(*after)].strip(" ,;")}"'
