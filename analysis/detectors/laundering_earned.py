"""Whether a higher confidence was earned: by a new source, a look of one's own, a witness, or words that doubt."""

from collections.abc import Sequence

from misheard.analysis.claims.certainty import certainty_of
from misheard.analysis.claims.claim import claims_of
from misheard.analysis.claims.words import content_words
from misheard.analysis.detectors.laundering_claims import OTHER_KEYS, statements_of
from misheard.analysis.detectors.laundering_evidence import new_checks, new_sources
from misheard.analysis.detectors.laundering_repeats import index_of
from misheard.analysis.trace import Trace
from misheard.ingest.contract import confidence_of
from misheard.ingest.message import AgentMessage, MessageType

MUCH_THE_SAME = 0.7
"""The score from which a statement repeats another, so that its confidence may be taken from there."""

LEAST_DOUBTED = 2
"""A doubt that shares so many words with what a result was made from is about the same thing."""


def is_earned(trace: Trace, message: AgentMessage, inputs: Sequence[AgentMessage]) -> bool:
    """Tell whether a message has a right to be surer than its inputs, or is not surer by its words."""
    return bool(
        new_sources(message, trace)
        or new_checks(message, trace)
        or _doubts(trace, message, inputs)
        or _witnessed(trace, message, inputs)
    )


def _doubts(trace: Trace, message: AgentMessage, inputs: Sequence[AgentMessage]) -> bool:
    """Tell whether what the message says of its inputs, in that sentence or the next, holds something back."""
    known = frozenset[str]().union(*(content_words(trace.text(one)) for one in inputs))
    kept = (certainty_of(claim.text).reservations for one in inputs for claim in claims_of(trace, one))
    same = frozenset[str]().union(*kept)
    about = False
    for claim in claims_of(trace, message):
        if not OTHER_KEYS.isdisjoint(part.lower() for part in claim.path):
            continue
        shared = len(content_words(claim.text) & known)
        about = shared >= LEAST_DOUBTED or (about and shared > 0)
        if about and not certainty_of(claim.text).holds_back_no_more(same) and not claim.is_question:
            return True
    return False


def _witnessed(trace: Trace, message: AgentMessage, inputs: Sequence[AgentMessage]) -> bool:
    """Tell whether somebody who had not been told it said the same, without a doubt, before the message."""
    index, first = index_of(trace), trace.position[inputs[0].id]
    senders = {one.sender for one in inputs}
    for target in statements_of(trace, message):
        for repeat in index.repeats(target, message.sender, message):
            other = trace.by_id[repeat.source.claim.message]
            late = trace.position[other.id] > first and other.type is not MessageType.TASK
            own = other.sender not in senders and not trace.inbox(other.sender, other)
            plain = confidence_of(other.payload) is None and repeat.source.certainty.is_bare
            if late and own and plain and repeat.score >= MUCH_THE_SAME:
                return True
    return False
