"""What one text puts in place of the other's words: the edits between a source and its near copy.

The longest common subsequence of token keys (by rapidfuzz) leaves on both sides words that are not shared. What
stands in both remainders has moved; a content word is paired with the word that the lexicon holds most likely to
stand for it; the rest was put in or left out.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from rapidfuzz.distance import LCSseq

from misheard.analysis.claims.edits.record import Word
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.claims.edits.wordpair import nearness

FAR = 5
"""Words of different places are paired only where they are at least so near to one another."""
MOST_PAIRED = 8
"""So many words of one place are paired with one another; the rest counts as put in or left out."""
MOST_FAR = 120
"""So many pairs of words over different places are looked at."""


class Block(NamedTuple):
    """A place where the texts differ: source tokens [s0, s1) against retelling tokens [t0, t1)."""

    s0: int
    s1: int
    t0: int
    t1: int


class Edit(NamedTuple):
    """One edit: `before` and `after` are token numbers in the source and the retelling, None where there is none.

    `kind` is move, swap (one word for another), put (only in the retelling) or cut (only in the source).
    """

    kind: str
    before: int | None
    after: int | None


Words = Sequence[Word | Token]
"""The words of a text, in order; where they stand is not asked."""


class Alignment(NamedTuple):
    """Two lists of words, where they differ, and the edits; `home` and `away` give the block of a word's number."""

    source: Words
    retelling: Words
    blocks: list[Block]
    home: dict[int, int]
    away: dict[int, int]
    edits: list[Edit]


def align(source: Words, retelling: Words) -> Alignment:
    """Return the edits that turn `source` into `retelling`."""
    blocks = _blocks([token.key for token in source], [token.key for token in retelling])
    home: dict[int, int] = {}
    away: dict[int, int] = {}
    for n, (s0, s1, t0, t1) in enumerate(blocks):
        for i in range(s0, s1):
            if source[i].sort != "p":
                home[i] = n
        for j in range(t0, t1):
            if retelling[j].sort != "p":
                away[j] = n
    made = Alignment(source, retelling, blocks, home, away, [])
    _edit(made)
    return made


def _edit(made: Alignment) -> None:
    """Note the edits of an alignment: first what moved, then one word for another, put in, and left out."""
    moved = _moved(made)
    gone = set(moved.values())
    left = [i for i in made.home if i not in moved] if moved else list(made.home)
    right = [j for j in made.away if j not in gone] if moved else list(made.away)
    paired = _paired(made, left, right)
    taken = set(paired.values())
    new, kind, edits = tuple.__new__, Edit, made.edits  # half as long as to call Edit
    for i, j in moved.items():
        edits.append(new(kind, ("move", i, j)))
    for i, j in paired.items():
        edits.append(new(kind, ("swap", i, j)))
    for j in right:
        if j not in taken:
            edits.append(new(kind, ("put", None, j)))
    for i in left:
        if i not in paired:
            edits.append(new(kind, ("cut", i, None)))


def _blocks(source: list[str], retelling: list[str]) -> list[Block]:
    found: list[Block] = []
    new, kind = tuple.__new__, Block
    begin, ends = (0, 0), (-1, -1)
    steps: list[Any] = LCSseq.opcodes(source, retelling).as_list()
    for tag, s0, s1, t0, t1 in steps:
        if tag == "equal":
            continue
        if ends == (s0, t0):
            found.pop()
        else:
            begin = s0, t0
        ends = s1, t1
        found.append(new(kind, (begin[0], s1, begin[1], t1)))
    return found


def _moved(made: Alignment) -> dict[int, int]:
    """Return the content words that stand in another place of the retelling: source number to retelling number."""
    source, retelling = made.source, made.retelling
    where: dict[str, list[int]] = {}
    for i in made.home:
        token = source[i]
        if token.is_content:
            where.setdefault(token.key, []).append(i)
    moved: dict[int, int] = {}
    for j in made.away if where else ():
        token = retelling[j]
        if token.is_content and (places := where.get(token.key)):
            moved[places.pop(0)] = j
    return moved


def _paired(made: Alignment, left: Iterable[int], right: Iterable[int]) -> dict[int, int]:
    """Pair the content words that one text has for the other's, first within a place, then the likest anywhere."""
    source, retelling = made.source, made.retelling
    lost: dict[int, list[int]] = {}
    new: dict[int, list[int]] = {}
    for i in left:
        if source[i].is_content:
            lost.setdefault(made.home[i], []).append(i)
    for j in right if lost else ():
        if retelling[j].is_content:
            new.setdefault(made.away[j], []).append(j)
    paired: dict[int, int] = {}
    if not new:
        return paired
    for block in new.keys() & lost.keys():
        paired |= _best(made, lost[block][:MOST_PAIRED], new[block][:MOST_PAIRED], least=-1)
    used = set(paired.values())
    rest = [i for places in lost.values() for i in places if i not in paired and source[i].sort in "wn"]
    if not rest:
        return paired
    others = [j for places in new.values() for j in places if j not in used and retelling[j].sort in "wn"]
    if others and len(rest) * len(others) <= MOST_FAR:
        paired |= _best(made, rest, others, least=FAR)
    return paired


def _best(made: Alignment, left: Sequence[int], right: Sequence[int], least: int) -> dict[int, int]:
    if least < 0 and len(left) == len(right) == 1:
        return {left[0]: right[0]} if _alike(made.source[left[0]], made.retelling[right[0]]) else {}
    scored = []
    for x, i in enumerate(left):
        for y, j in enumerate(right):
            near = _near(made.source[i], made.retelling[j])
            if near >= least:
                scored.append((-near, abs(x - y), i, j))
    scored.sort()
    paired: dict[int, int] = {}
    used: set[int] = set()
    for _, _, i, j in scored:
        if i not in paired and j not in used:
            paired[i] = j
            used.add(j)
    return paired


def _alike(one: Word | Token, other: Word | Token) -> bool:
    """Tell whether one word may stand for another at all: no word stands for a number, or for a mark."""
    return (one.sort == "d") == (other.sort == "d") and (one.sort == "m") == (other.sort == "m")


def _near(one: Word | Token, other: Word | Token) -> int:
    """Return how likely a word stands for another: -3 never, 0 perhaps, 9 another form of it."""
    if not _alike(one, other):
        return -3
    return 4 if one.sort == "d" else nearness(one.lower, other.lower)
