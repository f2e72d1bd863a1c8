"""A common noun that gave way to one it cannot stand for: buyer and seller, left and right, pears and plums."""

from collections.abc import Iterator

from misheard.analysis.claims.checks.base import Found
from misheard.analysis.claims.checks.entity_names import after, before
from misheard.analysis.claims.checks.entity_words import OPPOSITE_ROLES
from misheard.analysis.claims.checks.support import alike, share
from misheard.analysis.claims.edits.telling import Pair, overlap
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.lexicon.wordnet import Kind, lexical_class, relation, tags

SURE = 0.85
SURE_SIBLING = 0.7
LEAST_LIKE = 0.5
"""So much of their content must the sentences share, where the nouns do not stand between the same words."""
_NATURAL = frozenset(("noun.food", "noun.plant", "noun.animal", "noun.substance", "noun.body"))


def find(pair: Pair) -> Iterator[Found]:
    """Yield the first noun that gave way to another that neither text has besides."""
    told, retold = pair.source.tokens, pair.retelling.tokens
    gone = [told[i] for i in pair.gone if told[i].sort in "wnf"] if pair.new else []
    for token in (retold[i] for i in pair.new) if gone else ():
        others, natural = OPPOSITE_ROLES.get(token.lower, frozenset()), _is_natural(token)
        if not (others or natural):
            continue
        for word in gone:
            if word.lower in others and _around(pair, word, token):
                yield _found(word, token, SURE)
                return
            if natural and _is_natural(word) and _are_siblings(pair, word, token):
                yield _found(word, token, SURE_SIBLING)
                return


def _found(word: Token, token: Token, sure: float) -> Found:
    text = f'"{word.text}" became "{token.text}"'
    return Found("entity", (word.start, word.end), (token.start, token.end), text, sure)


def _is_natural(word: Token) -> bool:
    return word.sort == "w" and tags(word.lower)[:1] == "n" and lexical_class(word.lower) in _NATURAL


def _around(pair: Pair, one: Token, other: Token) -> bool:
    told, retold = pair.source.tokens, pair.retelling.tokens
    i, j = told.index(one), retold.index(other)
    behind, later = after(told, i + 1), after(retold, j + 1)
    left, right = before(told, i), before(retold, j)
    if behind and behind == later and left == right:
        return True
    if left and left == right and pair.overlap >= LEAST_LIKE:
        return True
    rest = [word for word in retold if word is not other]
    mine = [word for word in told if word is not one]
    return share(rest, told, loose=True) >= LEAST_LIKE <= share(mine, retold, loose=True)


def _are_siblings(pair: Pair, one: Token, other: Token) -> bool:
    """Tell whether two nouns name kinds of one thing, such as two fruits, and no third word tells what is meant."""
    if relation(one.lower, other.lower).kind is not Kind.SIBLING:
        return False
    whole = max(pair.overlap, overlap(pair.told.keys, pair.retold.keys))
    if whole < LEAST_LIKE and not _around(pair, one, other):
        return False
    known = (word for word in pair.told.lower if lexical_class(word) in _NATURAL)
    return not any(alike(word, other.lower) for word in known)
