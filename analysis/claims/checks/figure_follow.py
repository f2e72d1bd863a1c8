"""Whether a figure follows from others: as a sum, a difference, a share, a product."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from misheard.analysis.claims.checks.figures import Figure

MOST_COMBINED = 12
"""Sums, differences and shares are tried over so many figures."""


def follows(figure: Figure, told: Iterable[Figure], *, may_add: bool = True) -> bool:
    """Tell whether a figure is a difference or share of others or, if `may_add`, a sum, mean, product, quotient."""
    known = [one for one in told if not one.label or one.low == 1][:MOST_COMBINED]
    alike = list(dict.fromkeys(value for one in known if one.head == figure.head for value in (one.low, one.high)))
    value = figure.low
    slack = max(0.51 * figure.step if figure.step < 1 or figure.bound == "about" else 0.0, 0.005 * abs(value))

    def hits(candidate: float) -> bool:
        return abs(candidate - value) <= slack

    if any(hits(abs(a - b)) for a, b in combinations(alike, 2)):
        return True
    plain = [(one.low, one.head) for one in known if one.head != "rank"]
    if figure.head in ("share", "times", "points"):
        return _is_ratio(figure, plain, slack) or (figure.head == "share" and any(hits(1 - a) for a in alike))
    if not may_add:
        return False
    if len(alike) > 2 and hits(sum(alike)):
        return True
    if any(hits(a + b) or hits((a + b) / 2) for a, b in combinations(alike, 2)):
        return True
    pairs = list(combinations([number for number, _ in plain if number], 2))
    return any(hits(a * b) or hits(a / b) or hits(b / a) for a, b in pairs if 1 not in (a, b))


def _is_ratio(figure: Figure, plain: Sequence[tuple[float, str]], slack: float) -> bool:
    """Tell whether a share or a multiple is that of two figures, or the change from one to the other."""
    value = abs(figure.low)
    for (a, one), (b, other) in combinations(plain, 2):
        if one != other or not a or not b:
            continue
        for left, right in ((a, b), (b, a)):
            ratios = (left / right, abs(left - right) / right, 1 - left / right)
            if any(abs(ratio - value) <= max(slack, 0.51 * figure.step) for ratio in ratios):
                return True
        if figure.head == "points" and abs(abs(a - b) * 100 - value) < 0.1:
            return True
    return False
