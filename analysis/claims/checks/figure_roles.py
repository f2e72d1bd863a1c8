"""A figure that stayed and is told as another: a peak as a mean, a sum per year as that of all, a rise as a fall.

The figure itself shows that both texts speak of the same thing, so that little else must be alike.
"""

from collections.abc import Iterator, Sequence

from misheard.analysis.claims.checks.base import Check, Found
from misheard.analysis.claims.checks.direction_words import pole, words
from misheard.analysis.claims.checks.figure_lists import word_list
from misheard.analysis.claims.checks.figure_rates import denies
from misheard.analysis.claims.checks.figure_words import PERIODS
from misheard.analysis.claims.checks.figures import Figure, figures_in, is_telling
from misheard.analysis.claims.checks.negation_words import forms
from misheard.analysis.claims.edits.record import bit_of
from misheard.analysis.claims.edits.telling import Pair, Sentence, read_once
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.lexicon.wordnet import Kind, lexical_class, relation

ROLE, SUM, WAY = 0.75, 0.8, 0.75
REACH = 7
"""So many tokens from a figure a word may say what it is."""
APART = 3
"""A comma counts like so many tokens."""
HOUR = 3600.0
_STATISTICS = {name: word_list(f"statistic_{name}") for name in ("most", "mean", "least", "sum")}
_STATISTIC = {word: name for name, found in _STATISTICS.items() for word in found}
_ROLE_BIT = bit_of(_STATISTIC)
_PERIOD_BIT = bit_of(PERIODS)
_STOPS = frozenset(";:()\n.!?|")
_CUTS = frozenset(("but", "while", "whereas", "against", "versus", "and", "or", "than"))
_EACH = frozenset(("per", "each", "every", "apiece", "a", "an", "/"))
_DURING = frozenset(("for", "over", "in", "across", "during", "throughout"))
_PASSED = frozenset(
    ("the", "all", "our", "these", "those", "whole", "full", "entire", "next", "first", "last", "coming")
)
_COMPARED = frozenset(
    ("more", "less", "fewer", "lower", "higher", "greater", "smaller", "lesser", "extra", "cut", "contract")
)
_ALIKE = frozenset((Kind.SAME, Kind.SYNONYM, Kind.DERIVED))


def _find(pair: Pair) -> Iterator[Found]:
    for other in figures_in(pair.retelling):
        same = [one for one in figures_in(pair.source) if _is_same(one, other)] if is_telling(other) else []
        if len(same) == 1:
            found = _sum(pair, same[0], other) or _role(pair, same[0], other) or _way(pair, same[0], other)
            if found is not None:
                yield found
                return


def _is_same(one: Figure, other: Figure) -> bool:
    return one.head == other.head and abs(one.low - other.low) <= 1e-6 * abs(one.low) and one.low == one.high


def _twins(pair: Pair, figure: Figure) -> Iterator[tuple[Sentence, Figure]]:
    """Yield every figure of the source text that says the same number, with its sentence."""
    for sentence in pair.told.sentences:
        for one in figures_in(sentence):
            if _is_same(one, figure):
                yield sentence, one


def _made(pair: Pair, kind: str, one: tuple[int, int], other: tuple[int, int], sure: float) -> Found:
    before, after = pair.source.text[slice(*one)], pair.retelling.text[slice(*other)]
    return Found(kind, one, other, f'"{before}" became "{after}"', sure, anchored=True)


def _joined(figure: Figure, token: Token) -> tuple[int, int]:
    return min(figure.start, token.start), max(figure.end, token.end)


@read_once
def _statistics(sentence: Sentence) -> dict[int, tuple[str, Token]]:
    """Return what each figure of a sentence is said to be, by where it starts: a most, a mean, a least, a sum."""
    found: dict[int, tuple[str, Token]] = {}
    figures = figures_in(sentence)
    for figure in figures if sentence.bits & _ROLE_BIT else ():
        near = [
            (gap, _STATISTIC[token.lower], token)
            for gap, token in _around(sentence, figure, figures)
            if token.lower in _STATISTIC
        ]
        if near and len({name for gap, name, _ in near if gap == min(near)[0]}) == 1:
            found[figure.start] = min(near)[1:]
    return found


def _around(sentence: Sentence, figure: Figure, figures: Sequence[Figure]) -> Iterator[tuple[int, Token]]:
    """Yield the words on both sides of a figure with how far off they are, up to a stop or the next figure."""
    tokens = sentence.tokens
    ahead = [token for token in tokens if token.end <= figure.start][-REACH:][::-1]
    behind = [token for token in tokens if token.start >= figure.end][:REACH]
    starts = [(one.start, one.end) for one in figures if one is not figure]
    for side, stops in ((ahead, _STOPS - {":"}), (behind, _STOPS)):
        gap = 0
        for token in side:
            if token.text[0] in stops or token.lower in _CUTS or any(a <= token.start < b for a, b in starts):
                break
            gap += APART if token.text == "," else 1
            yield gap, token


