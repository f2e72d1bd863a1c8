"""A common noun that gave way to one it cannot stand for: buyer and seller, left and right, pears and plums."""

from collections.abc import Iterator

from misheard.analysis.claims.checks.base import Found
from misheard.analysis.claims.checks.entity_names import after, before
from misheard.analysis.claims.checks.entity_words import OPPOSITE_ROLES
from misheard.analysis.claims.checks.support import alike, share
from misheard.analysis.claims.edits.record import Word
from misheard.analysis.claims.edits.telling import Pair, overlap
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.lexicon.wordnet import Kind, lexical_class, relation, tags

SURE = 0.85
SURE_SIBLING = 0.7
LEAST_LIKE = 0.5
"""So much of their content must the sentences share, where the nouns do not stand between the same words."""
_NONE: frozenset[str] = frozenset()
_NATURAL = frozenset(("noun.food", "noun.plant", "noun.animal", "noun.substance", "noun.body"))


def find(pair: Pair) -> Iterator[Found]:
    """Yield the first noun that gave way to another that neither text has besides."""
    if not pair.new or not pair.gone:
        return
    told, retold = pair.source.records, pair.retelling.records
    gone = [i for i in pair.gone if told[i].sort in "wnf"]
    for j in pair.new if gone else ():
        token = retold[j]
        others, natural = OPPOSITE_ROLES.get(token.lower, _NONE), _is_natural(token)
        if not (others or natural):
            continue
        for i in gone:
            word = told[i]
            if word.lower in others and _around(pair, i, j):
                yield _found(pair.source.tokens[i], pair.retelling.tokens[j], SURE)
                return
            if natural and _is_natural(word) and _are_siblings(pair, i, j):
                yield _found(pair.source.tokens[i], pair.retelling.tokens[j], SURE_SIBLING)
                return


def _found(word: Token, token: Token, sure: float) -> Found:
    text = f'"{word.text}" became "{token.text}"'
    return Found("entity", (word.start, word.end), (token.start, token.end), text, sure)


def _is_natural(word: Word) -> bool:
    return word.sort == "w" and tags(word.lower)[:1] == "n" and lexical_class(word.lower) in _NATURAL


def _around(pair: Pair, i: int, j: int) -> bool:
    told, retold = pair.source.tokens, pair.retelling.tokens
    behind, later = after(told, i + 1), after(retold, j + 1)
    left, right = before(told, i), before(retold, j)
    if behind and behind == later and left == right:
        return True
    if left and left == right and pair.overlap >= LEAST_LIKE:
        return True
    rest, mine = retold[:j] + retold[j + 1 :], told[:i] + told[i + 1 :]
    return share(rest, told, loose=True) >= LEAST_LIKE <= share(mine, retold, loose=True)


def _are_siblings(pair: Pair, i: int, j: int) -> bool:
    """Tell whether two nouns name kinds of one thing, such as two fruits, and no third word tells what is meant."""
    one, other = pair.source.records[i], pair.retelling.records[j]
    if relation(one.lower, other.lower).kind is not Kind.SIBLING:
        return False
    whole = max(pair.overlap, overlap(pair.told.keys, pair.retold.keys))
    if whole < LEAST_LIKE and not _around(pair, i, j):
        return False
    known = (word for word in pair.told.lower if lexical_class(word) in _NATURAL)
    return not any(alike(word, other.lower) for word in known)
