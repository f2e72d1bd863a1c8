"""A count told as one that lies near it: 2,300 trees as some 2,600, 17 beds as roughly 20.

Nothing else need be worded alike where both texts count the same thing once, and have some more in common.
"""

from collections.abc import Iterator

from misheard.analysis.claims.checks.base import Check, Found
from misheard.analysis.claims.checks.figure_apart import is_apart
from misheard.analysis.claims.checks.figure_follow import follows
from misheard.analysis.claims.checks.figure_rates import denies
from misheard.analysis.claims.checks.figure_said import found_number
from misheard.analysis.claims.checks.figure_slots import equal, everywhere
from misheard.analysis.claims.checks.figures import LEAST_COUNT, Figure, figures_in
from misheard.analysis.claims.checks.number import REVISED
from misheard.analysis.claims.edits.record import bit_of
from misheard.analysis.claims.edits.telling import Pair, Sentence
from misheard.analysis.claims.names import conflict, names_in

SURE = 0.65
LEAST_SHARED = 2
"""So many content words beside what is counted must both have in common, or one and another figure."""
AHEAD = 5
"""A denial stands at most so many tokens ahead of what it denies."""
NEAREST, FARTHEST = 1.06, 1.5
"""A figure this much larger or smaller is neither the same one rounded nor likely one of something else."""
_ELSEWHERE = bit_of((
    "more", "further", "other", "another", "additional", "extra", "rest", "remaining", "left", "so", "already",
    "now", "only", "than", "instead", "reduced", "raised", "fewer", "less", "first", "second", "last", "next",
    "previous", "each", "per", "every", "would", "could", "room", "capacity", "maximum", "need", "needs", "needed",
    "plan", "planned", "wanted", "asked", "budget", "target", "goal", "was", "were",
))  # fmt: skip


def _find(pair: Pair) -> Iterator[Found]:
    mine = [one for one in figures_in(pair.retelling) if _is_count(one)]
    theirs = [one for one in figures_in(pair.source) if _is_count(one)] if mine else []
    if not theirs or pair.bits & _ELSEWHERE or pair.retelling.text.rstrip().endswith("?"):
        return
    told = everywhere(pair.told)
    for other in mine:
        same = [one for one in theirs if one.noun & other.noun]
        if len(same) == 1 and sum(bool(one.noun & other.noun) for one in mine) == 1 and _is_near(same[0], other):
            if any(equal(one, other) for one in told) or follows(other, told):
                continue
            if _is_one_matter(pair, same[0], other):
                yield found_number(same[0], other, pair.source, pair.retelling, SURE)._replace(anchored=True)
                return


def _is_count(figure: Figure) -> bool:
    return (
        figure.head == "count"
        and bool(figure.noun)
        and not figure.label
        and not figure.rate
        and figure.low >= LEAST_COUNT
    )


def _is_near(one: Figure, other: Figure) -> bool:
    less, more = sorted((one.low, other.low))
    return NEAREST <= more / less <= FARTHEST and not {one.bound, other.bound} & {"max", "min"}


def _denied(sentence: Sentence, figure: Figure) -> bool:
    return denies([token for token in sentence.tokens if token.end <= figure.start][-AHEAD:])


def _is_one_matter(pair: Pair, one: Figure, other: Figure) -> bool:
    if REVISED.search(pair.retelling.text) or _denied(pair.source, one) != _denied(pair.retelling, other):
        return False
    if f"{one.shown[0]:g}" in pair.retold.keys or is_apart(pair, pair.source, one, other):
        return False
    shared = {word.key for word in pair.retelling.records if word.sort in "wn"} & pair.source.keys
    figures = any(equal(left, right) for left in figures_in(pair.source) for right in figures_in(pair.retelling))
    if len(shared - one.noun - other.noun) + figures < LEAST_SHARED:
        return False
    return not conflict(
        names_in(pair.source.text), names_in(pair.retelling.text), pair.source.text, pair.retelling.text
    )


CHECK = Check(_find, figures=True)
