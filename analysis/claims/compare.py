"""Compares two claims that speak of the same thing: what, if anything, one says otherwise than the other."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from misheard.analysis.claims import direction, fidelity, polarity
from misheard.analysis.claims.claim import Claim
from misheard.analysis.claims.quantities import Quantity
from misheard.analysis.claims.words import content_stem, content_words, tokens
from misheard.analysis.flag import Span

LEAST_FRAME = 0.6
"""How much of the words around two quantities must agree before the quantities are compared."""
LEAST_SAME = 0.75
"""How much of two clauses must agree before a negation or an opposite in one of them counts."""

_CLAUSE = re.compile(r"[;()]|,(?=\s)|\s[-–—]\s|\b(?:and|but|while|whereas|against|so|because|although|though)\b")
_REVISED = re.compile(
    r"\b(?:correct(?:ed|ion|ing|s)|updat(?:ed|e)|revis(?:ed|ion)|instead of|rather than|actually|mistaken|was wrong|"
    r"no longer|since then|changed (?:to|from)|previously|originally|earlier|formerly|used to|down from|up from|now|"
    r"newer|newly|new (?:count|figure|value|reading|measurement|data|estimate|survey|test|scan|run|total|limit|date)s?|"
    r"after (?:the )?re-?\w+|re-?(?:measured|count(?:ed)?|ran|run|calculat\w+)|postponed|extended|moved to|rescheduled|"
    r"not \d|by (?:my|our) (?:own )?(?:count|reckoning)|i (?:count|get|measured|found))\b",
    re.IGNORECASE,
)
# "No load below 60" and "load from 60 upward" say the same.
_CONDITION = re.compile(
    r"\b(?:below|above|under|over|until|till|unless|without|before|after|more|less|fewer|than|except|only|other|"
    r"beyond|outside|within|yet|all|every|always|both)\b",
    re.IGNORECASE,
)
_NOUGHT = re.compile(r"\b(?:zero|free of|devoid|absen(?:t|ce)|\w+-free|only|except|other than)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Change:
    """What the later claim says otherwise: the words before and after, why it is one, and how sure (0 to 1).

    `quantity` and `origin` are set where it is an amount or a date that changed.
    """

    kind: str
    before: Span
    after: Span
    explanation: str
    confidence: float
    origin: Quantity | None = None
    quantity: Quantity | None = None


@dataclass(frozen=True)
class Broken:
    """A change of a claim, and the messages it went through: from the first source to where it is visible."""

    change: Change
    hops: tuple[str, ...]


@dataclass(frozen=True)
class Match:
    """Two quantities in the same place of two claims; `frame` (0 to 1) says how much of the words around agree."""

    source: Quantity
    target: Quantity
    frame: float


def span(claim: Claim, start: int, end: int) -> Span:
    """Return some words of a claim as a span of its message."""
    return Span(claim.message, claim.start + start, claim.start + end, claim.text[start:end])


def is_revised(text: str) -> bool:
    """Tell whether a sentence says of itself that it corrects, or is later than, what was known."""
    return bool(_REVISED.search(text))


def compare(source: Claim, target: Claim) -> Iterator[Change]:
    """Yield what `target` changes of what `source` said; the caller has aligned the two."""
    if target.is_question or source.is_question or is_revised(target.text):
        return
    yield from changed_quantities(source, target)
    if source.is_value or target.is_value or not _same_figures(source, target):
        return
    yield from _changed_direction(source, target)
    yield from _changed_comparison(source, target)
    yield from _changed_polarity(source, target)


# --- quantities ---------------------------------------------------------------------------------------------------


def matches(source: Claim, target: Claim) -> list[Match]:
    """Return the quantities of two claims that stand in the same place, each at most once, best first."""
    pairs = []
    for one in source.quantities:
        for other in target.quantities:
            if one.label or other.label or not (_same_place(one, other)):
                continue
            frame = _frame_agreement(source, one, target, other)
            if frame > 0:
                pairs.append(Match(one, other, frame + (0.25 if fidelity.same_value(one, other) else 0.0)))
    pairs.sort(key=lambda match: (-match.frame, match.source.start, match.target.start))
    used: set[int] = set()
    found = []
    for match in pairs:
        keys = {id(match.source), id(match.target)}
        if not keys & used:
            used |= keys
            found.append(match)
    return found


def _same_place(one: Quantity, other: Quantity) -> bool:
    if fidelity.comparable(one, other):
        return True
    return _unit_changed(one, other)


def _unit_changed(one: Quantity, other: Quantity) -> bool:
    if one.moment or other.moment or "count" in (one.dimension, other.dimension):
        return False
    if (one.low, one.high) != (other.low, other.high) or one.low in (0, 1):
        return False
    money = one.dimension.startswith("money") and other.dimension.startswith("money")
    kin = money or one.dimension == other.dimension or {one.dimension, other.dimension} == {"percent", "points"}
    return (
        kin
        and one.unit != other.unit
        and (one.dimension != other.dimension or not fidelity.same_value(one, other, 0.01))
    )


def changed_quantities(source: Claim, target: Claim) -> Iterator[Change]:
    """Yield the amounts and dates that stand in the same place of both claims and are not the same."""
    for match in matches(source, target):
        one, other, frame = match.source, match.target, match.frame
        if frame < LEAST_FRAME:
            continue
        kind = None
        if _unit_changed(one, other):
            kind = "unit"
        elif _is_told(one, other, source, target):
            continue
        kind = kind or ("date" if one.moment else "number")
        yield quantity_change(kind, source, one, target, other, _confidence(frame, source, target))


def _is_told(one: Quantity, other: Quantity, source: Claim, target: Claim) -> bool:
    """Tell whether the target has the source's figure, or one that follows from it or stands beside it."""
    return (
        fidelity.faithful(one, other, target.text)
        or any(fidelity.same_value(figure, other) for figure in source.quantities)
        or any(fidelity.same_value(one, figure) for figure in target.quantities if not figure.label)
        or _is_remainder(source, one, target, other)
    )


