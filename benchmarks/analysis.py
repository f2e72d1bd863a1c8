"""Messages per CPU-second of the whole analysis, for runs of 100 to 100,000 messages of about 400 bytes.

The last columns say what matters: how the cost of a message grows with the length of the run (1.0 where the
analysis is linear), which part takes how much of it, and the most memory that the process has held so far.
"""

import argparse
import random
import resource
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from misheard.analysis.detectors import DETECTORS
from misheard.analysis.engine import analyse
from misheard.analysis.flag import Detector, Flag
from misheard.analysis.records import roll_up_of, tables_of
from misheard.analysis.trace import Trace
from misheard.ingest.message import AgentMessage, Usage

SIZES = (100, 1_000, 10_000)
START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
PLACES = ["harbour", "mill", "quarry", "orchard", "station", "brewery", "library", "ferry", "tannery", "dairy"]
DEEDS = ["count", "inspect", "compare", "list", "measure", "describe", "price", "photograph", "sort", "label"]
THINGS = ["crates", "valves", "tickets", "labels", "engines", "lamps", "ledgers", "samples", "windows", "ropes"]
ASIDES = (
    "The weather was fair and nobody was in a hurry.", "The night shift had left its notes beside the door.",
    "Two of the older hands remember it otherwise.", "The figures of last month may be too high.",
    "Access is by the side gate, which is locked at six.", "The owner asks for an answer before the weekend.",
)  # fmt: skip


def messages(count: int) -> Iterator[AgentMessage]:
    """Yield tasks of a lead and their results, a third of them two levels down."""
    chance = random.Random(count)
    for number in range(count // 2):
        parent, child = ("lead", f"worker{number % 9}") if number % 3 else ("worker1", f"helper{number % 5}")
        deed, thing, place = chance.choice(DEEDS), chance.choice(THINGS), f"{chance.choice(PLACES)} {number}"
        asides = " ".join(chance.sample(ASIDES, 3))
        share, total = chance.randrange(5, 95), chance.randrange(100, 9_000)
        task = {"objective": f"{deed} the {thing} of {place}", "context": asides, "expected_output": "a list"}
        found = f"{place} has {total} {thing}, {share}% of them sound. {asides}"
        level = chance.choice(["high", "medium", "low"])
        result = {"status": "completed", "summary": found, "confidence": level, "sources": [f"ledger of {place}"]}
        yield _message(2 * number, parent, child, "task", task)
        yield _message(2 * number + 1, child, parent, "result", result)


def _message(number: int, sender: str, recipient: str, kind: str, payload: dict[str, object]) -> AgentMessage:
    return AgentMessage(
        id=f"m{number}",
        sender=sender,
        recipient=recipient,
        type=kind,
        trace_id="bench",
        timestamp=START + timedelta(seconds=number),
        in_reply_to=f"m{number - 1}" if kind == "result" else None,
        payload=payload,
        usage=Usage(model="gpt-4o", input_tokens=300 + number % 500, output_tokens=80 + number % 70),
    )


Parts = dict[str, float]
"""CPU-seconds by part of the analysis."""


def timed(count: int) -> tuple[float, Parts]:
    """Return the CPU-seconds of the whole analysis of a run, and of its parts."""
    log = list(messages(count))
    parts: Parts = defaultdict(float)
    start = time.process_time()
    trace = Trace.of("bench", log)
    trace.delegations, trace.end  # noqa: B018  (made once, for all detectors)
    parts["trace"] = time.process_time() - start
    began = time.process_time()
    analysis = analyse(trace, [_watched(detector, parts) for detector in DETECTORS])
    parts["cause"] = time.process_time() - began - sum(parts[one.mode.value] for one in DETECTORS)
    began = time.process_time()
    roll_up_of(trace)
    tables_of(trace, analysis.flags, analysis.checks, analysis.causes)
    parts["rows"] = time.process_time() - began
    return time.process_time() - start, parts


def _watched(detector: Detector, parts: Parts) -> Detector:
    """Return the detector, made to add its CPU-seconds to `parts`; what is made once counts for the first."""
    name = detector.mode.value

    def cannot(trace: Trace) -> str | None:
        began = time.process_time()
        reason = detector.cannot(trace)
        parts[name] += time.process_time() - began
        return reason

    def detect(trace: Trace, thresholds: object) -> Iterator[Flag]:
        began = time.process_time()
        flags = list(detector.detect(trace, thresholds))
        parts[name] += time.process_time() - began
        yield from flags

    return replace(detector, cannot=cannot, detect=detect)


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("sizes", metavar="MESSAGES", nargs="*", type=int, default=SIZES, help="lengths of the runs")
    sizes = ask.parse_args().sizes
    timed(100)  # vocabulary, prices and imports are paid once for the process
    print(f"{'messages':>9} {'CPU s':>8} {'messages/CPU s':>15} {'cost of one':>12} {'most MB':>8}  shares")
    first = 0.0
    for size in sizes:
        total, parts = timed(size)
        each = total / size
        first = first or each
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        shares = ", ".join(f"{name} {part / total:.0%}" for name, part in parts.items() if part / total >= 0.01)
        speed = f"{size:>9,} {total:>8.2f} {size / total:>15,.0f} {each / first:>11.1f}x {most:>8,.0f}"
        print(f"{speed}  {shares}", flush=True)


if __name__ == "__main__":
    main()
