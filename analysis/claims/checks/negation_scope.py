"""What a sentence denies: its clauses, its denying words, and the word each of them denies."""

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from misheard.analysis.claims.checks.negation_words import forms, words
from misheard.analysis.claims.edits.telling import Sentence
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.lexicon.wordnet import lexical_class, tags

_LETTERS = frozenset("ABCDEFGHJKLMNOPQRSTUVWXYZ")


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


@lru_cache(maxsize=4096)
def read(sentence: Sentence) -> Reading:
    """Return the clauses and denials of a sentence."""
    tokens = sentence.tokens
    cuts = [0, *(i for i, token in enumerate(tokens) if _cuts(tokens, i)), len(tokens)]
    asks = "?" in sentence.text
    clauses: list[Clause] = []
    home = [0] * len(tokens)
    for start, end in pairwise(cuts):
        if start == end:
            continue
        keys = content(tokens[start:end])
        home[start:end] = [len(clauses)] * (end - start)
        clauses.append(Clause(start, end, keys, asks or _opens(tokens, start)))
    found = Reading(tokens, clauses, home, [], set())
    found.denials.extend(_denials(found))
    return found


def content(tokens: list[Token]) -> frozenset[str]:
    """Return the keys of the words and numbers among tokens, and the letters that tell items apart (line A)."""
    return frozenset(
        token.key for token in tokens if token.sort in "wnd" or (len(token.text) == 1 and token.text in _LETTERS)
    )


def _cuts(tokens: list[Token], i: int) -> bool:
    token = tokens[i]
    if token.sort == "p":
        return token.text[0] not in "+/-" or (i > 0 and token.start > tokens[i - 1].end)
    return i > 0 and token.lower in words()["breaks"]


def _opens(tokens: list[Token], start: int) -> bool:
    head = [token.lower for token in tokens[start : start + 3] if token.sort != "p"][:2]
    return any(word in words()["open"] for word in head[:1]) or head[:2] == ["as", "long"]


def _denials(found: Reading) -> list[Denial]:
    made: dict[int, Denial] = {}
    for i, token in enumerate(found.tokens):
        denial = _denial(found, i, token.lower)
        if denial is not None:
            made[i] = denial
    for place, denial in list(made.items()):
        if denial.target in made and place in made:
            del made[place], made[denial.target]
            found.idle.update((place, denial.target))
    return list(made.values())


def _denial(found: Reading, i: int, word: str) -> Denial | None:
    groups, token = words(), found.tokens[i]
    if token.text[0].isupper() and not token.first and not token.text.isupper():
        return None
    if word == "no":
        return _no(found, i)
    if word in groups["deny"]:
        return _verb(found, i)
    if word in groups["none"]:
        return _none(found, i)
    return _lacking(found, i) if word in groups["lacking"] else _phrase(found, i)


def _lacking(found: Reading, i: int) -> Denial | None:
    j = _next(found, i + 1)
    if j is None:
        return None
    return Denial(i, j, False) if found.tokens[j].lower.endswith("ing") else Denial(i, _run(found, j), True)


def _phrase(found: Reading, i: int) -> Denial | None:
    """Read fails to close, and absence of rust."""
    tokens = found.tokens
    if i + 2 >= len(tokens) or tokens[i + 1].lower not in {"to", "of", "from"}:
        return None
    known = forms(tokens[i].lower)
    j = _next(found, i + 2)
    if j is None:
        return None
    if tokens[i + 1].lower == "to":
        return Denial(i, j, False) if known & words()["refuse"] else None
    return Denial(i, _run(found, j), True) if known & words()["ahead"] else None


def _verb(found: Reading, i: int) -> Denial | None:
    after = found.tokens[i + 1].lower if i + 1 < len(found.tokens) else ""
    before = {token.lower for token in found.tokens[max(0, i - 2) : i]}
    if after in words()["idle"] or not before.isdisjoint(words()["unsure"]):
        return None
    if found.tokens[i].text == "t" and "can" not in before:
        return None
    j = _next(found, i + 1)
    while j is not None and found.tokens[j].lower.endswith("ly") and j + 1 < len(found.tokens):
        follow = _next(found, j + 1)
        if follow is None:
            break
        j = follow
    return None if j is None else Denial(i, j, False)


def _no(found: Reading, i: int) -> Denial | None:
    tokens = found.tokens
    after = tokens[i + 1].lower if i + 1 < len(tokens) else ""
    if after == "longer" and (i + 2 >= len(tokens) or tokens[i + 2].lower != "than"):
        return _verb(found, i + 1)
    if after == "one":
        return _none(found, i)
    if after in words()["idle"] or not after or not tokens[i + 1].text[0].isalpha():
        return None
    j = _next(found, i + 1)
    if j is None:
        return None
    last = _run(found, j)
    if (
        last + 1 < len(tokens)
        and tokens[last + 1].lower in words()["auxiliary"]
        and found.home[last + 1] == found.home[i]
    ):
        verb = _next(found, last + 1)
        return None if verb is None else Denial(i, verb, False)
    return Denial(i, last, last == j or "v" not in tags(tokens[last].lower)[:1])


def _none(found: Reading, i: int) -> Denial | None:
    """Return the denial of a clause that has nobody for its subject or object."""
    tokens, clause = found.tokens, found.clause(i)
    helper = next((k for k in range(i + 1, clause.end) if tokens[k].lower in words()["auxiliary"]), None)
    if helper is not None:
        j = _next(found, helper + 1)
        return None if j is None else Denial(i, j, False)
    j = _next(found, i + 1)
    if j is not None:
        return Denial(i, _run(found, j), False)
    if i > clause.start and tokens[i - 1].sort == "w":
        return Denial(i, i - 1, False)
    return None


def _next(found: Reading, start: int) -> int | None:
    """Return the next content word of the clause that `start` - 1 is in."""
    end = found.clause(start - 1).end if start else len(found.tokens)
    return next((k for k in range(start, end) if found.tokens[k].sort in "wn"), None)


def _run(found: Reading, start: int) -> int:
    """Return the last of the content words that stand side by side from `start`."""
    end = found.clause(start).end
    while start + 1 < end and found.tokens[start + 1].sort in "wnd":
        if lexical_class(found.tokens[start + 1].lower) == "noun.time":
            break
        start += 1
    return start
