"""A task comes to nothing, and nobody says so.

## What it detects
A task that was handed over and never came back: unanswered, only acknowledged, given to an agent that never spoke,
failed without a word on it upward, answered after the run had ended, or answered with nothing of it ever said again
(a note).

## Why it matters
The run reports success, and a part of what was asked for is simply not there. Nobody is told, because nobody
failed.

## How it decides
Each task is matched with what came back for it: by `in_reply_to`, by an id that both payloads share, by the same
two agents in order (words decide among several open tasks), by words alone. One answer can stand for two tasks:
where the later finishes the earlier or reminds of it, or where it tells of both. A call of a tool has an answer of
its own. A promise, a progress line or a launch in the background is no answer; a note or status line is one where
its words fit the task, where it says done, or where the giver passes on what is new in it.
The giver must then have ended without it: with its own result, or with the run's final one. In a log without an
end it must have gone on for more than five messages, and more than twice as many as it ever sent ahead of an answer
(three answers at least), which is a warning; not where the receiver had said that it was at work.
Whether a failure or a gap was told upward is read from the reports that followed: a sentence that names something
of the task, or its receiver, beside a word for a gap (and not one on a gap in what another task brought), or a
status of partial, blocked or failed.

## Thresholds
Each number is how sure (0 to 1) a flag of that state is. `untold_partial` is low, for a partial result may be all
that was wanted.

## False alarms
A log that stops early is cut off and a run that goes on is pending: neither is flagged. A run goes on where the log
was taken at a known time (`--as-of`) and is not over, until nothing has come for `MISHEARD_IDLE_HOURS`, a day where
that is not set. Work that was given to
somebody else and done, taken back, replaced, asked anew in other words, tried again or another way, or openly
reported as missing is not an orphan, nor is a call that was made again with the same arguments. Calls of tools that
never returned, tasks that say they can wait, and tasks in a chat where everyone hears everything are notes.

## Example
`lead → log_reader: Read four weeks of access logs`; log_reader never sends a message; lead reports the audit
completed.

## References
Cemri et al., Why Do Multi-Agent LLM Systems Fail? (2025), FM-2.5 "ignored other agent's input" and FM-3.1
"premature termination".
"""

from collections.abc import Iterator
from dataclasses import dataclass

from misheard.analysis.asked_for import OPTIONAL
from misheard.analysis.delegations import Delegation, State
from misheard.analysis.ending import EndState, starters_of
from misheard.analysis.flag import Detector, Flag, Mode, Severity, Span
from misheard.analysis.gist import ask_of, objective_of, report_of, shortened
from misheard.analysis.joint import REMINDER
from misheard.analysis.replies import outcome_of
from misheard.analysis.toolcalls import call_of
from misheard.analysis.trace import Trace
from misheard.analysis.waste import cost_of, span_of
from misheard.ingest.contract import Status
from misheard.ingest.message import BROADCAST, USER, AgentMessage, MessageType


@dataclass(frozen=True)
class Thresholds:
    """How sure (0 to 1) a flag of each state is."""

    never_started: float = 0.92
    unanswered: float = 0.85
    acknowledged: float = 0.88
    untold_failure: float = 0.8
    untold_partial: float = 0.6
    too_late: float = 0.85
    never_used: float = 0.4
    went_on: float = 0.6


_KINDS = {
    State.UNANSWERED: "unanswered",
    State.ACKNOWLEDGED: "acknowledged-only",
    State.NEVER_STARTED: "never-started",
    State.FAILED_UNTOLD: "failed-untold",
    State.TOO_LATE: "too-late",
    State.NEVER_USED: "never-used",
}
_REMEDIES = {
    State.UNANSWERED: "Let {parent} wait for each task it gave, or say in its own result which are missing.",
    State.ACKNOWLEDGED: "A promise is no answer: let {parent} wait for findings, or set a time limit.",
    State.NEVER_STARTED: "See whether {child} exists and was reached; let {parent} notice a task without a reply.",
    State.FAILED_UNTOLD: "Let {parent} carry the status of {child} into its own result, or have it tried again.",
    State.TOO_LATE: "Let {parent} wait for {child} before it ends, or send a correction when the answer comes.",
    State.NEVER_USED: "See whether the task was needed; if so, let {parent} take up what {child} found.",
}


