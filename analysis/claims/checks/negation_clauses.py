"""The clauses of a sentence, and what is denied in them."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from misheard.analysis.claims.checks.negation_words import words
from misheard.analysis.claims.edits.telling import Sentence
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.lexicon.wordnet import tags

_LETTERS = frozenset(("May", *"ABCDEFGHJKLMNOPQRSTUVWXYZ"))


class Clause(NamedTuple):
    """Tokens [start, end) between two boundaries; `open` where it asserts nothing (if, whether, a question)."""

    start: int
    end: int
    keys: frozenset[str]
    open: bool


class Denial(NamedTuple):
    """A denying word and the word it denies, as token numbers."""

    place: int
    target: int
    noun: bool


class Reading(NamedTuple):
    """The clauses of a sentence, which clause each token is in, and its denials."""

    tokens: list[Token]
    clauses: list[Clause]
    home: list[int]
    denials: list[Denial]
    idle: set[int]
    """Denying words that deny one another: did not fail to notice."""

    def clause(self, place: int) -> Clause:
        """Return the clause around a token."""
        return self.clauses[self.home[place]]


def content(tokens: list[Token]) -> frozenset[str]:
    """Return the keys of the words and numbers among tokens, letters such as in line A, and May."""
    return frozenset(
        [token.key for token in tokens if token.sort in "wnd" or (not token.first and token.text in _LETTERS)]
    )


def _cuts(tokens: list[Token]) -> Iterator[int]:
    """Yield where a clause begins: at a mark, or at a word such as `because`."""
    breaks = words()["breaks"]
    for i, token in enumerate(tokens):
        if token.sort == "p":
            if token.text[0] not in "+/-" or (i > 0 and token.start > tokens[i - 1].end):
                yield i
        elif token.lower in breaks and i > 0 and tokens[i - 1].lower != "than":
            yield i


def _opens(tokens: list[Token], start: int) -> bool:
    head = [token.lower for token in tokens[start : start + 3] if token.sort != "p"][:2]
    return any(word in words()["open"] for word in head[:1]) or head[:2] == ["as", "long"]


def next_content(found: Reading, start: int) -> int | None:
    """Return the next content word of the clause that `start` - 1 is in."""
    end = found.clause(start - 1).end if start else len(found.tokens)
    return next((k for k in range(start, end) if found.tokens[k].sort in "wn"), None)


def last_of_run(found: Reading, start: int) -> int:
    """Return the last of the content words that stand side by side from `start`."""
    end = found.clause(start).end
    while start + 1 < end and found.tokens[start + 1].sort in "wnd":
        token, after = found.tokens[start], found.tokens[start + 1]
        if tags(after.lower)[:1] == "r" or after.lower == "near" or token.sort + after.sort == "wn":
            break
        start += 1
    return start


def past_adverb(found: Reading, j: int) -> int:
    """Return the content word that an adverb such as `manually` stands ahead of, or the word itself."""
    while found.tokens[j].lower.endswith("ly") and j + 1 < len(found.tokens):
        follow = next_content(found, j + 1)
        if follow is None:
            break
        j = follow
    return j


def split(sentence: Sentence) -> Reading:
    """Return the clauses of a sentence, its denials not yet read."""
    tokens = sentence.tokens
    cuts = [0, *_cuts(tokens), len(tokens)]
    asks = "?" in sentence.text
    clauses: list[Clause] = []
    home = [0] * len(tokens)
    for start, end in pairwise(cuts):
        if start == end:
            continue
        home[start:end] = [len(clauses)] * (end - start)
        clauses.append(Clause(start, end, content(tokens[start:end]), asks or _opens(tokens, start)))
    return Reading(tokens, clauses, home, [], set())
