"""Who does what to whom in a sentence, read from the words around each name and noun."""

import itertools
from collections.abc import Iterator
from functools import lru_cache

from misheard.analysis.claims.checks.entity_reading import RELATIVE, Chunk, Reading, verb_of
from misheard.analysis.claims.checks.entity_words import BE, CONVERSE, DET, HELP, PREP, SYMMETRIC

_LINKS = frozenset(["and", "or", "nor", "&"])
_NESTED = _LINKS | frozenset(("of", "in", "at", "on", "than"))
"""Words that show no role beside a name: places nest in any order, and a comparison can be turned round."""
_JOINING = _LINKS | DET | {","}
_MOST_JOINED = 3
_REACH = 12
"""The verb that a preposition belongs to is looked for so many tokens back."""

Role = tuple[str, str]
"""What a noun is (subj, obj, mod, a preposition ...) to a verb or noun, in lower case."""


def roles(reading: Reading) -> dict[int, set[Role]]:
    """Return the roles of every noun, name and adjective by its token number."""
    found: dict[int, set[Role]] = {}
    sides = [(_left(reading, chunk), _right(reading, chunk)) for chunk in reading.chunks]
    _share(reading, sides)
    for chunk, (left, right) in zip(reading.chunks, sides, strict=True):
        mine = left | right | _beside(reading, chunk)
        head = mine | {("mod", reading.lowers[chunk.end - 1])}
        for i in range(chunk.start, chunk.end - 1):
            found[i] = mine if reading.words[i].sort == "n" else head
        found[chunk.end - 1] = mine
    return found


@lru_cache(maxsize=16384)
def _is_telling(word: str) -> bool:
    return word not in _NESTED and verb_of(word) not in SYMMETRIC


def _beside(reading: Reading, chunk: Chunk) -> set[Role]:
    """Return the words just before and just behind a chunk, articles and marks left out."""
    words, lowers = reading.words, reading.lowers
    k = chunk.start - 1
    while k >= 0 and lowers[k] in DET:
        k -= 1
    found: set[Role] = set()
    if k >= 0 and words[k].sort != "p" and _is_telling(lowers[k]):
        found.add(("<", lowers[k]))
    k = chunk.end
    if k < len(words) and words[k].sort != "p" and _is_telling(lowers[k]):
        found.add((">", lowers[k]))
    return found


def _share(reading: Reading, sides: list[tuple[set[Role], set[Role]]]) -> None:
    """Give chunks joined by `and` or a comma what the first has on its left and the last on its right."""
    joined = [_are_joined(reading.lowers[a.end : b.start]) for a, b in itertools.pairwise(reading.chunks)]
    for n, one in enumerate(joined):
        if one and not sides[n + 1][0]:
            sides[n + 1][0].update(sides[n][0])
    for n in range(len(joined) - 1, -1, -1):
        if joined[n] and not sides[n][1]:
            sides[n][1].update(sides[n + 1][1])


def _are_joined(between: list[str]) -> bool:
    """Tell whether the words between two chunks join them."""
    return len(between) <= _MOST_JOINED and not _LINKS.isdisjoint(between) and _JOINING.issuperset(between)


def _named(verb: str, slot: str) -> Iterator[Role]:
    """Yield a role at a verb, and the role it is in the group of its converse verbs."""
    if verb in SYMMETRIC:
        return
    known = CONVERSE.get(verb)
    if known is not None and slot in known[1]:
        yield known[1][slot], known[0]
    elif known is None or slot not in {"subj", "obj"}:
        yield slot, verb


def _left(reading: Reading, chunk: Chunk) -> set[Role]:
    lowers, verbs = reading.lowers, reading.verbs
    k = chunk.start - 1
    while k >= 0 and (lowers[k] in DET or reading.words[k].text in '"“``'):
        k -= 1
    if k < 0:
        return set()
    if k in verbs:
        return set() if verbs[k] else set(_named(verb_of(lowers[k]), "obj"))
    slot = lowers[k]
    if slot not in PREP:
        return set()
    j = k - 1
    while j >= 0 and (lowers[j] in DET or lowers[j].endswith("ly")):
        j -= 1
    found: set[Role] = set()
    if j >= 0 and reading.words[j].is_content:
        found.update(_named(verb_of(lowers[j]), slot) if j in verbs else [(slot, lowers[j])])
    verb = max([n for n in verbs if max(-1, k - _REACH) < n <= j], default=None) if slot != "of" else None
    if verb is not None:
        lemma = verb_of(lowers[verb])
        found.update(_named(lemma, "subj" if slot == "by" and verbs[verb] else slot))
    return found


def _right(reading: Reading, chunk: Chunk) -> set[Role]:
    lowers, verbs = reading.lowers, reading.verbs
    if chunk.owns:
        after = next((c for c in reading.chunks if chunk.end <= c.start <= chunk.end + 1), None)
        return {("of", lowers[after.end - 1])} if after else set()
    k = chunk.end
    before = lowers[chunk.start - 1] if chunk.start else ""
    if before in PREP and (k >= len(lowers) or lowers[k] not in RELATIVE):
        return set()
    be = False
    while k < len(lowers) and (lowers[k] in HELP or lowers[k] in RELATIVE or lowers[k].endswith("ly")):
        be = be or lowers[k] in BE
        k += 1
    if k in verbs:
        return set(_named(verb_of(lowers[k]), "obj" if verbs[k] else "subj"))
    if be:
        after = next((c for c in reading.chunks if k <= c.start <= k + 1), None)
        return {("is", lowers[after.end - 1])} if after else set()
    return set()