def cannot(trace: Trace) -> str | None:
    """Return why the trace cannot be checked, or None."""
    tasks = [message for message in trace.messages if message.type is MessageType.TASK]
    if not tasks:
        return "the log holds no tasks, so it does not say what was asked of whom"
    if all(task.recipient == BROADCAST for task in tasks):
        return "the log does not say who was asked: every task went to everyone"
    open_states = {State.PENDING, State.CUT_OFF}
    if all(delegation.state in open_states for delegation in trace.delegations):
        running = trace.end.state is EndState.RUNNING
        return (
            f"{'the run is still going on' if running else 'the log stops early'}, and no task has come to an end"
        )
    return None


def detect(trace: Trace, thresholds: Thresholds) -> Iterator[Flag]:
    """Yield a flag for each task that was given and came to nothing."""
    starters = starters_of(trace.messages)
    chat = _is_chat(trace)
    open_between: set[tuple[str, str]] = set()
    for delegation in trace.delegations:
        if delegation.state in _KINDS and delegation.child not in {BROADCAST, USER} | starters:
            pair = (delegation.parent, delegation.child)
            if pair in open_between and REMINDER.search(ask_of(delegation.task)[:300]):
                continue
            open_between.add(pair)
            yield _flag(trace, delegation, thresholds, chat)


def _is_chat(trace: Trace) -> bool:
    """Tell a chat in which nearly all goes to everyone, so that anyone may have answered."""
    rest = [message for message in trace.messages if message.type is not MessageType.TASK]
    return 2 * sum(message.recipient == BROADCAST for message in rest) > len(rest)


def _flag(trace: Trace, delegation: Delegation, thresholds: Thresholds, chat: bool) -> Flag:
    severity, confidence = _weight(delegation, thresholds)
    severity = Severity.NOTE if chat else severity
    spent = (delegation.task, *delegation.acknowledgements, *delegation.results)
    cents, tokens = cost_of(spent if delegation.results or delegation.acknowledgements else ())
    before, after = _evidence(trace, delegation)
    seen = dict.fromkeys(message.id for message in (*delegation.results, *delegation.acknowledgements[-1:]))
    return Flag(
        Mode.ORPHANED_SUBTASK,
        _KINDS[delegation.state],
        severity,
        confidence,
        (*seen, delegation.task.id),
        (delegation.parent, delegation.child),
        _sentence(delegation),
        _REMEDIES[delegation.state].format(parent=delegation.parent, child=delegation.child),
        before,
        after,
        cents,
        tokens,
    )


def _weight(delegation: Delegation, thresholds: Thresholds) -> tuple[Severity, float]:
    state = delegation.state
    if state is State.NEVER_USED:
        return Severity.NOTE, thresholds.never_used
    if state is State.TOO_LATE:
        return Severity.WARNING, thresholds.too_late
    if state is State.FAILED_UNTOLD:
        partial = delegation.result is not None and outcome_of(delegation.result) is Status.PARTIAL
        if partial:
            return Severity.WARNING, thresholds.untold_partial
        return Severity.ERROR, thresholds.untold_failure
    confidence = {
        State.UNANSWERED: thresholds.unanswered,
        State.ACKNOWLEDGED: thresholds.acknowledged,
        State.NEVER_STARTED: thresholds.never_started,
    }[state]
    mild = delegation.admitted_in or call_of(delegation.task) or OPTIONAL.search(objective_of(delegation.task))
    if delegation.closed_in is None:
        return (Severity.NOTE if mild else Severity.WARNING), thresholds.went_on
    return (Severity.NOTE if mild else Severity.ERROR), confidence


def _sentence(delegation: Delegation) -> str:
    what = shortened(_title(delegation.task))
    return f"{delegation.parent} asked {delegation.child} “{what}”: {delegation.reason}"


def _title(task: AgentMessage) -> str:
    call = call_of(task)
    return f"call of {call.tool}" if call else ask_of(task) or "(no text)"


def _evidence(trace: Trace, delegation: Delegation) -> tuple[Span | None, Span | None]:
    """Return the words of the task, and of what came instead of an answer."""
    before = span_of(trace, delegation.task, objective_of(delegation.task))
    last = delegation.result or (delegation.acknowledgements[-1] if delegation.acknowledgements else None)
    after = span_of(trace, last, report_of(last).split("\n", 1)[0]) if last else None
    return before, after


DETECTOR = Detector(Mode.ORPHANED_SUBTASK, detect, cannot, Thresholds(), __doc__)
