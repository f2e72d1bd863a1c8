"""What the features of an edit ask of the whole alignment it belongs to, worked out once."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator

from misheard.analysis.claims.edits import wordpair
from misheard.analysis.claims.edits.align import Alignment

PRONOUNS = frozenset((
    "he", "she", "they", "it", "his", "her", "their", "him", "them", "its", "we", "i", "you", "our", "my", "your",
    "who", "this", "that", "these", "those",
))  # fmt: skip
NEGATORS = frozenset(("not", "non", "no", "never", "neither", "nor", "none", "nobody", "nothing", "without"))
DENYING = NEGATORS | frozenset(
    ("lack", "lacks", "lacked", "lacking", "absent", "absence", "free", "fail", "fails", "failed", "unable", "zero")
)
"""Words that turn what is said round, by themselves or for another of them."""
_DENSITY = (0.3, 0.5, 0.65, 0.8, 0.9)


class Reading:
    """An alignment with what is asked of it often.

    `theirs` and `mine` are the content keys of source and retelling, `share` the part (0 to 1) of the retelling's
    content that the source has, `dense` its step from 0 to 5; `routes` the pairs of blocks that words moved
    between. `kept` are the words of the source that moved or have another in their place, `taken` those of the
    retelling.
    """

    __slots__ = (
        "_lost", "_slots", "dense", "displaced", "kept", "made", "mine", "moved", "routes", "share", "taken",
        "theirs", "turned",
    )  # fmt: skip

    def __init__(self, made: Alignment) -> None:
        self.made = made
        self.theirs = {token.key for token in made.source if token.is_content}
        content = [token.key for token in made.retelling if token.is_content]
        self.mine = set(content)
        self.share = len([1 for key in content if key in self.theirs]) / max(1, len(content))
        self.dense = bisect_right(_DENSITY, self.share)
        self.moved: set[int] = set()
        self.taken: set[int] = set()
        self.kept: set[int] = set()
        self.routes: set[tuple[int, int]] = set()
        self.turned: dict[int, int] = defaultdict(int)
        self.displaced = False
        self._slots: dict[int, tuple[bool, bool]] = {}
        self._lost: dict[int, tuple[str, ...]] = {}
        self._note()

    def _note(self) -> None:
        made = self.made
        put = cut = False
        for kind, i, j in made.edits:
            if i is None and j is not None:
                if made.retelling[j].lower in DENYING:
                    self.turned[made.away[j]] += 1
                    put = put or made.retelling[j].lower in NEGATORS
            elif j is None and i is not None:
                if made.source[i].lower in DENYING:
                    self.turned[made.home[i]] += 1
                    cut = cut or made.source[i].lower in NEGATORS
            elif i is not None and j is not None:
                self._note_pair(kind, i, j)
        self.displaced = put and cut

    def _note_pair(self, kind: str, i: int, j: int) -> None:
        made = self.made
        self.kept.add(i)
        self.taken.add(j)
        if kind == "move":
            self.moved.add(i)
            self.routes.add((made.home[i], made.away[j]))
            return
        one, other = made.source[i].lower, made.retelling[j].lower
        if wordpair.are_opposite(one, other) or (one in DENYING) != (other in DENYING):
            self.turned[made.away[j]] += 1

    def slot(self, block: int) -> tuple[bool, bool]:
        """Tell whether a word of the source left this place for another, and whether one got lost here."""
        found = self._slots.get(block)
        if found is None:
            s0, s1 = self.made.blocks[block][:2]
            stayed = [x for x in range(s0, s1) if x not in self.moved]
            lost = bool([1 for x in stayed if self.made.source[x].is_content])
            found = self._slots[block] = len(stayed) < s1 - s0, lost
        return found

    def negator(self, block: int) -> Iterator[str]:
        """Yield the features of a negator that came or went at a block."""
        here, all_in_all = self.turned[block], sum(self.turned.values())
        beside = ":moved" if self.displaced else ":beside" if here < all_in_all else ""
        yield f"negator:{min(here, 2)}{beside}"
        yield f"negator:dense{self.dense // 2}"

    def only_put(self, block: int) -> bool:
        """Tell whether nothing but punctuation stood here in the source."""
        s0, s1 = self.made.blocks[block][:2]
        return s0 == s1 or all(token.sort == "p" for token in self.made.source[s0:s1])

    def only_cut(self, block: int) -> bool:
        """Tell whether nothing but punctuation stands here in the retelling."""
        t0, t1 = self.made.blocks[block][2:]
        return t0 == t1 or all(token.sort == "p" for token in self.made.retelling[t0:t1])

    def put_words(self, block: int) -> int:
        """Return how many content words were put in here."""
        retelling, taken, (_, _, t0, t1) = self.made.retelling, self.taken, self.made.blocks[block]
        return len([1 for x in range(t0, t1) if x not in taken and retelling[x].is_content])

    def cut_words(self, block: int) -> int:
        """Return how many content words were left out here."""
        source, kept, (s0, s1, _, _) = self.made.source, self.kept, self.made.blocks[block]
        return len([1 for x in range(s0, s1) if x not in kept and source[x].is_content])

    def lost_functions(self, block: int) -> tuple[str, ...]:
        """Return the function words that only the source has here."""
        found = self._lost.get(block)
        if found is None:
            s0, s1 = self.made.blocks[block][:2]
            found = tuple([token.lower for token in self.made.source[s0:s1] if token.sort == "f"])
            self._lost[block] = found
        return found

    def lost_a_word(self, block: int) -> bool:
        """Tell whether a name or content word of the source got lost here."""
        s0, s1 = self.made.blocks[block][:2]
        return any(self.made.source[x].sort in "nw" and x not in self.moved for x in range(s0, s1))

    def got_a_word(self, block: int) -> bool:
        """Tell whether the retelling has a name or content word of its own here."""
        t0, t1 = self.made.blocks[block][2:]
        return any(self.made.retelling[x].sort in "nw" for x in range(t0, t1))
