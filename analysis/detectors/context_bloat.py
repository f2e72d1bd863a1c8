"""A hand-off carries far more text than the work needs.

## What it detects

Tasks from one agent to another whose payload is too big, or big for no reason: *over-cap* (more tokens than the
cap), *copied-transcript* (over the cap, and most of it a word-for-word copy of several earlier messages),
*everyone-sees-all* (such a transcript goes to several agents) and *grows-per-hop* (each agent copies what it was
given, adds its own and hands on the whole, even where no single hand-off passes the cap).

## Why it matters

The receiver pays for every token, and so does everyone it hands them on to. What matters drowns: models use what
stands in the middle of a long context worse than what stands at its ends.

## How it decides

Tokens are counted exactly (o200k_base), in all texts of the payload but a system prompt. A copy is a run of six or
more words that the sender had sent or been sent before, as it stands there. What sender and receiver had said to
each other before is their chat history and does not count. A chain grows where each task copies most of the task
that its sender was given and is longer. Hand-offs that share half of their words are one finding, however many
agents got them. Below the cap a transcript counts only where it holds several of the sender's own earlier tasks
too, which nobody needs, and where its copies come to more than the cap together. The surplus is what is over the
cap, and of a transcript or a chain what is copied where that is more; its price is that of the receiver's input.

## Thresholds

`cap`: tokens a hand-off may have (1,500). `copied`: share of a hand-off that makes it a copy (.5). `sources`:
messages that a transcript is copied from at least (3). `hops`: tasks of a growing chain at least (3). `handed_on`:
share of a task that the next one copies (.6). `growth`: how many times the first task's size the last one of a
chain has that stays under the cap (1.5). `worth_it`: tokens below which a hand-off is never looked at twice (500).
`severe`: surplus in caps from which copying is an error (3).

## False alarms

One large document sent once, under the cap; the same short brief for several agents; results that a writer is given
to combine, under the cap; a long exchange between two agents; group chats, in which everyone hears everything;
arguments of a tool; a person's prompt: none of these is flagged. A document over the cap that the receiver does
need in full is flagged: pass on where it lies, or raise the cap.

## Example

The lead pastes the complete record of the run, 1,900 tokens, into a task that asks for the licence of one package;
the next agent gets it again with that task inside, 3,900 tokens.

## References

Liu et al., Lost in the Middle: How Language Models Use Long Contexts, TACL 2024. Cemri et al., Why Do Multi-Agent
LLM Systems Fail?, 2025. Broder, On the resemblance and containment of documents, 1997.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from misheard.analysis import tokens
from misheard.analysis.copying import longest_passage
from misheard.analysis.flag import Detector, Flag, Mode, Severity, Span, share
from misheard.analysis.handoffs import NO_AGENTS, Handoff, alike, chains, is_handoff, measured
from misheard.analysis.spend import InputPrices
from misheard.analysis.trace import Trace
from misheard.ingest.message import BROADCAST, MessageType

OWN_TASKS = 2
"""Earlier tasks of its sender that a transcript holds; one alone may be the brief that all of them are given."""
SHARED = 3
"""Messages to everyone that a group chat has at least."""
SHOWN = 300
"""Characters that a span quotes of a text which is no copy."""


@dataclass(frozen=True)
class Thresholds:
    """Settings; see the module's documentation."""

    cap: int = 1500
    copied: float = 0.5
    sources: int = 3
    hops: int = 3
    handed_on: float = 0.6
    growth: float = 1.5
    worth_it: int = 500
    severe: float = 3.0


@dataclass
class Event:
    """Hand-offs that carry the same text, in order, and what they are a case of."""

    kind: str
    handoffs: list[Handoff]


def cannot(trace: Trace) -> str | None:
    """Return why the trace cannot be checked, or None."""
    if _is_group_chat(trace):
        return "most messages go to everyone, as in a group chat, so there is no hand-off to measure"
    tasks = [message for message in trace.messages if is_handoff(message)]
    if not tasks:
        return "no agent gives another agent a task"
    if not any(trace.text(task).strip() for task in tasks):
        return "no task carries text"
    return None


