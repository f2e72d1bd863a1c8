"""The shape of every finding, and of the modules that find them."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from misheard.analysis.trace import Trace


class Mode(StrEnum):
    """The failure modes."""

    TELEPHONE_DRIFT = "telephone-drift"
    UNCERTAINTY_LAUNDERING = "uncertainty-laundering"
    DUPLICATE_WORK = "duplicate-work"
    ORPHANED_SUBTASK = "orphaned-subtask"
    CONTEXT_BLOAT = "context-bloat"
    INCOMPLETE_HANDOFF = "incomplete-handoff"
    RETRY_STORM = "retry-storm"
    PING_PONG = "ping-pong"
    EMPTY_RESULT = "empty-result"


class Severity(StrEnum):
    """How bad a finding is if it is true."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"

    @property
    def rank(self) -> int:
        """0 for the worst."""
        return list(Severity).index(self)


@dataclass(frozen=True)
class Span:
    """Some words of a message: `text` is `Trace.text(message)[start:end]`, counted in characters."""

    message: str
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Flag:
    """One finding with its evidence.

    In `messages` the message where the fault is visible comes last (an orphan or bloat: the task; a duplicate:
    both tasks). `confidence` (0 to 1) says how sure the detector is, `severity` how bad it is if true. Waste is
    None where it cannot be counted. `again` tells apart flags of a trace that are alike in mode, kind, messages and
    spans; the engine sets it.
    """

    mode: Mode
    kind: str
    severity: Severity
    confidence: float
    messages: tuple[str, ...]
    agents: tuple[str, ...]
    summary: str
    remedy: str
    before: Span | None = None
    after: Span | None = None
    waste_cents: float | None = None
    waste_tokens: int | None = None
    again: int = 0

    @property
    def id(self) -> str:
        """A name for this finding that stays the same from one analysis to the next."""
        parts = [self.mode, self.kind, *self.messages]
        parts += [
            f"{span.message}\x1e{span.start}-{span.end}" if span else "" for span in (self.before, self.after)
        ]
        if self.again:
            parts.append(str(self.again))
        return hashlib.blake2b("\x1f".join(parts).encode(), digest_size=6).hexdigest()


@dataclass(frozen=True)
class Detector:
    """One failure mode: how it is found, when it cannot be looked for, and what its settings are.

    `detect(trace, thresholds)` yields flags. `cannot(trace)` returns why the trace cannot be checked, or None.
    `doc` is the module's docstring, which `misheard explain` and the page show.
    """

    mode: Mode
    detect: Callable[["Trace", Any], Iterator[Flag]]
    cannot: Callable[["Trace"], str | None]
    thresholds: Any
    doc: str = field(repr=False, default="")


def share(value: float) -> str:
    """Return a share of 0 to 1 as a percentage for a sentence."""
    return f"{value:.0%}"
