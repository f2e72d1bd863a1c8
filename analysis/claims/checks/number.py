"""A figure that became another: amounts, counts, shares, multiples, ranks, and the bounds on them."""

import re
from collections.abc import Iterator

from misheard.analysis.claims.checks.base import Check, Found
from misheard.analysis.claims.checks.figure_apart import is_apart
from misheard.analysis.claims.checks.figure_cross import is_crossed
from misheard.analysis.claims.checks.figure_follow import follows
from misheard.analysis.claims.checks.figure_frame import fits, is_other_record
from misheard.analysis.claims.checks.figure_lists import word_list
from misheard.analysis.claims.checks.figure_rates import denies
from misheard.analysis.claims.checks.figure_said import found_number, said
from misheard.analysis.claims.checks.figure_slots import (
    Slot,
    equal,
    everywhere,
    slots,
    unmatched,
)
from misheard.analysis.claims.checks.figures import Figure, figures_in, is_telling
from misheard.analysis.claims.checks.turns import is_remainder, is_rest_of
from misheard.analysis.claims.edits.record import bit_of
from misheard.analysis.claims.edits.telling import Pair, Sentence
from misheard.analysis.claims.names import Names, conflict, names_in

FARTHEST = 10
"""Figures farther apart than so many times are likely of different things."""
COPIED, JOINED = 0.7, 1.5
LEAST = 0.34
"""Sentences that share less of their content are not about the same."""
_DERIVED = word_list("derived")
_LIMITS = frozenset(("max", "min"))
_RESPECTIVELY = bit_of(("respectively",))
_EACH = frozenset(("each", "every", "per", "apiece"))
REVISED = re.compile(
    r"\b(?:correct(?:ed|ion|ing)|revis(?:ed|ion)|updated (?:to|from|count|figure)|instead of|rather than|no longer|"
    r"previously|originally|formerly|recount\w*|re-?measured)\b",
    re.IGNORECASE,
)


def find(pair: Pair) -> Iterator[Found]:
    """Yield the figures that the retelling has in the place of others, and the bounds that it drops or turns."""
    mine = figures_in(pair.retelling)
    if not mine or pair.overlap < LEAST or pair.retelling.text.rstrip().endswith("?"):
        return
    theirs = figures_in(pair.source)
    shared = _is_shared(theirs, mine)
    if is_other_record(pair, theirs, mine, shared) or _is_other_label(pair):
        return
    lost, new = unmatched(pair)
    found = list(_replaced(pair, lost, new)) if lost and new else []
    found = found or list(_share(pair, new)) or list(said(pair, theirs, mine))
    if not found and len(theirs) > 1 and len(mine) > 1:
        found = list(_exchanged(pair, theirs, mine))
    yield from found


def _is_shared(theirs: tuple[Figure, ...], mine: tuple[Figure, ...]) -> bool:
    for one in theirs:
        for other in mine:
            if equal(one, other):
                return True
    return False


def _replaced(pair: Pair, lost: list[tuple[Sentence, Figure]], new: list[Figure]) -> Iterator[Found]:
    told = everywhere(pair.told)
    copied = pair.overlap >= 0.8 and len(figures_in(pair.source)) == len(figures_in(pair.retelling))
    cue = bool(_DERIVED & pair.retelling.lower or _EACH & pair.source.lower)
    for slot in slots(pair, lost, new):
        one, other = slot.source, slot.target
        alike = sum(figure.head == other.head for _, figure in lost)
        is_here = slot.sentence is pair.source
        is_copy = copied and slot.score >= 2 and is_here and not cue
        may_add = cue or len(pair.told.sentences) > 1 or alike > 1 or slot.score < 2 or not is_here
        is_known = not is_copy and follows(other, told, may_add=may_add)
        if one.label or (slot.score < 2 and not is_here) or is_known or (not is_copy and _is_other(pair, slot)):
            continue
        if (
            is_remainder(pair, one, other)
            or is_rest_of(pair, one, other)
            or is_apart(pair, slot.sentence, one, other)
        ):
            continue
        sure = min(0.95, 0.5 + 0.1 * slot.score + 0.2 * pair.overlap)
        found = found_number(one, other, slot.sentence, pair.retelling, sure)
        yield found if is_here else found._replace(before=(0, len(pair.source.text)))


