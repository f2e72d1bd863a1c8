"""What is said of a case of context bloat: its sentence, evidence, surplus, price and remedy, by kind."""

from dataclasses import dataclass
from typing import Protocol

from misheard.analysis.copying import longest_passage
from misheard.analysis.flag import Flag, Mode, Severity, Span, share
from misheard.analysis.handoffs import Handoff, growth_per_hop, told_again
from misheard.analysis.isolation import given_shares
from misheard.analysis.spend import InputPrices
from misheard.analysis.trace import Trace

SHOWN = 300
"""Characters that a span quotes of a text which is no copy."""
UNUSED = 0.8
"""Share of a hand-off from which it tells that the receiver made no use of it."""


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
    """Hand-offs that carry the same text, in order, and what they are a case of.

    `used` is which share of the worst its receiver used, or None where it said nothing afterwards.
    """

    kind: str
    handoffs: list[Handoff]
    worst: Handoff
    used: float | None


def flag_of(trace: Trace, event: Event, thresholds: Limits, prices: InputPrices) -> Flag:
    """Return the flag of `event`, with its evidence and what the surplus cost at the receiver's price."""
    group, worst = event.handoffs, event.worst
    needless = [_surplus(event, handoff, thresholds.cap) for handoff in group]
    is_copy = event.kind != "over-cap" or worst.copied_share >= thresholds.copied
    is_severe = event.kind != "over-cap" and sum(needless) >= thresholds.severe * thresholds.cap
    before, after = _evidence(trace, worst, is_copy)
    return Flag(
        mode=Mode.CONTEXT_BLOAT,
        kind=event.kind,
        severity=Severity.ERROR if is_severe else Severity.WARNING,
        confidence=_confidence(event, is_copy, thresholds.cap),
        messages=tuple(handoff.task.id for handoff in group),
        agents=tuple(dict.fromkeys(name for h in group for name in (h.task.sender, h.task.recipient))),
        summary=_summary(trace, event, thresholds.cap) + _use_of(event),
        remedy=REMEDIES[event.kind],
        before=before,
        after=after,
        waste_cents=prices.cents(zip((handoff.task for handoff in group), needless, strict=True)),
        waste_tokens=sum(needless),
    )


def _confidence(event: Event, is_copy: bool, cap: int) -> float:
    sure = 0.95 if is_copy and event.worst.size > cap else 0.85 if is_copy else 0.75
    if event.used is None:
        return sure
    unused = 1 - event.used
    return round(min(sure + 0.05, 0.97) if unused >= UNUSED else sure - 0.1 * event.used, 3)


def _use_of(event: Event) -> str:
    """Return a sentence on how much of the worst hand-off was of use."""
    if event.used is None:
        return ""
    receiver = event.worst.task.recipient
    return (
        f" {share(1 - event.used)} of {event.worst.task.id} is taken up by nothing that {receiver} says afterwards."
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


def _summary(trace: Trace, event: Event, cap: int) -> str:
    group, worst = event.handoffs, event.worst
    if event.kind == "grows-per-hop":
        sizes = _some([f"{handoff.size:,}" for handoff in group], " → ")
        slope = growth_per_hop([handoff.size for handoff in group])
        return (
            f"The hand-off is copied on and grows by {slope:,.0f} tokens a hop: {sizes} tokens, "
            f"to {worst.task.recipient} at last."
        )
    copied = f"{share(worst.copied_share)} of it copied word for word"
    sources = len(worst.copied.sources)
    if event.kind == "everyone-sees-all":
        given = given_shares(trace, [handoff.task.recipient for handoff in group])
        parts = _some([f"{name} {share(part)}" for name, part in given.items()], ", ")
        return (
            f"{_some(list(given), ', ')} are each handed a transcript of the run: up to {worst.size:,} tokens, "
            f"{copied} from {sources} messages. Given of all that others said in the run: {parts}."
        )
    text = (
        f"{worst.task.sender} hands {worst.task.recipient} {worst.size:,} tokens, "
        f"{worst.size - cap:,} over the cap of {cap:,}"
    )
    again = told_again(trace, worst)
    more = f"; what it was handed in {again.id} stands in it again" if again else ""
    more += f"; the same text goes out in {len(group)} tasks" if len(group) > 1 else ""
    if event.kind == "copied-transcript":
        return f"{text}{more}; {copied} from {sources} messages."
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
