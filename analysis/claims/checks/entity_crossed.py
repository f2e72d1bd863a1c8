"""Parts of two clauses that were put together crosswise: A closed 14 and B 9, told on as A closed 9 and B 14."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from misheard.analysis.claims.checks.base import Found
from misheard.analysis.claims.checks.entity_words import ALIASES, are_akin
from misheard.analysis.claims.checks.support import LIGHT, alike, opposed
from misheard.analysis.claims.edits.telling import Pair
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.claims.names import CALENDAR
from misheard.analysis.lexicon.wordnet import lexical_class, tags

SURE = 0.8
SHORT = 3
"""Two words that so few others part, `and` or a comma among them, are items of one list."""
_BREAKS = frozenset(["and", "but", "while", "whereas", "or", "yet", "though", "although"])
_UNMOVED = LIGHT | CALENDAR
_LINKS = _BREAKS | frozenset(["the", "a", "an", "of", "for", "as", "both", "its"])
_MARKS = frozenset(",;:.()")

Cell = tuple[int, int]


def find(pair: Pair) -> Iterator[Found]:
    """Yield the first two clauses of the retelling that each take words from the same two clauses of the source."""
    common = pair.source.keys & pair.retelling.keys
    if len(common) < 4:
        return
    told = _clauses(pair.source.tokens, common)
    retold = _clauses(pair.retelling.tokens, common)
    cells: dict[Cell, list[tuple[Token, Token]]] = {}
    for key in told.keys() & retold.keys():
        cells.setdefault((told[key][0], retold[key][0]), []).append((told[key][1], retold[key][1]))
    if len(cells) < 4:
        return
    for s, other in combinations(sorted({s for s, _ in cells}), 2):
        both = sorted(r for r in {r for _, r in cells} if (s, r) in cells and (other, r) in cells)
        for one, two in combinations(both, 2):
            moved = _counterparts(cells[s, two], cells[other, one])
            kept = [cells[s, one][0], cells[other, two][0]]
            if moved and not alike(kept[0][0].lower, kept[1][0].lower) and not is_list(pair, moved):
                yield _found([*moved, *kept])
                return


def _counterparts(
    one: Sequence[tuple[Token, Token]], other: Sequence[tuple[Token, Token]]
) -> list[tuple[Token, Token]]:
    """Return two words of one sort that stand for different things, each in its place in both sentences."""
    for left in one:
        for right in other:
            if _are_of_one_sort(left, right) and _is_like(left[0], right[0]):
                return [left, right]
    return []


def _are_of_one_sort(left: tuple[Token, Token], right: tuple[Token, Token]) -> bool:
    """Tell whether both are names, in one of the sentences at least, or neither is."""
    sorts = [{word.sort for word in pair} for pair in (left, right)]
    return left[0].sort == right[0].sort or ("n" in sorts[0] and "n" in sorts[1])


def _is_like(one: Token, other: Token) -> bool:
    if one.sort != "w":
        return one.sort == "d" or (len(one.text) > 1 < len(other.text) and other.lower not in ALIASES)
    if "r" in tags(one.lower)[:1]:
        return False
    same = lexical_class(one.lower) == lexical_class(other.lower) and tags(one.lower)[:1] == tags(other.lower)[:1]
    return (same or opposed(one.lower, other.lower)) and not are_akin(one.lower, other.lower)


def is_list(pair: Pair, two: Sequence[tuple[Token, Token]]) -> bool:
    """Tell whether nothing stands between two words in both sentences but other items of a list."""
    for side, sentence in enumerate((pair.source, pair.retelling)):
        begin, end = sorted((two[0][side].start, two[1][side].start))
        between = [word for word in sentence.tokens if begin < word.start < end]
        short = len(between) <= SHORT and any(word.lower in _BREAKS or word.text == "," for word in between)
        if not short and not all(word.sort in "np" or word.lower in _LINKS for word in between):
            return False
    return True


def _clauses(words: Sequence[Token], common: frozenset[str]) -> dict[str, tuple[int, Token]]:
    """Return in which clause each word stands that both sentences have, where it stands there once."""
    found: dict[str, tuple[int, Token]] = {}
    twice = set()
    clause = 0
    for i, word in enumerate(words):
        if word.lower in _BREAKS or word.text[0] in _MARKS:
            clause += 1
        elif word.key in common and _can_move(words, i):
            if word.key in found:
                twice.add(word.key)
            found[word.key] = (clause, word)
    return {key: place for key, place in found.items() if key not in twice}


def _can_move(words: Sequence[Token], i: int) -> bool:
    """Tell whether a word is neither empty nor part of a date: those may stand anywhere."""
    word = words[i]
    if word.sort != "d":
        return word.sort in "wn" and word.lower not in _UNMOVED
    near = words[max(0, i - 2) : i + 3]
    return len(word.key) != 4 and not any(other.lower in CALENDAR for other in near)


def _found(words: Sequence[tuple[Token, Token]]) -> Found:
    told = sorted((word for word, _ in words), key=lambda word: word.start)
    retold = sorted((word for _, word in words), key=lambda word: word.start)
    text = f'"{words[0][1].text}" and "{words[1][1].text}" changed what is said of them'
    return Found("entity", (told[0].start, told[-1].end), (retold[0].start, retold[-1].end), text, SURE)
