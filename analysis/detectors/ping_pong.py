"""Two agents send the same words to and fro.

## What it detects
Two agents that answer each other in turn, while each of them only says again what it has said before.

## Why it matters
Such a loop makes no headway and has no end of its own: thanks are answered by thanks, "please confirm" by "please
confirm you want me to confirm", until the budget or a limit on turns stops it.

## How it decides
Looked at are messages that two agents send each other in turn, calls of tools left out; in a chat where everyone
hears everything, any two that speak in turn. A message says the same again where at least `alike` of the words of
it and of the sender's message before are the same in both (Jaccard index of stems; messages without any word are
alike). The loop must last `rounds` repeats of each of the two.

## Thresholds
`alike` is that share of words (0 to 1), `rounds` how often each agent must have repeated itself.

## False alarms
Reports that tell new numbers are not alike: a number is a word of its own and weighs more than half of all. Status
lines to someone who does not answer are no exchange.

## Example
`writer → editor: Thanks, anything else?` and `editor → writer: No, thank you. Anything else?`, four times over.

## References
Cemri et al., Why Do Multi-Agent LLM Systems Fail? (2025), FM-1.3 "step repetition" and FM-1.5 "unaware of
termination conditions".
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from misheard.analysis.flag import Detector, Flag, Mode, Severity
from misheard.analysis.gist import shortened
from misheard.analysis.toolcalls import call_of
from misheard.analysis.trace import Trace
from misheard.analysis.waste import cost_of, span_of
from misheard.analysis.wording import content, is_fact
from misheard.ingest.message import BROADCAST, AgentMessage

Words = frozenset[str]


@dataclass(frozen=True)
class Thresholds:
    """How alike (0 to 1) two messages must be, and how often each of the two agents repeats itself."""

    alike: float = 0.8
    rounds: int = 2


@dataclass
class _Loop:
    """An exchange of two agents that is still going on: its messages in order and the words of each."""

    messages: list[AgentMessage]
    words: list[Words]


def cannot(trace: Trace) -> str | None:
    """Return why the trace cannot be checked, or None."""
    if len(trace.messages) < 2:
        return "the log holds a single message"
    return None


def detect(trace: Trace, thresholds: Thresholds) -> Iterator[Flag]:
    """Yield a flag for each exchange in which both only repeat themselves."""
    tools = {message.recipient for message in trace.messages if call_of(message)}
    loops: dict[frozenset[str], _Loop] = {}
    for message in trace.messages:
        if message.sender == message.recipient or not tools.isdisjoint((message.sender, message.recipient)):
            continue
        everyone = message.recipient == BROADCAST
        pair = frozenset((BROADCAST,)) if everyone else frozenset((message.sender, message.recipient))
        loop = loops.setdefault(pair, _Loop([], []))
        words = frozenset(content(trace.text(message)))
        if not _goes_on(loop, message, words, thresholds):
            yield from _flags(trace, loop.messages, thresholds)
            keep = loop.messages and loop.messages[-1].sender != message.sender
            loop.messages, loop.words = (loop.messages[-1:], loop.words[-1:]) if keep else ([], [])
        loop.messages.append(message)
        loop.words.append(words)
    for loop in loops.values():
        yield from _flags(trace, loop.messages, thresholds)


def _goes_on(loop: _Loop, message: AgentMessage, words: Words, thresholds: Thresholds) -> bool:
    """Tell whether a message is the next of an exchange: the other's turn, and as its sender's last but one."""
    if not loop.messages:
        return True
    if loop.messages[-1].sender == message.sender:
        return False
    if len(loop.messages) == 1:
        return True
    return loop.messages[-2].sender == message.sender and _alike(loop.words[-2], words) >= thresholds.alike


def _alike(one: Words, other: Words) -> float:
    """Return the share of words that two messages have in common; another number makes them different."""
    if any(map(is_fact, one ^ other)):
        return 0.0
    every = one | other
    return len(one & other) / len(every) if every else 1.0


def _flags(trace: Trace, messages: Sequence[AgentMessage], thresholds: Thresholds) -> Iterator[Flag]:
    if len(messages) < 2 * (thresholds.rounds + 1):
        return
    first, last = messages[0], messages[-1]
    cents, tokens = cost_of(messages[2:])
    text = trace.text(last)
    said = f"“{shortened(text, 60)}”" if text.strip() else "nothing"
    yield Flag(
        Mode.PING_PONG,
        "to-and-fro",
        Severity.WARNING,
        min(0.95, 0.5 + 0.05 * len(messages)),
        tuple(message.id for message in messages),
        (first.sender, messages[1].sender),
        f"{first.sender} and {messages[1].sender} said the same again {len(messages) // 2} times, {said} last.",
        "Give the exchange an end: a word that closes it, a limit on turns, or somebody who decides.",
        span_of(trace, first, trace.text(first)),
        span_of(trace, last, text),
        cents,
        tokens,
    )


DETECTOR = Detector(Mode.PING_PONG, detect, cannot, Thresholds(), __doc__)
