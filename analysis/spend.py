"""Cost, tokens and latency per agent and per run; what has no known price is unpriced, never free."""

from collections import defaultdict
from dataclasses import dataclass, field
from functools import lru_cache
from statistics import median
from typing import Any

from genai_prices import Usage as PricedUsage
from genai_prices import calc_price

from misheard.analysis.trace import Trace
from misheard.ingest.message import AgentMessage, Usage


@dataclass(frozen=True)
class Price:
    """What a message cost in US cents: `cents` is None where it used tokens and no price is known."""

    cents: float | None
    computed: bool


def price_of(message: AgentMessage) -> Price | None:
    """Return what `message` cost, as logged or else computed from its tokens; None where it logged no usage."""
    usage = message.usage
    if usage is None:
        return None
    if usage.cost_cents is not None:
        return Price(usage.cost_cents, computed=False)
    if not usage.model or (usage.input_tokens is None and usage.output_tokens is None):
        return Price(None, computed=True)
    return Price(_cents(usage, message.timestamp), computed=True)


def _cents(usage: Usage, moment: Any) -> float | None:
    return _cached_cents(
        usage.model or "", usage.input_tokens or 0, usage.cached_tokens or 0, usage.output_tokens or 0, moment
    )


@lru_cache(maxsize=4096)
def _cached_cents(model: str, given: int, cached: int, output: int, moment: Any) -> float | None:
    tokens = PricedUsage(input_tokens=given, cache_read_tokens=cached, output_tokens=output)
    try:
        price = calc_price(tokens, model_ref=model, genai_request_timestamp=moment)
    except (LookupError, ValueError):
        return None
    return float(price.total_price) * 100


@dataclass
class Spend:
    """Sums over messages: None where not one of them logged the figure."""

    messages: int = 0
    input_tokens: int | None = None
    cached_tokens: int | None = None
    output_tokens: int | None = None
    cost_cents: float | None = None
    unpriced_messages: int = 0
    latencies: list[float] = field(default_factory=list)

    def add(self, message: AgentMessage) -> None:
        """Count one message."""
        self.messages += 1
        usage = message.usage
        if usage is None:
            return
        for name in ("input_tokens", "cached_tokens", "output_tokens"):
            value = getattr(usage, name)
            if value is not None:
                setattr(self, name, (getattr(self, name) or 0) + value)
        price = price_of(message)
        if price is None or price.cents is None:
            self.unpriced_messages += 1
        else:
            self.cost_cents = (self.cost_cents or 0.0) + price.cents

    @property
    def latency_seconds(self) -> float | None:
        """The median time from a task to its result, in seconds."""
        return median(self.latencies) if self.latencies else None


def spend_of(trace: Trace) -> Spend:
    """Return the spend of a whole run."""
    total = Spend()
    for message in trace.messages:
        total.add(message)
    return total


def spend_by_agent(trace: Trace) -> dict[str, Spend]:
    """Return the spend of each agent; a message is paid for by its sender."""
    spends: dict[str, Spend] = defaultdict(Spend)
    for agent in trace.agents:
        spends[agent] = Spend()
    for message in trace.messages:
        spends[message.sender].add(message)
    for delegation in trace.delegations:
        seconds = latency_seconds(delegation.task, delegation.result)
        if seconds is not None:
            spends[delegation.child].latencies.append(seconds)
    return dict(spends)


def latency_seconds(task: AgentMessage, result: AgentMessage | None) -> float | None:
    """Return the seconds from a task to its result; None where a time is missing or runs backwards."""
    if result is None or task.timestamp is None or result.timestamp is None:
        return None
    seconds = (result.timestamp - task.timestamp).total_seconds()
    return seconds if seconds >= 0 else None
