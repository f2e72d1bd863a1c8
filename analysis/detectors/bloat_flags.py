"""What is said of a case of context bloat: its sentence, evidence, surplus, price and remedy, by kind."""

from dataclasses import dataclass
from typing import Protocol

from misheard.analysis.copying import longest_passage
from misheard.analysis.flag import Flag, Mode, Severity, Span, share
from misheard.analysis.handoffs import Handoff, growth_per_hop
from misheard.analysis.spend import InputPrices
from misheard.analysis.trace import Trace

SHOWN = 300
"""Characters that a span quotes of a text which is no copy."""


class Limits(Protocol):
    """The settings that a flag is worded by."""

    @property
    def cap(self) -> int:
        """Tokens a hand-off may have."""

    @property
    def copied(self) -> float:
        """Share of a hand-off that makes it a copy."""

    @property
    def severe(self) -> float:
        """Surplus in caps from which copying is an error."""


@dataclass
class Event:
    """Hand-offs that carry the same text, in order, and what they are a case of."""

    kind: str
    handoffs: list[Handoff]


def flag_of(trace: Trace, event: Event, thresholds: Limits, prices: InputPrices) -> Flag:
    """Return the flag of `event`, with its evidence and what the surplus cost at the receiver's price."""
    group = event.handoffs
    worst = max(group, key=lambda handoff: handoff.size)
    needless = [_surplus(event, handoff, thresholds.cap) for handoff in group]
    is_copy = event.kind != "over-cap" or worst.copied_share >= thresholds.copied
    is_severe = event.kind != "over-cap" and sum(needless) >= thresholds.severe * thresholds.cap
    before, after = _evidence(trace, worst, is_copy)
    return Flag(
        mode=Mode.CONTEXT_BLOAT,
        kind=event.kind,
        severity=Severity.ERROR if is_severe else Severity.WARNING,
        confidence=0.95 if is_copy and worst.size > thresholds.cap else 0.85 if is_copy else 0.75,
        messages=tuple(handoff.task.id for handoff in group),
        agents=tuple(dict.fromkeys(name for h in group for name in (h.task.sender, h.task.recipient))),
        summary=_summary(event, worst, thresholds.cap),
        remedy=REMEDIES[event.kind],
        before=before,
        after=after,
        waste_cents=prices.cents(zip((handoff.task for handoff in group), needless, strict=True)),
        waste_tokens=sum(needless),
    )


def _surplus(event: Event, handoff: Handoff, cap: int) -> int:
    over = max(handoff.size - cap, 0)
    return over if event.kind == "over-cap" else max(over, handoff.copied_size)


REMEDIES = {
    "over-cap": "Hand over the part that the work needs, or the name of the file where the rest lies.",
    "copied-transcript": "Hand over the few facts that the work needs instead of the record of the run.",
    "everyone-sees-all": "Give each agent the few facts that its work needs instead of the record of the run.",
    "grows-per-hop": "Let each agent write a fresh brief for the next instead of copying the one it was given.",
}


def _summary(event: Event, worst: Handoff, cap: int) -> str:
    group, task = event.handoffs, worst.task
    copied = f"{share(worst.copied_share)} of it copied word for word"
    sources = len(worst.copied.sources)
    if event.kind == "grows-per-hop":
        sizes = _some([f"{handoff.size:,}" for handoff in group], " → ")
        slope = growth_per_hop([handoff.size for handoff in group])
        return (
            f"The hand-off is copied on and grows by {slope:,.0f} tokens a hop: {sizes} tokens, "
            f"to {task.recipient} at last."
        )
    if event.kind == "everyone-sees-all":
        names = _some(list(dict.fromkeys(handoff.task.recipient for handoff in group)), ", ")
        return (
            f"{names} are each handed a transcript of the run: up to {worst.size:,} tokens, "
            f"{copied} from {sources} messages."
        )
    text = (
        f"{task.sender} hands {task.recipient} {worst.size:,} tokens, {worst.size - cap:,} over the cap of {cap:,}"
    )
    if event.kind == "copied-transcript":
        return f"{text}; {copied} from {sources} messages."
    more = f"; the same text goes out in {len(group)} tasks" if len(group) > 1 else ""
    return f"{text}{more}; {copied}." if worst.copied_share >= 0.1 else f"{text}{more}."


def _some(words: list[str], between: str) -> str:
    """Join words, the middle of many left out."""
    return between.join(words if len(words) <= 6 else [*words[:4], "…", words[-1]])


def _evidence(trace: Trace, worst: Handoff, is_copy: bool) -> tuple[Span | None, Span | None]:
    """Return a passage in its source and in the hand-off, or the beginning of the hand-off's longest text."""
    found = longest_passage(trace, worst.copied) if is_copy else None
    if found:
        return found
    longest = max(worst.view.segments, key=lambda segment: segment.end - segment.start)
    end = min(longest.end, longest.start + SHOWN)
    return None, Span(worst.task.id, longest.start, end, worst.view.text[longest.start : end])
