"""The flags of repeated work: which of the two was needless, why, and what it cost."""

from collections.abc import Iterable, Mapping, Sequence

from misheard.analysis.delegations import Delegation
from misheard.analysis.facets import Work
from misheard.analysis.flag import Flag, Mode, Severity, Span
from misheard.analysis.gist import ask_of, objective_of, shortened
from misheard.analysis.repeat import (
    ALREADY_KNOWN,
    ALREADY_TRIED,
    ORDERED_AGAIN,
    REDONE,
    RULED_OUT,
    SAME_CALL,
    SAME_TASK,
    Repeat,
)
from misheard.analysis.samecall import Again
from misheard.analysis.trace import Trace
from misheard.analysis.waste import cost_of, span_of
from misheard.ingest.message import AgentMessage

Handed = Mapping[str, Sequence[Delegation]]
"""What was handed on in doing a task, by its id."""
OFTEN = 4
"""From how many times on an order given again and again is a warning and not a note."""

_SENTENCES = {
    SAME_TASK: "{second} was given the same work as {first}: “{what}”; {why}.",
    SAME_CALL: "{second} was told to run what {first} had run: “{what}”; {why}.",
    ALREADY_TRIED: "{second} was told to try again what had not worked for {first}: “{what}”; {why}.",
    RULED_OUT: "{asker} had {second} do “{what}” though it had been told not to try that again; {why}.",
    ALREADY_KNOWN: "{asker} had “{what}” worked out again by {second} though it had been told the answer; {why}.",
    REDONE: "{asker} asked {second} for the same again that {first} had answered: “{what}”; {why}.",
}
_REMEDIES = {
    SAME_TASK: "Let those who hand out work see what has been handed out, or say that the second is a cross-check.",
    SAME_CALL: "Keep the answer of a query where others find it, or say why it has to be run again.",
    ALREADY_TRIED: "Let {asker} compare a new task with its own already_tried before it gives it.",
    RULED_OUT: "Let {asker} compare each task with the hand-off it works on, and put what was tried into the task.",
    ALREADY_KNOWN: "Let {asker} look into what it was given before it asks; put known findings into the hand-off.",
    REDONE: "Let {asker} keep what came back, and say what is wrong with it where it wants the work done anew.",
}


def task_flag(trace: Trace, repeat: Repeat, sure: float, handed_on: Handed) -> Flag:
    """Return the flag of a task that repeats an earlier one; from the confidence `sure` on it is a warning."""
    first, second = repeat.first.task, repeat.second.task
    done = _messages_of([repeat.second.delegation, *handed_on.get(second.id, ())])
    words = {
        "first": first.recipient,
        "second": second.recipient,
        "asker": second.sender,
        "what": shortened(ask_of(second)),
        "why": repeat.why,
    }
    return Flag(
        Mode.DUPLICATE_WORK,
        repeat.kind,
        Severity.WARNING if repeat.confidence >= sure else Severity.NOTE,
        repeat.confidence,
        (first.id, second.id),
        tuple(dict.fromkeys((second.sender, first.recipient, second.recipient))),
        f"{_SENTENCES[repeat.kind].format(**words)} {needless([repeat.second.delegation], done)}",
        _REMEDIES[repeat.kind].format(**words),
        _evidence(trace, first, second if repeat.kind == ALREADY_TRIED else first, repeat.before),
        _evidence(trace, second, second, repeat.after),
        *cost_of(done),
    )


def call_flag(again: Again) -> Flag | None:
    """Return the flag of a repeated call; none where several agents read a file, each for itself."""
    first, second = again.delegations[0], again.delegations[-1]
    several = len(again.callers) > 1
    if again.call.changes or (several and not again.call.reaches_out):
        return None
    repeats = again.delegations[1:]
    done = _messages_of(repeats)
    who = " and ".join(sorted(again.callers)[:3])
    what = shortened(again.call.key.split("\x1f", 1)[1], 70)
    return Flag(
        Mode.DUPLICATE_WORK,
        SAME_CALL,
        Severity.WARNING if again.call.reaches_out else Severity.NOTE,
        0.8 if again.call.reaches_out else 0.6,
        (first.task.id, second.task.id),
        tuple(sorted(again.callers)),
        f"{who} called {again.call.tool} {len(again.delegations)} times with the same arguments ({what}) and got "
        f"the same answer each time. {needless(repeats, done)}",
        "Keep the answer of a call where it is found again, or share it with the other agents.",
        None,
        None,
        *cost_of(done),
    )


def row_flag(trace: Trace, row: Sequence[Work], handed_on: Handed) -> Flag:
    """Return the flag of an order that was given again and again."""
    first, last = row[0].task, row[-1].task
    repeats = [work.delegation for work in row[1:]]
    done = _messages_of([*repeats, *(one for work in row[1:] for one in handed_on.get(work.task.id, ()))])
    return Flag(
        Mode.DUPLICATE_WORK,
        ORDERED_AGAIN,
        Severity.WARNING if len(row) >= OFTEN else Severity.NOTE,
        min(0.9, 0.4 + 0.1 * len(row)),
        (first.id, last.id),
        (last.sender, last.recipient),
        f"{last.sender} gave {last.recipient} the same order {len(row)} times, each time after an answer that did "
        f"not settle it: “{shortened(ask_of(last))}”. {needless(repeats, done)}",
        f"Let {last.sender} say what was missing in the answer, go another way, or report that it cannot be had.",
        span_of(trace, first, objective_of(first)),
        span_of(trace, last, objective_of(last)),
        *cost_of(done),
    )


def needless(repeats: Sequence[Delegation], done: Iterable[AgentMessage]) -> str:
    """Return a sentence that says which tasks were needless, and their cents, tokens and seconds where logged."""
    ids = [repeat.task.id for repeat in repeats]
    shown = ", ".join(ids[:3]) + (f" and {len(ids) - 3} more" if len(ids) > 3 else "")
    cents, tokens = cost_of(done)
    seconds = sum(map(_seconds, repeats))
    parts = [f"{cents:.3g} cents"] if cents else []
    parts += [f"{tokens:,} tokens"] if tokens else []
    parts += [f"{seconds:,.0f} s"] if seconds >= 1 else []
    cost = f" ({', '.join(parts)})" if parts else ""
    return f"Needless: {shown}{cost}."


def _seconds(repeat: Delegation) -> float:
    """Return how long a task took up to its last result; 0 where the log does not say."""
    begun, done = repeat.task.timestamp, repeat.result.timestamp if repeat.result else None
    return max(0.0, (done - begun).total_seconds()) if begun and done else 0.0


def _evidence(trace: Trace, fallback: AgentMessage, message: AgentMessage, words: str) -> Span | None:
    return span_of(trace, message, words) or span_of(trace, fallback, objective_of(fallback))


def _messages_of(delegations: Iterable[Delegation]) -> list[AgentMessage]:
    """Return the messages of some delegations, each once."""
    found = {
        message.id: message
        for delegation in delegations
        for message in (delegation.task, *delegation.acknowledgements, *delegation.results)
    }
    return list(found.values())
