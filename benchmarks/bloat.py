"""Context bloat: what copying and both hand-off detectors cost per message, with the counting of tokens told apart.

usage: python benchmarks/bloat.py [N …]     (messages in one trace; 1,000 10,000 100,000 by default)

One trace of N messages of some 400 bytes: a lead gives tasks to eight agents in turn and gets a result for each.
Every fiftieth task pastes the seven messages ahead of it, 2,800 bytes: copies to find, and none to flag.

copying    finding what the long hand-offs copy (the whole trace is read for it)
tokens     counting the tokens of those hand-offs
bloat      the detector as it runs, tokens and all
incomplete the other detector, after delegations were matched
"""

import sys
import time
from collections.abc import Callable, Sequence

from misheard.analysis import tokens
from misheard.analysis.copying import copied_in, words_of
from misheard.analysis.detectors.context_bloat import DETECTOR as BLOAT
from misheard.analysis.detectors.incomplete_handoff import DETECTOR as INCOMPLETE
from misheard.analysis.handoffs import is_handoff
from misheard.analysis.trace import Trace
from misheard.ingest.message import AgentMessage

EVERY = 50
"""Tasks between two that paste what was said before."""
PASTED = 7
"""Messages that such a task pastes."""
AGENTS = 8


def said(number: int) -> str:
    """Return some 400 bytes that no other message says."""
    return " ".join(f"shelf{(number * 31 + step * 17) % 99_991} holds {number + step} crates" for step in range(14))


def trace_of(count: int) -> Trace:
    """Return a trace of `count` messages."""
    texts: list[str] = []
    messages: list[AgentMessage] = []
    for number in range(count):
        is_task, agent = number % 2 == 0, f"agent{number // 2 % AGENTS}"
        text = "\n".join(texts[-PASTED:]) if is_task and number // 2 % EVERY == EVERY - 1 else said(number)
        texts.append(text)
        messages.append(
            AgentMessage(
                id=f"m{number}",
                trace_id="t",
                sender="lead" if is_task else agent,
                recipient=agent if is_task else "lead",
                type="task" if is_task else "result",
                in_reply_to=None if is_task else f"m{number - 1}",
                payload={"text": text},
            )
        )
    return Trace.of("t", messages)


def timed(work: Callable[[], object]) -> float:
    """Return the CPU seconds that `work` takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def measure(count: int) -> list[float]:
    """Return the seconds of each column for a trace of `count` messages."""
    trace = trace_of(count)
    for message in trace.messages:
        trace.text(message)
    long = [m for m in trace.messages if is_handoff(m) and len(trace.text(m)) > BLOAT.thresholds.worth_it]
    columns = [
        timed(lambda: copied_in(trace, {m.id: words_of(trace.text(m)) for m in long})),
        timed(lambda: [tokens.count(trace.text(m)) for m in long]),
        timed(lambda: list(BLOAT.detect(trace, BLOAT.thresholds))),
    ]
    trace.delegations  # noqa: B018  (matched once for all detectors, and measured elsewhere)
    return [*columns, timed(lambda: list(INCOMPLETE.detect(trace, INCOMPLETE.thresholds)))]


def main(args: Sequence[str]) -> None:
    """Print the table, in microseconds a message."""
    tokens.count("the vocabulary is loaded once")
    print(f"{'messages':>10}{'copying':>11}{'tokens':>11}{'bloat':>11}{'incomplete':>13}   µs a message")
    for count in [int(arg) for arg in args] or [1_000, 10_000, 100_000]:
        copying, counting, bloat, incomplete = (1e6 * seconds / count for seconds in measure(count))
        print(f"{count:>10,}{copying:>11.1f}{counting:>11.1f}{bloat:>11.1f}{incomplete:>13.1f}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
