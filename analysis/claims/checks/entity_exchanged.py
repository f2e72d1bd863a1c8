"""Two names or nouns that took each other's role: X sued Y, told on as Y sued X."""

from collections.abc import Iterator
from itertools import combinations

from misheard.analysis.claims.checks.base import Found
from misheard.analysis.claims.checks.entity_crossed import is_list
from misheard.analysis.claims.checks.entity_reading import read
from misheard.analysis.claims.checks.entity_roles import Role, roles
from misheard.analysis.claims.checks.entity_words import CONVERSE, are_akin
from misheard.analysis.claims.checks.support import alike
from misheard.analysis.claims.edits.telling import Pair, Sentence, read_once
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.claims.names import CALENDAR
from misheard.analysis.lexicon.wordnet import is_known, lexical_class, tags

SURE = 0.85
MOST_MOVED = 8
"""So many words with a new role are compared with one another."""


def find(pair: Pair) -> Iterator[Found]:
    """Yield the first two words that exchanged their roles."""
    if not may_differ(pair):
        return
    told, retold = _by_key(pair.source), _by_key(pair.retelling)
    moved = []
    for key in told.keys() & retold.keys():
        had, has = told[key][1], retold[key][1]
        lost = without(had, has) if not has <= had else ()
        gained = without(has, had) if lost else ()
        if lost and gained:
            moved.append((told[key][0], retold[key][0], lost, gained))
    moved.sort()
    for (i, j, lost, gained), (k, n, other_lost, other_gained) in combinations(moved[:MOST_MOVED], 2):
        one, two = pair.source.tokens[i], pair.source.tokens[k]
        wide = _is_one_sort(one, two)
        if not (_is_one_class(one, two) and meet(gained, other_lost, wide) and meet(other_gained, lost, wide)):
            continue
        if alike(one.lower, two.lower) or _are_akin(lost, other_lost):
            continue
        if not is_list(pair, [(one, pair.retelling.tokens[j]), (two, pair.retelling.tokens[n])]):
            yield _found((one, two), (pair.retelling.tokens[j], pair.retelling.tokens[n]))
            return


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
    if [t.key for t in pair.source.tokens if t.key in keys] != [
        t.key for t in pair.retelling.tokens if t.key in keys
    ]:
        return True
    return ("by" in pair.source.lower) != ("by" in pair.retelling.lower) or not CONVERSE.keys().isdisjoint(
        token.key for token in pair.retelling.tokens
    )


@read_once
def _by_key(sentence: Sentence) -> dict[str, tuple[int, set[Role]]]:
    """Return the place and the roles of each noun that stands in a sentence once."""
    reading = read(sentence.tokens)
    found: dict[str, tuple[int, set[Role]]] = {}
    twice = set()
    for i, mine in roles(reading).items():
        token = sentence.tokens[i]
        key = token.key
        if token.sort == "d" or token.lower in CALENDAR or len(token.text) == 1:
            continue
        if key in found:
            twice.add(key)
        found[key] = (i, mine)
    return {key: entry for key, entry in found.items() if key not in twice}


def without(one: set[Role], other: set[Role]) -> set[Role]:
    """Return the roles of `one` that `other` has not, by these or like words."""
    left = one - other
    if left and other:
        left = {role for role in left if not any(_same(role, theirs) for theirs in other)}
    return left


def meet(one: set[Role], other: set[Role], wide: bool) -> bool:
    """Tell whether two have a role in common; `wide`: or a word beside them."""
    return any((wide or role[0] not in "<>") and _same(role, theirs) for role in one for theirs in other)


def _is_one_sort(one: Token, other: Token) -> bool:
    if is_name(one) or is_name(other):
        return is_name(one) and is_name(other)
    field = lexical_class(one.lower)
    return (
        field != "" and field == lexical_class(other.lower) and tags(one.lower)[:1] == tags(other.lower)[:1] != "r"
    )


def _is_one_class(one: Token, other: Token) -> bool:
    """Tell whether both are names or can be nouns, or both are not."""
    left, right = (is_name(word) or "n" in tags(word.lower) for word in (one, other))
    return left == right


def is_name(word: Token) -> bool:
    """Tell whether a word is a name, even as the first of a sentence."""
    return word.sort == "n" or (word.sort == "w" and word.text[0].isupper() and not is_known(word.lower))


def _are_akin(one: set[Role], other: set[Role]) -> bool:
    """Tell whether two roles are at words of one meaning, even a rare one: worked as, served as."""
    return any(
        role[0] == theirs[0] and (role[1] == theirs[1] or are_akin(role[1], theirs[1]))
        for role in one
        for theirs in other
    )


def _same(one: Role, other: Role) -> bool:
    return one[0] == other[0] and (one[1] == other[1] or alike(one[1], other[1]))
