"""What a sentence says to grow or to shrink: prices rose, more diesel, a drop in sales."""

from collections.abc import Iterator
from typing import NamedTuple

from misheard.analysis.claims.checks.direction_words import pole, words
from misheard.analysis.claims.checks.negation_clauses import Reading, content
from misheard.analysis.claims.checks.negation_scope import read
from misheard.analysis.claims.checks.negation_words import Known, forms
from misheard.analysis.claims.checks.negation_words import words as denying
from misheard.analysis.claims.edits.telling import Pair, Sentence, read_once
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.lexicon.wordnet import lexical_class, tags

_AMOUNTS = frozenset(("more", "less", "fewer"))
_OF = frozenset(("in", "of", "to", "for"))
_DETERMINERS = frozenset(("the", "a", "an", "its", "their", "his", "her", "our", "all", "this", "that", "these"))


class Move(NamedTuple):
    """A word of growth (`pole` 1) or decline (-1), and the forms of the words that say of what."""

    place: int
    pole: int
    slot: tuple[frozenset[str], ...]


_RISING, _FALLING = (
    Known(lambda word: word == "up" or pole(word) > 0),
    Known(lambda word: word == "down" or pole(word) < 0),
)


@read_once
def ways(sentence: Sentence) -> tuple[bool, bool]:
    """Tell whether a sentence has words of growth, and whether it has words of decline."""
    return _RISING.any(sentence.lower), _FALLING.any(sentence.lower)


def may_be_turned(pair: Pair) -> bool:
    """Tell whether one of two sentences may say that something grows, and the other that it shrinks."""
    up, down = ways(pair.source)
    if not (up or down):
        return False
    high, low = ways(pair.retelling)
    return (up and low) or (down and high)


@read_once
def moves(sentence: Sentence) -> tuple[Move, ...]:
    """Return what grows and what shrinks by a sentence that does not deny it."""
    found = read(sentence)
    return tuple(_moves(found))


def _moves(found: Reading) -> Iterator[Move]:
    denied = {found.home[k] for denial in found.denials for k in (denial.place, denial.target)}
    for i, token in enumerate(found.tokens):
        if token.lower in {"up", "down"}:
            sign, slot = (1 if token.lower == "up" else -1), _pushed(found, i)
        elif token.sort in "wf" and (sign := pole(token.lower)):
            slot = _slot(found, i, token.lower)
        else:
            continue
        if slot and found.home[i] not in denied and not found.clause(i).open:
            yield Move(i, sign, tuple(forms(found.tokens[k].lower) for k in slot))


def crossed(source: Reading, retelling: Reading) -> tuple[int, int] | None:
    """Return where a rise and a fall in two places of one sentence have changed places: rose in A and fell in B."""
    told, retold = _poles(source), _poles(retelling)
    if len(told) != 2 or len(retold) != 2 or told.keys() != retold.keys():
        return None
    (up, high), (down, low) = told[1], told[-1]
    (then, higher), (_, lower) = retold[1], retold[-1]
    apart = high.isdisjoint(higher) and low.isdisjoint(lower)
    return (up, then) if apart and high & lower and low & higher and up != down else None


def _poles(found: Reading) -> dict[int, tuple[int, frozenset[str]]]:
    """Return for the only rise and the only fall of a sentence its place and the content behind it."""
    places = [(k, pole(token.lower)) for k, token in enumerate(found.tokens) if pole(token.lower)]
    if [sign for _, sign in places] not in ([1, -1], [-1, 1]) or found.denials:
        return {}
    ends = [places[1][0], len(found.tokens)]
    return {sign: (k, _content(found.tokens[k + 1 : end])) for (k, sign), end in zip(places, ends, strict=True)}


def _content(tokens: list[Token]) -> frozenset[str]:
    return content([token for token in tokens if lexical_class(token.lower) != "noun.time"])


def _slot(found: Reading, i: int, word: str) -> list[int]:
    """Return the tokens that name what the word at `i` says to grow or shrink."""
    behind = _behind(found, i + 1)
    if word in _AMOUNTS:
        if not behind or tags(found.tokens[behind[0]].lower)[:1] in {"a", "r"} or behind[0] != i + 1:
            return []
        return behind
    kind = tags(word)
    follow = found.tokens[i + 1].lower if i + 1 < len(found.tokens) else ""
    if "n" in kind and follow in _OF and not _is_verb(found, i):
        return _behind(found, i + 2)
    is_participle = word.endswith("ed") and i > 0 and found.tokens[i - 1].lower not in _DETERMINERS
    if (
        behind
        and behind[0] == i + 1
        and not is_participle
        and (kind[:1] == "a" or word.endswith(("ed", "ing", "er")))
    ):
        return behind
    if behind and "v" in kind and _is_verb(found, i) and not _is_passive(found, i):
        return behind
    return _ahead(found, i)


def _pushed(found: Reading, i: int) -> list[int]:
    clause = found.clause(i)
    for k in range(i - 1, max(clause.start, i - 4) - 1, -1):
        known = forms(found.tokens[k].lower) | {found.tokens[k].lower}
        if not known.isdisjoint(words().groups["pushed"]):
            between = [j for j in range(k + 1, i) if found.tokens[j].sort in "wn"]
            if between or _is_passive(found, k):
                return between or _ahead(found, k)
            return [] if "turn" in known else _behind(found, i + 1)
        if not known.isdisjoint(words().groups["moved"]):
            return _ahead(found, k)
    after = found.tokens[i + 1] if i + 1 < len(found.tokens) else None
    return _ahead(found, i) if after is not None and (after.sort in "dm" or after.lower == "by") else []


def _is_verb(found: Reading, i: int) -> bool:
    before = found.tokens[i - 1].lower if i else ""
    return (
        before not in _DETERMINERS
        and ("n" in tags(before) or tags(before)[:1] != "a")
        and before not in {"in", "of", "by", "no"}
    )


def _is_passive(found: Reading, i: int) -> bool:
    near = {token.lower for token in found.tokens[max(0, i - 3) : i]}
    return not near.isdisjoint({"is", "are", "was", "were", "be", "been", "being", "get", "gets", "got"})


def _behind(found: Reading, start: int) -> list[int]:
    """Return the content words that follow at once, a determiner skipped, as long as they stand side by side."""
    tokens, end = found.tokens, found.clause(start - 1).end
    while start < end and tokens[start].lower in _DETERMINERS:
        start += 1
    stop = start
    while stop < end and tokens[stop].sort in "wn" and _names(tokens[stop].lower):
        stop += 1
    return list(range(start, stop))


def _ahead(found: Reading, i: int) -> list[int]:
    tokens = found.tokens
    return [k for k in range(found.clause(i).start, i) if tokens[k].sort in "wn" and _names(tokens[k].lower)]


def _names(word: str) -> bool:
    """Tell whether a word may name what moves: no adverb, no time, no auxiliary."""
    if word.endswith("ly") or word in denying()["auxiliary"] or pole(word):
        return False
    return lexical_class(word) != "noun.time" and "r" not in tags(word)[:1]
