"""Recall and false alarms of every detector on labelled runs, by mode, and what was missed or wrongly flagged.

usage: python benchmarks/detection.py [FOLDER] [--verbose]

A flag is a hit where it has the mode of a planted fault and names one of its messages; repeats of one fault count
once; a flag that fits no planted fault, and no mode an expert would also accept there, is a false alarm. Notes do
not count.
"""

import argparse
import json
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from misheard.analysis.engine import analyse, load_trace
from misheard.analysis.flag import Flag, Mode, Severity
from misheard.ingest.load import load
from misheard.ingest.source import Source
from misheard.ingest.store import Store

RUNS = Path(__file__).resolve().parent.parent / "tests" / "runs"


@dataclass
class Score:
    """What was planted, found and wrongly flagged, by mode."""

    planted: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    false: Counter[str] = field(default_factory=Counter)
    lines: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    clean: int = 0
    silent: int = 0


def _mode(name: str) -> str:
    return name.replace("_", "-")


def flags_of(log: Path, as_of: str | None) -> list[Flag]:
    with Store.open() as store:
        load(store, [Source(str(log), log)])
        moment = datetime.fromisoformat(as_of) if as_of else None
        ids = [row[0] for row in store.read("SELECT trace_id FROM traces")]
        return [flag for one in ids for flag in analyse(load_trace(store, one, moment)).flags]


def judge(name: str, expect: dict[str, Any], flags: list[Flag], score: Score) -> None:
    planted = expect["flags"]
    near = [{*fault["messages"], *fault.get("related", ())} for fault in planted]
    hit: set[int] = set()
    false = []
    for flag in flags:
        at = set(flag.messages)
        same = [i for i, fault in enumerate(planted) if _mode(fault["mode"]) == flag.mode.value and at & near[i]]
        also = any(
            flag.mode.value in map(_mode, fault.get("also_ok", ())) and at & {*near[i], *fault.get("source", ())}
            for i, fault in enumerate(planted)
        )
        fresh = [i for i in same if i not in hit]
        hit.update(fresh[:1])
        if not same and not also:
            false.append(flag)
    for flag in false:
        score.false[flag.mode.value] += 1
        score.lines[name].append(f"false  {flag.mode}/{flag.kind} at {', '.join(flag.messages)}: {flag.summary}")
    for i, fault in enumerate(planted):
        score.planted[_mode(fault["mode"])] += 1
        score.found[_mode(fault["mode"])] += i in hit
        if i not in hit:
            score.lines[name].append(f"missed {fault['mode']} at {', '.join(fault['messages'])}: {fault['why']}")
    if not planted:
        score.clean += 1
        score.silent += not false


def scored(folder: Path) -> Score:
    score = Score()
    for labels in sorted(folder.glob("*.expect.json")):
        expect = json.loads(labels.read_text("utf-8"))
        name = labels.name.removesuffix(".expect.json")
        flags = flags_of(labels.with_name(f"{name}.jsonl"), expect.get("as_of"))
        judge(name, expect, [flag for flag in flags if flag.severity is not Severity.NOTE], score)
    return score


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("folder", type=Path, nargs="?", default=RUNS)
    ask.add_argument("--verbose", action="store_true")
    args = ask.parse_args()
    score = scored(args.folder)
    if args.verbose:
        for name, lines in score.lines.items():
            print(name, *(f"  {line}" for line in lines), sep="\n")
    print(f"{'mode':24}{'planted':>8}{'found':>7}{'recall':>8}{'false':>7}{'precision':>11}")
    for mode in Mode:
        planted, found, false = score.planted[mode], score.found[mode], score.false[mode]
        recall = f"{found / planted:.2f}" if planted else "–"
        precision = f"{found / (found + false):.2f}" if found + false else "–"
        print(f"{mode:24}{planted:8}{found:7}{recall:>8}{false:7}{precision:>11}")
    print(f"clean runs silent: {score.silent} of {score.clean}")


if __name__ == "__main__":
    main()
