"""A task leaves open what its receiver has to know.

## What it detects
A task that leaves open what its receiver has to know: what is to be done, with what, within what limits, what
should come back, and what was tried.

## Why it matters
The receiver guesses, asks back or does over again what was done, and the guess travels on as if it had been told.

## How it decides
The five questions are looked up in the fields of a hand-off, or where a task is plain text in its words; words that
answer a question in another field spare a note. An
empty list of constraints is an answer ("none"), an empty text is not. What was tried only counts as open where
something had been tried: an earlier task of the same words failed. A receiver that asked back, failed for
want of what it was not told, or says in one sentence that it assumed something and had not been told it, turns the
note into a warning.

## Thresholds
`most_open` is how many questions may stay open before a task is noted at all. `noted` is how sure (0 to 1) a note
is, and `asked_back` how sure a flag is where the receiver had to ask or assume. `alike` is the share of words from
which an earlier task that failed counts as the same one.

## False alarms
A short task between two agents that share a conversation needs no context: plain words are only flagged where they
name nothing to be done, or where the receiver asked back; in a chat that goes to everyone, only then.

## Example
`lead → scout: Look into it.`; `scout → lead: Which site is meant?`

## References
The hand-off contract of this project: objective, context, constraints, expected output, already tried.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from misheard.analysis.delegations import Delegation
from misheard.analysis.flag import Detector, Flag, Mode, Severity
from misheard.analysis.gist import ask_of, objective_of, report_of, shortened
from misheard.analysis.questions import open_in_words, open_questions, says_what
from misheard.analysis.replies import is_failure
from misheard.analysis.told_too_little import asked_back, assumption_in, may_have_suffered
from misheard.analysis.toolcalls import call_of
from misheard.analysis.trace import Trace
from misheard.analysis.waste import span_of
from misheard.analysis.wording import content, overlap
from misheard.ingest.contract import QUESTIONS, read_handoff
from misheard.ingest.message import BROADCAST, USER, AgentMessage, MessageType


@dataclass(frozen=True)
class Thresholds:
    """How many questions may stay open, and how sure (0 to 1) a flag is."""

    most_open: int = 2
    noted: float = 0.5
    asked_back: float = 0.75
    alike: float = 0.5


_LABELS = {
    "objective": "what is to be done",
    "context": "what the receiver must know",
    "constraints": "within what limits",
    "expected_output": "what should come back",
    "already_tried": "what was tried before",
}


def cannot(trace: Trace) -> str | None:
    """Return why the trace cannot be checked, or None."""
    tasks = [message for message in trace.messages if message.type is MessageType.TASK]
    if not tasks:
        return "the log holds no tasks, so there are no hand-offs to read"
    if all(call_of(task) for task in tasks):
        return "the log holds calls of tools only, which are no hand-offs"
    if not any(is_handoff(task) for task in tasks):
        return "no hand-off in the log has any content"
    return None


def detect(trace: Trace, thresholds: Thresholds) -> Iterator[Flag]:
    """Yield a flag for each hand-off that leaves too much open, or whose receiver had to ask."""
    failed: list[Delegation] = []
    chat = any(message.recipient == BROADCAST for message in trace.messages)
    for delegation in trace.delegations:
        if not is_handoff(delegation.task) or delegation.parent == USER:
            continue
        plain = read_handoff(delegation.task.payload) is None
        if plain and (chat or says_what(delegation.task)) and not may_have_suffered(delegation):
            continue
        missing = _missing(delegation, failed, thresholds)
        asked = asked_back(delegation, missing)
        if plain:
            thin = "objective" in missing and not chat
        else:
            thin = len(set(missing).intersection(open_in_words(delegation.task))) > thresholds.most_open
        if asked or thin:
            yield _flag(trace, delegation, missing, asked, thresholds)
        if delegation.result and is_failure(delegation.result):
            failed.append(delegation)


def is_handoff(task: AgentMessage) -> bool:
    """Tell a task whose questions are looked at from calls of tools, words to all or the user, and empty ones."""
    return call_of(task) is None and task.recipient not in (BROADCAST, USER) and bool(objective_of(task).strip())


def _missing(delegation: Delegation, failed: list[Delegation], thresholds: Thresholds) -> tuple[str, ...]:
    missing = open_questions(delegation.task)
    if _was_tried(delegation, failed, thresholds):
        return missing
    return tuple(question for question in missing if question != "already_tried")


def _was_tried(delegation: Delegation, failed: list[Delegation], thresholds: Thresholds) -> bool:
    """Tell a task whose work had failed before, so that there is something to say of what was tried."""
    ask = content(ask_of(delegation.task))
    return any(
        overlap(content(ask_of(earlier.task)), ask) >= thresholds.alike and earlier.parent == delegation.parent
        for earlier in failed[-20:]
    )


def _flag(
    trace: Trace,
    delegation: Delegation,
    missing: tuple[str, ...],
    asked: AgentMessage | None,
    thresholds: Thresholds,
) -> Flag:
    left = ", ".join(_LABELS[question] for question in missing)
    what = shortened(ask_of(delegation.task), 70) or "(no text)"
    sentence = f"The hand-off “{what}” from {delegation.parent} to {delegation.child} does not say {left}"
    if asked:
        verb = "had to ask"
        if asked.type is MessageType.RESULT:
            verb = "failed for want of it" if is_failure(asked) else "had to assume something"
        sentence += f"; {delegation.child} {verb} in {asked.id}"
    return Flag(
        Mode.INCOMPLETE_HANDOFF,
        missing[0].replace("_", "-"),
        Severity.WARNING if asked else Severity.NOTE,
        thresholds.asked_back if asked else thresholds.noted,
        (*([asked.id] if asked else []), delegation.task.id),
        (delegation.parent, delegation.child),
        sentence + ".",
        "Answer in the hand-off: " + " ".join(QUESTIONS[question] for question in missing),
        span_of(trace, delegation.task, objective_of(delegation.task)),
        span_of(trace, asked, _own_words(asked)) if asked else None,
    )


def _own_words(asked: AgentMessage) -> str:
    text = report_of(asked)
    return assumption_in(text) or text.split("\n", 1)[0]


DETECTOR = Detector(Mode.INCOMPLETE_HANDOFF, detect, cannot, Thresholds(), __doc__)
