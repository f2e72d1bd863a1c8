"""Cost, tokens and latency per agent and per run; what has no known price is unpriced, never free."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from statistics import median

from misheard.analysis.trace import Trace
from misheard.ingest.message import BROADCAST, AgentMessage, Usage

HALF_HOUR = 30
"""Minutes that prices are looked up for: the shortest span in which a maker is known to change them (DeepSeek)."""


@dataclass(frozen=True)
class Price:
    """What a message cost in US cents: `cents` is None where it used tokens and no price is known."""

    cents: float | None
    computed: bool


def price_of(message: AgentMessage) -> Price | None:
    """Return what `message` cost, as logged or else computed from its tokens; None where it logged no usage.

    It takes a model, input and output tokens to compute a price: a count that was not logged is not zero.
    """
    usage = message.usage
    if usage is None:
        return None
    if usage.cost_cents is not None:
        return Price(usage.cost_cents, computed=False)
    if not usage.model or usage.input_tokens is None or usage.output_tokens is None:
        return Price(None, computed=True)
    return Price(_cents(usage, message.timestamp), computed=True)


def input_cents(model: str, tokens: int, moment: datetime | None) -> float | None:
    """Return what `tokens` of uncached input cost in US cents with `model` at `moment`; None if unknown."""
    return _cached_cents(model, tokens, 0, 0, _half_hour(moment))


def _cents(usage: Usage, moment: datetime | None) -> float | None:
    given, cached, output = usage.input_tokens or 0, usage.cached_tokens or 0, usage.output_tokens or 0
    return _cached_cents(usage.model or "", given, cached, output, _half_hour(moment))


def _half_hour(moment: datetime | None) -> datetime | None:
    """Cut `moment` to its half hour, so that the messages of a run can share a price."""
    if moment is None:
        return None
    return moment.replace(minute=moment.minute // HALF_HOUR * HALF_HOUR, second=0, microsecond=0)


@lru_cache(maxsize=1 << 12)
def _cached_cents(model: str, given: int, cached: int, output: int, moment: datetime | None) -> float | None:
    from genai_prices import Usage as PricedUsage
    from genai_prices import calc_price

    tokens = PricedUsage(input_tokens=given, cache_read_tokens=cached, output_tokens=output)
    for name, provider in _names(model):
        try:
            price = calc_price(tokens, model_ref=name, provider_id=provider, genai_request_timestamp=moment)
        except (LookupError, ValueError):
            continue
        return float(price.total_price) * 100
    return None


def _names(model: str) -> Iterator[tuple[str, str | None]]:
    """Yield the names to look a model up by: its own, and `provider/model` as gateways write it."""
    yield model, None
    if "/" in model or ":" in model:
        yield (model if "/" in model else model.replace(":", "/", 1)), "litellm"


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
        self.add_priced(message, price_of(message))

    def add_priced(self, message: AgentMessage, price: Price | None) -> None:
        """Count one message whose price is known already."""
        self.messages += 1
        usage = message.usage
        if usage is None:
            return
        self.input_tokens = _sum(self.input_tokens, usage.input_tokens)
        self.cached_tokens = _sum(self.cached_tokens, usage.cached_tokens)
        self.output_tokens = _sum(self.output_tokens, usage.output_tokens)
        if price is None or price.cents is None:
            self.unpriced_messages += 1
        else:
            self.cost_cents = (self.cost_cents or 0.0) + price.cents

    @property
    def latency_seconds(self) -> float | None:
        """The median time from a task to its result, in seconds."""
        return median(self.latencies) if self.latencies else None


def _sum(total: int | None, more: int | None) -> int | None:
    return total if more is None else (total or 0) + more


def spend_of(trace: Trace) -> Spend:
    """Return the spend of a whole run."""
    total = Spend()
    for message in trace.messages:
        total.add_priced(message, trace.prices.get(message.id))
    return total


def spend_by_agent(trace: Trace) -> dict[str, Spend]:
    """Return the spend of each agent; a message is paid for by its sender."""
    spends: dict[str, Spend] = defaultdict(Spend)
    for agent in trace.agents:
        spends[agent] = Spend()
    for message in trace.messages:
        spends[message.sender].add_priced(message, trace.prices.get(message.id))
    for delegation in trace.delegations:
        seconds = latency_seconds(delegation.task, delegation.result)
        if seconds is not None and delegation.child != BROADCAST:
            spends[delegation.child].latencies.append(seconds)
    return dict(spends)


def latency_seconds(task: AgentMessage, result: AgentMessage | None) -> float | None:
    """Return the seconds from a task to its result; None where a time is missing or runs backwards."""
    if result is None or task.timestamp is None or result.timestamp is None:
        return None
    seconds = (result.timestamp - task.timestamp).total_seconds()
    return seconds if seconds >= 0 else None


class InputPrices:
    """What the agents of a run pay for what they are handed: the input price of the model each speaks with next."""

    def __init__(self, trace: Trace) -> None:
        self._position = trace.position
        self._models: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for place, message in enumerate(trace.messages):
            if message.usage and message.usage.model:
                self._models[message.sender].append((place, message.usage.model))

    def cents(self, handed: Iterable[tuple[AgentMessage, int]]) -> float | None:
        """Return what so many tokens of each message cost its receiver, in all; None where a price is unknown."""
        total = 0.0
        for message, tokens in handed:
            model = self._model(message)
            cents = input_cents(model, tokens, message.timestamp) if model else None
            if cents is None:
                return None
            total += cents
        return total

    def _model(self, message: AgentMessage) -> str | None:
        models = self._models.get(message.recipient, [])
        found = bisect_left(models, (self._position[message.id], ""))
        return models[found][1] if found < len(models) else None
