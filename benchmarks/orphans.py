"""Orphans by mutation: takes the result of one delegation at a time out of real logs, and counts what is found.

usage: python benchmarks/orphans.py [PATH …] [--seconds N] [--verbose]

PATH is a log or a folder; by default the two corpora of sessions with sub-agents beside the project. Each task that
came back is taken in turn, those to sub-agents apart from calls of tools:

goes on   Its result is taken out wherever the log holds it: the answer, a later notice that repeats it, a fetched
          copy. All else stays, so that the giver goes on as if nothing had happened. Found is a flag of orphaned
          subtasks that names the task. A task after which its giver says nothing more counts as an end instead.
ends      The log ends right ahead of the result. Right is cut off, pending, or any other state without a flag that
          is an error: nobody can tell whether an answer was to come.

Left out are requests of a person and the program's own, where nobody hands work over, and tasks that came back as a
failure or calls that were made again: without the first result, the log shows work that was given anew and done.
The untouched logs are analysed first, and each of their flags is printed to be read.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from misheard.analysis.delegations import Delegation, State
from misheard.analysis.detectors.orphaned_subtasks import DETECTOR
from misheard.analysis.engine import load_trace
from misheard.analysis.flag import Flag, Severity
from misheard.analysis.gist import report_of
from misheard.analysis.toolcalls import call_of
from misheard.analysis.trace import Trace
from misheard.ingest.load import load
from misheard.ingest.message import USER, AgentMessage
from misheard.ingest.readers.claude_agents import COMPACTION
from misheard.ingest.source import find
from misheard.ingest.store import Store

CORPUS = Path(__file__).resolve().parent.parent.parent / "shared" / "corpus"
FOLDERS = ("claude_code_entire", "claude_code_spotter")
COPY = 60
"""A message that holds so many characters of a result, from its beginning, repeats it."""


@dataclass
class Score:
    """What became of the tasks of one kind whose result was taken out."""

    tried: int = 0
    found: int = 0
    states: Counter[str] = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)

    def add(self, trace: Trace, task: str, right: bool, flag: Flag | None) -> None:
        """Count one mutation of `trace`, analysed."""
        state = next(d for d in trace.delegations if d.task.id == task)
        self.tried += 1
        self.found += right
        self.states[f"{state.state}, {flag.severity if flag else 'no flag'}"] += 1
        if not right:
            self.missed.append(f"{trace.trace_id} {task}: {state.state}: {state.reason}")


def traces_of(paths: Sequence[str]) -> Iterator[Trace]:
    """Yield every trace of some logs."""
    for path in paths:
        with Store.open() as store:
            load(store, find([path])[0])
            for (one,) in store.read("SELECT trace_id FROM traces ORDER BY trace_id"):
                yield load_trace(store, one)


def flags_of(trace: Trace) -> list[Flag]:
    """Return the orphans of a trace."""
    return [] if DETECTOR.cannot(trace) else list(DETECTOR.detect(trace, DETECTOR.thresholds))


def kind_of(delegation: Delegation) -> str | None:
    """Return under which head a delegation that came back is counted, or None where it is left out."""
    if delegation.state is not State.ANSWERED or not delegation.results:
        return None
    if USER in (delegation.parent, delegation.child):
        return None
    if call_of(delegation.task):
        return "calls of tools"
    return None if delegation.child == COMPACTION else "sub-agents"


def without_result(trace: Trace, delegation: Delegation) -> list[AgentMessage]:
    """Return the messages of `trace` but for the result of a task, in every copy that its giver got."""
    first = trace.position[delegation.results[0].id]
    starts = [report_of(result).strip()[: 4 * COPY] for result in delegation.results]
    gone = {result.id for result in delegation.results}
    for message in trace.messages[first:]:
        own = message.sender == delegation.child and message.in_reply_to == delegation.task.id
        copy = message.recipient == delegation.parent and any(
            len(start) >= COPY and start in report_of(message) for start in starts
        )
        if own or copy:
            gone.add(message.id)
    return [message for message in trace.messages if message.id not in gone]


def goes_on(trace: Trace, delegation: Delegation) -> bool:
    """Tell whether the giver of a task says anything after its result, but to have its conversation shortened."""
    last = max(trace.position[result.id] for result in delegation.results)
    later = (message for message in trace.messages[last + 1 :] if message.recipient != COMPACTION)
    return any(message.sender == delegation.parent for message in later)


def mutate(trace: Trace, delegation: Delegation, ends: bool) -> tuple[Trace, Flag | None]:
    """Return `trace` without a result, or ended ahead of it, and the flag that names its task."""
    first = trace.position[delegation.results[0].id]
    left = list(trace.messages[:first]) if ends else without_result(trace, delegation)
    changed = Trace.of(trace.trace_id, left, trace.as_of)
    named = (flag for flag in flags_of(changed) if flag.messages[-1] == delegation.task.id)
    return changed, next(named, None)


def measured(
    jobs: Sequence[tuple[Trace, Delegation]], ends: bool, seconds: float, say: Callable[[str], None]
) -> Score:
    """Mutate each job's trace, or as many, evenly chosen, as fit into `seconds`."""
    score = Score()
    start = time.monotonic()
    if jobs:
        each = _cost(jobs, ends)
        step = max(1, -(-int(len(jobs) * each) // int(seconds)))
        say(f"{len(jobs[::step])} of {len(jobs)} analysed")
        for trace, delegation in jobs[::step]:
            changed, flag = mutate(trace, delegation, ends)
            right = (flag is None or flag.severity is not Severity.ERROR) if ends else flag is not None
            score.add(changed, delegation.task.id, right, flag)
    say(f"{time.monotonic() - start:.0f} s")
    return score


def _cost(jobs: Sequence[tuple[Trace, Delegation]], ends: bool) -> float:
    """Return the seconds that one mutation takes, by a few of them."""
    few = jobs[:: max(1, len(jobs) // 8)]
    start = time.monotonic()
    for trace, delegation in few:
        mutate(trace, delegation, ends)
    return (time.monotonic() - start) / len(few)


def show(name: str, score: Score, verbose: bool) -> None:
    """Print one line of the table, the states behind it, and what was missed."""
    share = f"{score.found / score.tried:.3f}" if score.tried else "–"
    print(f"{name:28}{score.tried:>8}{score.found:>7}{share:>8}")
    for state, count in score.states.most_common():
        print(f"{'':4}{count:>5}  {state}")
    for line in score.missed if verbose else ():
        print(f"    missed {line}")


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("paths", nargs="*", default=[str(CORPUS / folder) for folder in FOLDERS])
    ask.add_argument("--seconds", type=float, default=60.0, help="for each line of the table")
    ask.add_argument("--verbose", action="store_true", help="name what was missed")
    args = ask.parse_args()
    missing = [path for path in args.paths if not Path(path).exists()]
    if missing:
        sys.exit(f"not here, so nothing is measured: {', '.join(missing)}")
    jobs: dict[str, list[tuple[Trace, Delegation]]] = {"sub-agents": [], "calls of tools": []}
    flags = 0
    for trace in traces_of(args.paths):
        for flag in flags_of(trace):
            flags += 1
            print(f"untouched {trace.trace_id}: {flag.severity} {flag.kind} {flag.messages[-1]}: {flag.summary}")
        last_calls = {call.key: d for d in trace.delegations if (call := call_of(d.task))}
        for delegation in trace.delegations:
            call = call_of(delegation.task)
            if (kind := kind_of(delegation)) and (call is None or last_calls[call.key] is delegation):
                jobs[kind].append((trace, delegation))
    print(f"untouched logs: {flags} flags")
    print(f"{'':28}{'removed':>8}{'right':>7}{'share':>8}")
    for kind, all_of in jobs.items():
        on = [job for job in all_of if goes_on(*job)]
        for ends, chosen in ((False, on), (True, all_of)):
            note: list[str] = []
            score = measured(chosen, ends, args.seconds, note.append)
            show(f"{kind}, {'ends' if ends else 'goes on'}", score, args.verbose)
            print(f"{'':4}({', '.join(note)}; {len(all_of) - len(on)} of {len(all_of)} end their giver's part)")


if __name__ == "__main__":
    main()
