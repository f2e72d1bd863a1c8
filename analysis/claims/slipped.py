"""An approximate count that is not the exact one its teller was told: 312 residents, about 330 residents."""

import re
from collections.abc import Iterator, Sequence

from misheard.analysis.claims import fidelity
from misheard.analysis.claims.backing import follows
from misheard.analysis.claims.change import Change, span
from misheard.analysis.claims.claim import Claim
from misheard.analysis.claims.heard import Remark, Rule, Told
from misheard.analysis.claims.names import conflict
from misheard.analysis.claims.quantities import Quantity

EXACT = 100
"""A count is exact where it has so many of its last place: 312 is, 310 and 31 are not."""
FARTHEST = 1.6
"""Where one is so many times the other, they are likely to count different things."""
SURE = 0.76

_NARROWED = re.compile(
    r"\s*(?:\(|,?\s*(?:with|without|who|whose|that|which|of|in|on|at|from|over|under|aged?|between|per|each|more|a)\b)",
    re.IGNORECASE,
)


def _counts(claim: Claim) -> Iterator[Quantity]:
    for figure in claim.quantities:
        if figure.dimension == "count" and figure.noun and not figure.label and figure.low == figure.high:
            yield figure


def _notice(claims: Sequence[Claim], place: int) -> Iterator[Remark]:
    for count in _counts(claims[place]):
        if not count.bound and count.low >= EXACT * count.step:
            yield Remark(claims[place], count.start, count.told_end, count.noun, value=count)


def _judge(remark: Remark, told: Told) -> Change | None:
    source, claim = remark.value, told.claim
    if not isinstance(source, Quantity) or claim.is_plan:
        return None
    for count in _counts(claim):
        if count.bound != "about" or count.noun != source.noun or _NARROWED.match(claim.text, count.told_end):
            continue
        if _is_explained(source, count, remark, told):
            continue
        before, after = span(remark.claim, remark.start, remark.end), span(claim, count.start, count.told_end)
        return Change("number", before, after, f'"{before.text}" became "{after.text}"', SURE)
    return None


def _is_explained(source: Quantity, count: Quantity, remark: Remark, told: Told) -> bool:
    """Tell whether the count is the exact one rounded, is known from elsewhere, or counts something else."""
    claim = told.claim
    if fidelity.faithful(source, count, claim.text) or max(source.low, count.low) > FARTHEST * min(
        source.low, count.low
    ):
        return True
    if told.knows(count) or conflict(remark.claim.names, claim.names, remark.claim.text, claim.text):
        return True
    others = [one for other in told.received for one in _counts(other) if one.noun & source.noun]
    if any(not fidelity.same_value(one, source) for one in others):
        return True
    kept = any(fidelity.same_value(one, source) for other in told.claims for one in other.quantities)
    return kept or follows(count, [*told.received, *told.claims], claim.text)


def _concerns(claim: Claim) -> bool:
    """Tell whether a claim gives a count that is not exact."""
    return not claim.is_plan and any(count.bound == "about" for count in _counts(claim))


RULE = Rule("slipped", _concerns, _notice, _judge)
