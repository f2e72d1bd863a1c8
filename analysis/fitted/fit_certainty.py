"""Fit the linear model of sentence certainty to human ratings, and write its weights to `certainty.json`.

The ratings are those of Pei and Jurgens, Measuring Sentence-Level and Aspect-Level (Un)certainty in Science
Communications, EMNLP 2021: how certain a scientific finding sounds, 1 to 6. The data is not part of this project.
Its path is the one argument: JSON lines with `finding`, `sentence-level-certainty` and `split`. The model is
fitted to `train` alone; the penalty is chosen there by ten-fold cross-validation, and `test` is read at the end.
"""

import argparse
import json
from collections import Counter
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from misheard.analysis.claims import sureness as model

Array = NDArray[np.float64]

SOURCE = (
    "Human ratings (1 to 6) of the certainty of scientific findings: Pei & Jurgens, Measuring Sentence-Level and "
    "Aspect-Level (Un)certainty in Science Communications, EMNLP 2021. Fitted by fit_certainty.py to their "
    "training part: ridge regression on word classes, forms, and words and word pairs that name no topic."
)
LEAST_SEEN = 6
"""Sentences of the training part in which a word or a pair must stand to get a weight."""
SCALES = {"class": 3.0, "form": 3.0, "word": 1.0, "pair": 0.7}
"""How freely a kind of feature may be weighed: what generalises is bound less."""
PENALTIES = (30.0, 60.0, 100.0, 150.0, 220.0)
FOLDS = 10


def features(text: str) -> dict[str, float]:
    """Return the features of a text by "kind:name"."""
    words = model.words_in(text)
    known, closed = model.classes(), model.closed_words()
    mask = 0
    for phrase in model.phrases(words) & known.bits.keys():
        mask |= known.bits[phrase]
    found = {f"class:{name}": 1.0 for place, name in enumerate(known.names) if mask & (1 << place)}
    found |= {f"form:{name}": 1.0 for name in model.forms(words, mask, known)}
    found["form:length"] = model.length_of(words)
    for phrase in model.phrases(words, 2):
        if closed.issuperset(phrase.split()):
            found[("pair:" if " " in phrase else "word:") + phrase] = 1.0
    return found


def names_of(rows: list[dict[str, float]]) -> list[str]:
    """Return the names of the features that occur often enough to be weighed."""
    seen = Counter(name for row in rows for name in row)
    return sorted(name for name, count in seen.items() if count >= LEAST_SEEN or name[:5] in ("class", "form:"))


def matrix(rows: list[dict[str, float]], names: list[str]) -> Array:
    """Return the features as a matrix, each kind at its scale."""
    places = {name: place for place, name in enumerate(names)}
    made = np.zeros((len(rows), len(names)))
    for line, row in enumerate(rows):
        for name, value in row.items():
            if name in places:
                made[line, places[name]] = value * SCALES[name.split(":")[0]]
    return made


def ridge(x: Array, y: Array, penalty: float) -> tuple[Array, float]:
    """Return the weights and the constant of a ridge regression, solved in its dual form."""
    middle, mean = x.mean(axis=0), float(y.mean())
    centred = x - middle
    weights: Array = centred.T @ np.linalg.solve(centred @ centred.T + penalty * np.eye(len(y)), y - mean)
    return weights, mean - float(middle @ weights)


def pearson(one: Array, other: Array) -> float:
    """Return the correlation of two rows of numbers."""
    return float(np.corrcoef(one, other)[0, 1])


def crossed(rows: list[dict[str, float]], y: Array, penalty: float) -> float:
    """Return the correlation of cross-validated ratings with `y`; what is weighed is chosen in each fold."""
    order = np.random.default_rng(0).permutation(len(y))
    out = np.zeros(len(y))
    for fold in range(FOLDS):
        held = order[fold::FOLDS]
        kept = np.setdiff1d(order, held)
        names = names_of([rows[place] for place in kept])
        weights, constant = ridge(matrix([rows[place] for place in kept], names), y[kept], penalty)
        out[held] = matrix([rows[place] for place in held], names) @ weights + constant
    return pearson(out, y)


def written(names: list[str], weights: Array, constant: float) -> dict[str, object]:
    """Return the model as it is kept: scales multiplied in, rounded, and without what weighs nothing."""
    by_kind: dict[str, dict[str, float]] = {"class": {}, "form": {}, "word": {}, "pair": {}}
    for name, weight in zip(names, weights, strict=True):
        kind, key = name.split(":", 1)
        by_kind[kind][key] = round(float(weight) * SCALES[kind], 4)
    found = {key: weight for key, weight in (by_kind["word"] | by_kind["pair"]).items() if abs(weight) >= 0.005}
    return {
        "source": SOURCE,
        "constant": round(constant, 4),
        "classes": by_kind["class"],
        "forms": {name: by_kind["form"].get(name, 0.0) for name in sorted(by_kind["form"])},
        "phrases": found,
    }


def main() -> None:
    """Fit, print the correlations, and write the weights beside this file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="the ratings as JSON lines")
    lines = [json.loads(line) for line in parser.parse_args().data.read_text(encoding="utf-8").splitlines()]
    parts = {name: [line for line in lines if line["split"] == name] for name in ("train", "val", "test")}
    rows = {name: [features(line["finding"]) for line in part] for name, part in parts.items()}
    y = {name: np.array([line["sentence-level-certainty"] for line in part]) for name, part in parts.items()}
    scores = {penalty: crossed(rows["train"], y["train"], penalty) for penalty in PENALTIES}
    best = max(scores, key=lambda penalty: scores[penalty])
    names = names_of(rows["train"])
    weights, constant = ridge(matrix(rows["train"], names), y["train"], best)
    print(f"{len(names)} features, penalty {best:g}: cross-validated {scores[best]:.3f}")  # noqa: T201
    for name in ("val", "test"):
        print(f"{name}: {pearson(matrix(rows[name], names) @ weights + constant, y[name]):.3f}")  # noqa: T201
    target = Path(__file__).with_name("certainty.json")
    target.write_text(json.dumps(written(names, weights, constant), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
