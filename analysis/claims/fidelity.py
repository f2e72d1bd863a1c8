"""Whether one quantity may stand for another: rounding, bounds, ranges and units, decided exactly."""

import re

from misheard.analysis.claims.dates import same_moment
from misheard.analysis.claims.quantities import Quantity

ROUNDING = 0.06
"""A value rounded to fewer places may lie this far off, as a share of the original."""
ABOUT = 0.12
"""A value given as "about" may lie this far off."""
LIMIT = 0.02
"""A limit may be rounded by this share, no more: a looser limit is another limit."""
_EXACT = 1e-6
_PERMISSION = re.compile(
    r"\b(?:may|must|can|cannot|allowed|permitted|limit|ceiling|cap|maximum|minimum|deadline|at most|at least|up to|"
    r"required|requires?|needs?)\b",
    re.IGNORECASE,
)


def comparable(one: Quantity, other: Quantity) -> bool:
    """Tell whether two quantities measure the same thing."""
    if one.dimension != other.dimension:
        return {one.dimension, other.dimension} == {"mass", "force"}
    if one.dimension == "count" and one.noun and other.noun:
        return bool(one.noun & other.noun)
    return True


def same_value(one: Quantity, other: Quantity, tolerance: float = _EXACT) -> bool:
    """Tell whether two quantities have a value in common, whatever their bounds."""
    if one.moment or other.moment:
        return bool(one.moment and other.moment and same_moment(one.moment, other.moment))
    for low, high in ((one.base, other.base), *_as_share(one, other)):
        slack = tolerance * max(abs(low[0]), abs(high[0]))
        if any(abs(a - b) <= slack for a in low for b in high):
            return True
    return False


def _as_share(one: Quantity, other: Quantity) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """0.35 and 35 percent; 320 kg and 3.1 kN of weight."""
    shares = []
    for first, second in ((one, other), (other, one)):
        if first.dimension == "percent" and second.dimension == "count" and abs(second.high) <= 1:
            shares.append((first.base, (second.low * 100, second.high * 100)))
        if first.dimension == "mass" and second.dimension == "force":
            shares.append(((first.base[0] * 9.80665, first.base[1] * 9.80665), second.base))
    return shares


def faithful(source: Quantity, target: Quantity, sentence: str = "") -> bool:
    """Tell whether `target` may be said by one who was told `source`; `sentence` is what `target` stands in."""
    if source.moment or target.moment:
        return same_value(source, target)
    if source.dimension != target.dimension:
        pair = _as_share(source, target)
        return bool(pair) and any(_near(a[0], b[0], ROUNDING) for a, b in pair)
    if {source.bound, target.bound} & {"max", "min"}:
        return _bounds_agree(source, target, sentence)
    return _points_agree(source, target, ABOUT if "about" in (source.bound, target.bound) else ROUNDING)


def _near(one: float, other: float, share: float) -> bool:
    return abs(one - other) <= share * max(abs(one), _EXACT)


def _points_agree(source: Quantity, target: Quantity, share: float) -> bool:
    (low, high), (left, right) = source.base, target.base
    if low < high or left < right:
        # A value out of a range, or a range around a value, is a selection and no change.
        slack = max(0.5 * target.base_step, 0.5 * source.base_step, 0.02 * max(abs(low), abs(high)))
        return left <= high + slack and right >= low - slack
    # A fall of 7 is also written -7.
    gap = min(abs(low - left), abs(low + left)) if low * left < 0 else abs(low - left)
    if gap <= _EXACT * max(abs(low), abs(left)):
        return True
    rounded = gap <= 0.5 * max(target.base_step, source.base_step) * (1 + _EXACT)
    about = "about" in (source.bound, target.bound)
    months = source.dimension == "time" and gap <= 0.02 * abs(low)
    return (
        (rounded and gap <= share * abs(low))
        or (about and gap <= 0.03 * abs(low))
        or gap <= 0.005 * abs(low)
        or months
    )


def _bounds_agree(source: Quantity, target: Quantity, sentence: str) -> bool:
    (low, high), (left, right) = source.base, target.base
    if source.bound == target.bound:
        return _near(high, right, LIMIT)
    if source.bound not in ("max", "min"):
        # What was a value is now said to lie above or below something: true or not.
        slack = max(0.5 * source.base_step, LIMIT * abs(low))
        return left <= high + slack if target.bound == "min" else right >= low - slack
    if not _PERMISSION.search(sentence) or target.bound in ("max", "min"):
        return True
    if source.bound == "max":
        return right <= high * (1 + LIMIT) if high > 0 else True
    return left >= low * (1 - LIMIT) if low > 0 else True
