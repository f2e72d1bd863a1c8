"""The same step fails again and again, and nothing is changed in between.

## What it detects
One agent repeats the same call of a tool, or gives the same agent the same task, though each time it failed in the
same way, and does nothing in between that could change the outcome.

## Why it matters
Every try is paid and waited for, and the next one cannot go otherwise. Left alone, such a loop ends only with the
budget.

## How it decides
Steps are alike where agent, receiver and words (for a call: tool and arguments) are the same, however blanks and
the order of keys stand. A step has failed where its result says so by status, by an error field or by its first
words. Failures are alike where what they say is the same but for numbers, such as times and ports. Steps that
follow one another count together until one succeeds, fails another way, or the agent does something that may
change what comes next: an edit, a command, a task to another agent. A look at something (reading, listing,
searching) changes nothing.

## Thresholds
`least` steps make a storm; from `sure` on it is a warning and not a note.

## False alarms
A test that is run again after each edit is no storm, nor is a call that waits for something by design (polling,
status, sleep), nor a second try after a passing fault: that is why it takes at least three.

## Example
`coder → http: POST /orders {"id": 7}` answers `409 conflict` four times in a row.

## References
Cemri et al., Why Do Multi-Agent LLM Systems Fail? (2025), FM-1.3 "step repetition".
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from misheard.analysis.delegations import Delegation
from misheard.analysis.flag import Detector, Flag, Mode, Severity
from misheard.analysis.gist import objective_of, report_of, shortened
from misheard.analysis.replies import is_failure, is_stopped
from misheard.analysis.toolcalls import Call, call_of
from misheard.analysis.trace import Trace
from misheard.analysis.waste import cost_of, span_of
from misheard.ingest.message import BROADCAST, MessageType

_NUMBER = re.compile(r"\d+")
Step = tuple[str, str, str]
"""Who did it, who was to do it, and the words: two equal ones are the same step."""


@dataclass(frozen=True)
class Thresholds:
    """From how many failures in a row on it is a storm, and from how many on a warning."""

    least: int = 3
    sure: int = 4


def cannot(trace: Trace) -> str | None:
    """Return why the trace cannot be checked, or None."""
    if not any(message.type is MessageType.TASK for message in trace.messages):
        return "the log holds no tasks and no calls of tools"
    return None


def detect(trace: Trace, thresholds: Thresholds) -> Iterator[Flag]:
    """Yield a flag for each row of failures of the same step."""
    open_rows: dict[str, list[tuple[Step, str, Delegation]]] = {}
    for delegation in trace.delegations:
        if delegation.child == BROADCAST:
            continue
        call = call_of(delegation.task)
        row = open_rows.setdefault(delegation.parent, [])
        step, said = _step(delegation, call), _failure(delegation)
        if said is not None and not (call and call.watches):
            if row and (row[-1][0], row[-1][1]) != (step, said):
                yield from _flags(trace, row, thresholds)
                row.clear()
            row.append((step, said, delegation))
        elif call is None or call.changes or (row and row[-1][0] == step):
            yield from _flags(trace, row, thresholds)
            row.clear()
    for row in open_rows.values():
        yield from _flags(trace, row, thresholds)


def _step(delegation: Delegation, call: Call | None) -> Step:
    words = call.key if call else " ".join(objective_of(delegation.task).split())
    return delegation.parent, delegation.child, words


def _failure(delegation: Delegation) -> str | None:
    """Return what a failed step says, numbers left out; None where it did not fail, or a person stopped it."""
    result = delegation.result
    if result is None or not is_failure(result) or is_stopped(result):
        return None
    return _NUMBER.sub("0", " ".join(report_of(result).split()))


def _flags(trace: Trace, row: list[tuple[Step, str, Delegation]], thresholds: Thresholds) -> Iterator[Flag]:
    if len(row) < thresholds.least:
        return
    first, last = row[0][2], row[-1][2]
    again = [delegation for _, _, delegation in row[1:]]
    cents, tokens = cost_of(message for one in again for message in (one.task, *one.results))
    call = call_of(last.task)
    what = f"the call of {call.tool}" if call else f"“{shortened(objective_of(last.task))}”"
    result = last.result
    yield Flag(
        Mode.RETRY_STORM,
        "same-failure",
        Severity.WARNING if len(row) >= thresholds.sure else Severity.NOTE,
        min(0.95, 0.5 + 0.1 * len(row)),
        tuple(delegation.task.id for _, _, delegation in row),
        (last.parent, last.child),
        f"{last.parent} repeated {what} {len(row)} times though it failed each time in the same way.",
        f"Let {last.parent} change something, ask for help or report the failure after a second try.",
        span_of(trace, first.task, objective_of(first.task)),
        span_of(trace, result, report_of(result)) if result else None,
        cents,
        tokens,
    )


DETECTOR = Detector(Mode.RETRY_STORM, detect, cannot, Thresholds(), __doc__)