def _is_remainder(source: Claim, one: Quantity, target: Claim, other: Quantity) -> bool:
    """Tell whether a share was turned into its remainder: 35 percent sprouted, 65 percent did not."""
    if {one.dimension, other.dimension} != {"percent"} or abs(one.low + other.low - 100) > 1:
        return False
    return bool(polarity.negations_in(source.text)) != bool(polarity.negations_in(target.text))


def quantity_change(
    kind: str, source: Claim, one: Quantity, target: Claim, other: Quantity, confidence: float
) -> Change:
    """Return the change of one figure into another."""
    before, after = span(source, one.start, one.told_end), span(target, other.start, other.told_end)
    return Change(kind, before, after, f'"{before.text}" became "{after.text}"', confidence, one, other)


def _confidence(frame: float, source: Claim, target: Claim) -> float:
    """Return how sure a change is; few shared words may be a coincidence ("8 tests pass", "43 tests passed")."""
    shared = len(source.words & target.words)
    whole = 2 * shared / max(1, len(source.words) + len(target.words))
    few = {0: 0.2, 1: 0.2, 2: 0.2, 3: 0.08}.get(shared, 0.0) if not (source.is_value or target.is_value) else 0.1
    return round(min(0.97, 0.45 + 0.3 * min(frame, 1.0) + 0.3 * whole) - few, 2)


def _frame_agreement(source: Claim, one: Quantity, target: Claim, other: Quantity) -> float:
    left, right = _frame(source, one), _frame(target, other)
    shared = left & right
    if one.noun & other.noun:
        shared |= one.noun & other.noun
    needed = 1 if source.is_value or target.is_value else 2
    if len(shared) < needed:
        return 0.0
    return 0.5 * len(shared) / max(1, min(len(left), len(right))) + len(shared) / max(1, len(left) + len(right))


def _frame(claim: Claim, quantity: Quantity) -> frozenset[str]:
    if claim.is_value:
        return claim.words
    return frame_words(claim.text, quantity.start, quantity.end)


@lru_cache(maxsize=32768)
def frame_words(text: str, start: int, end: int) -> frozenset[str]:
    """Return the stems of the clause around a place, the place left out."""
    begin = max((match.end() for match in _CLAUSE.finditer(text, 0, start)), default=0)
    behind = _CLAUSE.search(text, end)
    stop = behind.start() if behind else len(text)
    found = (content_stem(word) for word, _, _ in tokens(text[begin:start] + " " + text[end:stop]))
    return frozenset(word for word in found if word)


# --- words --------------------------------------------------------------------------------------------------------


def _same_figures(source: Claim, target: Claim) -> bool:
    """Tell whether no figure differs: 35 percent that sprouted and 65 that did not are no contradiction."""
    return all(
        fidelity.faithful(match.source, match.target) for match in matches(source, target) if match.frame >= 0.5
    )


