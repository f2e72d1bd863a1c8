"""How the meanings of two words stand to each other."""

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple, TypeVar

from misheard.analysis.lexicon.forms import lemmas, normal
from misheard.analysis.lexicon.meaning import BITS, COMMON, Meaning, meaning, vicinity
from misheard.analysis.lexicon.store import ADJECTIVES, depth, store

_Key = TypeVar("_Key", int, str)
_Rank = int | None


class Kind(StrEnum):
    """How one word stands to another."""

    SAME = "same-lemma"
    """Forms of one lemma, or the same word."""
    ANTONYM = "antonym"
    """Named as opposites: rise, fall."""
    SYNONYM = "synonym"
    """A meaning in common: buy, purchase."""
    DERIVED = "derived"
    """One made from the other: decide, decision; Britain, British."""
    INDIRECT_ANTONYM = "indirect-antonym"
    """Opposite by way of a synonym or of the head of an adjective's cluster: huge, tiny."""
    SIMILAR = "similar"
    """In one cluster of adjectives or one group of verbs: huge, big."""
    BROADER = "broader"
    """The other is a hypernym of the one: dog, animal."""
    NARROWER = "narrower"
    """The other is a hyponym of the one: animal, dog."""
    CO_ANTONYM = "co-antonym"
    """What is just above them, or the words they are derived from, are opposites: buyer, seller."""
    SIBLING = "sibling"
    """One hypernym just above both: dog, wolf."""
    RELATED = "related"
    """Entailment, cause, attribute, see also, part and whole: Paris, France."""
    NONE = "none"
    UNKNOWN = "unknown"
    """One of the two is not in the lexicon."""


class Relation(NamedTuple):
    """How one word stands to another, in figures that do not depend on their order save for broader and narrower.

    A rank counts the senses of a word from 0, the commonest; that of a pair is the higher of the two.
    """

    kind: Kind
    senses: int
    """The least rank of a pair of senses for which `kind` holds; 0 where no sense is meant (derived, none)."""
    distance: int | None
    """Steps over the lowest common hypernym (of adjectives, the head of the cluster); 0 for synonyms."""
    depth: int | None
    """Steps from that hypernym to the top of its tree: 0 is a meaning such as entity, 8 one such as dog."""
    shared_pos: str
    """Parts of speech both can have, of n, v, a, r."""
    alike: int | None
    """The least rank at which they are synonyms, whatever `kind` says."""
    opposed: int | None
    """The least rank at which they are antonyms, direct or indirect, whatever `kind` says."""


class _Link(NamedTuple):
    kind: Kind
    senses: int
    distance: int
    top: int


_SHARED = tuple("".join([pos for pos in BITS if bits & BITS[pos]]) for bits in range(16))
_APART = Relation(Kind.UNKNOWN, 0, None, None, "", None, None)


@lru_cache(maxsize=16384)
def relation(one: str, other: str) -> Relation:
    """Return how `one` stands to `other`; both are words as they stand in a text."""
    if not lemmas(one) or not lemmas(other):
        return _APART._replace(kind=Kind.SAME) if normal(one) == normal(other) else _APART
    left, right = meaning(one), meaning(other)
    shared = _SHARED[left.pos & right.pos]
    same = _meet(left.lemmas, right.lemmas)
    if same is not None:
        return Relation(Kind.SAME, same, 0, None, shared, 0, None)
    alike = _meet(left.senses, right.senses)
    direct = _lesser(_direct(left, right), _direct(right, left))
    indirect = _meet(left.opposites, right.wide)
    opposed = _lesser(direct, indirect)
    link = _over(left, right)
    kind, senses = _kind(left, right, (alike, direct, indirect), link)
    if kind is Kind.SYNONYM:
        return Relation(kind, senses, 0, None, shared, alike, opposed)
    if link is None:
        return Relation(kind, senses, None, None, shared, alike, opposed)
    return Relation(kind, senses, link.distance, depth(link.top), shared, alike, opposed)


