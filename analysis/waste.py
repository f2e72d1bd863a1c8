"""What a group of messages cost, and where their words stand: for the evidence of flags."""

from collections.abc import Iterable

from misheard.analysis.flag import Span
from misheard.analysis.spend import price_of
from misheard.analysis.trace import Trace
from misheard.ingest.message import AgentMessage

SHOWN = 240
"""Characters of a message that a span shows at most."""


def cost_of(messages: Iterable[AgentMessage]) -> tuple[float | None, int | None]:
    """Return what `messages` cost in US cents and in tokens; None where not one of them logged it.

    A result that states its own `cost_cents` and logged no usage is counted by that.
    """
    cents: float | None = None
    tokens: int | None = None
    for message in messages:
        price = price_of(message)
        stated = message.payload.get("cost_cents", message.payload.get("costCents"))
        if price and price.cents is not None:
            cents = (cents or 0.0) + price.cents
        elif isinstance(stated, int | float) and not isinstance(stated, bool) and stated >= 0:
            cents = (cents or 0.0) + stated
        if message.usage and (message.usage.input_tokens is not None or message.usage.output_tokens is not None):
            tokens = (tokens or 0) + (message.usage.input_tokens or 0) + (message.usage.output_tokens or 0)
    return cents, tokens


def span_of(trace: Trace, message: AgentMessage, words: str) -> Span | None:
    """Return where `words` begin in a message, cut to what can be shown; None where they do not stand there."""
    if not words:
        return None
    text = trace.text(message)
    start = text.find(words)
    if start < 0:
        return None
    end = min(start + len(words), start + SHOWN)
    return Span(message.id, start, end, text[start:end])
