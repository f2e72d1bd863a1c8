"""In which clause of a text each word stands that can be told of one thing or of another."""

from collections.abc import Sequence

from misheard.analysis.claims.checks.support import LIGHT
from misheard.analysis.claims.edits.record import MOST_KEPT, Word, bit_of
from misheard.analysis.claims.edits.telling import Sentence
from misheard.analysis.claims.names import CALENDAR, is_label

BREAKING = frozenset(["and", "but", "while", "whereas", "or", "yet", "though", "although"])
"""Words that part clauses."""
BREAKS = bit_of(BREAKING)
_DATED = bit_of(CALENDAR)
_UNMOVED = bit_of(LIGHT | CALENDAR)
_MARKS = frozenset(",;:.()")
SHIFT = 16
CLAUSE = 1 << SHIFT
"""A text of a few sentences has fewer tokens than this."""


def clauses(sentences: Sequence[Sentence], common: frozenset[str]) -> dict[str, int]:
    """Return each word that both texts have and that stands once: the number of its clause, and its own.

    Both are in one number, that of the clause in the bits from `CLAUSE` on: it is asked for of most words.
    """
    found: dict[str, int] = {}
    twice = set()
    base = 0
    for sentence in sentences:
        base += CLAUSE
        words = sentence.records
        for i, manner in enumerate(_manners(words)):
            if manner == _MOVES:
                key = words[i].key
                if key not in common:
                    continue
            elif manner == _CUTS:
                base += CLAUSE
                continue
            elif not manner or not (key := _other_key(words, i, common)):
                continue
            if key in found:
                twice.add(key)
            found[key] = base + i
        base += len(words)
    for key in twice:
        del found[key]
    return found


def _manners(words: Sequence[Word]) -> list[int]:
    """Return in what manner each word counts; one behind a rank, as in the second wave, does not."""
    manners = list(map(_MANNERS.__getitem__, words))
    if _RANKS in manners:
        for i in [n for n, manner in enumerate(manners[:-1]) if manner == _RANKS]:
            manners[i + 1] = manners[i + 1] if manners[i + 1] == _CUTS else 0
    return manners


_CUTS, _MOVES, _MAY_MOVE, _RANKS = 1, 2, 3, 4


class _Table(dict[Word, int]):
    """In what manner a word counts: it parts clauses, it can move, its neighbours tell, it is a rank."""

    def __missing__(self, word: Word) -> int:
        if len(self) >= MOST_KEPT:
            self.clear()
        found = self[word] = _manner(word)
        return found


_MANNERS = _Table()


def _manner(word: Word) -> int:
    if word.sort == "p":
        return _CUTS if word.text[0] in _MARKS else 0
    if word.bits & BREAKS:
        return _CUTS
    if word.sort in "wn" and len(word.text) > 1:
        return 0 if word.bits & _UNMOVED else _MOVES
    if word.key[0] == "#":
        return _RANKS
    lone = len(word.text) == 1 and word.text.isupper()
    return _MAY_MOVE if lone or word.sort == "d" or word.key == "not" else 0


def _other_key(words: Sequence[Word], i: int, common: frozenset[str]) -> str:
    """Return by what a number, letter or `not` is known, "" where it is not in both or may stand anywhere."""
    word = words[i]
    lone = len(word.text) == 1
    if not (lone or word.key in common) or not _can_move(words, i, common):
        return ""
    return word.text if lone and word.sort != "d" else word.key


def _is_letter(words: Sequence[Word], i: int) -> bool:
    """Tell whether a word is the letter that tells one thing from another: line A, plan B."""
    word = words[i]
    return len(word.text) == 1 and word.text.isupper() and i > 0 and is_label(words[i - 1].text)


def _can_move(words: Sequence[Word], i: int, common: frozenset[str]) -> bool:
    """Tell whether what is no word is a letter, a `not` or a number outside a date: dates may stand anywhere."""
    word = words[i]
    if word.sort != "d":
        return (word.key == "not" and "not" in common) or _is_letter(words, i)
    near = words[max(0, i - 2) : i + 3]
    return word.key in common and len(word.key) != 4 and not any(other.bits & _DATED for other in near)
