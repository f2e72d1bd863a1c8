"""Fits the weights of `analysis/claims/edits/judge.py` and writes `edits.json` beside this script.

    python analysis/fitted/fit_edits.py PAIRS.jsonl=WEIGHT … FAITHFUL.toml=WEIGHT …

Each line of PAIRS.jsonl is `{"source", "retelling", "label", "group"}`, label 1 where the retelling is not what the
source says; a FAITHFUL.toml holds `[[pair]]` tables of faithful rewrites. A file counts as WEIGHT
in all, however many pairs it has. The pairs used for the weights in this folder: SummEdits (Laban et al. 2023),
BUMP (Ma et al. 2023), PAWS-Wiki (Zhang et al. 2019), and the first half of this project's own faithful rewrites.
Tells the area under the ROC curve with each group of a file (or a quarter of its sources) left out of the fit in
turn, and then fits on everything.
"""

import argparse
import hashlib
import json
import math
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from misheard.analysis.claims.edits.align import align
from misheard.analysis.claims.edits.features import features_of
from misheard.analysis.claims.edits.judge import Model
from misheard.analysis.claims.edits.tokens import tokens
from misheard.analysis.fitted.fitting import adam, auc, sigmoid

HERE = Path(__file__).parent
FOLDS = 4
EDIT_RIDGE = 2.0
PAIR_RIDGE = 12.0
LATE_RATE = 0.015
"""How far the last steps of a fit go."""
LEAST_COUNT = 15
MIX = 0.5
LEAST_JUDGED = 40
"""With fewer unchanged pairs than this a file says nothing of what counts as one half."""
FALSE_ALARMS = {"summedits": 0.05, "paws": 0.04, "*": 0.015}
"""The share of unchanged pairs of a file that may be called changed; it sets what counts as one half."""

Bag = list[tuple[str, ...]]
Floats = "np.ndarray[Any, np.dtype[np.float64]]"


class Rows:
    """The pairs of all files: features, labels, weights, and the fold each is left out in."""

    def __init__(self) -> None:
        self.bags: list[Bag] = []
        self.labels: list[int] = []
        self.weights: list[float] = []
        self.folds: list[int] = []
        self.files: list[str] = []
        self.moved: list[bool] = []

    def add(self, name: str, pairs: list[dict[str, Any]], weight: float) -> None:
        """Take in the pairs of one file."""
        groups = sorted({pair.get("group", "") for pair in pairs})
        for pair in pairs:
            few = 1 < len(groups) <= FOLDS
            own = int.from_bytes(hashlib.blake2b(pair["source"][:60].encode(), digest_size=8).digest(), "big")
            seed = groups.index(pair["group"]) if few else own
            self.bags.append(features_of(align(tokens(pair["source"]), tokens(pair["retelling"]))))
            self.labels.append(int(pair["label"]))
            self.weights.append(1000 * weight / len(pairs))
            self.folds.append(seed % FOLDS)
            self.files.append(name)
            self.moved.append(any(names[0] == "move" for names in self.bags[-1]))


def read(path: Path) -> list[dict[str, Any]]:
    """Return the pairs of a JSON Lines or TOML file, without the parts that are kept apart."""
    if path.suffix == ".toml":
        held = tomllib.loads(path.read_text(encoding="utf-8"))
        pairs = [pair for pair in held["pair"] if pair.get("half", "first") == "first"]
        return [{**pair, "label": 0, "group": ""} for pair in pairs]
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def alone() -> list[str]:
    """Return the features by which one edit may change the meaning of a whole pair."""
    held = tomllib.loads((HERE / "edit_priors.toml").read_text(encoding="utf-8"))
    pairs = [pair.split() for pair in held["function_words"]["6.0"]]
    both = [f"f:{one}>{other}" for pair in pairs for one, other in (pair, pair[::-1])]
    return sorted([*held["alone"]["names"], *both])


def priors() -> dict[str, float]:
    """Return the weights believed in before any pair was seen."""
    held = tomllib.loads((HERE / "edit_priors.toml").read_text(encoding="utf-8"))
    held.pop("alone")
    closed = held.pop("function_words")
    found = {name: float(value) for table in held.values() for name, value in table.items()}
    for weight, pairs in closed.items():
        for one, other in map(str.split, pairs):
            found[f"f:{one}>{other}"] = found[f"f:{other}>{one}"] = float(weight)
    return found


def fit(rows: Rows, chosen: "np.ndarray[Any, np.dtype[np.bool_]]") -> Model:
    """Fit both models on the chosen rows; what counts as one half is set later."""
    picked = [n for n in np.flatnonzero(chosen) if rows.bags[n]]
    bags = [rows.bags[n] for n in picked]
    labels = np.array([rows.labels[n] for n in picked], float)
    weights = np.array([rows.weights[n] for n in picked])
    weights *= 1000 / weights.sum()
    edit, edit_bias = _fit_edits(bags, labels, weights)
    pair, pair_bias = _fit_pairs(bags, labels, weights)
    return Model(edit, edit_bias, pair, pair_bias, MIX, 0.0, 0.0, frozenset(alone()))


def _index(bags: list[Bag], least: int, also: dict[str, float]) -> dict[str, int]:
    counts = Counter(name for bag in bags for names in bag for name in set(names))
    kept = {name for name, count in counts.items() if count >= least} | set(also)
    return {name: number for number, name in enumerate(sorted(kept))}


