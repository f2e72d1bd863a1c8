"""The comparisons of a sentence: which of two things has more of what."""

from collections.abc import Iterator

from misheard.analysis.claims.checks.comparison_alone import named, named_alone
from misheard.analysis.claims.checks.comparison_words import (
    DENYING,
    Comparison,
    base,
    compares,
    is_denied,
    made,
    quality_at,
    verb_of,
    verbs,
)
from misheard.analysis.claims.checks.negation_clauses import Reading, content
from misheard.analysis.claims.checks.negation_scope import read
from misheard.analysis.claims.checks.negation_words import Known
from misheard.analysis.claims.edits.telling import Sentence, read_once
from misheard.analysis.lexicon.wordnet import tags

_SHARES = frozenset(("half", "quarter", "third", "fifth", "tenth"))
_WITH = frozenset(("with", "to"))
_INEXACT = frozenset(("nearly", "almost", "half", "twice", "times", "least", "about", "just", "exactly", "quite"))
_MARKS = frozenset(("than", "compared", "versus", "relative"))
REACH = 8
"""So many tokens may stand between a comparative and its `than`."""


@read_once
def comparisons(sentence: Sentence) -> tuple[Comparison, ...]:
    """Return the comparisons of a sentence that can be read without doubt."""
    return tuple(_found(read(sentence), sentence)) if _may_compare(sentence) else ()


_VERBS = Known(lambda word: word.startswith("prefer") or verb_of(word))


def _may_compare(sentence: Sentence) -> bool:
    """Tell whether a sentence has a word without which nothing is found in it."""
    words = sentence.lower
    if not _MARKS.isdisjoint(words) or ("two" in words and "the" in words):
        return True
    if "as" in words and sentence.words.count("as") > 1:
        return True
    return _VERBS.any(words) or bool(named_alone(sentence))


def _found(found: Reading, sentence: Sentence) -> Iterator[Comparison]:
    words = sentence.lower
    if "than" in words:
        yield from _than(found)
    if "compared" in words or "versus" in words or "relative" in words:
        yield from _compared(found)
    if "as" in words:
        yield from _as(found)
    if "two" in words and "the" in words:
        yield from _of_two(found)
    yield from named(found, named_alone(sentence))
    for i, token in enumerate(found.tokens):
        if token.lower.startswith("prefer"):
            yield from _preferred(found, i)
        verb = verb_of(token.lower) if token.sort == "w" else ""
        if verb:
            yield from _verb(found, i, *verbs()[verb])


def _than(found: Reading) -> Iterator[Comparison]:
    tokens = found.tokens
    for k, token in enumerate(tokens):
        if token.lower != "than":
            continue
        clause = found.clause(k)
        i = next((j for j in range(k - 1, max(clause.start, k - REACH) - 1, -1) if compares(found, j)), None)
        if not _SHARES.isdisjoint(token.lower for token in tokens[k + 1 : k + 3]):
            continue
        if i is None or k + 1 >= clause.end or (tokens[k + 1].sort == "d" and not _is_year(tokens[k + 1].lower)):
            continue
        read_of = quality_at(found, i)
        if read_of is None or is_denied(found, i):
            continue
        if read_of[1] and k == i + 2 and i == clause.start:
            read_of = ("more", True, read_of[2])
        yield made(found, (i, clause.end), read_of, (clause.start, k, k + 1))


def _is_year(word: str) -> bool:
    return len(word) == 4 and word[:2] in {"17", "18", "19", "20"}


def _of_two(found: Reading) -> Iterator[Comparison]:
    """Read `of the two harbours, Vell is the deeper`."""
    for i in range(1, len(found.tokens)):
        word, clause = found.tokens[i].lower, found.clause(i)
        if found.tokens[i - 1].lower == "the" and base(word) and "than" not in {t.lower for t in found.tokens[i:]}:
            one = made(found, (i, i + 1), (base(word) or word, False, 1), (clause.start, i - 1, clause.end))
            if one.front:
                yield one