def _dice(one: frozenset[str], other: frozenset[str]) -> float:
    return 2 * len(one & other) / max(1, len(one) + len(other))


def _changed_direction(source: Claim, target: Claim) -> Iterator[Change]:
    pairs = [
        (one, other)
        for one in direction.directions_in(source.text)
        for other in direction.directions_in(target.text)
        if direction.are_opposite(one[0], other[0])
    ]
    if len(pairs) != 1 or polarity.negations_in(source.text) or polarity.negations_in(target.text):
        return
    (word, start, end), (opposite, begin, stop) = pairs[0]
    rest, others = source.words - {word}, target.words - {opposite}
    if len(rest & others) < 3 or _dice(rest, others) < LEAST_SAME:
        return
    if any(name[0] == opposite for name in direction.directions_in(source.text)) or _reordered(source, target):
        return
    yield Change(
        "direction", span(source, start, end), span(target, begin, stop),
        f'"{source.text[start:end]}" became "{target.text[begin:stop]}"', round(0.5 + 0.45 * _dice(rest, others), 2),
    )  # fmt: skip


def _reordered(source: Claim, target: Claim) -> bool:
    """Tell whether the words that both claims share come in another order, so that opposites may cancel out."""
    shared = source.words & target.words
    one = [stem for word, _, _ in tokens(source.text) if (stem := content_stem(word)) in shared]
    other = [stem for word, _, _ in tokens(target.text) if (stem := content_stem(word)) in shared]
    return one != other


def _changed_comparison(source: Claim, target: Claim) -> Iterator[Change]:
    one = direction.comparison_in(source.text)
    if one is None or polarity.negations_in(source.text) or polarity.negations_in(target.text):
        return
    (word, front, behind, start, end) = one
    place = _reversed_by_than(word, front, behind, target) or _reversed_by_leader(word, front, behind, target)
    if place:
        begin, stop = place
        yield Change(
            "comparison", span(source, start, end), span(target, begin, stop),
            f'"{source.text[start:end]}" became "{target.text[begin:stop]}"', 0.85,
        )  # fmt: skip


def _reversed_by_than(
    word: str, front: frozenset[str], behind: frozenset[str], target: Claim
) -> tuple[int, int] | None:
    other = direction.comparison_in(target.text)
    if other is None:
        return None
    second, left, right, begin, stop = other
    swapped = front & right and behind & left and not (front & left) and not (behind & right)
    straight = front & left and behind & right and not (front & right) and not (behind & left)
    turned = (swapped and word == second) or (straight and direction.are_opposite(word, second))
    return (begin, stop) if turned else None


def _reversed_by_leader(
    word: str, front: frozenset[str], behind: frozenset[str], target: Claim
) -> tuple[int, int] | None:
    leader = direction.leader_in(target.text)
    if leader is None:
        return None
    second, who, begin, stop = leader
    swapped = who & behind and not who & front and direction.are_alike(word, second)
    straight = who & front and not who & behind and direction.are_opposite(word, second)
    return (begin, stop) if swapped or straight else None


def _changed_polarity(source: Claim, target: Claim) -> Iterator[Change]:
    denied, asserted = polarity.negations_in(source.text), polarity.negations_in(target.text)
    if bool(denied) == bool(asserted) or len(denied) + len(asserted) != 1:
        return
    with_not, without = (source, target) if denied else (target, source)
    if _NOUGHT.search(without.text) or any(q.high == 0 and not q.moment for q in without.quantities):
        return
    negation = (denied or asserted)[0]
    conditions = _CONDITION.findall(with_not.text[negation.start : negation.scope_end])
    if any(re.search(rf"\b{word}\b", without.text, re.IGNORECASE) is None for word in conditions):
        return
    words = content_words(with_not.text[negation.scope_start : negation.scope_end])
    left, right = with_not.words - without.words, without.words - with_not.words
    same = _dice(with_not.words, without.words)
    # A word that only one side has, on both sides, may make up for the negation: not clear, blocked.
    if (left and right) or same < LEAST_SAME or len(words & without.words) < 2 or _reordered(source, target):
        return
    begin, stop = negation.scope_start, negation.scope_end
    mine = span(with_not, *_trimmed(with_not.text, begin, stop))
    theirs = span(without, 0, len(without.text))
    before, after = (mine, theirs) if denied else (theirs, mine)
    yield Change("negation", before, after, f'"{before.text}" became "{after.text}"', round(0.5 + 0.4 * same, 2))


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())
