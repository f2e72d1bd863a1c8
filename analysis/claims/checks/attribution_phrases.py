"""Claims that are told without a verb of saying: in the vendor's view, the firm's claim that, convinced that."""

from collections.abc import Sequence
from typing import NamedTuple

from misheard.analysis.claims.checks.attribution_words import (
    BY,
    GUESS,
    HEAR,
    HEARSAY,
    NOUN,
    PRONOUN,
    SURE_OF,
    THING,
    VIEW,
)
from misheard.analysis.claims.checks.entity_words import BE
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.lexicon.wordnet import lexical_class

LONGEST = 9
"""A name of the one who claims has no more words."""
_OWNED = 5
"""A possessive stands at most so many words in front of the noun it owns."""
_MARKS = frozenset(",;:.()!?")
_BREAKS = frozenset(("but", "while", "whereas", "although", "though", "because", "and", "yet"))
HELPS = frozenset(
    (
        "has",
        "have",
        "had",
        "also",
        "still",
        "will",
        "would",
        "since",
        "now",
        "is",
        "are",
        "was",
        "were",
        "been",
        "who",
    )
)
_NOBODY = frozenset(("noun.time", "noun.quantity", "noun.shape"))
_OWN = frozenset(("its", "their", "his", "her"))
_INTO = frozenset(("by", "in", "on", "from", "per", "to", "at", "with"))


class Said(NamedTuple):
    """Who is said to have stated what, by which verb; `marks` are the words that put it in their mouth."""

    who: Sequence[Token]
    verb: str
    what: Sequence[Token]
    marks: Sequence[Token]

    @property
    def names_claimant(self) -> bool:
        """Tell whether it is known who makes the claim, and it is not the teller."""
        words = [word.lower for word in self.who]
        if not words:
            return self.verb in {"by", "heard"}
        named = any(word.is_content for word in self.who) or words[-1] in {"some", "many", "others"}
        return named and PRONOUN.isdisjoint(words) and lexical_class(words[-1]) not in _NOBODY

    @property
    def is_paper(self) -> bool:
        """Tell whether a paper or a program states it, which one need not name each time."""
        head = next((word.lower for word in reversed(self.who) if word.sort in "wn"), "")
        return head in THING and self.verb not in GUESS


def by_phrase(words: Sequence[Token]) -> Said | None:
    """Read `according to the ministry`."""
    for hit in BY.find(words):
        end = stop(words, hit.end)
        who = trim(words[hit.end : end])
        if who and len(who) <= LONGEST:
            return Said(who, "by", [*words[: hit.start], *words[end:]], words[hit.start : end])
    return None


def by_noun(words: Sequence[Token]) -> Said | None:
    """Read `by their own estimate`, `in the vendor's view` and `the firm's claim that`."""
    for i, word in enumerate(words):
        if i == 0 or word.lower not in NOUN:
            continue
        begin = _owner(words, i)
        if begin is None:
            continue
        own = words[begin].lower in _OWN
        who = () if own else words[begin:i]
        that = i + 1 + sum(1 for other in words[i + 1 : i + 2] if other.lower in BE)
        if not own and that < len(words) and words[that].lower == "that":
            return Said(who, "by", words[that + 1 :], words[begin : that + 1])
        if begin and words[begin - 1].lower in _INTO and _is_apart(words, begin, i):
            return Said(who, "by", [*words[: begin - 1], *words[i + 1 :]], words[begin - 1 : i + 1])
    return None


def _is_apart(words: Sequence[Token], begin: int, i: int) -> bool:
    """Tell whether a phrase stands beside the statement: at its beginning or end, behind a mark."""
    first, last = begin == 1, i + 1 == len(words) or words[i + 1].sort == "p"
    if words[i].lower in VIEW:
        return first or last or words[begin - 2].sort == "p"
    return first and i + 1 < len(words) and words[i + 1].text == ","


def _owner(words: Sequence[Token], i: int) -> int | None:
    """Return where the name of the owner of a noun begins, None without one."""
    for k in range(i - 1, max(-1, i - 1 - _OWNED), -1):
        if words[k].lower in _OWN:
            return k
        if words[k].text[-2:] in {"'s", "’s", "s'", "s’"}:
            begin = k
            while begin > 0 and (words[begin - 1].is_content or words[begin - 1].lower in {"the", "a", "an"}):
                begin -= 1
            return begin
        if words[k].sort == "p":
            return None
    return None


def by_hearsay(words: Sequence[Token]) -> Said | None:
    """Read `is said to`, `reportedly` and `rumour has it that`."""
    for hit in HEARSAY.find(words):
        return Said((), "heard", [*words[: hit.start], *words[hit.end :]], words[hit.start : hit.end])
    return None


def by_belief(words: Sequence[Token]) -> Said | None:
    """Read `the firm is convinced that` and `we heard from the firm that`."""
    for i, word in enumerate(words[:-2]):
        if word.lower in SURE_OF and words[i + 1].lower == "that":
            who = trim(words[start(words, i) : i])
            if who:
                return Said(who, "be", words[i + 2 : clause(words, i + 2)], words[i : i + 2])
        if word.lower in HEAR and words[i + 1].lower == "from":
            end = next((k for k in range(i + 2, min(len(words), i + LONGEST)) if words[k].lower == "that"), 0)
            if end:
                return Said(words[i + 2 : end], "be", words[end + 1 :], words[start(words, i) : end + 1])
    return None


def start(words: Sequence[Token], i: int) -> int:
    """Return where the subject of a verb begins: behind the mark or link in front of it."""
    k = i
    while (
        k > 0
        and not (words[k - 1].sort == "p" and words[k - 1].text[0] in _MARKS)
        and words[k - 1].lower not in _BREAKS
    ):
        k -= 1
    return k


def stop(words: Sequence[Token], i: int) -> int:
    """Return the place of the next mark."""
    while i < len(words) and not (words[i].sort == "p" and words[i].text[0] in _MARKS):
        i += 1
    return i


def clause(words: Sequence[Token], i: int) -> int:
    """Return where the clause from a place on ends."""
    while i < len(words) and words[i].text[0] not in ",;" and words[i].lower not in {"but", "while", "whereas"}:
        i += 1
    return i


def trim(words: Sequence[Token]) -> Sequence[Token]:
    """Return a name without the auxiliaries and adverbs behind it."""
    end = len(words)
    while end and (words[end - 1].lower in HELPS or words[end - 1].lower.endswith("ly")):
        end -= 1
    return words[:end]
