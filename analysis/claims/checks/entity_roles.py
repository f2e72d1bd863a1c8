"""Who does what to whom in a sentence, read from the words around each name and noun."""

import itertools
from collections.abc import Iterator

from misheard.analysis.claims.checks.entity_reading import RELATIVE, Chunk, Reading, verb_of
from misheard.analysis.claims.checks.entity_words import BE, CONVERSE, DET, HELP, PREP, SYMMETRIC
from misheard.analysis.claims.edits.tokens import Token

_LINKS = frozenset(["and", "or", "nor", "&"])
_NESTED = _LINKS | frozenset(("of", "in", "at", "on", "than"))
"""Words that show no role beside a name: places nest in any order, and a comparison can be turned round."""
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
        head = reading.words[chunk.end - 1].lower
        beside = _beside(reading, chunk)
        for i in range(chunk.start, chunk.end):
            mine = left | right | beside
            if i < chunk.end - 1 and reading.words[i].sort != "n":
                mine = mine | {("mod", head)}
            found[i] = mine
    return found


def _is_telling(word: Token) -> bool:
    return word.sort != "p" and word.lower not in _NESTED and verb_of(word.lower) not in SYMMETRIC


def _beside(reading: Reading, chunk: Chunk) -> set[Role]:
    """Return the words just before and just behind a chunk, articles and marks left out."""
    words = reading.words
    k = chunk.start - 1
    while k >= 0 and words[k].lower in DET:
        k -= 1
    found: set[Role] = set()
    if k >= 0 and _is_telling(words[k]):
        found.add(("<", words[k].lower))
    if chunk.end < len(words) and _is_telling(words[chunk.end]):
        found.add((">", words[chunk.end].lower))
    return found


def _share(reading: Reading, sides: list[tuple[set[Role], set[Role]]]) -> None:
    """Give chunks joined by `and` or a comma what the first has on its left and the last on its right."""
    chunks, words = reading.chunks, reading.words
    joined = [
        0 < b.start - a.end <= 3
        and all(
            words[k].lower in _LINKS or words[k].text == "," or words[k].lower in DET for k in range(a.end, b.start)
        )
        and any(words[k].lower in _LINKS for k in range(a.end, b.start))
        for a, b in itertools.pairwise(chunks)
    ]
    for n, one in enumerate(joined):
        if one and not sides[n + 1][0]:
            sides[n + 1][0].update(sides[n][0])
    for n in range(len(joined) - 1, -1, -1):
        if joined[n] and not sides[n][1]:
            sides[n][1].update(sides[n + 1][1])


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
    words, verbs = reading.words, reading.verbs
    k = chunk.start - 1
    while k >= 0 and (words[k].lower in DET or words[k].text in '"“``'):
        k -= 1
    if k < 0:
        return set()
    if k in verbs:
        return set() if verbs[k] else set(_named(verb_of(words[k].lower), "obj"))
    slot = words[k].lower
    if slot not in PREP:
        return set()
    j = k - 1
    while j >= 0 and (words[j].lower in DET or words[j].lower.endswith("ly")):
        j -= 1
    found: set[Role] = set()
    if j >= 0 and words[j].is_content:
        found.update(_named(verb_of(words[j].lower), slot) if j in verbs else [(slot, words[j].lower)])
    verb = next((n for n in range(j, max(-1, k - _REACH), -1) if n in verbs), None)
    if verb is not None and slot != "of":
        lemma = verb_of(words[verb].lower)
        found.update(_named(lemma, "subj" if slot == "by" and verbs[verb] else slot))
    return found


def _right(reading: Reading, chunk: Chunk) -> set[Role]:
    words, verbs = reading.words, reading.verbs
    if chunk.owns:
        after = next((c for c in reading.chunks if chunk.end <= c.start <= chunk.end + 1), None)
        return {("of", words[after.end - 1].lower)} if after else set()
    k = chunk.end
    before = words[chunk.start - 1].lower if chunk.start else ""
    if before in PREP and (k >= len(words) or words[k].lower not in RELATIVE):
        return set()
    be = False
    while k < len(words) and (
        words[k].lower in HELP or words[k].lower in RELATIVE or words[k].lower.endswith("ly")
    ):
        be = be or words[k].lower in BE
        k += 1
    if k in verbs:
        return set(_named(verb_of(words[k].lower), "obj" if verbs[k] else "subj"))
    if be:
        after = next((c for c in reading.chunks if k <= c.start <= k + 1), None)
        return {("is", words[after.end - 1].lower)} if after else set()
    return set()
