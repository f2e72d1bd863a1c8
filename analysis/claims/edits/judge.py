"""How likely the edits of a near copy changed its meaning: two small linear models over the features of the edits.

The first weighs each edit alone and joins them by noisy-or (Pearl 1988): a pair is changed if one edit is. The
second weighs which features occur in the pair at all, for a careful rewrite looks otherwise than a careless one.
Their weights are fitted by `analysis/fitted/fit_edits.py` and lie beside it.
"""

import json
import math
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from misheard.analysis.claims.edits.align import Alignment, Edit, align
from misheard.analysis.claims.edits.features import features_of
from misheard.analysis.claims.edits.tokens import Token


class Model(NamedTuple):
    """The fitted weights, in log-odds; `mix` is the weight of the first model.

    `cut` is the sum that means one half, `cut_moved` the same where words changed their places.
    """

    edit: dict[str, float]
    edit_bias: float
    pair: dict[str, float]
    pair_bias: float
    mix: float
    cut: float
    cut_moved: float


class Judged(NamedTuple):
    """One edit, and how likely (0 to 1) it changes what is said, all other edits left aside."""

    edit: Edit
    likely: float


class Judgement(NamedTuple):
    """How likely (0 to 1) the retelling is changed, and the edits, the likeliest first."""

    changed: float
    alignment: Alignment
    edits: tuple[Judged, ...]


@lru_cache(maxsize=1)
def model() -> Model:
    """Return the fitted model."""
    text = files("misheard.analysis.fitted").joinpath("edits.json").read_text(encoding="utf-8")
    read = json.loads(text)
    return Model(*(read[name] for name in Model._fields))


def judge(source: list[Token], retelling: list[Token]) -> Judgement:
    """Return how likely `retelling` says otherwise than `source`, both given as tokens."""
    made = align(source, retelling)
    if not made.edits:
        return Judgement(0.0, made, ())
    named = features_of(made)
    weights = model()
    sums = [weights.edit_bias + sum([weights.edit.get(name, 0.0) for name in names]) for names in named]
    kept = -sum([math.log1p(math.exp(min(total, 30.0))) for total in sums])
    changed = weights.mix * _log_odds(kept) + weights.pair_bias
    pair = weights.pair
    changed += sum([pair.get(name, 0.0) for name in {name for names in named for name in names}])
    judged = [Judged(edit, _sigmoid(total)) for edit, total in zip(made.edits, sums, strict=True)]
    judged.sort(key=lambda one: -one.likely)
    cut = weights.cut_moved if any(edit.kind == "move" for edit in made.edits) else weights.cut
    return Judgement(_sigmoid(changed - cut), made, tuple(judged))


def _log_odds(log_kept: float) -> float:
    """Return the log-odds of a change, given the logarithm of the probability that there is none."""
    changed = -math.expm1(log_kept)
    return math.log(max(changed, 1e-6)) - max(log_kept, -13.8)


def _sigmoid(value: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, value))))
