"""Two names or nouns that took each other's role: X sued Y, told on as Y sued X."""

from collections.abc import Iterator
from itertools import combinations
from operator import itemgetter

from misheard.analysis.claims.checks.base import Found
from misheard.analysis.claims.checks.entity_crossed import is_list
from misheard.analysis.claims.checks.entity_reading import read
from misheard.analysis.claims.checks.entity_roles import Role, Roles, roles
from misheard.analysis.claims.checks.entity_words import CONVERSE, are_akin
from misheard.analysis.claims.checks.support import alike
from misheard.analysis.claims.edits.record import Word, bit_of
from misheard.analysis.claims.edits.telling import Pair, Sentence, read_once
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.claims.names import CALENDAR
from misheard.analysis.lexicon.wordnet import is_known, lexical_class, tags

_Move = tuple[int, int, Roles, Roles]
"""The places of a word in the two sentences, and the roles it lost and gained."""
_FIRST = itemgetter(0)
_BY, _DATED = bit_of(("by",)), bit_of(CALENDAR)
_TURNING = frozenset(CONVERSE)
SURE = 0.85
MOST_MOVED = 8
"""So many words with a new role are compared with one another."""


def find(pair: Pair) -> Iterator[Found]:
    """Yield the first two words that exchanged their roles."""
    if not may_differ(pair):
        return
    moved = _moved(_by_key(pair.source), _by_key(pair.retelling))
    if len(moved) < 2:
        return
    told = pair.source.records
    for (i, j, lost, gained), (k, n, other_lost, other_gained) in combinations(moved[:MOST_MOVED], 2):
        if not (meet(gained, other_lost, True) and meet(other_gained, lost, True)):
            continue
        one, two = told[i], told[k]
        if not _is_one_class(one, two) or not (
            _is_one_sort(one, two) or (meet(gained, other_lost, False) and meet(other_gained, lost, False))
        ):
            continue
        if alike(one.lower, two.lower) or _are_akin(lost, other_lost):
            continue
        if not is_list(pair, [(i, j), (k, n)]):
            yield _found(
                (pair.source.tokens[i], pair.source.tokens[k]), (pair.retelling.tokens[j], pair.retelling.tokens[n])
            )
            return


def _moved(told: dict[str, tuple[int, Roles]], retold: dict[str, tuple[int, Roles]]) -> list[_Move]:
    """Return the words that lost a role and gained another, in order of the source."""
    found = []
    for key, (i, had) in told.items():
        other = retold.get(key)
        if other is not None and not (had <= other[1] or other[1] <= had):
            found.append((i, other[0], had, other[1]))
    if len(found) < 2:
        return []
    moved = []
    for i, j, had, has in sorted(found, key=_FIRST):
        lost = without(had, has)
        gained = without(has, had) if lost else lost
        if gained:
            moved.append((i, j, lost, gained))
    return moved


def _found(told: tuple[Token, Token], retold: tuple[Token, Token]) -> Found:
    first, last = sorted(retold, key=lambda token: token.start)
    one, two = told
    return Found(
        "entity",
        (one.start, two.end),
        (first.start, last.end),
        f'"{one.text}" and "{two.text}" changed places',
        SURE,
    )


def may_differ(pair: Pair) -> bool:
    """Tell whether the words both sentences have stand in another order, or a verb can turn the roles round."""
    keys = pair.source.keys & pair.retelling.keys
    if len(keys) < 2:
        return False
    told = [word.key for word in pair.source.records if word.key in keys]
    if told != [word.key for word in pair.retelling.records if word.key in keys]:
        return True
    if (pair.source.bits & _BY) != (pair.retelling.bits & _BY):
        return True
    return not _TURNING.isdisjoint([word.key for word in pair.retelling.records])


@read_once
def _by_key(sentence: Sentence) -> dict[str, tuple[int, Roles]]:
    """Return the place and the roles of each noun that stands in a sentence once."""
    records = sentence.records
    found: dict[str, tuple[int, Roles]] = {}
    twice = set()
    for i, mine in roles(read(sentence)).items():
        word = records[i]
        if word.sort == "d" or word.bits & _DATED or len(word.text) == 1:
            continue
        key = word.key
        if key in found:
            twice.add(key)
        found[key] = (i, mine)
    for key in twice:
        del found[key]
    return found


def without(one: Roles, other: Roles) -> Roles:
    """Return the roles of `one` that `other` has not, by these or like words."""
    left = one - other
    if left and other:
        return frozenset([role for role in left if not _has(other, role)])
    return left


def _has(some: Roles, role: Role) -> bool:
    """Tell whether some roles have one, by the same or a like word."""
    kind, word = role
    for other, theirs in some:  # noqa: SIM110 - `any` with a generator takes twice as long
        if kind == other and (word == theirs or alike(word, theirs)):
            return True
    return False


def meet(one: Roles, other: Roles, wide: bool) -> bool:
    """Tell whether two have a role in common; `wide`: or a word beside them."""
    return any((wide or role[0] not in "<>") and _has(other, role) for role in one)


def _is_one_sort(one: Word, other: Word) -> bool:
    if is_name(one) or is_name(other):
        return is_name(one) and is_name(other)
    field = lexical_class(one.lower)
    return (
        field != "" and field == lexical_class(other.lower) and tags(one.lower)[:1] == tags(other.lower)[:1] != "r"
    )


def _is_one_class(one: Word, other: Word) -> bool:
    """Tell whether both are names or can be nouns, or both are not."""
    left, right = (is_name(word) or "n" in tags(word.lower) for word in (one, other))
    return left == right


def is_name(word: Word) -> bool:
    """Tell whether a word is a name, even as the first of a sentence."""
    return word.sort == "n" or (word.sort == "w" and word.text[0].isupper() and not is_known(word.lower))


def _are_akin(one: Roles, other: Roles) -> bool:
    """Tell whether two roles are at words of one meaning, even a rare one: worked as, served as."""
    return any(
        role[0] == theirs[0] and (role[1] == theirs[1] or are_akin(role[1], theirs[1]))
        for role in one
        for theirs in other
    )
