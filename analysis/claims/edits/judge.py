"""How likely the edits of a near copy changed its meaning: two small linear models over the features of the edits.

The first weighs each edit alone and joins them by noisy-or (Pearl 1988): a pair is changed if one edit is. The
second weighs which features occur in the pair at all, for a careful rewrite looks otherwise than a careless one.
Their weights are fitted by `analysis/fitted/fit_edits.py` and lie beside it.
"""

import json
import math
from collections.abc import Callable
from functools import lru_cache
from importlib.resources import files
from operator import attrgetter
from typing import Any, NamedTuple

from misheard.analysis.claims.edits.align import Alignment, Edit, Words, align
from misheard.analysis.claims.edits.feature_names import Names
from misheard.analysis.claims.edits.features import facts_of

_LIKELY = attrgetter("likely")

_LIKELY = attrgetter("likely")

LIKELY = 0.7
"""An edit of this probability may change a pair alone."""


class Model(NamedTuple):
    """The fitted weights, in log-odds; `mix` is the weight of the first model.

    `cut` is the sum that means one half, `cut_moved` the same where words changed their places. `alone` are
    features of which one suffices, where nothing moved, if its edit is `LIKELY`: words that exclude one another, a
    negator.
    """

    edit: dict[str, float]
    edit_bias: float
    pair: dict[str, float]
    pair_bias: float
    mix: float
    cut: float
    cut_moved: float
    alone: frozenset[str]


class Judged(NamedTuple):
    """One edit, and how likely (0 to 1) it changes what is said, all other edits left aside."""

    edit: Edit
    likely: float


class Weighed(NamedTuple):
    """An edit: how likely it changes what is said, and minus the logarithm of the probability that it does not.

    `in_pair` are the features that the second model weighs, with their weights; `suffices` is true where it may
    change a pair alone.
    """

    likely: float
    unchanged: float
    in_pair: dict[str, float]
    suffices: bool


class Judgement(NamedTuple):
    """How likely (0 to 1) the retelling is changed, and what weighs each edit of the alignment."""

    changed: float
    alignment: Alignment
    weighed: list[Weighed]

    @property
    def edits(self) -> list[Judged]:
        """The edits, the likeliest first."""
        found = [Judged(edit, one.likely) for edit, one in zip(self.alignment.edits, self.weighed, strict=True)]
        return sorted(found, key=_LIKELY, reverse=True)


@lru_cache(maxsize=1)
def model() -> Model:
    """Return the fitted model."""
    text = files("misheard.analysis.fitted").joinpath("edits.json").read_text(encoding="utf-8")
    read = json.loads(text)
    return Model(**{name: read[name] for name in Model._fields[:-1]}, alone=frozenset(read["alone"]))


def judge(source: Words, retelling: Words) -> Judgement:
    """Return how likely `retelling` says otherwise than `source`, both given as the words of `edits.tokens`."""
    made = align(source, retelling)
    if not made.edits:
        return Judgement(0.0, made, [])
    weights = model()
    weighed = [_weighed(names, known) for names, known in facts_of(made)]
    kept = -sum([one.unchanged for one in weighed])
    in_pair: dict[str, float] = {}
    for one in weighed:
        in_pair.update(one.in_pair)
    changed = weights.mix * _log_odds(kept) + weights.pair_bias + sum(in_pair.values())
    if made.edits[0].kind == "move":  # what moved comes first
        return Judgement(_sigmoid(changed - weights.cut_moved), made, weighed)
    single = max([one.likely for one in weighed if one.suffices], default=0.0)
    changed = max(_sigmoid(changed - weights.cut), single if single >= LIKELY else 0.0)
    return Judgement(changed, made, weighed)


@lru_cache(maxsize=16384)
def _weighed(names: Callable[..., Names], known: tuple[Any, ...]) -> Weighed:
    """Return what the weights make of an edit, by what is known of it; many edits share that."""
    weights, found = model(), names(*known)
    total = weights.edit_bias + sum([weights.edit.get(name, 0.0) for name in found])
    in_pair = {name: weights.pair[name] for name in found if name in weights.pair}
    suffices = not weights.alone.isdisjoint(found)
    return Weighed(_sigmoid(total), math.log1p(math.exp(min(total, 30.0))), in_pair, suffices)


def _log_odds(log_kept: float) -> float:
    """Return the log-odds of a change, given the logarithm of the probability that there is none."""
    changed = -math.expm1(log_kept)
    return math.log(max(changed, 1e-6)) - max(log_kept, -13.8)


def _sigmoid(value: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, value))))
