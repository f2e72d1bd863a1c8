"""The words that compare, and what a comparison is."""

from functools import lru_cache
from typing import NamedTuple

from misheard.analysis.claims.checks.negation_clauses import Reading, content
from misheard.analysis.claims.checks.negation_words import Family, forms
from misheard.analysis.claims.lists import lines_of
from misheard.analysis.lexicon.wordnet import lemmas, tags

_AMOUNTS = {"more": 1, "less": -1, "fewer": -1}
_ADVERBS = {"sooner": "soon", "later": "late", "earlier": "early", "further": "far", "farther": "far"}
DENYING = frozenset(("not", "never", "hardly", "no"))
_PRO_FORMS = frozenset(("ones", "one", "other", "that", "those"))


class Comparison(NamedTuple):
    """`front` has more (`sign` 1), less (-1) or as much (0) of a quality than `behind`; the sides are token keys.

    `quality` is the forms of the adjective `word`, or of the noun of an amount; `raw` is the comparative.
    `start` and `end` are token numbers, from the comparative to the end of the other side.
    """

    start: int
    end: int
    quality: frozenset[str]
    word: str
    raw: str
    is_amount: bool
    sign: int
    front: frozenset[str]
    behind: frozenset[str]


@lru_cache(maxsize=1)
def verbs() -> dict[str, tuple[str, int]]:
    """Return for each comparing verb its quality and its sign, from `data/comparison_words.txt`."""
    found = {}
    for line in lines_of("comparison_words.txt"):
        head, _, rest = line.partition(":")
        found.update(dict.fromkeys(rest.split(), (head[:-1], 1 if head[-1] == "+" else -1)))
    return found


@lru_cache(maxsize=1)
def _verbs() -> Family:
    return Family(verbs())


@lru_cache(maxsize=16384)
def verb_of(word: str) -> str:
    """Return the comparing verb that a word is a form of, "" for all others."""
    return min(_verbs().members(word), default="")


@lru_cache(maxsize=16384)
def base(word: str) -> str | None:
    """Return the adjective or adverb of which a word is the comparative: faster, fast; None for other words."""
    if word in _ADVERBS:
        return _ADVERBS[word]
    if not word.endswith("er") and word not in {"better", "worse"}:
        return None
    return next((lemma for lemma, pos in lemmas(word) if pos in "ar" and lemma != word), None)


def quality_at(found: Reading, i: int) -> tuple[str, bool, int] | None:
    """Return the word compared by, whether it is an amount of something, and the sign."""
    word = found.tokens[i].lower
    if word not in _AMOUNTS:
        known = base(word)
        return (known, False, 1) if known else None
    after = found.tokens[i + 1] if i + 1 < len(found.tokens) else None
    if after is None or after.sort not in "wn":
        return ("more", True, _AMOUNTS[word])
    kind = tags(after.lower)
    if kind[:1] in {"a", "r"} or ("a" in kind and "n" not in kind):
        return after.lower, False, _AMOUNTS[word]
    return after.lower, True, _AMOUNTS[word]


def made(
    found: Reading, place: tuple[int, int], quality: tuple[str, bool, int], sides: tuple[int, int, int]
) -> Comparison:
    """Return a comparison; `sides` are where its front begins and ends, and where the other side begins."""
    word, is_amount, sign = quality
    word = "good" if word == "well" else word
    start, middle, behind = sides
    axis = forms(word)
    front = [token for token in found.tokens[start:middle] if not _is_axis(token.lower, axis)]
    other = found.tokens[behind : place[1]]
    named, others = ([token for token in side if token.lower not in _PRO_FORMS] for side in (front, other))
    raw = found.tokens[place[0]].lower
    return Comparison(*place, axis, word, raw, is_amount, sign, content(named), content(others))


def _is_axis(word: str, axis: frozenset[str]) -> bool:
    known = base(word)
    return not forms(word).isdisjoint(axis) or (known is not None and known in axis) or word in _AMOUNTS


def is_denied(found: Reading, i: int) -> bool:
    """Tell whether a clause asserts nothing, or has a denial ahead of a word."""
    clause = found.clause(i)
    return any(found.tokens[k].lower in DENYING for k in range(clause.start, i + 1)) or clause.open


def compares(found: Reading, i: int) -> bool:
    """Tell whether a word is a comparative."""
    word = found.tokens[i].lower
    return word in _AMOUNTS or base(word) is not None
