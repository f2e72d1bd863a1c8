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
each other before is their chat history and does not count, as long as the receiver's words are in it, too, or it is
laid out in turns: a sender that only repeats its last hand-off and adds to it hands over both. What a receiver used
are the sentences and lines of which it says a figure, a name or half of the words afterwards; a hand-off used for
the most part is none too many, and how much was not used tells how sure a flag is. Where everyone sees all, the
flag says for each receiver how much of what the others said it has been given in the whole trace. A chain grows
where each task copies most of the task that its sender was given and is longer, but for one; how fast is the median
of the growth between any two of its tasks, which one short task does not move (Theil–Sen). Hand-offs that share
half of their words are one finding, however many agents got them. Below the cap a transcript counts only where it
holds several of the sender's own earlier tasks too, which nobody needs, and where its copies come to more than the
cap together. The surplus is what is over the cap, and of a transcript or a chain what is copied where that is more;
its price is that of the receiver's input.

## Thresholds

`cap`: tokens a hand-off may have (1,500). `copied`: share of a hand-off that makes it a copy (.5). `sources`:
messages that a transcript is copied from at least (3). `hops`: tasks of a growing chain at least (3). `handed_on`:
share of a task that the next one copies (.6). `growth`: how many times the first task's size the last one of a
chain has that stays under the cap (1.5). `worth_it`: tokens below which a hand-off is never looked at twice (500).
`severe`: surplus in caps from which copying is an error (3). `needed`: share of a hand-off that its receiver must
use for it not to count (.5).

## False alarms

One large document sent once, under the cap; the same short brief for several agents; results that a writer is given
to combine, under the cap; a long document of which the answer takes up most; a long exchange between two agents;
group chats, in which everyone hears everything; arguments of a tool; a person's prompt: none of these is flagged. A
document over the cap that the receiver needs in full, but answers with a word, is flagged: pass on where it lies,
or raise the cap.

## Example

The lead pastes the complete record of the run, 1,900 tokens, into a task that asks for the licence of one package;
the next agent gets it again with that task inside, 3,900 tokens.

## References

Liu et al., Lost in the Middle: How Language Models Use Long Contexts, TACL 2024. Cemri et al., Why Do Multi-Agent
LLM Systems Fail?, 2025. Broder, On the resemblance and containment of documents, 1997. Sen, Estimates of the
regression coefficient based on Kendall's tau, 1968.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from misheard.analysis import tokens
from misheard.analysis.detectors.bloat_flags import Event, flag_of
from misheard.analysis.flag import Detector, Flag, Mode
from misheard.analysis.handoffs import NO_AGENTS, Handoff, alike, chains, growth_per_hop, is_handoff, measured
from misheard.analysis.spend import InputPrices
from misheard.analysis.trace import Trace
from misheard.analysis.used import Uses
from misheard.ingest.message import BROADCAST, MessageType

OWN_TASKS = 2
"""Earlier tasks of its sender that a transcript holds; one alone may be the brief that all of them are given."""
DIPS = 1
"""Hops of a growing chain at which it may get shorter: what was left out once comes back all the same."""
SHARED = 3
"""Messages to everyone that a group chat has at least."""


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
    needed: float = 0.5
    severe: float = 3.0


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
        yield flag_of(trace, event, thresholds, prices)


def _events(trace: Trace, handoffs: Sequence[Handoff], thresholds: Thresholds) -> Iterator[Event]:
    grown = [chain for chain in chains(handoffs, thresholds.handed_on) if _has_grown(chain, thresholds)]
    uses = Uses(trace)
    on_chain = {handoff.task.id for chain in grown for handoff in chain}
    suspects = [
        handoff
        for handoff in handoffs
        if handoff.task.id in on_chain or handoff.size > thresholds.cap or _is_record(trace, handoff, thresholds)
    ]
    for group in alike(suspects):
        group.sort(key=lambda handoff: trace.position[handoff.task.id])
        kind = _kind(group, on_chain, thresholds)
        if kind and not _was_needed(group, uses, thresholds):
            worst = _worst(kind, group, thresholds)
            yield Event(kind, group, worst, uses.share_of(worst))


def _was_needed(group: list[Handoff], uses: Uses, thresholds: Thresholds) -> bool:
    """Return whether each receiver used most of what it was handed."""
    return all((uses.share_of(handoff) or 0.0) >= thresholds.needed for handoff in group)


def _worst(kind: str, group: list[Handoff], thresholds: Thresholds) -> Handoff:
    """Return the longest hand-off of a group; of transcripts over the cap, the longest of those."""
    fitting = [
        handoff for handoff in group if handoff.size > thresholds.cap and _is_transcript(handoff, thresholds)
    ]
    return max(fitting if kind == "copied-transcript" and fitting else group, key=lambda handoff: handoff.size)


def _has_grown(chain: list[Handoff], thresholds: Thresholds) -> bool:
    sizes = [handoff.size for handoff in chain]
    first, last = sizes[0], sizes[-1]
    falls = sum(after <= before for before, after in pairwise(sizes))
    if len(sizes) - falls < thresholds.hops or falls > DIPS or growth_per_hop(sizes) <= 0:
        return False
    return last > max(thresholds.cap, first) or (last >= thresholds.worth_it and last >= thresholds.growth * first)


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


DETECTOR = Detector(Mode.CONTEXT_BLOAT, detect, cannot, Thresholds(), __doc__)
