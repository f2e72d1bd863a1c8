"""Fits the weights of `analysis/samework/judge.py` and writes `same_work.json` beside this script.

    python analysis/fitted/fit_same_work.py PAIRS.jsonl …

Each line of PAIRS.jsonl is `{"source", "retelling", "label", "group"}`, label 1 where both ask for the same work.
All files count the same. The pairs used for the weights in this folder: questions of students with their rewordings
(Advising, Finegan-Dollak et al. 2018), descriptions of shell commands (NL2Bash, Lin et al. 2018), and requests to a
bank by intent (Banking77, Casanueva et al. 2020). No word of them is in the weights: the figures are of no language
and no domain, and each is held to the sign that it has by its meaning.
Tells the area under the ROC curve in sample, with each quarter of the groups left out in turn, and with each file
left out of the fit.
"""

import argparse
import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from misheard.analysis.fitted.fitting import adam, auc, sigmoid
from misheard.analysis.samework.features import Pair
from misheard.analysis.samework.judge import Model, score
from misheard.analysis.samework.reading import read

HERE = Path(__file__).parent
FOLDS = 4
RIDGE = 2.0
STEPS = 500
LATE_RATE = 0.01
"""How far the last steps of a fit go."""
COMMON = ("covered_both", "covered_poorer", "covered_richer", "cosine", "jaccard", "letters", "asked_alike")
APART = {
    "values_apart": -1,
    "numbers_apart": -1,
    "names_apart": -1,
    "values_more": -1,
    "template": -1,
    "numbers_template": -1,
    "values_lost": -1,
    "values_kept": 1,
}
"""Figures that tell requests apart, with the sign each must have."""
BELIEVED = {"opposed": -6.0, "action_apart": -4.0, "swapped": -5.0, "asked_apart": -3.0, "elsewhere": -2.5}
"""Weights of what hardly occurs in the pairs: start, stop; to draft, to review; price, weight; who, how."""
SURE = 0.8
"""Mean of the sum of what two requests have in common: the higher, the more what they differ in counts."""

Floats = "np.ndarray[Any, np.dtype[np.float64]]"


class Rows:
    """The pairs of all files as figures, with their labels, files and folds."""

    def __init__(self, paths: list[Path]) -> None:
        held = [(path.stem, json.loads(line)) for path in paths for line in path.read_text("utf-8").splitlines()]
        figures = [Pair(read(row["source"]), read(row["retelling"])).features() for _, row in held]
        self.figures = figures
        self.common = np.array([[one[name] for name in COMMON] for one in figures])
        self.apart = np.array([[one[name] for name in APART] for one in figures])
        self.labels = np.array([int(row["label"]) for _, row in held])
        self.names = [path.stem for path in paths]
        self.files = np.array([self.names.index(name) for name, _ in held])
        self.folds = np.array([_fold(row["group"]) for _, row in held])
        self.tags = np.array([str(row.get("tag", "")).rpartition(":")[2] for _, row in held])


def _fold(group: str) -> int:
    return int.from_bytes(hashlib.blake2b(group.encode(), digest_size=8).digest(), "big") % FOLDS


def fit(rows: Rows, chosen: Any) -> Model:
    """Fit both sums on the chosen rows by Adam (Kingma and Ba 2015), ridge, and signs kept by projection.

    Each file has a bias of its own while fitting, for what counts as the same differs between them.
    """
    labels, owner = rows.labels[chosen], rows.files[chosen]
    sizes = np.bincount(owner, minlength=len(rows.names))
    weights = (1000 / np.maximum(sizes, 1))[owner]
    common, mean, spread = _scaled(rows.common[chosen])
    apart, mean_apart, spread_apart = _scaled(rows.apart[chosen])
    at, split = common.shape[1], common.shape[1] + apart.shape[1]
    signs = np.array([1] * at + list(APART.values()) + [0] * (len(sizes) + 1))
    values = np.where(signs == 0, 0.0, 0.1 * signs)
    values[-1] = 2.0

    def gradient(now: Any) -> Any:
        one = sigmoid(common @ now[:at] + now[split:-1][owner])
        other = sigmoid(apart @ now[at:split] + now[-1])
        likely = np.clip(one * other, 1e-7, 1 - 1e-7)
        outer = weights * ((1 - labels) / (1 - likely) - labels / likely)
        inner = [outer * likely * (1 - one), outer * likely * (1 - other)]
        ridge = RIDGE * now[:split]
        sums = np.append(common.T @ inner[0], apart.T @ inner[1]) + ridge
        return np.concatenate([sums, np.bincount(owner, inner[0], len(sizes)), [inner[1].sum()]])

    values = adam(gradient, values, STEPS, LATE_RATE, signs)
    first, second = values[:at] / spread, values[at:split] / spread_apart
    return Model(
        dict(zip(COMMON, map(float, first), strict=True)),
        SURE - float(first @ mean),
        dict(zip(APART, map(float, second), strict=True)) | BELIEVED,
        float(values[-1] - second @ mean_apart),
    )


def _scaled(figures: Any) -> tuple[Any, Any, Any]:
    mean, spread = figures.mean(0), figures.std(0) + 1e-9
    return (figures - mean) / spread, mean, spread


def scores(rows: Rows, weights: Model, chosen: Any) -> Any:
    """Return the score of each chosen pair."""
    return np.array([score(rows.figures[n], weights) for n in np.flatnonzero(chosen)])


def tell(title: str, rows: Rows, found: Any) -> None:
    """Print how well the scores tell the labels of each file, and of each kind of what is not the same."""
    for number, name in enumerate(rows.names):
        own = rows.files == number
        parts = [f"all {auc(rows.labels[own], found[own]):.3f}"]
        for tag in sorted(set(rows.tags[own & (rows.labels == 0)])):
            part = own & ((rows.labels == 1) | (rows.tags == tag))
            parts.append(f"{tag} {auc(rows.labels[part], found[part]):.3f}")
        called = [100 * (found[own & (rows.labels == label)] >= 0.5).mean() for label in (1, 0)]
        sys.stdout.write(
            f"{title:10} {name:20} AUC {', '.join(parts)}; called same {called[0]:.0f} / {called[1]:.0f} %\n"
        )


def main() -> None:
    """Read the arguments, fit, tell, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", nargs="+", type=Path, metavar="PAIRS")
    rows = Rows(parser.parse_args().pairs)
    everything = np.ones(len(rows.labels), bool)
    for title, parts, count in (("groups out", rows.folds, FOLDS), ("file out", rows.files, len(rows.names))):
        found = np.zeros(len(rows.labels))
        for part in range(count):
            out = parts == part
            found[out] = scores(rows, fit(rows, ~out), out)
        tell(title, rows, found)
    model = fit(rows, everything)
    tell("in sample", rows, scores(rows, model, everything))
    held: dict[str, Any] = {"about": " ".join((__doc__ or "").split())} | model._asdict()
    for name in ("common", "apart"):
        held[name] = {key: round(value, 4) for key, value in held[name].items()}
    (HERE / "same_work.json").write_text(json.dumps(held, indent=0, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
