"""A figure that keeps its number and gets another unit: mg per kg per hour or minute, working or calendar days.

Such units are rare enough for the figure to be known again whatever the words around it.
"""

import re
from collections.abc import Iterator, Sequence

from misheard.analysis.claims.change import Change, span
from misheard.analysis.claims.claim import Claim
from misheard.analysis.claims.fidelity import same_value
from misheard.analysis.claims.heard import Remark, Rule, Told, whole
from misheard.analysis.claims.kinship import marks, shared
from misheard.analysis.claims.matching import unit_changed
from misheard.analysis.claims.quantities import Quantity

LEAST_SHARED = 3
"""So many words must the two messages share: a rate of one number may belong to something else."""

_RARE = re.compile(r"/| per |\b(?:calendar|working|business) days?\b", re.IGNORECASE)
_KIND_OF_DAY = re.compile(r"(?:calendar|working|business) ", re.IGNORECASE)


def _rates(claim: Claim) -> Iterator[Quantity]:
    if _RARE.search(claim.text):
        for quantity in claim.quantities:
            if quantity.low not in (0, 1) and ("/" in quantity.dimension or _KIND_OF_DAY.match(quantity.unit)):
                yield quantity


def _notice(claims: Sequence[Claim], place: int) -> Iterator[Remark]:
    claim = claims[place]
    for rate in _rates(claim):
        yield Remark(claim, rate.start, rate.end, marks(rate.unit), value=rate, whole=whole(claims))


def _judge(remark: Remark, told: Told) -> Change | None:
    source = remark.value
    if not isinstance(source, Quantity):
        return None
    for rate in _rates(told.claim):
        if not unit_changed(source, rate) or told.knows(rate):
            continue
        kept = any(same_value(source, other) for claim in told.claims for other in claim.quantities)
        common = shared(remark.whole, told.whole) - remark.core - marks(rate.unit)
        if not kept and len(common) >= LEAST_SHARED:
            before, after = span(remark.claim, source.start, source.end), span(told.claim, rate.start, rate.end)
            return Change("unit", before, after, f'"{before.text}" became "{after.text}"', 0.88)
    return None


def _concerns(claim: Claim) -> bool:
    """Tell whether a claim gives a rate, or days of a kind."""
    return any(True for _ in _rates(claim))


RULE = Rule("compound", _concerns, _notice, _judge)
