"""Work that was done is asked for and done again.

## What it detects
Work that was done twice though nobody wanted it twice: two agents on the same question, the same call or query run
again, an approach ordered again that had been tried, an answer sought that was already at hand, one order given to
one agent again and again though no answer settles it.

## Why it matters
It is paid twice and waited for twice, and where the two answers differ nobody knows which to take.

## How it decides
Tasks that share rare words are candidates. What decides are facets: the kind of action, numbers, identifiers,
names, commands, and the evidence that came back. Tasks in the same words are a repeat where nothing that counts
differs; tasks in other words where both found the same specific things, which neither had been told, or where
`same_work` finds nothing that differs and both report alike. A task that is handed what the first one found is the
next step, and so is one in quite other words by a giver who has the first answer. `already_tried` of the task
itself rules out what it names, be it ordered in other words, which its own result then shows. The hand-off to its
giver does so too: what it says was tried in vain or is not to be tried again, and what it says is at hand, where
the task names nothing else and brings the same number back. Calls of tools are compared by tool and arguments, and
must have brought the same answer.

An order goes in circles (`ordered-again`) where one agent gives it to one other three times or more, each time
after an answer, by `same_work` the same, and without dropping a name or number: one that shrinks makes headway.
Three times are a note, four a warning. Kinds: `same-task`, `same-call`, `already-tried`, `ruled-out`,
`already-known`, `redone-after-success`, `ordered-again`. Each flag names what was needless, with its cents, tokens
and seconds.

## Thresholds
`sure` is the confidence from which a repeat is a warning and not a note.

## False alarms
The same template with another place, person or number is other work. So are a review, a vote, a second opinion, a
look at how things stand by now, a retry after a failure or by another way, a measurement after something was
mended, a next page, and the same file read again after a change or after the conversation was compacted. A task
that is passed down is not a repeat of itself. What a person asks again is wanted. An order to go on, to look
elsewhere or for more is no circle.

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
from misheard.analysis.circles import circles
from misheard.analysis.delegations import Delegation
from misheard.analysis.detectors.duplicate_flags import call_flag, row_flag, task_flag
from misheard.analysis.facets import Known, Work, work_of
from misheard.analysis.findings import Findings
from misheard.analysis.flag import Detector, Flag, Mode
from misheard.analysis.refused import refused_before
from misheard.analysis.repeat import ALREADY_TRIED, RULED_OUT, Repeat
from misheard.analysis.repeats import Judge
from misheard.analysis.samecall import repeated_calls
from misheard.analysis.told import told_in_handoffs
from misheard.analysis.toolcalls import call_of
from misheard.analysis.trace import Trace
from misheard.analysis.tried import tried_before
from misheard.ingest.message import BROADCAST, USER, MessageType


@dataclass(frozen=True)
class Thresholds:
    """From which confidence (0 to 1) on a repeat is a warning."""

    sure: float = 0.6


def cannot(trace: Trace) -> str | None:
    """Return why the trace cannot be checked, or None."""
    tasks = sum(message.type is MessageType.TASK for message in trace.messages)
    if not tasks:
        return "the log holds no tasks, so it does not say what work was given"
    return None


def detect(trace: Trace, thresholds: Thresholds) -> Iterator[Flag]:
    """Yield a flag for each task or call that repeats an earlier one, and for each order given again and again."""
    works = [
        work_of(trace, delegation)
        for delegation in trace.delegations
        if call_of(delegation.task) is None and delegation.child not in (USER, BROADCAST)
    ]
    known = Known(trace)
    handed_on: dict[str, list[Delegation]] = defaultdict(list)
    for delegation in trace.delegations:
        handed_on[delegation.serves or ""].append(delegation)
    findings = Findings(works, known)
    rows = list(circles(works, known, findings))
    in_row = {work.task.id: number for number, row in enumerate(rows) for work in row}
    for repeat in _repeats(works, Judge(works, known, findings), known):
        places = [in_row.get(work.task.id, -1) for work in (repeat.first, repeat.second)]
        if places[0] < 0 or places[0] != places[1]:
            yield task_flag(trace, repeat, thresholds.sure, handed_on)
    for row in rows:
        yield row_flag(trace, row, handed_on)
    for again in repeated_calls(trace):
        flag = call_flag(again)
        if flag:
            yield flag


def _repeats(works: list[Work], judge: Judge, known: Known) -> list[Repeat]:
    """Return for each task that repeats an earlier one how it does so most surely."""
    best: dict[str, Repeat] = {}
    for second, earlier in _with_tried(works):
        found = tried_before(second, earlier)
        if found:
            best[second.task.id] = found
    best = refused_before(works, known) | best
    best |= told_in_handoffs([work for work in works if work.task.id not in best], works)
    for first, second in pairs(works):
        if second.task.sender == USER:
            continue
        if second.task.id in best and best[second.task.id].kind in (ALREADY_TRIED, RULED_OUT):
            continue
        found = judge.judge(first, second)
        if found and (second.task.id not in best or best[second.task.id].confidence < found.confidence):
            best[second.task.id] = found
    return list(best.values())


def _with_tried(works: list[Work]) -> Iterator[tuple[Work, list[Work]]]:
    """Yield the tasks that say what was tried, with the earlier ones of their giver."""
    for place, work in enumerate(works):
        if work.task.payload.get("already_tried") or work.task.payload.get("alreadyTried"):
            yield work, [other for other in works[max(0, place - 200) : place] if other.task.id != work.task.id]


DETECTOR = Detector(Mode.DUPLICATE_WORK, detect, cannot, Thresholds(), __doc__)
