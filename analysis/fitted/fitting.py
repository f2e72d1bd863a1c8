"""What the scripts that fit a model share."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

RATE = 0.05
"""How far a step goes."""
LATE = 0.7
"""After which part of the steps they get smaller."""


def sigmoid(values: Any) -> Any:
    """Return the logistic function of log-odds, cut off where it is 0 or 1 in all digits that matter."""
    return 1 / (1 + np.exp(-np.clip(values, -30, 30)))


def adam(gradient: Callable[[Any], Any], values: Any, steps: int, late_rate: float, signs: Any = 0) -> Any:
    """Minimise by Adam (Kingma and Ba 2015), with smaller steps at the end; a value with a sign keeps to it."""
    mean, square = np.zeros_like(values), np.zeros_like(values)
    for step in range(1, steps + 1):
        now = gradient(values)
        mean = 0.9 * mean + 0.1 * now
        square = 0.999 * square + 0.001 * now**2
        rate = RATE if step < LATE * steps else late_rate
        values = values - rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        values = np.where(signs * values < 0, 0.0, values)
    return values


def auc(labels: Any, scores: Any) -> float:
    """Return the area under the ROC curve; labels are 0 and 1, and NaN comes back where one of them is missing."""
    _, inverse, counts = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    ones = int(labels.sum())
    zeros = len(labels) - ones
    return (
        float((ranks[labels == 1].sum() - ones * (ones + 1) / 2) / (ones * zeros)) if ones and zeros else math.nan
    )
