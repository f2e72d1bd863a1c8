"""Parts of two clauses that were put together crosswise: A closed 14 and B 9, told on as A closed 9 and B 14."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from operator import attrgetter
from typing import NamedTuple

from misheard.analysis.claims.checks.base import Found
from misheard.analysis.claims.checks.entity_clauses import BREAKING, BREAKS, CLAUSE, SHIFT, clauses
from misheard.analysis.claims.checks.entity_words import ALIASES, OPPOSITE_ROLES, are_akin
from misheard.analysis.claims.checks.support import alike, opposed
from misheard.analysis.claims.edits.record import Word, bit_of
from misheard.analysis.claims.edits.telling import Pair, Sentence
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.lexicon.wordnet import lexical_class, tags

SURE = 0.8
LEAST_COMMON = 3
"""Fewer words in common can not be put together crosswise."""
MOST_SENTENCES = 4
"""Texts of so many sentences are compared whole, longer ones a sentence at a time."""
SHORT = 3
"""Two words that so few others part, `and` or a comma among them, are items of one list."""
_LINKS = bit_of(BREAKING | {"the", "a", "an", "of", "for", "as", "both", "its"})
_ONES = frozenset(("one", "ones"))
"""They stand for a noun, which then moves without a change: the left speaker and the right one."""
_NOT = frozenset(("not",))
_PLACE = attrgetter("place")

Cell = tuple[int, int]


class Spot(NamedTuple):
    """A word, and the number of its token in its sentence."""

    word: Word
    place: int
    sentence: Sentence


Both = tuple[Spot, Spot]
"""Where a word stands in the source and in the retelling."""


def find(pair: Pair) -> Iterator[Found]:
    """Yield the first two clauses of the retelling that each take words from the same two clauses of the source."""
    yield from _crossed(pair, (pair.source,), (pair.retelling,), pair.source.keys & pair.retelling.keys)
    told, retold = pair.told.sentences, pair.retold.sentences
    if 1 < max(len(told), len(retold)) <= MOST_SENTENCES:
        yield from _crossed(pair, told, retold, pair.told.keys & pair.retold.keys)


def _crossed(
    pair: Pair, sources: Sequence[Sentence], retellings: Sequence[Sentence], common: frozenset[str]
) -> Iterator[Found]:
    if len(common) < LEAST_COMMON or (_ONES & pair.told.lower and _ONES & pair.retold.lower):
        return
    common |= _NOT
    told = clauses(sources, common)
    if not _are_several(told):
        return
    retold = clauses(retellings, common)
    cells: dict[Cell, list[str]] = {}
    for key, place in told.items() if _are_several(retold) else ():
        other = retold.get(key)
        if other is not None:
            cells.setdefault((place >> SHIFT, other >> SHIFT), []).append(key)
    if len(cells) < 4:
        return

    def words(cell: Cell) -> list[Both]:
        return [(_spot(sources, told[key]), _spot(retellings, retold[key])) for key in cells[cell]]

    for s, other in combinations(sorted({s for s, _ in cells}), 2):
        both = sorted([r for one, r in cells if one == s and (other, r) in cells])
        for one, two in combinations(both, 2):
            moved = _counterparts(words((s, two)), words((other, one)))
            kept = _apart(words((s, one)), words((other, two))) if moved else []
            if kept and not _stand_together(moved, kept) and not _are_listed(pair, moved):
                yield from _found(pair, [*moved, *kept])


def _are_several(words: dict[str, int]) -> bool:
    """Tell whether words stand in more than one clause."""
    if not words:
        return False
    places = words.values()  # in order: a word that stands twice is left out
    return next(reversed(places)) - next(iter(places)) >= CLAUSE


def _spot(sentences: Sequence[Sentence], place: int) -> Spot:
    """Return a word by what `_clauses` has of it."""
    place %= CLAUSE
    for sentence in sentences:
        if place < len(sentence.records):
            return Spot(sentence.records[place], place, sentence)
        place -= len(sentence.records)
    raise IndexError(place)


def _counterparts(one: Sequence[Both], other: Sequence[Both]) -> list[Both]:
    """Return two words of one sort that stand for different things, each in its place in both sentences."""
    for left in one:
        for right in other:
            if _are_of_one_sort(left, right) and _is_like(left, right):
                return [left, right]
    return []


def _apart(one: Sequence[Both], other: Sequence[Both]) -> list[Both]:
    """Return two words that cannot stand for each other, each in its place in both sentences."""
    for left in one:
        for right in other:
            mine, theirs = left[0].word, right[0].word
            if mine.sort == theirs.sort == "n" or not alike(mine.lower, theirs.lower):
                return [left, right]
    return []


def _stand_together(moved: Sequence[Both], kept: Sequence[Both]) -> bool:
    """Tell whether a clause has a number of either clause: the second was slower than the first."""
    return all(
        one[1].word.sort == other[1].word.sort == "d"
        and (one[1].word.key[0] == "#") == (other[1].word.key[0] == "#")
        for one, other in zip(moved, reversed(kept), strict=True)
    )


def _are_of_one_sort(left: Both, right: Both) -> bool:
    """Tell whether both are names, in one of the sentences at least, or neither is."""
    one, other = left[0].word, right[0].word
    letters = [word.sort != "d" and len(word.text) == 1 for word in (one, other)]
    if any(letters):
        return all(letters)
    return one.sort == other.sort or (_is_named(left) and _is_named(right))


def _is_named(both: Both) -> bool:
    return both[0].word.sort == "n" or both[1].word.sort == "n"


def _is_like(left: Both, right: Both) -> bool:
    one, other = left[0].word, right[0].word
    if _is_named(left) and _is_named(right):
        return other.lower not in ALIASES
    if one.sort != "w" or other.sort != "w":
        return one.sort == other.sort
    if other.lower in OPPOSITE_ROLES.get(one.lower, ()):
        return True
    if "r" in tags(one.lower)[:1]:
        return False
    same = lexical_class(one.lower) == lexical_class(other.lower) and tags(one.lower)[:1] == tags(other.lower)[:1]
    return (same or opposed(one.lower, other.lower)) and not are_akin(one.lower, other.lower)


def _are_listed(pair: Pair, two: Sequence[Both]) -> bool:
    """Tell whether two words of the pair are items of one list in both sentences."""
    if not all(one.sentence is pair.source and other.sentence is pair.retelling for one, other in two):
        return False
    return is_list(pair, [(one.place, other.place) for one, other in two])


def is_list(pair: Pair, two: Sequence[tuple[int, int]]) -> bool:
    """Tell whether nothing stands between two words in both sentences but other items of a list."""
    for side, sentence in enumerate((pair.source, pair.retelling)):
        begin, end = sorted((two[0][side], two[1][side]))
        between = sentence.records[begin + 1 : end]
        short = len(between) <= SHORT and any(word.bits & BREAKS or word.text == "," for word in between)
        if not short and not all(word.sort in "np" or word.bits & _LINKS for word in between):
            return False
    return True


def _found(pair: Pair, words: Sequence[Both]) -> Iterator[Found]:
    """Yield what changed in the two sentences, where one of the words that moved stands in each."""
    told = _within(pair.source, [one for one, _ in words])
    retold = _within(pair.retelling, [other for _, other in words])
    if len(told) >= 2 and len(retold) >= 2:
        text = f'"{words[0][1].word.text}" and "{words[1][1].word.text}" changed what is said of them'
        yield Found("entity", (told[0].start, told[-1].end), (retold[0].start, retold[-1].end), text, SURE)


def _within(sentence: Sentence, spots: Sequence[Spot]) -> list[Token]:
    """Return those words that stand in a sentence, in order."""
    return [sentence.tokens[spot.place] for spot in sorted(spots, key=_PLACE) if spot.sentence is sentence]
