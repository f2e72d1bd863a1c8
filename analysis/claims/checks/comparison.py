"""A comparison told with its sides swapped, with the opposite word, with another standard or as a superlative."""

from collections.abc import Iterator

from misheard.analysis.claims.checks.base import Check, Found, by_tokens
from misheard.analysis.claims.checks.comparison_sides import comparisons
from misheard.analysis.claims.checks.comparison_words import Comparison
from misheard.analysis.claims.checks.direction_words import are_opposite, mean_alike
from misheard.analysis.claims.checks.negation_words import forms
from misheard.analysis.claims.edits.telling import Pair
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.lexicon.wordnet import Kind, lemmas, lexical_class, relation, tags

KIND = "comparison"
_HEIGHTS = {"high": 1, "great": 1, "large": 1, "big": 1, "low": -1, "small": -1}
_SAME, _TURNED = 1, -1
_ALL = frozenset(("any", "all", "other", "others", "every", "rest", "each"))
_STANDARDS = frozenset((Kind.SIBLING, Kind.ANTONYM, Kind.CO_ANTONYM, Kind.INDIRECT_ANTONYM))


def _find(pair: Pair) -> Iterator[Found]:
    told = comparisons(pair.source)
    if not told:
        return
    retold = comparisons(pair.retelling)
    for one in told:
        for two in retold:
            if len(told) == len(retold) == 1 or one.quality & two.quality:
                found = _judge(pair, one, two)
                if found is not None:
                    yield found
                    return
    yield from _raised(pair, told)


def is_turned_round(pair: Pair) -> bool:
    """Tell whether a comparison is told from the other side by the opposite word: older, younger."""
    told, retold = comparisons(pair.source), comparisons(pair.retelling)
    if len(told) != 1 or len(retold) != 1:
        return False
    one, two = told[0], retold[0]
    return _sides(one, two) == _TURNED and _quality(one, two) * one.sign * two.sign < 0


def _judge(pair: Pair, one: Comparison, two: Comparison) -> Found | None:
    same = _quality(one, two)
    if same == 0:
        return None
    sides = _sides(one, two)
    equal = (one.sign == 0) != (two.sign == 0)
    turned = same * one.sign * two.sign
    if sides == _TURNED and turned > 0:
        found = _made(pair, one, two, "the two sides of the comparison changed places", 0.85)
        return found._replace(anchored=True)
    if sides == _SAME and turned < 0:
        return _made(pair, one, two, "more of one became less of it", 0.85)
    if sides and equal:
        return _made(pair, one, two, "as much and more are not the same", 0.75)
    if sides != _TURNED and turned > 0 and not one.behind & two.behind and _is_replaced(pair, one, two):
        return _made(pair, one, two, "it is compared with something else", 0.7)
    return None


def _made(pair: Pair, one: Comparison, two: Comparison, why: str, sure: float) -> Found:
    before = _text(pair.source.tokens, one.start, one.end)
    after = _text(pair.retelling.tokens, two.start, two.end)
    return Found(KIND, (one.start, one.end), (two.start, two.end), f'"{before}" became "{after}": {why}', sure)


def _text(tokens: list[Token], start: int, end: int) -> str:
    return " ".join(token.text for token in tokens[start:end] if token.sort != "p")


def _quality(one: Comparison, two: Comparison) -> int:
    """Return 1 where both compare by the same quality, -1 by opposite ones, 0 where that is not known."""
    if one.is_amount and two.is_amount:
        return 1 if one.quality & two.quality else 0
    if one.is_amount or two.is_amount:
        return _height(one, two) if one.is_amount else _height(two, one)
    if one.quality & two.quality:
        return 1
    if are_opposite(one.word, two.word) or are_opposite(one.raw, two.raw):
        return -1
    return 1 if mean_alike(one.word, two.word) else 0


def _height(amount: Comparison, other: Comparison) -> int:
    """Compare `yields more barley` with `its barley yield is higher`."""
    of_it = amount.word == "more" or not amount.quality.isdisjoint(other.front | other.behind)
    return _HEIGHTS.get(other.word, 0) if of_it else 0


def _sides(one: Comparison, two: Comparison) -> int:
    """Return 1 where both have the same two things on the same sides, -1 where they changed places, else 0."""
    front, behind = one.front - one.behind, one.behind - one.front
    first, then = two.front - two.behind, two.behind - two.front
    if not then and two.raw != two.word:
        return _TURNED if behind & first else 0
    crossed = (behind - then) & (first - front), (then - behind) & (front - first)
    if all(crossed):
        return _TURNED
    if behind & then and (front & first or not any(crossed)):
        return _SAME
    if any(crossed):
        return 0
    common = front & first
    return _SAME if len(common) >= 2 and len(common) * 2 >= min(len(front), len(first)) else 0


def _is_replaced(pair: Pair, one: Comparison, two: Comparison) -> bool:
    """Tell whether the standard of comparison is one that the source does not name."""
    gone, new = one.behind - pair.retold.keys, two.behind - pair.told.keys
    if not one.front & two.front or len(gone) != 1 or len(new) != 1 or len(one.behind) > 2 or len(two.behind) > 2:
        return False
    left = next(token for token in pair.source.tokens if token.key in gone)
    right = next(token for token in pair.retelling.tokens if token.key in new)
    if "noun.time" in (lexical_class(left.lower), lexical_class(right.lower)) or left.sort == "d" != right.sort:
        return False
    if right.sort == "d":
        return True
    if left.sort == right.sort == "n":
        return left.text[0] != right.text[0]
    nouns = tags(left.lower)[:1] == tags(right.lower)[:1] == "n"
    return nouns and relation(left.lower, right.lower).kind in _STANDARDS


def _raised(pair: Pair, told: tuple[Comparison, ...]) -> Iterator[Found]:
    """Yield a comparative that became a superlative: deeper than the other, the deepest."""
    chained = sum(token.lower == "than" for token in pair.source.tokens) > 1
    if chained or not _ALL.isdisjoint(pair.source.lower) or "two" in pair.retelling.lower:
        return
    for one in told:
        if one.is_amount or one.sign == 0 or not one.front & pair.retelling.keys:
            continue
        place = next((j for j, t in enumerate(pair.retelling.tokens) if _is_superlative(t.lower, one.word)), None)
        if place is not None and not any(_is_superlative(word, one.word) for word in pair.told.lower):
            was = _text(pair.source.tokens, one.start, one.end)
            text = f'"{was}" became "{pair.retelling.tokens[place].text}", which is more than that'
            yield Found(KIND, (one.start, one.end), (place, place + 1), text, 0.75)
            return


def _is_superlative(word: str, of: str) -> bool:
    if not word.endswith("est"):
        return False
    return any(lemma == of and pos in "ar" for lemma, pos in lemmas(word)) or of in forms(word)


CHECK = Check(by_tokens(_find))