def _compared(found: Reading) -> Iterator[Comparison]:
    """Read `compared with the old ones, the new blades are quieter`."""
    tokens = found.tokens
    for k, token in enumerate(tokens):
        if token.lower not in {"compared", "versus", "relative"}:
            continue
        start = k + 2 if k + 1 < len(tokens) and tokens[k + 1].lower in _WITH else k + 1
        clause = found.clause(k)
        behind = content(tokens[start : clause.end])
        rest = [i for i in range(len(tokens)) if not (k <= i < clause.end) and compares(found, i)]
        if len(rest) != 1 or not behind or is_denied(found, rest[0]):
            continue
        quality = quality_at(found, rest[0])
        if quality is not None:
            other = found.clause(rest[0])
            stop = min(other.end, k) if other.start <= k < other.end else other.end
            one = made(found, (rest[0], rest[0] + 1), quality, (other.start, stop, stop))
            yield one._replace(behind=behind)


def _as(found: Reading) -> Iterator[Comparison]:
    """Read `as fast as`, and `not as fast as`; `as` begins a clause of its own."""
    tokens = found.tokens
    for i in range(1, len(tokens) - 3):
        if tokens[i].lower != "as" or tokens[i - 1].lower in _INEXACT:
            continue
        word, is_amount = tokens[i + 1].lower, tokens[i + 1].lower in {"much", "many"}
        k = i + 3 if is_amount and tokens[i + 2].sort == "w" else i + 2
        if tokens[k].lower != "as" or word in {"soon", "long", "far"}:
            continue
        if not is_amount and tags(word)[:1] not in {"a", "r"}:
            continue
        word = tokens[k - 1].lower if is_amount and k == i + 3 else "more" if is_amount else word
        sign = -1 if tokens[i - 1].lower in DENYING else 0
        yield made(found, (i, found.clause(k).end), (word, is_amount, sign), (found.clause(i - 1).start, i, k + 1))


def _preferred(found: Reading, i: int) -> Iterator[Comparison]:
    """Read `they prefer A to B` and `A is preferred to B`."""
    tokens, clause = found.tokens, found.clause(i)
    k = next((k for k in range(i + 1, clause.end) if tokens[k].lower in {"to", "over"}), None)
    if k is None or is_denied(found, i) or (k + 1 < clause.end and tags(tokens[k + 1].lower)[:1] == "v"):
        return
    start = clause.start if k == i + 1 else i + 1
    one = made(found, (i, clause.end), ("good", False, 1), (start, i if k == i + 1 else k, k + 1))
    if one.front and one.behind:
        yield one


def _takes(found: Reading, i: int, after: str) -> bool:
    """Tell whether a comparing verb has an object, so that it is no noun (hiking trails in the park)."""
    if after in {"by", "behind", "the", "a", "an", "its", "their", "all", "both", "last"}:
        return True
    is_verb = tags(found.tokens[i].lower)[:1] == "v" or (i > 0 and found.tokens[i - 1].sort in "dn")
    return is_verb and i + 1 < len(found.tokens) and found.tokens[i + 1].sort in "wn"


def _verb(found: Reading, i: int, quality: str, sign: int) -> Iterator[Comparison]:
    """Read `A outperformed B` and `B was outperformed by A`."""
    tokens, clause = found.tokens, found.clause(i)
    near = {token.lower for token in tokens[max(clause.start, i - 3) : i]}
    passive = not near.isdisjoint({"is", "are", "was", "were", "be", "been", "being"})
    after = tokens[i + 1].lower if i + 1 < clause.end else ""
    if (passive and after != "by") or is_denied(found, i) or not _takes(found, i, after):
        return
    start = i + 2 if after in {"by", "behind"} else i + 1
    one = made(found, (i, clause.end), (quality, quality == "more", sign), (clause.start, i, start))
    front, behind = one.front, one.behind
    if front and behind:
        yield one._replace(front=behind, behind=front) if passive else one
