"""Who does what to whom in a sentence, read from the words around each name and noun."""

from functools import lru_cache

from misheard.analysis.claims.checks import entity_traits as t
from misheard.analysis.claims.checks.entity_reading import Reading, verb_of
from misheard.analysis.claims.checks.entity_words import CONVERSE, SYMMETRIC

_NESTED = t.LINKS | frozenset(("of", "in", "at", "on", "than"))
"""Words that show no role beside a name: places nest in any order, and a comparison can be turned round."""
_MOST_JOINED = 3
_REACH = 12
"""The verb that a preposition belongs to is looked for so many tokens back."""

Role = tuple[str, str]
"""What a noun is (subj, obj, mod, a preposition ...) to a verb or noun, in lower case."""
Roles = frozenset[Role]
_NONE: Roles = frozenset()


def roles(reading: Reading) -> dict[int, Roles]:
    """Return the roles of every noun, name and adjective by its token number."""
    found: dict[int, Roles] = {}
    words, traits, chunks, _ = reading
    lefts, ahead = [], []
    for chunk in chunks:
        k = chunk[0] - 1
        while k >= 0 and traits[k] & t.DETERMINER:
            k -= 1
        lefts.append(_left(reading, k) if k >= 0 else _NONE)
        ahead.append(_NONE if k < 0 or traits[k] & t.MARK else _ahead(words[k].lower))
    rights = [_right(reading, place) for place in range(len(chunks))]
    _share(reading, lefts, rights)
    last = len(words)
    for n, (start, end, _) in enumerate(chunks):
        mine = lefts[n] | rights[n] | ahead[n]
        if end < last and not traits[end] & t.MARK:
            mine |= _behind(words[end].lower)
        found[end - 1] = mine
        if end - start > 1:
            head = mine | {("mod", words[end - 1].lower)}
            for i in range(start, end - 1):
                found[i] = mine if words[i].sort == "n" else head
    return found


@lru_cache(maxsize=16384)
def _ahead(word: str) -> Roles:
    return frozenset((("<", word),)) if _is_telling(word) else _NONE


@lru_cache(maxsize=16384)
def _behind(word: str) -> Roles:
    return frozenset(((">", word),)) if _is_telling(word) else _NONE


def _is_telling(word: str) -> bool:
    return word not in _NESTED and verb_of(word) not in SYMMETRIC


def _share(reading: Reading, lefts: list[Roles], rights: list[Roles]) -> None:
    """Give chunks joined by `and` or a comma what the first has on its left and the last on its right."""
    chunks, traits = reading.chunks, reading.traits
    joined = []
    for n in range(len(chunks) - 1):
        begin, end = chunks[n].end, chunks[n + 1].start
        if 0 < end - begin <= _MOST_JOINED and _are_joined(traits[begin:end]):
            joined.append(n)
    for n in joined:
        if not lefts[n + 1]:
            lefts[n + 1] = lefts[n]
    for n in reversed(joined):
        if not rights[n]:
            rights[n] = rights[n + 1]


def _are_joined(between: list[int]) -> bool:
    """Tell whether the words between two chunks join them."""
    links = 0
    for trait in between:
        if not trait & t.JOINS:
            return False
        links |= trait & t.LINK
    return links != 0


@lru_cache(maxsize=16384)
def _named(verb: str, slot: str) -> Roles:
    """Return a role at a verb, and the role it is in the group of its converse verbs."""
    if verb in SYMMETRIC:
        return _NONE
    known = CONVERSE.get(verb)
    if known is not None and slot in known[1]:
        return frozenset(((known[1][slot], known[0]),))
    return frozenset(((slot, verb),)) if known is None or slot not in {"subj", "obj"} else _NONE


def _left(reading: Reading, k: int) -> Roles:
    """Return the roles that what stands ahead of a chunk gives it; `k` is the word there, articles passed over."""
    words, traits, _, verbs = reading
    while k >= 0 and traits[k] & (t.DETERMINER | t.QUOTE):
        k -= 1
    if k < 0:
        return _NONE
    slot = words[k].lower
    if k in verbs:
        return _NONE if verbs[k] else _named(verb_of(slot), "obj")
    if not traits[k] & t.PREPOSITION:
        return _NONE
    j = k - 1
    while j >= 0 and traits[j] & (t.DETERMINER | t.MANNER):
        j -= 1
    found = _NONE
    if j >= 0 and words[j].is_content:
        lower = words[j].lower
        found = _named(verb_of(lower), slot) if j in verbs else frozenset(((slot, lower),))
    return found if slot == "of" else found | _of_verb(reading, slot, j, max(-1, k - _REACH))


def _of_verb(reading: Reading, slot: str, last: int, above: int) -> Roles:
    """Return the role that a preposition gives at the last verb above one place, up to another."""
    for n in range(last, above, -1):
        if n in reading.verbs:
            lemma = verb_of(reading.words[n].lower)
            return _named(lemma, "subj" if slot == "by" and reading.verbs[n] else slot)
    return _NONE


def _right(reading: Reading, place: int) -> Roles:
    words, traits, chunks, verbs = reading
    start, k, owns = chunks[place]
    if owns:
        return _beside_chunk(reading, place, k, "of")
    end = len(words)
    if start and traits[start - 1] & t.PREPOSITION and (k >= end or not traits[k] & t.POINTS_BACK):
        return _NONE
    be = 0
    while k < end and traits[k] & (t.HELPS | t.POINTS_BACK | t.MANNER):
        be |= traits[k] & t.BEING
        k += 1
    if k in verbs:
        return _named(verb_of(words[k].lower), "obj" if verbs[k] else "subj")
    return _beside_chunk(reading, place, k, "is") if be else _NONE


def _beside_chunk(reading: Reading, place: int, k: int, role: str) -> Roles:
    """Return a role at the head of the first later chunk, if it begins at `k` or one behind."""
    for start, end, _ in reading.chunks[place + 1 :]:
        if start >= k:
            return frozenset(((role, reading.words[end - 1].lower),)) if start <= k + 1 else _NONE
    return _NONE
