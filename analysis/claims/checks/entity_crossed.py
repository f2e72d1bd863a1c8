"""Parts of two clauses that were put together crosswise: A closed 14 and B 9, told on as A closed 9 and B 14."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from misheard.analysis.claims.checks.base import Found
from misheard.analysis.claims.checks.entity_words import ALIASES, OPPOSITE_ROLES, are_akin
from misheard.analysis.claims.checks.support import LIGHT, alike, opposed
from misheard.analysis.claims.edits.telling import Pair, Sentence
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.claims.names import CALENDAR, is_label
from misheard.analysis.lexicon.wordnet import lexical_class, tags

SURE = 0.8
LEAST_COMMON = 3
"""Fewer words in common can not be put together crosswise."""
MOST_SENTENCES = 4
"""Texts of so many sentences are compared whole, longer ones a sentence at a time."""
SHORT = 3
"""Two words that so few others part, `and` or a comma among them, are items of one list."""
_BREAKS = frozenset(["and", "but", "while", "whereas", "or", "yet", "though", "although"])
_UNMOVED = LIGHT | CALENDAR
_LINKS = _BREAKS | frozenset(["the", "a", "an", "of", "for", "as", "both", "its"])
_ONES = frozenset(("one", "ones"))
"""They stand for a noun, which then moves without a change: the left speaker and the right one."""
_MARKS = frozenset(",;:.()")

Cell = tuple[int, int]


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
    told = _clauses(sources, common | {"not"})
    retold = _clauses(retellings, common | {"not"}) if len({clause for clause, _ in told.values()}) > 1 else {}
    cells: dict[Cell, list[tuple[Token, Token]]] = {}
    for key in (key for key in told if key in retold):
        cells.setdefault((told[key][0], retold[key][0]), []).append((told[key][1], retold[key][1]))
    if len(cells) < 4:
        return
    for s, other in combinations(sorted({s for s, _ in cells}), 2):
        both = sorted(r for r in {r for _, r in cells} if (s, r) in cells and (other, r) in cells)
        for one, two in combinations(both, 2):
            moved = _counterparts(cells[s, two], cells[other, one])
            kept = _apart(cells[s, one], cells[other, two])
            if moved and kept and not _stand_together(moved, kept) and not is_list(pair, moved):
                yield from _found(pair, [*moved, *kept])


def _counterparts(
    one: Sequence[tuple[Token, Token]], other: Sequence[tuple[Token, Token]]
) -> list[tuple[Token, Token]]:
    """Return two words of one sort that stand for different things, each in its place in both sentences."""
    for left in one:
        for right in other:
            if _are_of_one_sort(left, right) and _is_like(left, right):
                return [left, right]
    return []


def _apart(one: Sequence[tuple[Token, Token]], other: Sequence[tuple[Token, Token]]) -> list[tuple[Token, Token]]:
    """Return two words that cannot stand for each other, each in its place in both sentences."""
    for left in one:
        for right in other:
            if left[0].sort == right[0].sort == "n" or not alike(left[0].lower, right[0].lower):
                return [left, right]
    return []


def _stand_together(moved: Sequence[tuple[Token, Token]], kept: Sequence[tuple[Token, Token]]) -> bool:
    """Tell whether a clause has a number of either clause: the second was slower than the first."""
    return all(
        one[1].sort == other[1].sort == "d" and (one[1].key[0] == "#") == (other[1].key[0] == "#")
        for one, other in zip(moved, reversed(kept), strict=True)
    )


def _are_of_one_sort(left: tuple[Token, Token], right: tuple[Token, Token]) -> bool:
    """Tell whether both are names, in one of the sentences at least, or neither is."""
    sorts = [{word.sort for word in pair} for pair in (left, right)]
    letters = [word[0].sort != "d" and len(word[0].text) == 1 for word in (left, right)]
    if any(letters):
        return all(letters)
    return left[0].sort == right[0].sort or ("n" in sorts[0] and "n" in sorts[1])


def _is_like(left: tuple[Token, Token], right: tuple[Token, Token]) -> bool:
    one, other = left[0], right[0]
    if "n" in {word.sort for word in left} and "n" in {word.sort for word in right}:
        return other.lower not in ALIASES
    if one.sort != "w" or other.sort != "w":
        return one.sort == other.sort
    if other.lower in OPPOSITE_ROLES.get(one.lower, ()):
        return True
    if "r" in tags(one.lower)[:1]:
        return False
    same = lexical_class(one.lower) == lexical_class(other.lower) and tags(one.lower)[:1] == tags(other.lower)[:1]
    return (same or opposed(one.lower, other.lower)) and not are_akin(one.lower, other.lower)


def is_list(pair: Pair, two: Sequence[tuple[Token, Token]]) -> bool:
    """Tell whether nothing stands between two words in both sentences but other items of a list."""
    for side, sentence in enumerate((pair.source, pair.retelling)):
        begin, end = sorted((two[0][side].start, two[1][side].start))
        if not all(any(word is mine for mine in sentence.tokens) for word in (two[0][side], two[1][side])):
            return False
        between = [word for word in sentence.tokens if begin < word.start < end]
        short = len(between) <= SHORT and any(word.lower in _BREAKS or word.text == "," for word in between)
        if not short and not all(word.sort in "np" or word.lower in _LINKS for word in between):
            return False
    return True


def _clauses(sentences: Sequence[Sentence], common: frozenset[str]) -> dict[str, tuple[int, Token]]:
    """Return in which clause each word stands that both texts have, where it stands there once."""
    found: dict[str, tuple[int, Token]] = {}
    twice = set()
    clause = 0
    for sentence in sentences:
        clause += 1
        words = sentence.tokens
        for i, word in enumerate(words):
            if word.sort == "p":
                clause += word.text[0] in _MARKS
            elif word.lower in _BREAKS:
                clause += 1
            elif word.key in common or len(word.text) == 1:
                if not _can_move(words, i, common) or (i and words[i - 1].key.startswith("#")):
                    continue
                key = word.text if len(word.text) == 1 and word.sort != "d" else word.key
                if key in found:
                    twice.add(key)
                found[key] = (clause, word)
    return {key: place for key, place in found.items() if key not in twice}


def _is_letter(words: Sequence[Token], i: int) -> bool:
    """Tell whether a word is the letter that tells one thing from another: line A, plan B."""
    word = words[i]
    return len(word.text) == 1 and word.text.isupper() and i > 0 and is_label(words[i - 1].text)


def _can_move(words: Sequence[Token], i: int, common: frozenset[str]) -> bool:
    """Tell whether a word is a letter, or neither empty nor part of a date: those may stand anywhere."""
    word = words[i]
    if len(word.text) > 1 and word.sort in "wn":
        return word.lower not in _UNMOVED
    if word.sort != "d":
        return (word.key == "not" and "not" in common) or _is_letter(words, i)
    near = words[max(0, i - 2) : i + 3]
    return word.key in common and len(word.key) != 4 and not any(other.lower in CALENDAR for other in near)


def _found(pair: Pair, words: Sequence[tuple[Token, Token]]) -> Iterator[Found]:
    """Yield what changed in the two sentences, where one of the words that moved stands in each."""
    told = sorted(_within(pair.source, [one for one, _ in words]), key=lambda word: word.start)
    retold = sorted(_within(pair.retelling, [other for _, other in words]), key=lambda word: word.start)
    if len(told) >= 2 and len(retold) >= 2:
        text = f'"{words[0][1].text}" and "{words[1][1].text}" changed what is said of them'
        yield Found("entity", (told[0].start, told[-1].end), (retold[0].start, retold[-1].end), text, SURE)


def _within(sentence: Sentence, words: Sequence[Token]) -> list[Token]:
    return [word for word in words if any(word is mine for mine in sentence.tokens)]