def is_far(one: str, other: str) -> bool:
    """Tell at little cost that two words are neither forms of one word, derived, synonyms nor one step apart.

    Only common senses count; where this is false the words may be near, and `relation` tells.
    """
    left, right = vicinity(one), vicinity(other)
    return left.isdisjoint(right) if left and right else normal(one) != normal(other)


def _kind(left: Meaning, right: Meaning, ranks: tuple[_Rank, _Rank, _Rank], link: _Link | None) -> tuple[Kind, int]:
    alike, direct, indirect = ranks
    if direct is not None and (alike is None or direct <= alike):
        return Kind.ANTONYM, direct
    if alike is not None:
        return Kind.SYNONYM, alike
    if _derived(left, right):
        return Kind.DERIVED, 0
    similar = _meet(left.near, right.senses)
    if similar is None and link is not None and link.kind is Kind.SIMILAR:
        similar = link.senses
    if indirect is not None and (similar is None or indirect <= similar):
        return Kind.INDIRECT_ANTONYM, indirect
    return (Kind.SIMILAR, similar) if similar is not None else _loose(left, right, link)


def _loose(left: Meaning, right: Meaning, link: _Link | None) -> tuple[Kind, int]:
    if link is not None and link.kind in {Kind.BROADER, Kind.NARROWER}:
        return link.kind, link.senses
    opposed = 0 if _crossed(left, right) or _crossed(right, left) else _meet(left.close_opposites, right.close)
    if opposed is not None and opposed < COMMON:
        return Kind.CO_ANTONYM, opposed
    if link is not None and link.kind is Kind.SIBLING:
        return link.kind, link.senses
    related = _lesser(_meet(left.related, right.senses), _meet(right.related, left.senses))
    return (Kind.NONE, 0) if related is None else (Kind.RELATED, related)


def _lesser(one: _Rank, other: _Rank) -> _Rank:
    return other if one is None else one if other is None else min(one, other)


def _meet(left: Mapping[_Key, int], right: Mapping[_Key, int]) -> _Rank:
    """Return the least rank of a pair the two have in common."""
    if not left or not right or left.keys().isdisjoint(right):
        return None
    common = left.keys() & right.keys()
    return min([max(left[key], right[key]) for key in common])


def _direct(left: Meaning, right: Meaning) -> _Rank:
    if left.antonyms.keys().isdisjoint(right.lemmas):
        return None
    links = [link for name in left.antonyms.keys() & right.lemmas.keys() for link in left.antonyms[name]]
    return min([max(rank, right.senses[one]) for rank, one in links if one in right.senses], default=None)


def _derived(left: Meaning, right: Meaning) -> bool:
    return not (left.derived.isdisjoint(right.lemmas) and right.derived.isdisjoint(left.lemmas))


def _crossed(left: Meaning, right: Meaning) -> bool:
    return not (left.derived_antonyms.isdisjoint(right.lemmas) and left.derived_antonyms.isdisjoint(right.derived))


def _over(left: Meaning, right: Meaning) -> _Link | None:
    """Return the best way over a common hypernym: straight up before any other, then the shortest and commonest."""
    best = 0
    for top in left.above.keys() & right.above.keys():
        one, other = left.above[top], right.above[top]
        bent = 1 if one & 0x3E0 and other & 0x3E0 else 0
        key = bent << 40 | (one + other) << 20 | top + 1
        if not best or key < best:
            best = key
    top = (best & 0xFFFFF) - 1
    return _link(left.above[top], right.above[top], top) if best else None


def _link(one: int, other: int, top: int) -> _Link:
    up, down = one >> 5 & 31, other >> 5 & 31
    if store().file(top) in ADJECTIVES:
        kind = Kind.SIMILAR
    elif not up and down:
        kind = Kind.NARROWER
    elif up and not down:
        kind = Kind.BROADER
    else:
        kind = Kind.SIBLING if up == down == 1 else Kind.NONE
    return _Link(kind, max(one & 31, other & 31), up + down, top)
