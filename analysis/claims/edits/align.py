"""What one text puts in place of the other's words: the edits between a source and its near copy.

The longest common subsequence of token keys (by rapidfuzz) leaves on both sides words that are not shared. What
stands in both remainders has moved; a content word is paired with the word that the lexicon holds most likely to
stand for it; the rest was put in or left out.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rapidfuzz.distance import LCSseq

from misheard.analysis.claims.edits.tokens import CONTENT, Token
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


class Alignment(NamedTuple):
    """Two token lists, where they differ, and the edits; `home` and `away` give the block of a token number."""

    source: Sequence[Token]
    retelling: Sequence[Token]
    blocks: list[Block]
    home: dict[int, int]
    away: dict[int, int]
    edits: list[Edit]


def align(source: Sequence[Token], retelling: Sequence[Token]) -> Alignment:
    """Return the edits that turn `source` into `retelling`."""
    blocks = _blocks([token.key for token in source], [token.key for token in retelling])
    home = {i: n for n, block in enumerate(blocks) for i in range(block.s0, block.s1) if source[i].sort != "p"}
    away = {j: n for n, block in enumerate(blocks) for j in range(block.t0, block.t1) if retelling[j].sort != "p"}
    made = Alignment(source, retelling, blocks, home, away, [])
    moved = _moved(made)
    left = [i for i in home if i not in moved]
    gone = set(moved.values())
    right = [j for j in away if j not in gone]
    paired = _paired(made, left, right)
    taken = set(paired.values())
    made.edits.extend(Edit("move", i, j) for i, j in moved.items())
    made.edits.extend(Edit("swap", i, j) for i, j in paired.items())
    made.edits.extend(Edit("put", None, j) for j in right if j not in taken)
    made.edits.extend(Edit("cut", i, None) for i in left if i not in paired)
    return made


def _blocks(source: list[str], retelling: list[str]) -> list[Block]:
    found: list[Block] = []
    for step in LCSseq.opcodes(source, retelling):
        if step.tag == "equal":
            continue
        s0, s1, t0, t1 = step.src_start, step.src_end, step.dest_start, step.dest_end
        if found and found[-1].s1 == s0 and found[-1].t1 == t0:
            found[-1] = Block(found[-1].s0, s1, found[-1].t0, t1)
        else:
            found.append(Block(s0, s1, t0, t1))
    return found


def _moved(made: Alignment) -> dict[int, int]:
    """Return the content words that stand in another place of the retelling: source number to retelling number."""
    where: dict[str, list[int]] = defaultdict(list)
    for i in made.home:
        token = made.source[i]
        if token.sort in CONTENT:
            where[token.key].append(i)
    moved: dict[int, int] = {}
    for j in made.away if where else ():
        token = made.retelling[j]
        places = where.get(token.key) if token.sort in CONTENT else None
        if places:
            moved[places.pop(0)] = j
    return moved


def _paired(made: Alignment, left: Iterable[int], right: Iterable[int]) -> dict[int, int]:
    """Pair the content words that one text has for the other's, first within a place, then the likest anywhere."""
    lost: dict[int, list[int]] = defaultdict(list)
    new: dict[int, list[int]] = defaultdict(list)
    for i in left:
        if made.source[i].sort in CONTENT:
            lost[made.home[i]].append(i)
    for j in right if lost else ():
        if made.retelling[j].sort in CONTENT:
            new[made.away[j]].append(j)
    paired: dict[int, int] = {}
    if not new:
        return paired
    for block in new.keys() & lost.keys():
        paired |= _best(made, lost[block][:MOST_PAIRED], new[block][:MOST_PAIRED], least=-1)
    used = set(paired.values())
    rest = [i for places in lost.values() for i in places if i not in paired and made.source[i].sort in "wn"]
    others = [j for places in new.values() for j in places if j not in used and made.retelling[j].sort in "wn"]
    if rest and others and len(rest) * len(others) <= MOST_FAR:
        paired |= _best(made, rest, others, least=FAR)
    return paired


def _best(made: Alignment, left: Sequence[int], right: Sequence[int], least: int) -> dict[int, int]:
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


def _near(one: Token, other: Token) -> int:
    """Return how likely a word stands for another: -3 never, 0 perhaps, 9 another form of it."""
    if (one.sort == "d") != (other.sort == "d") or (one.sort == "m") != (other.sort == "m"):
        return -3
    return 4 if one.sort == "d" else nearness(one.lower, other.lower)
