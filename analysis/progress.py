"""Counts that grow while a run goes on: 18 of 20 are checked, and a later report adds one more."""

from misheard.analysis.claims import fidelity
from misheard.analysis.claims.claim import claims_of
from misheard.analysis.claims.quantities import Quantity
from misheard.analysis.trace import Trace
from misheard.ingest.message import AgentMessage


def may_have_grown(
    trace: Trace, source: AgentMessage, message: AgentMessage, one: Quantity, other: Quantity
) -> bool:
    """Tell whether the part `one` of a whole in `source` may have become `other` when `message` was sent.

    It may where `other` lies between the part and the whole, and whoever reported the part reported again since.
    """
    if one.moment or other.moment or not one.low < other.low:
        return False
    reported = trace.messages[trace.position[source.id] + 1 : trace.position[message.id]]
    if not any(later.sender == source.sender and later.recipient == message.sender for later in reported):
        return False
    return any(
        fidelity.same_value(part, one)
        and other.low <= whole.low
        and claim.text[part.end : whole.start].strip() in ("of", "out of", "/")
        for claim in claims_of(trace, source)
        for part, whole in zip(claim.quantities, claim.quantities[1:], strict=False)
    )
