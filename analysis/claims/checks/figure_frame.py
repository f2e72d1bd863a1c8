"""How far two clauses say the same of a figure: what of each is found again in the other, in some form."""

from collections.abc import Sequence
from typing import NamedTuple

from misheard.analysis.claims.checks.figure_cross import Place, clause
from misheard.analysis.claims.checks.figure_lists import word_list
from misheard.analysis.claims.edits.telling import Pair, Sentence, Telling
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.claims.names import CALENDAR
from misheard.analysis.claims.units import unit_of
from misheard.analysis.lexicon.wordnet import Kind, is_known, lemmas, relation

_ALIKE = frozenset((Kind.SAME, Kind.SYNONYM, Kind.DERIVED, Kind.SIMILAR, Kind.NARROWER, Kind.BROADER, Kind.RELATED))
_LIGHT = word_list("light")
"""Words that say little: a retelling has them without saying anything new."""
COPIED = 0.9
"""Sentences that share so much are copies."""
_ASKING = frozenset(("verify", "confirm", "determine"))
_ROOT = 5
"""Words that begin with so many of the same letters are likely forms of one."""


class Frame(NamedTuple):
    """`shared` words of the retelling's clause are found in the source, `strange` ones are not; `left` are the
    words of the source's clause that the retelling has nowhere."""

    shared: int
    strange: int
    left: int


def frame(told: Telling, retold: Telling, one: tuple[Sentence, Place], other: tuple[Sentence, Place]) -> Frame:
    """Return how the clauses around two figures agree."""
    theirs, mine = _words(*one), _words(*other)
    shared = sum(_is_known(word, told, theirs) for word in mine)
    return Frame(shared, len(mine) - shared, sum(not _is_known(word, retold, mine) for word in theirs))


def fits(pair: Pair, sentence: Sentence, one: Place, other: Place) -> bool:
    """Tell whether two clauses say so much the same that their figures stand in one place."""
    if _ASKING & pair.source.lower != _ASKING & pair.retelling.lower:
        return False
    if _is_code(pair.source.text) or _is_code(pair.retelling.text) or _names_another(pair, other):
        return False
    found = frame(pair.told, pair.retold, (sentence, one), (pair.retelling, other))
    if _is_entry(sentence, one) and _is_entry(pair.retelling, other):
        return False
    return found.shared > 0 and found.strange <= max(1, found.shared // 3) and found.left <= max(2, found.shared)


def _is_code(text: str) -> bool:
    return "`" in text or "→" in text or "==" in text


def _is_entry(sentence: Sentence, place: Place) -> bool:
    """Tell whether a figure is the value of an entry such as `Reviews: 422`, with too few words to know it by."""
    head = sentence.text[: place.start]
    return ":" in head and sum(word.sort in "wn" for word in sentence.tokens) <= 5


def _names_another(pair: Pair, other: Place) -> bool:
    """Tell whether the retelling says the figure of a thing by a name, or under a heading, that was not told."""
    colon = pair.retelling.text.find(":", 0, other.start)
    begin, stop = clause(pair.retelling, other)
    for word in pair.retelling.tokens:
        if word.sort not in "wn" or word.key in pair.told.keys or len(word.text) < 3:
            continue
        if word.end <= colon or (
            (word.sort == "n" or (word.text[0].isupper() and not is_known(word.lower)))
            and begin <= word.start < stop
            and not other.start <= word.start < other.end
            and word.lower not in CALENDAR
            and unit_of(word.text) is None
        ):
            return True
    return False


def is_other_record(pair: Pair, theirs: Sequence[object], mine: Sequence[object], shared: bool) -> bool:
    """Tell whether several figures stand on both sides and none agrees: `2020: 7 dry days`, `2023: 6 dry days`."""
    return not shared and min(len(theirs), len(mine)) > 1 and pair.overlap < COPIED


def _words(sentence: Sentence, place: Place) -> list[Token]:
    begin, stop = clause(sentence, place)
    words = [word for word in sentence.tokens if word.sort in "wn" and not place.start <= word.start < place.end]
    inside = {word.key: word for word in words if begin <= word.start < stop}
    return list(inside.values()) if len(inside) > 1 else list({word.key: word for word in words}.values())


def _is_known(word: Token, text: Telling, near: list[Token]) -> bool:
    if word.key in text.keys or not _LIGHT.isdisjoint(lemma for lemma, _ in lemmas(word.lower)):
        return True
    for other in near:
        if word.lower[:_ROOT] == other.lower[:_ROOT] and len(word.lower) >= _ROOT:
            return True
        if relation(word.lower, other.lower).kind in _ALIKE:
            return True
    return False
