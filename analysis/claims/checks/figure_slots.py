"""Which figure of a retelling stands in the place of which figure of its source, and what follows from others."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from misheard.analysis.claims.checks.figure_cross import surroundings
from misheard.analysis.claims.checks.figures import Figure, figures_in
from misheard.analysis.claims.edits.telling import Pair, Sentence, Telling
from misheard.analysis.lexicon.wordnet import Kind, relation

ROUNDED = 0.06
"""A value turned into another unit and written with fewer places may lie so far off, as a share of the original."""
PLAIN = 0.02
"""A value written with fewer places and no word for it may lie so far off."""
ABOUT = 0.12
"""A value said to be about something may lie so far off where its places allow it."""
SMALL = 9
"""A count up to this may be that of things listed by name."""
_EXACT = 1e-6


class Slot(NamedTuple):
    """A figure of the source, the one of the retelling in its place, and what tells that it is the same place."""

    source: Figure
    target: Figure
    score: float
    sentence: Sentence


def everywhere(told: Telling) -> list[Figure]:
    """Return the figures of all sentences of a text."""
    return [figure for sentence in told.sentences for figure in figures_in(sentence)]


def kin(one: Figure, other: Figure) -> bool:
    """Tell whether two figures measure the same thing, so that one may be told for the other."""
    if one.head != other.head:
        return False
    return bool(one.rate) == bool(other.rate) or one.head == "count"


def equal(one: Figure, other: Figure) -> bool:
    """Tell whether two figures say the same amount, whatever their bounds, units and places."""
    if one.head != other.head:
        return _as_multiple(one, other) or (
            "count" in (one.head, other.head) and one.shown == other.shown and _is_bare(one, other)
        )
    if one.low - other.low == 0 and one.high - other.high == 0 and not (one.rate and other.rate):
        return True
    ends = (
        (one.per_second, other.per_second)
        if one.rate and other.rate
        else ((one.low, one.high), (other.low, other.high))
    )
    (low, high), (left, right) = ends
    if low < high and left < right:
        return _close(one, other, low, left) and _close(one, other, high, right)
    if any(_close(one, other, a, b) for a in {low, high} for b in {left, right}):
        return True
    return (low < high and left == right and low <= left <= high) or (left < right and left <= low == high <= right)


def _is_bare(one: Figure, other: Figure) -> bool:
    """Tell whether one of two like numbers has neither a unit nor a noun."""
    return any(figure.head == "count" and not figure.noun for figure in (one, other))


def _as_multiple(one: Figure, other: Figure) -> bool:
    """Tell whether a half is a multiple of a half, a doubling a rise by 100 percent, 0.35 a share of 35 percent."""
    heads = {one.head, other.head}
    if heads == {"times", "share"}:
        times, share = (one, other) if one.head == "times" else (other, one)
        return (
            abs(times.low - share.low) < _EXACT
            or abs(times.low - 1 - share.low) < _EXACT
            or (times.low < 1 and abs(1 - times.low - share.low) < _EXACT)
        )
    if heads == {"count", "share"}:
        count, share = (one, other) if one.head == "count" else (other, one)
        return 0 < count.low < 1 and abs(count.low - share.low) < 0.01
    if heads == {"count", "rank"}:
        return one.low == other.low and (one.label or other.label)
    return False


def _close(one: Figure, other: Figure, a: float, b: float) -> bool:
    """Tell whether `b` may be told for `a`: exact, rounded as far as it is written, or a true bound."""
    a, b = (abs(a), abs(b)) if a * b < 0 and one.head != "temperature" else (a, b)
    gap = abs(a - b)
    if gap <= _EXACT * max(abs(a), abs(b)):
        return True
    rescaled = one.unit != other.unit or one.rate != other.rate
    if other.bound in ("max", "min") and not one.bound:
        return gap <= 0.25 * abs(a) and (b >= a if other.bound == "max" else b <= a)
    about = "about" in (one.bound, other.bound)
    if not rescaled and one.step >= other.step:
        return other.bound == "about" and gap <= 0.02 * abs(a)
    if one.head in ("count", "rank") and abs(a) < 13 and not about:
        return False
    if one.head == "temperature":
        return rescaled and gap <= max(0.51 * other.step, 0.6)
    step = other.step * (other.per_second[0] / other.low if other.rate and other.low else 1.0)
    share = ABOUT if about else ROUNDED if rescaled else PLAIN
    return (
        (gap <= 0.51 * step * (2 if about else 1) and gap <= share * abs(a))
        or (rescaled and gap <= 0.02 * abs(a))
        or (about and gap <= 0.05 * abs(a))
    )


def unmatched(pair: Pair) -> tuple[list[tuple[Sentence, Figure]], list[Figure]]:
    """Return the figures that only the source has, with their sentences, and those that only the retelling has.

    Of the source it is those of the sentence compared or, where it has none, those of the whole text.
    """
    told = everywhere(pair.told)
    new = [one for one in figures_in(pair.retelling) if not _is_among(one, told) and not _stands(one, pair.told)]
    if not new:
        return [], []
    retold = everywhere(pair.retold)
    lost = list(_lost((pair.source,), pair, retold))
    if not any(kin(one, other) for _, one in lost for other in new):
        lost = list(_lost(pair.told.sentences, pair, retold))
    return lost, new


def _is_among(figure: Figure, told: Sequence[Figure]) -> bool:
    for one in told:  # noqa: SIM110 - twice as quick as any()
        if equal(one, figure):
            return True
    return False


def _lost(sentences: Iterable[Sentence], pair: Pair, retold: Sequence[Figure]) -> Iterator[tuple[Sentence, Figure]]:
    for sentence in sentences:
        for one in figures_in(sentence):
            if not _stands(one, pair.retold) and not any(equal(one, other) for other in retold):
                yield sentence, one


def _stands(one: Figure, text: Telling) -> bool:
    """Tell whether a rank or bare count stands anywhere in a text, read as a figure there or not."""
    if one.head not in ("rank", "count"):
        return False
    number = f"{one.shown[0]:g}"
    if one.low == 2 and "both" in text.lower:
        return True
    return f"#{number}" in text.keys or (one.head == "count" and number in text.keys)


def slots(pair: Pair, lost: Sequence[tuple[Sentence, Figure]], new: Sequence[Figure]) -> list[Slot]:
    """Return for each new figure the lost one whose place it likeliest takes, best first, each used once."""
    scored = []
    for n, other in enumerate(new):
        mine = surroundings(pair.retelling, other)
        for m, (sentence, one) in enumerate(lost):
            if one.label != other.label or not kin(one, other):
                continue
            score = _likeness(one, other) + 0.25 * len(mine & surroundings(sentence, one))
            scored.append((score, -abs(m - n), m, n))
    scored.sort(reverse=True)
    left: set[int] = set()
    right: set[int] = set()
    found = []
    for score, _, m, n in scored:
        if m not in left and n not in right and score >= 0:
            left.add(m)
            right.add(n)
            found.append(Slot(lost[m][1], new[n], score, lost[m][0]))
    return found


def _likeness(one: Figure, other: Figure) -> float:
    """Return how well the nouns of two figures agree: 2 alike, 1 not said, -1 others."""
    if one.noun & other.noun:
        return 2.0
    if not one.noun or not other.noun or one.head != "count":
        small, large = sorted((abs(one.high), abs(other.high)))
        return 1.0 if one.head != "count" or large <= 10 * small else -2.0
    if other.high <= SMALL < one.low:
        return -2.0
    for left in one.noun:
        if any(relation(left, right).kind in (Kind.SAME, Kind.SYNONYM) for right in other.noun):
            return 2.0
    return -0.5