def _role(pair: Pair, one: Figure, other: Figure) -> Found | None:
    if not (pair.source.bits & _ROLE_BIT and pair.retelling.bits & _ROLE_BIT):
        return None
    was, now = _statistics(pair.source).get(one.start), _statistics(pair.retelling).get(other.start)
    if was is None or now is None or was[0] == now[0] or now[1].lower in pair.source.lower:
        return None
    if any((_statistics(s).get(twin.start) or ("",))[0] == now[0] for s, twin in _twins(pair, other)):
        return None
    return _made(pair, "number", _joined(one, was[1]), _joined(other, now[1]), ROLE)


def _sum(pair: Pair, one: Figure, other: Figure) -> Found | None:
    if not (pair.source.bits & _PERIOD_BIT and pair.retelling.bits & _PERIOD_BIT) or bool(one.rate) == bool(
        other.rate
    ):
        return None
    rated, whole, sentence = (one, other, pair.retelling) if one.rate else (other, one, pair.source)
    place = _periods(sentence, whole, rated.rate) if rated.rate >= HOUR else None
    if place is None or any(bool(twin.rate) == bool(other.rate) for _, twin in _twins(pair, other)):
        return None
    if any(_is_same(twin, one) and bool(twin.rate) == bool(one.rate) for twin in figures_in(pair.retelling)):
        return None
    before = (one.start, one.end) if one.rate else (one.start, place)
    after = (other.start, place) if one.rate else (other.start, other.end)
    return _made(pair, "number", before, after, SUM)


def _periods(sentence: Sentence, figure: Figure, period: float) -> int | None:
    """Return where `for the three years` ends behind a figure, if it is of periods of that length."""
    behind = [token for token in sentence.tokens if token.start >= figure.end][:REACH]
    for place, token in enumerate(behind):
        if token.text[0] in _STOPS or token.lower in _EACH:
            return None
        if token.lower in _DURING:
            rest = [one for one in behind[place + 1 :] if one.lower not in _PASSED]
            if (
                len(rest) > 1
                and rest[0].sort == "d"
                and rest[0].key != "1"
                and PERIODS.get(rest[1].lower) == period
            ):
                return rest[1].end
    return None


def _way(pair: Pair, one: Figure, other: Figure) -> Found | None:
    now = _moved(pair.retelling, other)
    was = _moved(pair.source, one) if now else None
    if was is None or now is None or was[0] == now[0] or was[2] != now[2]:
        return None
    if denies(pair.source.tokens) or denies(pair.retelling.tokens) or not _is_of_one(pair, now[1]):
        return None
    if any((_moved(s, twin) or (0,))[0] == now[0] for s, twin in _twins(pair, other)):
        return None
    return _made(pair, "direction", _joined(one, was[1]), _joined(other, now[1]), WAY)


def _moved(sentence: Sentence, figure: Figure) -> tuple[int, Token, bool] | None:
    """Return whether something grew (1) or shrank (-1) by or to a figure, by which word, and whether from it."""
    ahead = [
        (gap, token) for gap, token in _around(sentence, figure, figures_in(sentence)) if token.end <= figure.start
    ]
    is_from = any(token.lower == "from" for gap, token in ahead if gap <= 2)
    order = sentence.tokens
    for _, token in ahead:
        if token.lower in ("up", "down"):
            place = order.index(token)
            if place and not forms(order[place - 1].lower).isdisjoint(words().groups["moved"]):
                return (1 if token.lower == "up" else -1), token, is_from
            return None
        if token.lower not in _COMPARED and (sign := pole(token.lower)):
            return sign, token, is_from
    return None


def _is_of_one(pair: Pair, word: Token) -> bool:
    """Tell whether what moves by the retelling is spoken of in the source too."""
    ahead = [token for token in pair.retelling.tokens if token.end <= word.start]
    cut = max((place for place, token in enumerate(ahead, 1) if token.text[0] in ",;:"), default=0)
    ahead = ahead[cut:] or ahead
    named = [t for t in ahead if t.sort in "wn" and not pole(t.lower) and lexical_class(t.lower) != "noun.time"]
    return any(
        token.key in pair.told.keys or any(relation(token.lower, other).kind in _ALIKE for other in pair.told.lower)
        for token in named[-3:]
    )


CHECK = Check(_find, figures=True)
