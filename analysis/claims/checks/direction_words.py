"""Words of growth and decline, and which words are opposites of which."""

from collections import defaultdict
from functools import lru_cache

from misheard.analysis.claims import direction
from misheard.analysis.claims.checks.negation_words import Family, forms
from misheard.analysis.claims.lists import lines_of
from misheard.analysis.claims.words import stem
from misheard.analysis.lexicon.wordnet import Kind, antonyms, lexical_class, relation, synonyms, tags

OPPOSED_RANK = 2
"""Words are opposites in one of so many of their commonest senses, counted from 0."""
CLOSE_RANK = 1
"""So too where only words near to them are opposites."""
_TURNING = frozenset("var")
"""Parts of speech of which one must be common to two opposites."""
_NO_DIRECTION = frozenset(("noun.person", "noun.animal", "noun.time", "noun.location"))


_RANKS = {Kind.ANTONYM: OPPOSED_RANK, Kind.INDIRECT_ANTONYM: CLOSE_RANK, Kind.CO_ANTONYM: CLOSE_RANK}


class _Words:
    def __init__(self, lines: list[str]) -> None:
        self.groups: dict[str, set[str]] = defaultdict(set)
        self.against: dict[str, set[str]] = defaultdict(set)
        for line in lines:
            name, _, rest = line.partition(":")
            if name == "pair":
                left, right = (side.split() for side in rest.split("|"))
                for one, others in ((left, right), (right, left)):
                    for word in one:
                        self.against[word].update(others)
            else:
                self.groups[name].update(rest.split())


@lru_cache(maxsize=1)
def words() -> _Words:
    """Return the lists of `data/direction_words.txt`, read once."""
    return _Words(lines_of("direction_words.txt"))


@lru_cache(maxsize=16384)
def pole(word: str) -> int:
    """Return 1 for a word of growth, -1 for one of decline, else 0."""
    up, down = _poles()
    return up.has(word) - down.has(word)


@lru_cache(maxsize=1)
def _poles() -> tuple[Family, Family]:
    return Family(words().groups["up"]), Family(words().groups["down"])


@lru_cache(maxsize=8192)
def opposed(word: str) -> frozenset[str]:
    """Return stems and lemmas that may be opposites of a word; `are_opposite` judges the pair."""
    known = forms(word)
    found = {other for form in known for other in words().against.get(form, ())}
    found.update(other for form in known for other in direction.opposites().of.get(form, ()))
    direct = antonyms(word)
    found.update(direct)
    for other in direct:
        found |= synonyms(other)
    for other in synonyms(word):
        found |= antonyms(other)
    return frozenset(found)


@lru_cache(maxsize=16384)
def are_opposite(one: str, other: str) -> bool:
    """Tell whether two lower-case words name opposite directions or values of one thing."""
    left, right = forms(one), forms(other)
    against, sequel = words().against, words().groups["sequel"]
    if not left.isdisjoint(sequel) and not right.isdisjoint(sequel):
        return False
    if any(not against[form].isdisjoint(right) for form in left if form in against):
        return True
    if direction.are_opposite(stem(one), stem(other)):
        return True
    if lexical_class(one) in _NO_DIRECTION or lexical_class(other) in _NO_DIRECTION:
        return False
    return bool(_TURNING & set(tags(one)) & set(tags(other))) and _by_lexicon(one, other)


def _by_lexicon(one: str, other: str) -> bool:
    found = relation(one, other)
    if found.alike is not None:
        return False
    limit = {Kind.ANTONYM: OPPOSED_RANK, Kind.INDIRECT_ANTONYM: CLOSE_RANK, Kind.CO_ANTONYM: CLOSE_RANK}.get(
        found.kind
    )
    return limit is not None and found.senses <= limit


@lru_cache(maxsize=16384)
def is_converse(word: str) -> bool:
    """Tell whether a word says with its sides swapped what its opposite says: lend and borrow, before and after."""
    return not forms(word).isdisjoint(words().groups["converse"])


@lru_cache(maxsize=16384)
def mean_alike(one: str, other: str) -> bool:
    """Tell whether two words may stand for one another."""
    return not forms(one).isdisjoint(forms(other)) or relation(one, other).kind in {Kind.SYNONYM, Kind.SIMILAR}
