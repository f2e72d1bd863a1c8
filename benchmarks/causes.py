"""Whether the first probable cause is the mistake that people named, on the failed runs of *Who&When*.

Run with `python benchmarks/causes.py [FOLDER]`. The labels are one agent and one step (from 0) a run. An LLM judge
was published to name the agent in 53.5 % and the step in 14.2 % of the runs (Zhang et al., Which Agent Causes Task
Failures and When?, 2025). Most of those mistakes are wrong answers and bad plans, which no message contradicts:
what is measured here is how many of them show in the messages at all. Nothing is tuned to these runs.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from misheard.analysis.engine import Analysis, analyse, load_trace
from misheard.ingest.load import load
from misheard.ingest.source import find
from misheard.ingest.store import Store

FOLDER = Path(__file__).parents[2] / "shared" / "corpus" / "who_and_when"


def runs(folder: Path) -> Iterator[tuple[Analysis, str, int]]:
    """Yield the analysis of each labelled run, and the agent and the step that people hold to be the mistake."""
    for file in sorted(folder.rglob("*.json")):
        labels = json.loads(file.read_text(encoding="utf-8"))
        if "mistake_agent" not in labels:
            continue
        with Store.open() as store:
            load(store, find([str(file)])[0])
            ids = [row[0] for row in store.read("SELECT trace_id FROM traces")]
            if ids:
                yield analyse(load_trace(store, ids[0])), str(labels["mistake_agent"]), int(labels["mistake_step"])


def judged(analysis: Analysis, agent: str, step: int) -> tuple[bool, bool] | None:
    """Return whether the first chain begins with the agent and at the step; None where there is no chain."""
    if not analysis.causes.chains:
        return None
    first = analysis.causes.chains[0].steps[0].message
    message = analysis.trace.by_id[first]
    return message.sender.lower() == agent.lower(), first.split(".")[0] == f"m{step}"


def main() -> None:
    """Print the two shares, over all runs and over those with a probable cause."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("folder", nargs="?", type=Path, default=FOLDER, help="the runs, JSON with their labels")
    folder = ask.parse_args().folder
    if not folder.is_dir():
        print(f"{folder}: not there; the measurement was skipped")
        return
    found = Counter[str]()
    for analysis, agent, step in runs(folder):
        found["runs"] += 1
        found["flags"] += bool(analysis.flags)
        verdict = judged(analysis, agent, step)
        if verdict:
            found["causes"] += 1
            found["agent"] += verdict[0]
            found["step"] += verdict[1]
    print(f"{found['runs']} runs, {found['flags']} with a flag, {found['causes']} with a probable cause")
    for name in ("agent", "step"):
        share = found[name] / found["runs"] if found["runs"] else 0
        among = found[name] / found["causes"] if found["causes"] else 0
        print(f"{name:5} right: {found[name]} = {share:.1%} of all runs, {among:.0%} of those with a cause")


if __name__ == "__main__":
    main()