def _fit_edits(bags: list[Bag], labels: Any, weights: Any) -> tuple[dict[str, float], float]:
    """Fit one weight a feature so that the noisy-or over the edits of a pair tells its label (Adam, ridge)."""
    believed = priors()
    index = _index(bags, 5, believed)
    flat = [(n, [index[name] for name in names if name in index]) for n, bag in enumerate(bags) for names in bag]
    feature = np.array([f for _, names in flat for f in names])
    edit = np.repeat(np.arange(len(flat)), [len(names) for _, names in flat])
    pair = np.array([n for n, _ in flat])
    prior = np.array([believed.get(name, 0.0) for name in sorted(index, key=index.__getitem__)] + [-3.0])

    def gradient(values: Any) -> Any:
        likely = np.clip(sigmoid(values[-1] + np.bincount(edit, values[feature], len(flat))), 1e-7, 1 - 1e-7)
        kept = np.exp(np.bincount(pair, np.log1p(-likely), len(bags)))
        outer = np.where(labels == 1, -kept / np.clip(1 - kept, 1e-6, None), 1.0) * weights
        inner = outer[pair] * likely
        return np.append(np.bincount(feature, inner[edit], len(index)), inner.sum())

    ridge = np.append(np.full(len(index), EDIT_RIDGE), 0.0)
    values = adam(lambda now: gradient(now) + ridge * (now - prior), prior.copy(), 250, LATE_RATE)
    return {name: float(values[n]) for name, n in index.items()}, float(values[-1])


def _fit_pairs(bags: list[Bag], labels: Any, weights: Any) -> tuple[dict[str, float], float]:
    """Fit a logistic regression on which features occur in a pair (Adam, ridge)."""
    index = _index(bags, LEAST_COUNT, {})
    present = [{index[name] for names in bag for name in names if name in index} for bag in bags]
    feature = np.array([f for names in present for f in sorted(names)])
    pair = np.repeat(np.arange(len(bags)), [len(names) for names in present])

    def gradient(values: Any) -> Any:
        wrong = (sigmoid(values[-1] + np.bincount(pair, values[feature], len(bags))) - labels) * weights
        return np.append(np.bincount(feature, wrong[pair], len(index)), wrong.sum())

    ridge = np.append(np.full(len(index), PAIR_RIDGE), 0.0)
    values = adam(lambda now: gradient(now) + ridge * now, np.zeros(len(index) + 1), 500, LATE_RATE)
    return {name: float(values[n]) for name, n in index.items()}, float(values[-1])


def sums(model: Model, bags: list[Bag]) -> Any:
    """Return the log-odds of each pair, as `judge` sums them."""
    found = []
    for bag in bags:
        totals = [model.edit_bias + sum(model.edit.get(name, 0.0) for name in names) for names in bag]
        kept = -sum(math.log1p(math.exp(min(total, 30.0))) for total in totals)
        odds = math.log(max(-math.expm1(kept), 1e-6)) - max(kept, -13.8)
        names = {name for names in bag for name in names}
        found.append(model.mix * odds + model.pair_bias + sum(model.pair.get(name, 0.0) for name in names))
    return np.array(found)


def cut_of(rows: Rows, scores: Any, moved: bool) -> float:
    """Return the lowest sum at which no file has more false alarms than it may, where words moved or did not."""
    faithful = (np.array(rows.labels) == 0) & (np.array(rows.moved) == moved)
    cuts = []
    for name in set(rows.files):
        own = scores[(np.array(rows.files) == name) & faithful]
        if len(own) >= LEAST_JUDGED:
            cuts.append(np.quantile(own, 1 - FALSE_ALARMS.get(name, FALSE_ALARMS["*"])))
    return float(max(cuts))


def tell(title: str, rows: Rows, scores: Any, cut: Any) -> None:
    """Print how well the scores tell the labels of each file."""
    labels, names = np.array(rows.labels), np.array(rows.files)
    for name in sorted(set(rows.files)):
        own = names == name
        hit = (scores >= cut)[own]
        hits = [hit[labels[own] == label] for label in (0, 1)]
        rates = " / ".join(f"{100 * group.mean():.1f}" for group in hits if len(group))
        area = auc(labels[own], (scores - cut)[own])
        sys.stdout.write(f"{title:9} {name:22} AUC {area:.3f}  called changed: {rates} %\n")


def main() -> None:
    """Read the arguments, fit, tell, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", nargs="+", metavar="FILE=WEIGHT")
    arguments = parser.parse_args()
    rows = Rows()
    for given in arguments.pairs:
        path, _, weight = given.rpartition("=")
        rows.add(Path(path).stem, read(Path(path)), float(weight))
    scores = np.zeros(len(rows.bags))
    for fold in range(FOLDS):
        out = np.array(rows.folds) == fold
        held = fit(rows, ~out)
        scores[out] = sums(held, [rows.bags[n] for n in np.flatnonzero(out)])
    cuts = cut_of(rows, scores, moved=False), cut_of(rows, scores, moved=True)
    cut = np.where(rows.moved, cuts[1], cuts[0])
    tell("left out", rows, scores, cut)
    model = fit(rows, np.ones(len(rows.bags), bool))
    model = model._replace(cut=cuts[0], cut_moved=cuts[1])
    tell("fitted", rows, sums(model, rows.bags), cut)
    text: dict[str, Any] = {"about": " ".join(__doc__.split())} | model._asdict()
    text["alone"] = alone()
    for name in ("edit", "pair"):
        text[name] = {key: round(value, 3) for key, value in text[name].items() if abs(value) >= 0.005}
    (HERE / "edits.json").write_text(json.dumps(text, indent=0, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
