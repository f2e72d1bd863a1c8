"""How well repeated work is found in runs whose failures experts noted step by step (AgentRx).

usage: python benchmarks/agentrx.py [FOLDER] [--verbose]

FOLDER holds `magentic_dataset/*.json`, `tau_retail/*.json` and `ground_truth/*.json` (default:
../shared/corpus/agentrx, not part of this project; skipped where it is absent). A run counts as one of repeated
work where one failure reason is noted more than once, word for word, and as found where `duplicate-work` flags
anything. The labels are a stand-in: a reason noted twice need not mean that work was repeated, nor the other way
round.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from misheard.analysis.detectors.duplicate_work import DETECTOR
from misheard.analysis.engine import load_trace
from misheard.analysis.flag import Flag, Severity
from misheard.ingest.load import load
from misheard.ingest.source import Source
from misheard.ingest.store import Store

FOLDER = Path(__file__).resolve().parent.parent.parent / "shared" / "corpus" / "agentrx"
PARTS = {"magentic_dataset": "magentic_one_ground_truth", "tau_retail": "tau_ground_truth"}


def labels(path: Path) -> dict[str, bool]:
    """Return for each labelled run whether one reason, not empty, is noted more than once."""
    found = {}
    for run in json.loads(path.read_text("utf-8")):
        reasons = Counter(failure["step_reason"].strip() for failure in run["failures"])
        found[str(run["trajectory_id"])] = any(count > 1 for reason, count in reasons.items() if reason)
    return found


def flags_in(log: Path) -> Iterator[tuple[str, list[Flag]]]:
    with Store.open() as store:
        load(store, [Source(str(log), log)])
        for (trace_id,) in store.read("SELECT trace_id FROM traces"):
            yield trace_id, list(DETECTOR.detect(load_trace(store, trace_id), DETECTOR.thresholds))


def run_of(log: Path, trace_id: str, known: dict[str, bool]) -> str | None:
    """Return the name under which a run is labelled: its file's, or the last part of its id."""
    return next((name for name in (log.stem, trace_id, trace_id.rpartition("#")[2]) if name in known), None)


def part(folder: Path, name: str, verbose: bool) -> Counter[tuple[str, bool]]:
    """Return how many runs are labelled and flagged how, with notes ("any") and without ("warning")."""
    known = labels(folder / "ground_truth" / f"{PARTS[name]}.json")
    count: Counter[tuple[str, bool]] = Counter()
    for log in sorted((folder / name).glob("*.json")):
        for trace_id, flags in flags_in(log):
            run = run_of(log, trace_id, known)
            if run is None:
                count["unlabelled", bool(flags)] += 1
                continue
            warned = any(flag.severity is not Severity.NOTE for flag in flags)
            count[f"any, {'repeated' if known[run] else 'other'}", bool(flags)] += 1
            count[f"warning, {'repeated' if known[run] else 'other'}", warned] += 1
            if verbose and (flags or known[run]):
                label = "repeated" if known[run] else "other"
                print(run[:12], label, *(flag.summary for flag in flags), sep="\n   ")
    return count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--verbose", action="store_true")
    given = parser.parse_args()
    if not given.folder.exists():
        print(f"{given.folder}: absent, skipped")
        return
    total: Counter[tuple[str, bool]] = Counter()
    for name in PARTS:
        found = part(given.folder, name, given.verbose)
        print(name, dict(found))
        total += found
    for level in ("any", "warning"):
        hit, false = total[f"{level}, repeated", True], total[f"{level}, other", True]
        every = hit + total[f"{level}, repeated", False]
        print(f"{level:8} precision {hit}/{hit + false}, recall {hit}/{every}")


if __name__ == "__main__":
    main()
