"""A task is reported as done, and nothing is said.

## What it detects
A result without any content: no words, no figures, no findings, or only what a program writes for nothing (`null`,
three dots), though the task was taken as done.

## Why it matters
The work was paid for, and whoever asked cannot tell "nothing was found" from "nothing was done". Such an answer
often passes unnoticed, and the run goes on as if the work had been done.

## How it decides
Of each task that has words, all results that came back are looked at; status, confidence, cost and ids say nothing
of the matter. If its receiver says anything else to the giver or to everyone before it is given the next task, that
is the answer, however late, unless it replies to another task. A result that tells of a failure says enough. Where
the result states that it is completed, or its log shows that it was paid for, it is a warning, else a note.

## Thresholds
`sure` is how sure (0 to 1) a flag is where the result states its end or was paid for, `unsure` where neither is
logged. Where a log holds three results or more and none has words, its contents were hardly logged, and it is not
checked.

## False alarms
An empty list or "none" is an answer, and "done" or a status alone is one to an order. Where a log has no field for
the answer, such as a span without its output, nothing can be said of it. A call of a tool may well give back
nothing. A file, a link or a source that is named is content.

## Example
`lead → tester: Verify the parser against the six cases.`; `tester → lead: {"status": "completed", "summary": ""}`

## References
Cemri et al., Why Do Multi-Agent LLM Systems Fail? (2025), FM-3.2 "no or incomplete verification".
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from misheard.analysis.delegations import Delegation
from misheard.analysis.flag import Detector, Flag, Mode, Severity
from misheard.analysis.gist import REPORT_KEYS, ask_of, list_of, objective_of, report_of, shortened
from misheard.analysis.toolcalls import call_of
from misheard.analysis.trace import Trace
from misheard.analysis.waste import cost_of, span_of
from misheard.ingest.contract import Status, status_of
from misheard.ingest.message import BROADCAST, USER, AgentMessage, MessageType

LEAST = 3
"""From so many results on, of which none has words, a log is taken for one that holds no contents."""
DELIVERED = ("sources", "files", "artifacts", "attachments", "links")
"""Keys under which a result names what it delivers."""
TOLD = frozenset({"reply", "subtask id"})
"""How a result says itself which task it belongs to."""
_NOTHING = re.compile(
    r"""[\s.…\-–—_*#`"'\u200b\ufeff]*|\W*(?:null|undefined|no response|empty(?: response)?)\W*""", re.IGNORECASE
)


@dataclass(frozen=True)
class Thresholds:
    """How sure (0 to 1) a flag is."""

    sure: float = 0.9
    unsure: float = 0.6


def cannot(trace: Trace) -> str | None:
    """Return why the trace cannot be checked, or None."""
    asked = [delegation for delegation in trace.delegations if _asks(delegation)]
    if not asked:
        return "the log holds no tasks with words for an agent"
    results = [result for delegation in asked for result in delegation.results]
    if len(results) >= LEAST and all(map(is_empty, results)):
        return "no result in the log has any words, so its contents were hardly logged"
    return None


def detect(trace: Trace, thresholds: Thresholds) -> Iterator[Flag]:
    """Yield a flag for each task whose results say nothing, and whose receiver says nothing else on it."""
    told = (delegation for delegation in trace.delegations if delegation.matched_by in TOLD)
    answers = {result.id: delegation.task.id for delegation in told for result in delegation.results}
    for delegation in trace.delegations:
        if (
            _asks(delegation)
            and delegation.results
            and all(map(is_empty, delegation.results))
            and not _says_it_otherwise(trace, delegation, answers)
        ):
            yield _flag(trace, delegation, thresholds)


def _asks(delegation: Delegation) -> bool:
    """Tell a task with words for an agent from calls of tools, words to everyone and questions to a person."""
    task = delegation.task
    return (
        delegation.child not in (BROADCAST, USER) and call_of(task) is None and bool(re.search(r"\w", ask_of(task)))
    )


def is_empty(result: AgentMessage) -> bool:
    """Tell a result whose field for an answer is empty, with nothing else delivered and no failure told.

    Where there is no such field at all, the answer was not logged, or the status is all of it.
    """
    return (
        not result.payload.keys().isdisjoint(REPORT_KEYS)
        and status_of(result.payload) in (None, Status.COMPLETED)
        and not list_of(result.payload, *DELIVERED)
        and bool(_NOTHING.fullmatch(report_of(result)))
    )


def _says_it_otherwise(trace: Trace, delegation: Delegation, answers: dict[str, str]) -> bool:
    """Tell whether the receiver says something to the giver or to all before it is given another task."""
    for place in range(trace.position[delegation.task.id] + 1, len(trace.messages)):
        message = trace.messages[place]
        if message.recipient == delegation.child and message.type is MessageType.TASK and call_of(message) is None:
            return False
        heard = message.recipient in (delegation.parent, BROADCAST)
        of_another = answers.get(message.id, delegation.task.id) != delegation.task.id
        if message.sender == delegation.child and heard and not of_another and not _is_silent(message):
            return True
    return False


def _is_silent(message: AgentMessage) -> bool:
    return bool(_NOTHING.fullmatch(report_of(message)))


def _flag(trace: Trace, delegation: Delegation, thresholds: Thresholds) -> Flag:
    result = delegation.results[-1]
    cents, tokens = cost_of(delegation.results)
    is_sure = bool(cents or tokens) or status_of(result.payload) is Status.COMPLETED
    paid = f" for {tokens:,} tokens" if tokens else ""
    return Flag(
        Mode.EMPTY_RESULT,
        "nothing-said",
        Severity.WARNING if is_sure else Severity.NOTE,
        thresholds.sure if is_sure else thresholds.unsure,
        (delegation.task.id, result.id),
        (delegation.parent, delegation.child),
        f"{delegation.parent} asked {delegation.child} “{shortened(ask_of(delegation.task), 70)}”; "
        f"the result {result.id} says nothing{paid}.",
        f"Let {delegation.parent} reject a result without content: ask {delegation.child} again or report the gap.",
        span_of(trace, delegation.task, objective_of(delegation.task)),
        None,
        cents,
        tokens,
    )


DETECTOR = Detector(Mode.EMPTY_RESULT, detect, cannot, Thresholds(), __doc__)
