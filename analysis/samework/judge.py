"""Weighs the figures of two requests: as much as they have in common, if no value tells them apart."""

import json
import math
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple


class Model(NamedTuple):
    """Two sums of weighted figures; both must be high."""

    common: Mapping[str, float]
    common_bias: float
    apart: Mapping[str, float]
    apart_bias: float


@lru_cache(maxsize=1)
def model() -> Model:
    """Return the weights that `analysis/fitted/fit_same_work.py` wrote."""
    held = json.loads(files("misheard.analysis.fitted").joinpath("same_work.json").read_text(encoding="utf-8"))
    return Model(*(held[name] for name in Model._fields))


def score(figures: Mapping[str, float], weights: Model) -> float:
    """Return how likely (0 to 1) two requests with these figures ask for the same work."""
    common = weights.common_bias + sum(weight * figures[name] for name, weight in weights.common.items())
    apart = weights.apart_bias + sum(weight * figures[name] for name, weight in weights.apart.items())
    return logistic(common) * logistic(apart)


def logistic(value: float) -> float:
    """Return the logistic function of a sum."""
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, value))))