def _is_other(pair: Pair, slot: Slot) -> bool:
    """Tell whether the two figures are likely of different things, or the retelling says that it corrects."""
    one, other = slot.source, slot.target
    if (
        slot.score < _least_score(pair)
        or other.shown == (1, 1)
        or (one.bound != other.bound and _LIMITS & {one.bound, other.bound})
    ):
        return True
    small, large = sorted((abs(one.high), abs(other.high)))
    if one.head != "share" and large > FARTHEST * small and not _same_digits(one, other):
        return True
    if REVISED.search(pair.retelling.text) and not REVISED.search(pair.source.text):
        return True
    if denies(pair.retelling.tokens) != denies(pair.source.tokens) or not fits(pair, slot.sentence, one, other):
        return True
    return pair.overlap < 0.8 and conflict(_names(pair.source.text), _names(pair.retelling.text), pair.told.text,
                                           pair.retelling.text)  # fmt: skip


def _least_score(pair: Pair) -> float:
    """Return how well two figures must fit: better where sentences were joined."""
    joined = len(pair.told.sentences) > len(pair.retold.sentences) and pair.overlap < COPIED
    return JOINED if joined else 1.0


def _same_digits(one: Figure, other: Figure) -> bool:
    """Tell whether two numbers differ by a factor of ten, as when a place is lost."""
    digits = [f"{figure.shown[0]:g}".replace(".", "").strip("0") for figure in (one, other)]
    return digits[0] == digits[1]


def _is_other_label(pair: Pair) -> bool:
    """Tell whether both sentences name a thing by number, and not the same: ledger 12, ledgers 11 to 13."""
    theirs, mine = _labels(pair.source), _labels(pair.retelling)
    return bool(theirs and mine) and theirs.isdisjoint(mine)


def _labels(sentence: Sentence) -> set[float]:
    labels = [figure for figure in figures_in(sentence) if figure.label]
    return {end for figure in labels if figure.low != 1 for end in figure.shown} if labels else set()


def _names(text: str) -> Names:
    """Return the names of a sentence, single letters (°C) and first words left out."""
    found = names_in(text)
    return Names(frozenset(name for name in found.sure if len(name) > 1), frozenset())


def _share(pair: Pair, new: list[Figure]) -> Iterator[Found]:
    """Yield a share that is not that of the part and the whole that the source names: 45 of 250, a quarter."""
    shares = [one for one in new if one.head == "share"]
    if len(shares) != 1:
        return
    told = everywhere(pair.told)
    counts = [one for one in figures_in(pair.source) if one.head == "count" and not one.label]
    if len(counts) != 2 or not {"of", "out"} & pair.source.lower:
        return
    if any(one.head == "share" for one in told):
        return
    part, whole = sorted(counts, key=lambda one: one.low)
    if (
        part.low < whole.low
        and not follows(shares[0], told)
        and not _is_other(pair, Slot(part, shares[0], 1.5, pair.source))
    ):
        yield found_number(part, shares[0], pair.source, pair.retelling, 0.5 + 0.3 * pair.overlap)


def _exchanged(pair: Pair, theirs: tuple[Figure, ...], mine: tuple[Figure, ...]) -> Iterator[Found]:
    if pair.bits & _RESPECTIVELY:
        return
    for place, one in enumerate(theirs):
        for two in theirs[place + 1 :] if not one.label else ():
            if two.label or one.shown == two.shown:
                continue
            if one.head != two.head and not any(
                figure.head == "count" and not figure.noun for figure in (one, two)
            ):
                continue
            first = [other for other in mine if equal(one, other)]
            second = [other for other in mine if equal(two, other)] if len(first) == 1 else []
            if len(second) == 1 and is_crossed(pair, (one, two), (first[0], second[0])):
                found = found_number(one, second[0], pair.source, pair.retelling, 0.75)
                yield found._replace(anchored=is_telling(one) and is_telling(two))
                return


CHECK = Check(find)
