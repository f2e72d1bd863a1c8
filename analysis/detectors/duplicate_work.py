"""Work that was done is asked for and done again.

## What it detects
Work that was done twice though nobody wanted it twice: two agents on the same question, the same call or query run
again, an approach ordered again that had been tried, an answer sought that was already at hand.

## Why it matters
It is paid twice and waited for twice, and where the two answers differ nobody knows which to take.

## How it decides
Tasks that share rare words are candidates. What decides are facets: the kind of action, numbers, identifiers,
names, commands, and the evidence that came back. Tasks in the same words are a repeat where nothing that counts
differs; tasks in other words only where both found the same specific things, which neither had been told. A task
that is handed what the first one found is the next step. `already_tried` of the task itself rules out what it
names, be it ordered in other words, which its own result then shows. The hand-off to its giver does so too: what
it says was tried in vain or is not to be tried again, and what it says is at hand, where the task names nothing
else and brings the same number back. Calls of tools are compared by tool and arguments, and must have brought the
same answer.

## Thresholds
`sure` is the confidence from which a repeat is a warning and not a note.

## False alarms
The same template with another place, person or number is other work. So are a review, a vote, a second opinion, a
look at how things stand by now, a retry after a failure or by another way, a measurement after something was
mended, a next page, and the same file read again after a change or after the conversation was compacted. A task
that is passed down is not a repeat of itself.

## Example
`lead A → reader: Reconstruct speed and braking of Van 31`; `lead B → analyst: Work out how fast Van 31 was going
and when it braked`; both report 47 km/h and .9 seconds.

## References
Cemri et al., Why Do Multi-Agent LLM Systems Fail? (2025), FM-1.3 "step repetition".
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from misheard.analysis.blocking import pairs
from misheard.analysis.delegations import Delegation
from misheard.analysis.facets import Known, Work, work_of
from misheard.analysis.flag import Detector, Flag, Mode, Severity, Span
from misheard.analysis.gist import ask_of, objective_of, shortened
from misheard.analysis.repeat import (
    ALREADY_KNOWN,
    ALREADY_TRIED,
    REDONE,
    RULED_OUT,
    SAME_CALL,
    SAME_TASK,
    Repeat,
)
from misheard.analysis.repeats import Judge
from misheard.analysis.samecall import Again, repeated_calls
from misheard.analysis.told import told_in_handoffs
from misheard.analysis.toolcalls import call_of
from misheard.analysis.trace import Trace
from misheard.analysis.tried import tried_before
from misheard.analysis.waste import cost_of, span_of
from misheard.ingest.message import BROADCAST, USER, AgentMessage, MessageType

Handed = dict[str, list[Delegation]]
"""What was handed on in doing a task, by its id."""


@dataclass(frozen=True)
class Thresholds:
    """From which confidence (0 to 1) on a repeat is a warning."""

    sure: float = 0.6


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


def cannot(trace: Trace) -> str | None:
    """Return why the trace cannot be checked, or None."""
    tasks = sum(message.type is MessageType.TASK for message in trace.messages)
    if not tasks:
        return "the log holds no tasks, so it does not say what work was given"
    return None


def detect(trace: Trace, thresholds: Thresholds) -> Iterator[Flag]:
    """Yield a flag for each task or call that repeats an earlier one."""
    yield from _repeated_tasks(trace, thresholds)
    for again in repeated_calls(trace):
        flag = _call_flag(again)
        if flag:
            yield flag


def _repeated_tasks(trace: Trace, thresholds: Thresholds) -> Iterator[Flag]:
    works = [
        work_of(trace, delegation)
        for delegation in trace.delegations
        if call_of(delegation.task) is None and delegation.child not in (USER, BROADCAST)
    ]
    judge = Judge(works, Known(trace))
    best: dict[str, Repeat] = {}
    for second, earlier in _with_tried(works):
        found = tried_before(second, earlier)
        if found:
            best[second.task.id] = found
    best |= told_in_handoffs([work for work in works if work.task.id not in best], works)
    for first, second in pairs(works):
        if second.task.id in best and best[second.task.id].kind in (ALREADY_TRIED, RULED_OUT):
            continue
        found = judge.judge(first, second)
        if found and (second.task.id not in best or best[second.task.id].confidence < found.confidence):
            best[second.task.id] = found
    handed_on: Handed = defaultdict(list)
    for delegation in trace.delegations:
        handed_on[delegation.serves or ""].append(delegation)
    for repeat in best.values():
        yield _task_flag(trace, repeat, thresholds, handed_on)


def _with_tried(works: list[Work]) -> Iterator[tuple[Work, list[Work]]]:
    """Yield the tasks that say what was tried, with the earlier ones of their giver."""
    for place, work in enumerate(works):
        if work.task.payload.get("already_tried") or work.task.payload.get("alreadyTried"):
            yield work, [other for other in works[max(0, place - 200) : place] if other.task.id != work.task.id]


def _task_flag(trace: Trace, repeat: Repeat, thresholds: Thresholds, handed_on: Handed) -> Flag:
    first, second = repeat.first.task, repeat.second.task
    cents, tokens = cost_of(_messages_of(repeat.second, handed_on))
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
        Severity.WARNING if repeat.confidence >= thresholds.sure else Severity.NOTE,
        repeat.confidence,
        (first.id, second.id),
        tuple(dict.fromkeys((second.sender, first.recipient, second.recipient))),
        _SENTENCES[repeat.kind].format(**words),
        _REMEDIES[repeat.kind].format(**words),
        _evidence(trace, first, second if repeat.kind == ALREADY_TRIED else first, repeat.before),
        _evidence(trace, second, second, repeat.after),
        cents,
        tokens,
    )


def _evidence(trace: Trace, fallback: AgentMessage, message: AgentMessage, words: str) -> Span | None:
    return span_of(trace, message, words) or span_of(trace, fallback, objective_of(fallback))


def _messages_of(work: Work, handed_on: Handed) -> list[AgentMessage]:
    """Return the messages of a repeated task and of what was handed on for it."""
    delegations = [work.delegation, *handed_on.get(work.task.id, ())]
    found = {
        message.id: message
        for delegation in delegations
        for message in (delegation.task, *delegation.acknowledgements, *delegation.results)
    }
    return list(found.values())


def _call_flag(again: Again) -> Flag | None:
    """Return the flag of a repeated call; none where several agents read a file, each for itself."""
    first, second = again.delegations[0], again.delegations[-1]
    several = len(again.callers) > 1
    if again.call.changes or (several and not again.call.reaches_out):
        return None
    cents, tokens = cost_of([m for d in again.delegations[1:] for m in (d.task, *d.results)])
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
        "the same answer each time.",
        "Keep the answer of a call where it is found again, or share it with the other agents.",
        None,
        None,
        cents,
        tokens,
    )


DETECTOR = Detector(Mode.DUPLICATE_WORK, detect, cannot, Thresholds(), __doc__)