def _is_group_chat(trace: Trace) -> bool:
    """Return whether agents speak to everyone half of the time: then a task is a turn that all hear, too."""
    said = [message for message in trace.messages if message.sender not in NO_AGENTS]
    shared = sum(message.recipient == BROADCAST for message in said)
    return shared >= SHARED and 2 * shared >= len(said)


def detect(trace: Trace, thresholds: Thresholds) -> Iterator[Flag]:
    """Yield the flags of a trace."""
    tasks = [message for message in trace.messages if is_handoff(message)]
    if all(tokens.at_most(trace.text(task), thresholds.worth_it) for task in tasks):
        return
    handoffs = measured(trace, tasks, thresholds.worth_it)
    prices = InputPrices(trace)
    for event in _events(trace, handoffs, thresholds):
        yield _flag(trace, event, thresholds, prices)


def _events(trace: Trace, handoffs: Sequence[Handoff], thresholds: Thresholds) -> Iterator[Event]:
    grown = [chain for chain in chains(handoffs, thresholds.handed_on) if _has_grown(chain, thresholds)]
    on_chain = {handoff.task.id for chain in grown for handoff in chain}
    suspects = [
        handoff
        for handoff in handoffs
        if handoff.task.id in on_chain or handoff.size > thresholds.cap or _is_record(trace, handoff, thresholds)
    ]
    for group in alike(suspects):
        group.sort(key=lambda handoff: trace.position[handoff.task.id])
        kind = _kind(group, on_chain, thresholds)
        if kind:
            yield Event(kind, group)


def _has_grown(chain: list[Handoff], thresholds: Thresholds) -> bool:
    first, last = chain[0].size, chain[-1].size
    is_big = last > thresholds.cap or (last >= thresholds.worth_it and last >= thresholds.growth * first)
    return len(chain) >= thresholds.hops and is_big


def _is_transcript(handoff: Handoff, thresholds: Thresholds) -> bool:
    return handoff.copied_share >= thresholds.copied and len(handoff.copied.sources) >= thresholds.sources


def _is_record(trace: Trace, handoff: Handoff, thresholds: Thresholds) -> bool:
    """Return whether it is a transcript with the tasks in it that its sender had given to others."""
    if handoff.size <= thresholds.worth_it or not _is_transcript(handoff, thresholds):
        return False
    mine = [place for place in handoff.copied.sources if trace.messages[place].sender == handoff.task.sender]
    given = [place for place in mine if trace.messages[place].type is MessageType.TASK]
    others = set(handoff.copied.sources).difference(mine)
    return sum(handoff.copied.has_words_of(place, others) for place in given) >= OWN_TASKS


def _kind(group: list[Handoff], on_chain: set[str], thresholds: Thresholds) -> str | None:
    """Return what a group of hand-offs is a case of, or None where it comes to no more than the cap."""
    if any(handoff.task.id in on_chain for handoff in group):
        return "grows-per-hop"
    transcripts = [handoff for handoff in group if _is_transcript(handoff, thresholds)]
    is_over = any(handoff.size > thresholds.cap for handoff in group)
    receivers = {handoff.task.recipient for handoff in transcripts}
    if len(receivers) > 1 and (is_over or sum(h.copied_size for h in transcripts) > thresholds.cap):
        return "everyone-sees-all"
    if not is_over:
        return None
    return "copied-transcript" if transcripts else "over-cap"


def _flag(trace: Trace, event: Event, thresholds: Thresholds, prices: InputPrices) -> Flag:
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
        return f"The hand-off is copied on and grows with each hop: {sizes} tokens, to {task.recipient} at last."
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


DETECTOR = Detector(Mode.CONTEXT_BLOAT, detect, cannot, Thresholds(), __doc__)
