"""A doubt that the retelling dropped, moved to another claim, or turned into more certainty than there was."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from misheard.analysis.claims.certainty import Certainty, certainty_of
from misheard.analysis.claims.hardening_align import comes_from, told_by
from misheard.analysis.claims.hardening_evidence import backed, settled
from misheard.analysis.claims.hardening_segments import Reading, Segment
from misheard.analysis.claims.hardening_types import Hardened, quoted

OPEN = 0.7
"""The level up to which words of doubt leave a claim so open that words of certainty are surer."""
SURE = 80.0
"""Percent from which on a claim is much surer than one that was only called possible."""
RANKED = 0.45
"""The level up to which words of doubt that have no number are far below that."""
_NUMBERED = frozenset(("%", "percent", "in"))


class Place(NamedTuple):
    """Words of a text."""

    start: int
    end: int
    text: str


def doubts(source: Reading, target: Reading, scale: str) -> Iterator[Hardened]:
    """Yield each doubt of the source that the retelling no longer has, or turned into certainty."""
    for place, segment in enumerate(source.segments):
        if (
            segment.asks
            or _advises(segment)
            or not (segment.hedges or has_number(segment) or segment.has("degree.low"))
        ):
            continue
        core = _core(source.segments, place)
        told = told_by(core, target)
        if not told or any(part.asks for part in told) or settled(segment, source, target):
            continue
        best = max(told, key=lambda part: len(part.stems & core))
        found = _surer(segment, told, best, (source, target), scale)
        if found is None and segment.hedges:
            found = _gone(segment, told, best, (source, target))
        if found is not None and not backed(told, source, target):
            yield found


def _advises(segment: Segment) -> bool:
    """Tell whether a segment only thinks that something should be done."""
    words = [token.word for token in segment.tokens]
    return "should" in words and words[words.index("should") + 1 :][:2] != ["be", "considered"]


def _core(segments: Sequence[Segment], place: int) -> frozenset[str]:
    """Return what a doubt is about: the words of its segment, or else those of the plain one before: "a guess"."""
    own = segments[place].stems
    before = segments[place - 1] if place else None
    return before.stems if not own and before and not before.hedges else own


def holds_back(part: Segment, source: Reading) -> bool:
    """Tell whether a segment of the retelling holds back by words that the source does not have anyway."""
    if part.hedges or _soft(part) - {word for segment in source.segments for word in _soft(segment)}:
        return True
    known = {mark.text.lower() for segment in source.segments for mark in segment.marks}
    return any(mark.word_class.reserves and mark.text.lower() not in known for mark in part.marks)


def _soft(part: Segment) -> set[str]:
    return {one.words for one in part.tags("hedge.soft")}


def _gone(
    segment: Segment, told: Sequence[Segment], best: Segment, both: tuple[Reading, Reading]
) -> Hardened | None:
    source, target = both
    same = segment.hedges[0].text.lower()
    if any(holds_back(part, source) or same in {mark.text.lower() for mark in part.marks} for part in told):
        return None
    moved: Segment | None = None
    for part in target.segments:
        if part.has("hedge.covers") and part.has("hedge.soft"):
            return None
        if part.hedges:
            origin = comes_from(part, source)
            if not origin or segment in origin:
                return None
            moved = moved or (None if any(home.hedges for home in origin) else part)
    hedge, place = segment.hedges[0], (best.start, best.end)
    words = quoted(hedge.text)
    if moved is not None:
        why = f"{words} no longer stands with its claim, and {quoted(moved.hedges[0].text)} stands with another"
        return Hardened("hedge-moved", hedge[:2], place, why)
    why = f"{words} is gone, and nothing in its place holds the claim back"
    return Hardened("hedge-dropped", hedge[:2], place, why)


def _surer(
    segment: Segment, told: Sequence[Segment], best: Segment, both: tuple[Reading, Reading], scale: str
) -> Hardened | None:
    risen = _by_words(segment, told, both) if segment.hedges else None
    if risen is None:
        band = _by_degree(segment, best) or _by_band(segment, best, both, scale)
        if band is None:
            return None
        before, risen = band
    else:
        before = Place(*segment.hedges[0][:3])
    why = f"{quoted(before.text)} became {quoted(risen.text)}, with nothing new to go by"
    return Hardened("surer-than-every-source", before[:2], risen[:2], why)


def _certain(reading: Reading, segment: Segment) -> list[Place]:
    places = [segment.place(one) for one in segment.tags("certain")]
    return [Place(start, end, reading.text[start:end]) for start, end in places]


def _by_words(segment: Segment, told: Sequence[Segment], both: tuple[Reading, Reading]) -> Place | None:
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
    words = {token.word for token in segment.tokens}
    digits = any(token.word[0].isdigit() for token in segment.tokens)
    return (digits and not words.isdisjoint(_NUMBERED)) or {"in", "chance"} <= words


def _by_band(
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


def _by_degree(segment: Segment, best: Segment) -> tuple[Place, Place] | None:
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
