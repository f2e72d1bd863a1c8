"""What a comparison of two claims can find."""

from dataclasses import dataclass

from misheard.analysis.claims.claim import Claim
from misheard.analysis.claims.quantities import Quantity
from misheard.analysis.flag import Span


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


def span(claim: Claim, start: int, end: int) -> Span:
    """Return some words of a claim as a span of its message."""
    return Span(claim.message, claim.start + start, claim.start + end, claim.text[start:end])
