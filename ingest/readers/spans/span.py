"""One span, whatever tracer wrote it: a stretch of time in which an agent, a tool, a model or a program worked."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Kind(StrEnum):
    """What worked in a span."""

    AGENT = "agent"
    TOOL = "tool"
    MODEL = "model"
    STEP = "step"
    """A part of the program between them: a chain, a node, a retry."""


@dataclass
class Tokens:
    """What a span says it used: tokens, and US cents where it names a price; None is not logged, not zero.

    `input` includes `cached`.
    """

    model: str | None = None
    input: int | None = None
    cached: int | None = None
    output: int | None = None
    cents: float | None = None

    @property
    def counted(self) -> bool:
        """True where any number is known."""
        return any(number is not None for number in (self.input, self.output, self.cents))

    def add(self, other: "Tokens") -> None:
        """Add what another span of the same model used."""
        self.input = _sum(self.input, other.input)
        self.cached = _sum(self.cached, other.cached)
        self.output = _sum(self.output, other.output)
        self.cents = None if self.cents is None or other.cents is None else self.cents + other.cents

    def fields(self) -> dict[str, Any]:
        """Return the fields of a message's usage."""
        return {
            "model": self.model, "input_tokens": self.input, "cached_tokens": self.cached,
            "output_tokens": self.output, "cost_cents": self.cents,
        }  # fmt: skip


def _sum(one: int | None, other: int | None) -> int | None:
    return other if one is None else one if other is None else one + other


@dataclass
class Span:
    """One span. `start` and `end` are microseconds since 1970 in UTC, None where the log has none.

    `who` is the agent or tool that worked in it, or the span's name. `asked` and `said` are what went in and came
    out, as JSON values; None where the log has none. `error` is why it failed, None where it did not. `extras` is
    whatever else the record holds, and `notes` what was mended in reading it.
    """

    trace_id: str
    id: str
    parent: str | None
    name: str
    kind: Kind
    who: str
    start: int | None
    end: int | None
    asked: Any = None
    said: Any = None
    error: str | None = None
    tokens: Tokens = field(default_factory=Tokens)
    extras: dict[str, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    line: int = 1
