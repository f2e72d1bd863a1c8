"""Where something comes from, told as another thing that is spoken of beside it: from pump, not valve."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from misheard.analysis.claims.checks.base import Check, Found
from misheard.analysis.claims.checks.figure_rates import denies
from misheard.analysis.claims.edits.record import bit_of
from misheard.analysis.claims.edits.telling import Pair, Sentence, read_once
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.lexicon.wordnet import Kind, lexical_class, relation

SURE = 0.75
FIRST = 4
"""What a statement is about stands among its first so many words."""
_FROM = bit_of(("from", "out"))
_COMES = frozenset((
    "come", "comes", "coming", "came", "originate", "originates", "originating", "stem", "stems", "stemming",
    "arise", "arises", "arising", "is", "are", "was", "were", "be", "been", "being", "mostly", "mainly", "all",
    "directly",
))  # fmt: skip
_DETERMINERS = frozenset(("the", "a", "an", "our", "their", "its", "this", "that"))
_ALIKE = frozenset((Kind.SAME, Kind.SYNONYM, Kind.DERIVED, Kind.NARROWER, Kind.BROADER))


class _Origin(NamedTuple):
    thing: frozenset[str]
    place: list[Token]


def _find(pair: Pair) -> Iterator[Found]:
    if len(pair.told.sentences) < 2 or not (pair.source.bits & _FROM and pair.retelling.bits & _FROM):
        return
    if denies(pair.source.tokens) or denies(pair.retelling.tokens):
        return
    told, retold = _origins(pair.source), _origins(pair.retelling)
    if len(told) != 1 or len(retold) != 1 or not told[0].thing & retold[0].thing:
        return
    was, now = told[0].place, retold[0].place
    new = [token for token in now if token.key not in {one.key for one in was}]
    gone = {token.key for token in was} - {token.key for token in now}
    if not new or not gone or gone & pair.retelling.keys or any(token.key in pair.source.keys for token in new):
        return
    if _are_alike(was, new) or not any(
        _is_about(one, new, gone) for one in pair.told.sentences if one is not pair.source
    ):
        return
    before, after = (was[0].start, was[-1].end), (now[0].start, now[-1].end)
    words = f'"{pair.source.text[slice(*before)]}" became "{pair.retelling.text[slice(*after)]}"'
    yield Found("entity", before, after, words, SURE, anchored=True)


@read_once
def _origins(sentence: Sentence) -> list[_Origin]:
    """Return what comes from where by a sentence: leaks from the valve, errors out of the gateway."""
    tokens = sentence.tokens
    found = []
    for at in sentence.numbers_of(_FROM):
        is_out = tokens[at].lower == "out"
        if is_out and not (at + 1 < len(tokens) and tokens[at + 1].lower == "of"):
            continue
        ahead = [one for one in tokens[max(0, at - 8) : at] if one.lower not in _COMES and one.sort in "wnd"]
        place = _named(tokens, at + (2 if is_out else 1))
        if ahead and place:
            found.append(_Origin(frozenset(one.key for one in ahead), place))
    return found


def _named(tokens: Sequence[Token], start: int) -> list[Token]:
    """Return the words that name a thing behind a preposition and a determiner; no time and no number."""
    if start >= len(tokens) or tokens[start].lower not in _DETERMINERS:
        return []
    found: list[Token] = []
    for token in tokens[start + 1 : start + 4]:
        if token.sort not in "wn":
            break
        found.append(token)
    return [] if found and lexical_class(found[-1].lower) == "noun.time" else found


def _are_alike(one: Sequence[Token], other: Sequence[Token]) -> bool:
    return any(relation(left.lower, right.lower).kind in _ALIKE for left in one[-1:] for right in other[-1:])


def _is_about(sentence: Sentence, new: Sequence[Token], gone: set[str]) -> bool:
    """Tell whether a statement is about the new thing alone, and speaks of it as one of its own."""
    head = {token.key for token in sentence.tokens[:FIRST]}
    return all(token.key in head for token in new) and gone.isdisjoint(sentence.keys)


CHECK = Check(_find, frozenset(("from", "out")))
