"""A rise told as a fall, open as closed, into as out of: opposite words said of the same thing."""

from collections.abc import Iterator

from misheard.analysis.claims.checks.base import Check, Found, by_tokens
from misheard.analysis.claims.checks.comparison_words import base
from misheard.analysis.claims.checks.direction_frames import is_kept, is_placed, looks_back, speak_of_one
from misheard.analysis.claims.checks.direction_moves import Move, crossed, may_be_turned, moves
from misheard.analysis.claims.checks.direction_words import (
    are_opposite,
    is_converse,
    mean_alike,
    opposed,
    pole,
    words,
)
from misheard.analysis.claims.checks.figure_rates import denies
from misheard.analysis.claims.checks.mood import COPY, are_in_one_mood
from misheard.analysis.claims.checks.negation_clauses import Reading
from misheard.analysis.claims.checks.negation_mood import head_of, is_apart, is_news, is_plan
from misheard.analysis.claims.checks.negation_scope import read
from misheard.analysis.claims.checks.negation_words import forms
from misheard.analysis.claims.checks.negation_words import words as denying
from misheard.analysis.claims.edits.record import bit_of
from misheard.analysis.claims.edits.telling import Pair, Sentence, only_in
from misheard.analysis.lexicon.wordnet import tags

KIND = "direction"
MOST_PAIRED = 40
"""So many pairs of words are looked at one by one; of more, those that the lexicon links."""
NEAR = 0.6
"""Adjectives ahead of a noun tell things apart; they are compared in sentences that share so much (0 to 1)."""
_RELATOR = bit_of(words().groups["relator"])
_COMPARING = frozenset(("than", "compared", "versus", "relative", "unlike"))


def _find(pair: Pair) -> Iterator[Found]:
    moving = may_be_turned(pair)
    new = pair.new if len(pair.told.sentences) == 1 else only_in(pair.retelling, pair.source)
    new = _telling(pair.retelling, new)
    gone: list[int] = []
    if new:
        gone = pair.gone if len(pair.retold.sentences) == 1 else only_in(pair.source, pair.retelling)
    turned = _opposites(pair, _telling(pair.source, gone), new) if gone else []
    if not (moving or turned) or is_news(pair.source, pair.retelling) or is_apart(pair):
        return
    source, retelling = read(pair.source), read(pair.retelling)
    found = _turned_move(pair, source, retelling) if moving else None
    if found is None:
        places = ((i, j) for i, j in turned if _is_turned(pair, source, i, retelling, j))
        found = next((_made(source, i, retelling, j, 0.8) for i, j in places), None)
    if found is not None:
        yield found


def _made(source: Reading, i: int, retelling: Reading, j: int, sure: float) -> Found:
    before, after = source.tokens[i].text, retelling.tokens[j].text
    return Found(KIND, (i, i + 1), (j, j + 1), f'"{before}" became "{after}"', sure)


def _turned_move(pair: Pair, source: Reading, retelling: Reading) -> Found | None:
    told, retold = moves(pair.source), moves(pair.retelling)
    if not told or not retold:
        return None
    places = crossed(source, retelling)
    if places is not None:
        return _made(source, places[0], retelling, places[1], 0.8)
    for one in told:
        for two in retold:
            if (
                one.pole == two.pole
                or not _meet(one, two)
                or _is_mixed(source, one, told)
                or _is_mixed(retelling, two, retold)
            ):
                continue
            if _compares(pair, source, one.place, retelling, two.place):
                continue
            if looks_back(source, one.place, retelling, two.place):
                continue
            again = any(_meets_like(two, move) for sentence in pair.told.sentences for move in moves(sentence))
            if not again and not any(_meets_like(one, move) for move in retold):
                return _made(source, one.place, retelling, two.place, 0.85)
    return None


def _is_mixed(found: Reading, move: Move, told: tuple[Move, ...]) -> bool:
    """Tell whether there is a word of the opposite direction too near, or without a word of what moves."""
    clause, known = found.clause(move.place), {other.place for other in told}
    return any(
        _heads(token.lower) == -move.pole and (k not in known or clause.start <= k < clause.end)
        for k, token in enumerate(found.tokens)
    )


def _heads(word: str) -> int:
    return 1 if word == "up" else -1 if word == "down" else pole(word)


def _meets_like(one: Move, other: Move) -> bool:
    return one.pole == other.pole and _meet(one, other)


