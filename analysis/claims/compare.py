"""Compares two claims that speak of the same thing: what, if anything, one says otherwise than the other."""

import re
from collections.abc import Iterator
from functools import lru_cache

from misheard.analysis.claims import fidelity, polarity
from misheard.analysis.claims.change import Change, span
from misheard.analysis.claims.claim import Claim
from misheard.analysis.claims.matching import Match, matches, unit_changed
from misheard.analysis.claims.quantities import Quantity
from misheard.analysis.claims.wording import changed_clauses, changed_words

LEAST_FRAME = 0.6
"""How much of the words around two quantities must agree before the quantities are compared."""
UNIT = 0.76
"""A number of two digits or more that stands with another unit of its kind is a change at least so surely."""

_REVISED = re.compile(
    r"\b(?:correct(?:ed|ion|ing|s)|updat(?:ed|e)|revis(?:ed|ion)|instead of|rather than|actually|mistaken|was "
    r"wrong|no longer|since then|changed (?:to|from)|previously|originally|formerly|used to|down from|"
    r"(?<!day )(?<!days )(?<!week )(?<!weeks )(?<!month )(?<!months )(?<!year )(?<!years )(?<!hour )(?<!hours )"
    r"earlier|up from|now|"
    r"newer|newly|new (?:count|figure|value|reading|measurement|data|estimate|survey|test|scan|run|total|limit)s?"
    r"|"
    r"after (?:the )?re-?\w+|re-?(?:measured|count(?:ed)?|ran|run|calculat\w+)|postponed|extended|moved to|"
    r"rescheduled|"
    r"not \d|by (?:my|our) (?:own )?(?:count|reckoning)|i (?:count|get|measured|found))\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=16384)
def is_revised(text: str) -> bool:
    """Tell whether a sentence says of itself that it corrects, or is later than, what was known."""
    return bool(_REVISED.search(text))


def is_copy(source: Claim, target: Claim) -> bool:
    """Tell whether a claim was told on word for word, so that nothing in it can have changed."""
    return source.text == target.text and not (source.is_value or target.is_value)


def compare(source: Claim, target: Claim) -> Iterator[Change]:
    """Yield what `target` changes of what `source` said; the caller has aligned the two."""
    if target.is_question or source.is_question or is_revised(target.text) or is_copy(source, target):
        return
    yield from swapped_counts(source, target)
    yield from changed_quantities(source, target)
    turned = list(changed_words(source, target))
    yield from turned or changed_clauses(source, target)


def swapped_counts(source: Claim, target: Claim) -> Iterator[Change]:
    """Yield the first of two counts that changed places: 212 patients at 6 sites, 6 patients at 212 sites."""
    theirs, mine = _counts(source), _counts(target)
    for place, one in enumerate(theirs):
        for two in theirs[place + 1 :]:
            if one.low == two.low or one.noun & two.noun:
                continue
            first = next(
                (q for q in mine if q.low == one.low and q.noun & two.noun and not q.noun & one.noun), None
            )
            second = next(
                (q for q in mine if q.low == two.low and q.noun & one.noun and not q.noun & two.noun), None
            )
            if first and second:
                yield quantity_change("number", source, one, target, second, 0.9)
                return


def _counts(claim: Claim) -> list[Quantity]:
    return [q for q in claim.quantities if q.dimension == "count" and q.noun and not q.moment and not q.label]


def changed_quantities(source: Claim, target: Claim) -> Iterator[Change]:
    """Yield the amounts and dates that stand in the same place of both claims and are not the same."""
    found = [match for match in matches(source, target) if match.frame >= LEAST_FRAME]
    if _is_other_record(found):
        return
    for match in found:
        one, other, frame = match.source, match.target, match.frame
        kind = None
        if unit_changed(one, other):
            kind = "unit"
        elif _is_told(one, other, source, target):
            continue
        kind = kind or ("date" if one.moment else "number")
        sure = _confidence(frame, source, target)
        sure = max(sure, UNIT) if kind == "unit" and one.low >= 10 else sure
        yield quantity_change(kind, source, one, target, other, sure)


def _is_other_record(found: list[Match]) -> bool:
    """Tell whether nothing at all agrees: `2020: 7 rainy days` and `2023: 6 rainy days` are two records."""
    return len(found) > 1 and not any(
        fidelity.faithful(match.source, match.target) or unit_changed(match.source, match.target) for match in found
    )


def _is_told(one: Quantity, other: Quantity, source: Claim, target: Claim) -> bool:
    """Tell whether the target has the source's figure, or one that follows from it or stands beside it."""
    return (
        fidelity.faithful(one, other, target.text)
        or any(fidelity.same_value(figure, other) for figure in source.quantities)
        or any(fidelity.same_value(one, figure) for figure in target.quantities if not figure.label)
        or is_remainder(source, one, target, other)
    )


def is_remainder(source: Claim, one: Quantity, target: Claim, other: Quantity) -> bool:
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
