"""How well claims are compared: recall, false alarms, ranking and speed on labelled sentence pairs and runs.

usage: python benchmarks/claims.py [LANGUAGE [SCENARIOS]]

LANGUAGE holds human-labelled pairs (`drift/*.jsonl`, `laundering/*.jsonl`), SCENARIOS labelled runs; neither is
part of this project, and whatever is absent is skipped and said to be. Default: ../shared/language and
../shared/scenarios. The weights of the comparison were fitted on part of these pairs; what they reach on pairs left
out of the fit is told by analysis/fitted/fit_edits.py.
"""

import argparse
import json
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from misheard.analysis import compare_claims
from misheard.analysis.claims.sureness import sureness

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
CASES = ROOT / "tests" / "analysis" / "claims"
QUARTERS = 4


def read(path: Path) -> list[dict[str, Any]]:
    if path.suffix == ".toml":
        return list(tomllib.loads(path.read_text("utf-8")).get("pair", []))
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def rate(hits: Iterable[bool]) -> str:
    every = list(hits)
    return f"{sum(every)}/{len(every)} = {100 * sum(every) / max(1, len(every)):.1f} %"


def auc(labels: Sequence[int], scores: Sequence[float]) -> float:
    _, inverse, counts = np.unique(np.array(scores), return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    truth = np.array(labels)
    ones = int(truth.sum())
    zeros = len(truth) - ones
    return float((ranks[truth == 1].sum() - ones * (ones + 1) / 2) / max(1, ones * zeros))


def balanced(labels: Sequence[int], scores: Sequence[float]) -> float:
    truth, values = np.array(labels), np.array(scores)
    cuts = np.quantile(values, np.linspace(0, 1, 200))
    return float(max(((values[truth == 1] >= cut).mean() + (values[truth == 0] < cut).mean()) / 2 for cut in cuts))


def words_changed(row: dict[str, Any]) -> int:
    one, other = Counter(row["source"].lower().split()), Counter(row["retelling"].lower().split())
    return sum((one - other).values()) + sum((other - one).values())


def tell(*parts: object) -> None:
    print(f"{parts[0]!s:44}", *parts[1:])


def faithful(rows: list[dict[str, Any]]) -> str:
    found = [compare_claims(row["source"], row["retelling"]) for row in rows]
    drift = rate(one.changed >= 0.5 for one in found)
    firm = rate(one.hardened >= 0.5 for one in found)
    return f"changed {drift}   hardened {firm}"


def own() -> None:
    path = CASES / "faithful.toml"
    if path.exists():
        rows = read(path)
        for half in ("first", "second", "third"):
            tell(f"own faithful rewrites, {half} part", faithful([row for row in rows if row["half"] == half]))
    for kind in sorted((CASES / "cases").glob("*.toml")):
        held = tomllib.loads(kind.read_text("utf-8"))
        parts = []
        for name in ("flagged", "faithful"):
            found = [compare_claims(row["source"], row["retelling"]) for row in held[name]]
            parts.append(f"{name} {rate(max(one.changed, one.hardened) >= 0.5 for one in found)}")
        tell(f"own cases, {kind.stem}", "   ".join(parts))


def drift(folder: Path) -> None:
    paws = read(folder / "paws.jsonl")
    tell("PAWS, label 0: false alarms", faithful([row for row in paws if row["label"] == 0]))
    tell("PAWS, AUC", f"{auc([row['label'] for row in paws], _changed(paws)):.3f}")
    edits = read(folder / "summedits.jsonl")
    tell("SummEdits, consistent: false alarms", faithful([row for row in edits if row["label"] == 0]))
    scores, labels = _changed(edits), [row["label"] for row in edits]
    tell("SummEdits, AUC / balanced accuracy", f"{auc(labels, scores):.3f} / {balanced(labels, scores):.3f}")
    sizes = np.array([words_changed(row) for row in edits])
    quarter = np.searchsorted(np.quantile(sizes, (0.25, 0.5, 0.75)), sizes)
    for number in range(QUARTERS):
        rows = np.flatnonzero(quarter == number)
        part = [labels[n] for n in rows], [scores[n] for n in rows]
        span = f"{sizes[rows].min()}-{sizes[rows].max()} words"
        tell(f"  quarter {number + 1} by words changed ({span})", f"{auc(*part):.3f} / {balanced(*part):.3f}")
    bump = read(folder / "bump.jsonl")
    hits = [score >= 0.5 for score in _changed(bump)]
    tell("BUMP, recall", rate(hits))
    for tag in sorted({row["tag"] for row in bump}):
        tell(f"  {tag}", rate(hit for hit, row in zip(hits, bump, strict=True) if row["tag"] == tag))
    for name in ("cad_nli", "conj_nli", "negation_nli"):
        rows = read(folder / f"{name}.jsonl")
        scores, labels = _changed(rows), [row["label"] for row in rows]
        alarms = rate(s >= 0.5 for s, label in zip(scores, labels, strict=True) if label == 0)
        hits = rate(s >= 0.5 for s, label in zip(scores, labels, strict=True) if label == 1)
        tell(
            f"{name} (entailment, not retelling)", f"AUC {auc(labels, scores):.3f}   found {hits}   false {alarms}"
        )


def _changed(rows: list[dict[str, Any]]) -> list[float]:
    return [compare_claims(row["source"], row["retelling"]).changed for row in rows]


def laundering(folder: Path) -> None:
    rows = read(folder / "exaggeration.jsonl")
    scores = [compare_claims(row["source"], row["retelling"]).hardened for row in rows]
    tell("exaggeration, AUC", f"{auc([row['label'] for row in rows], scores):.3f}")
    by_tag = defaultdict(list)
    for row, score in zip(rows, scores, strict=True):
        by_tag[row["tag"]].append(score >= 0.5)
    for tag, hits in sorted(by_tag.items()):
        tell(f"  fired on {tag}", rate(hits))
    rated = [row for row in read(folder / "certainty.jsonl") if row["split"] == "test"]
    told = [sureness(row["finding"]) for row in rated]
    tell(
        "certainty, Pearson on the test part",
        f"{np.corrcoef(told, [row['sentence-level-certainty'] for row in rated])[0, 1]:.3f}",
    )


def speed(folder: Path) -> None:
    for name in ("paws", "summedits", "cad_nli"):
        rows = read(folder / f"{name}.jsonl")[-2000:]
        compare_claims.cache_clear()
        begun = time.process_time()
        for row in rows:
            compare_claims(row["source"], row["retelling"])
        spent = time.process_time() - begun
        length = np.mean([len(row["source"]) + len(row["retelling"]) for row in rows])
        tell(f"speed on {name} ({length:.0f} characters a pair)", f"{len(rows) / spent:,.0f} pairs per CPU-second")


def runs(folder: Path) -> None:
    sys.path.insert(0, str(Path(__file__).parent))
    import detection

    score = detection.scored(folder)
    for mode in ("telephone-drift", "uncertainty-laundering"):
        found, planted, false = score.found[mode], score.planted[mode], score.false[mode]
        tell(f"{folder.name}, {mode}", f"found {found}/{planted}   false alarms {false}")
    tell(f"{folder.name}, clean runs silent", f"{score.silent}/{score.clean}")


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("language", type=Path, nargs="?", default=SHARED / "language")
    ask.add_argument("scenarios", type=Path, nargs="?", default=SHARED / "scenarios")
    args = ask.parse_args()
    own()
    if args.language.exists():
        drift(args.language / "drift")
        laundering(args.language / "laundering")
        speed(args.language / "drift")
    else:
        print(f"{args.language} is absent: no figures for pairs of other people")
    for folder in (args.scenarios, ROOT / "tests" / "runs"):
        if folder.exists():
            runs(folder)
        else:
            print(f"{folder} is absent: no figures for labelled runs")


if __name__ == "__main__":
    main()
