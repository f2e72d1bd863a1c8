"""What is known of one word in place of another, as names of features that a linear model weighs."""

from functools import lru_cache

from rapidfuzz.distance import JaroWinkler

from misheard.analysis.claims import direction
from misheard.analysis.claims.lists import lines_of
from misheard.analysis.claims.words import stem
from misheard.analysis.lexicon.wordnet import Kind, Relation, lexical_class, relation, tags

_NEAR = {
    Kind.SAME: 9,
    Kind.ANTONYM: 8,
    Kind.SYNONYM: 7,
    Kind.DERIVED: 6,
    Kind.SIMILAR: 5,
    Kind.INDIRECT_ANTONYM: 5,
    Kind.CO_ANTONYM: 4,
    Kind.SIBLING: 4,
    Kind.NARROWER: 3,
    Kind.BROADER: 3,
    Kind.RELATED: 2,
}
_PREFIXES = ("un", "in", "im", "il", "ir", "dis", "non", "mis", "de", "counter", "anti")
_SEVERAL = frozenset((Kind.SYNONYM, Kind.SIMILAR, Kind.ANTONYM, Kind.INDIRECT_ANTONYM))
_OVER = frozenset((Kind.SIBLING, Kind.NARROWER, Kind.BROADER, Kind.NONE, Kind.CO_ANTONYM))


@lru_cache(maxsize=16384)
def nearness(one: str, other: str) -> int:
    """Return how likely `other` stands for `one` (-1 to 12), whether it means the same or its opposite."""
    if are_opposite(one, other) or exclude(one, other):
        return 9
    kind = relation(one, other).kind
    alike = 2 if _beginning(one, other) >= 4 else 0
    return _NEAR.get(kind, 0) + alike + (1 if tags(one)[:1] == tags(other)[:1] else 0)


@lru_cache(maxsize=1)
def _sets() -> dict[str, dict[int, int]]:
    """Return of each word the closed sets it belongs to, and its place in each."""
    found: dict[str, dict[int, int]] = {}
    for number, line in enumerate(lines_of("exclusive.txt")):
        groups = [group.split() for group in line.split("|")] if "|" in line else [[word] for word in line.split()]
        for place, group in enumerate(groups):
            for word in group:
                found.setdefault(stem(word), {})[number] = place
    return found


@lru_cache(maxsize=16384)
def exclude(one: str, other: str) -> bool:
    """Tell whether two words are different members of a closed set: Monday, Friday; weekly, monthly."""
    left, right = _sets().get(stem(one), {}), _sets().get(stem(other), {})
    return any(left[number] != right[number] for number in left.keys() & right.keys())


@lru_cache(maxsize=16384)
def are_opposite(one: str, other: str) -> bool:
    """Tell whether one is named as the opposite of the other, or denies it by a prefix: safe, unsafe."""
    if direction.are_opposite(stem(one), stem(other)):
        return True
    short, long = sorted((one, other), key=len)
    return len(short) >= 4 and any(long == prefix + short for prefix in _PREFIXES)


def _beginning(one: str, other: str) -> int:
    """Return how many letters two words begin with alike."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


@lru_cache(maxsize=16384)
def features(one: str, other: str) -> tuple[str, ...]:
    """Return what is known of `other` in place of `one`, both in lower case; the first is their relation."""
    if are_opposite(one, other):
        return ("rel:antonym", "opposite")
    if exclude(one, other):
        return ("rel:exclusive", f"exclusive:{lexical_class(other)}")
    found = relation(one, other)
    named = [f"rel:{found.kind}", *_ranked(found)]
    pos, others = tags(one)[:1] or "?", tags(other)[:1] or "?"
    left, right = lexical_class(one), lexical_class(other)
    named += [f"pos:{pos}{others}", f"lex:same:{left}" if left == right else "lex:diff", f"lexb:{right}"]
    if _beginning(one, other) >= 4:
        named.append("begin4")
    like = JaroWinkler.similarity(one, other)
    named.append(f"like{sum(like >= cut for cut in (0.6, 0.75, 0.85, 0.93))}")
    return tuple(named)


def _ranked(found: Relation) -> list[str]:
    named = []
    if found.kind in _SEVERAL:
        named.append(f"rel:{found.kind}:{min(found.senses, 3)}")
        if found.alike is not None and found.opposed is not None:
            named.append("rel:both")
    if found.kind in _OVER and found.distance is not None and found.depth is not None:
        named += [
            f"rel:{found.kind}:d{min(found.distance, 9) // 2}",
            f"rel:{found.kind}:t{min(found.depth, 9) // 3}",
        ]
    if not found.shared_pos:
        named.append("pos:apart")
    return named


@lru_cache(maxsize=16384)
def about(word: str) -> tuple[str, str]:
    """Return the likeliest part of speech of a word and its field of meaning, as names of features."""
    return f"tag:{tags(word)[:1] or '?'}", f"field:{lexical_class(word)}"
