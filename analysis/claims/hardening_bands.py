"""Words or figures of certainty that rose: to another band, to much from little, or to beyond doubt."""

from collections.abc import Sequence
from typing import NamedTuple

from misheard.analysis.claims.certainty import Certainty, certainty_of
from misheard.analysis.claims.hardening_read import Reading
from misheard.analysis.claims.hardening_segments import Segment

OPEN = 0.7
"""The level up to which words of doubt leave a claim so open that words of certainty are surer."""
SURE = 80.0
"""Percent from which on a claim is much surer than one that was only called possible."""
RANKED = 0.45
"""The level up to which words of doubt that have no number are far below that."""
SURE = 80.0
"""Percent from which on a claim is much surer than one that was only called possible."""
RANKED = 0.45
"""The level up to which words of doubt that have no number are far below that."""
RANKED = 0.45
"""The level up to which words of doubt that have no number are far below that."""
_NUMBERED = frozenset(("%", "percent", "in"))


class Place(NamedTuple):
    """Words of a text."""

    start: int
    end: int
    text: str


def _certain(reading: Reading, segment: Segment) -> list[Place]:
    places = [segment.place(one) for one in segment.tags("certain")]
    return [Place(start, end, reading.text[start:end]) for start, end in places]


def by_words(segment: Segment, told: Sequence[Segment], both: tuple[Reading, Reading]) -> Place | None:
    """Return the words that leave no doubt where the source had much; None where the source has them, too."""
    source, target = both
    had = {place.text.lower() for part in source.segments for place in _certain(source, part)}
    if min(mark.word_class.level for mark in segment.hedges) > OPEN:
        return None
    doubted = {mark.word_class.name for mark in segment.hedges}
    for part in told:
        if {mark.word_class.name for mark in part.hedges} <= doubted:
            for place in _certain(target, part):
                if place.text.lower() not in had:
                    return place
    return None


def has_number(segment: Segment) -> bool:
    """Tell whether a probability may be stated as a number."""
    return may_number([token.word for token in segment.tokens])


def may_number(words: Sequence[str]) -> bool:
    """Tell whether a probability may be stated as a number in these words, or in some of them."""
    there, digits = set(words), [word for word in words if word[0].isdigit()]
    if digits and (not there.isdisjoint(_NUMBERED) or any(word.startswith("0.") for word in digits)):
        return True
    return {"in", "chance"} <= there


def by_band(
    segment: Segment, best: Segment, both: tuple[Reading, Reading], scale: str
) -> tuple[Place, Place] | None:
    """Return the words before and after where the certainty rose from one band of the scale to another."""
    if not ((segment.hedges or has_number(segment)) and (best.hedges or has_number(best))):
        return None
    source, target = both
    was = certainty_of(source.text[segment.start : segment.end], scale)
    now = certainty_of(target.text[best.start : best.end], scale)
    if not was.hedges or not now.hedges:
        return None
    if not _risen(was, now) or (best.has("absence.no") and _complement(was, now)):
        return None
    first, last = was.hedges[0], now.hedges[0]
    return (
        Place(segment.start + first.start, segment.start + first.end, first.text),
        Place(best.start + last.start, best.start + last.end, last.text),
    )


def by_degree(segment: Segment, best: Segment) -> tuple[Place, Place] | None:
    """Return the words before and after where little confidence, or weak evidence, became much."""
    low, high = segment.tags("degree.low"), best.tags("degree.high")
    if not (low and high and segment.has("degree.of") and best.has("degree.of")) or best.has("degree.low"):
        return None
    return Place(*segment.place(low[0]), low[0].words), Place(*best.place(high[0]), high[0].words)


def _risen(was: Certainty, now: Certainty) -> bool:
    """Tell whether a certainty lies in a higher band: of the claim itself, or of whichever is held more likely."""
    if now.low is None or now.sureness is None:
        return False
    if was.high is None or was.sureness is None:
        return now.low >= SURE and was.level <= RANKED
    return now.low > was.high or (now.sureness[0] > was.sureness[1] and now.denies == was.denies)


def _complement(was: Certainty, now: Certainty) -> bool:
    """Tell whether two figures add up to all: a chance of 5 % to fail is one of 95 % not to."""
    return None not in (was.low, now.high) and abs((was.low or 0) + (now.high or 0) - 100) <= 1