def _meet(one: Move, other: Move) -> bool:
    """Tell whether two moves are of one thing: they share a word, and half of the words of the shorter name."""
    shared = sum(any(not left.isdisjoint(right) for right in other.slot) for left in one.slot)
    return shared > 0 and shared * 2 >= min(len(one.slot), len(other.slot))


def _compares(pair: Pair, source: Reading, i: int, retelling: Reading, j: int) -> bool:
    """Tell whether two words belong to a comparison, whose sides may have been turned round with the word."""
    for found, k in ((source, i), (retelling, j)):
        if k and found.tokens[k - 1].lower == "the" and base(found.tokens[k].lower) and "two" in pair.lower:
            return True
    if _COMPARING.isdisjoint(pair.lower):
        return False
    left, right = source.tokens[i].lower, retelling.tokens[j].lower
    return any(word.endswith("er") or word in {"more", "less", "fewer", "worse"} for word in (left, right))


def _opposites(pair: Pair, gone: list[int], new: list[int]) -> list[tuple[int, int]]:
    """Return the places of opposites among the words that one of the sentences has and the other has not."""
    told, retold = pair.source.records, pair.retelling.records
    known = [(i, j) for i in gone for j in new]
    if len(known) > MOST_PAIRED:
        against = {i: opposed(told[i].lower) for i in gone}
        known = [(i, j) for i, j in known if not forms(retold[j].lower).isdisjoint(against[i])]
    return [(i, j) for i, j in known if are_opposite(told[i].lower, retold[j].lower)]


def _telling(sentence: Sentence, places: list[int]) -> list[int]:
    """Return those places where a word says something or relates two things."""
    records = sentence.records
    return [i for i in places if records[i].sort in "wn" or records[i].bits & _RELATOR]


def _is_turned(pair: Pair, source: Reading, i: int, retelling: Reading, j: int) -> bool:
    one, two = source.tokens[i].lower, retelling.tokens[j].lower
    if not _is_asserted(pair, source, i, retelling, j) or (pole(one) and pole(two)):
        return False
    mine, yours = head_of(source, i), head_of(retelling, j)
    if _is_quality(one) and (mine or yours) and (mine.isdisjoint(yours) or pair.overlap < NEAR):
        return False
    if _says(pair.retelling, one) or any(_says(sentence, two) for sentence in pair.told.sentences):
        return False
    if one in words().groups["relator"] or two in words().groups["relator"]:
        if denies(source.tokens) != denies(retelling.tokens):
            return False
        return is_placed(source, i, retelling, j)
    is_turned_round = (is_converse(one) or is_converse(two)) and not is_kept(source, i, retelling, j)
    return not is_turned_round and speak_of_one(pair, source, i, retelling, j)


def _is_asserted(pair: Pair, source: Reading, i: int, retelling: Reading, j: int) -> bool:
    """Tell whether both words are said outright, in the same mood, and not of things compared."""
    if source.clause(i).open or retelling.clause(j).open or _sign(source, i) * _sign(retelling, j) != 1:
        return False
    if _is_hedged(source, i, pair.retelling) or _is_hedged(retelling, j, pair.source):
        return False
    if pair.overlap < COPY and not are_in_one_mood(pair):
        return False
    return is_plan(pair.source, i) == is_plan(pair.retelling, j) and not _compares(pair, source, i, retelling, j)


def _is_hedged(found: Reading, place: int, other: Sentence) -> bool:
    """Tell whether the clause of a word has another that may turn it round, which the other telling lacks."""
    clause, denying_words = found.clause(place), denying()["denying"]
    return any(
        not forms(found.tokens[k].lower).isdisjoint(denying_words)
        for k in range(clause.start, clause.end)
        if k != place and found.tokens[k].lower not in other.lower
    )


def _is_quality(word: str) -> bool:
    """Tell whether a word is first of all an adjective."""
    return tags(word)[:1] == "a"


def _says(sentence: Sentence, word: str) -> bool:
    return any(token.sort in "wnf" and mean_alike(token.lower, word) for token in sentence.tokens)


def _sign(found: Reading, place: int) -> int:
    """Return -1 where a word is denied or made less, 0 where that is unclear, else 1."""
    sign = 1
    for denial in found.denials:
        if denial.target == place:
            sign = -sign
        elif denial.place != place and found.home[denial.place] == found.home[place]:
            return 0
    if place and found.tokens[place - 1].lower in {"less", "least"}:
        sign = -sign
    return sign


CHECK = Check(by_tokens(_find))
