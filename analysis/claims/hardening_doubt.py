"""A doubt that the retelling dropped, moved to another claim, or turned into more certainty than there was."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from misheard.analysis.claims.hardening_align import comes_from, told_by
from misheard.analysis.claims.hardening_bands import Place, by_band, by_degree, by_words, has_number
from misheard.analysis.claims.hardening_evidence import backed, settled
from misheard.analysis.claims.hardening_read import Reading
from misheard.analysis.claims.hardening_segments import Segment
from misheard.analysis.claims.hardening_types import Hardened, quoted

SAME = 0.75
"""The share of the other words from which two statements with other figures are one that was changed."""
_OF_IT = frozenset(("this", "that", "it", "these", "both"))


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
        told = told_by(core, target) or told_by(_core(source.segments, place, of_it=True), target)
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


def speaks_back(segment: Segment) -> bool:
    """Tell whether a segment only says something of the one before: "that is a guess", "unconfirmed"."""
    return not segment.stems or (segment.tokens[0].word in _OF_IT and len(segment.stems) <= 2)


def _core(segments: Sequence[Segment], place: int, *, of_it: bool = False) -> frozenset[str]:
    """Return what a doubt is about: the words of its segment, or those of the plain one before.

    "That is a guess" speaks of what stands before; with `of_it` so does "that is a guess from smudged ink".
    """
    segment = segments[place]
    before = segments[place - 1] if place else None
    if before is None or before.hedges or not (speaks_back(segment) if of_it else not segment.stems):
        return frozenset() if of_it else segment.stems
    return before.stems


def holds_back(part: Segment, source: Reading) -> bool:
    """Tell whether a segment of the retelling holds back by words that the source does not have anyway."""
    if part.hedges or new_soft(part, source):
        return True
    known = {mark.text.lower() for segment in source.segments for mark in segment.marks}
    return any(mark.word_class.reserves and mark.text.lower() not in known for mark in part.marks)


def _says_other(segment: Segment, part: Segment) -> bool:
    """Tell whether the retelling gives other figures, names two things where one was named, or says "some 300"."""
    hedged = [mark[:2] for mark in segment.hedges]
    before = {stem for stem in segment.stems_outside(hedged) if stem[0].isdigit()}
    words = [token.word for token in part.tokens]
    after = {word for word in words if word[0].isdigit()}
    rest = {stem for stem in segment.stems if stem not in before}
    if before and after and before.isdisjoint(after) and len(rest & part.stems) < SAME * len(rest):
        return True
    nearly = any(one == "some" and two[0].isdigit() for one, two in pairwise(words))
    return nearly or ("or" in words and "or" not in [token.word for token in segment.tokens])


def new_soft(part: Segment, source: Reading) -> set[str]:
    """Return the words of a segment by which something is held back, and that the source does not have."""
    had = {one.words for segment in source.segments for one in segment.tags("hedge.soft")}
    return {one.words for one in part.tags("hedge.soft")} - had


def _gone(
    segment: Segment, told: Sequence[Segment], best: Segment, both: tuple[Reading, Reading]
) -> Hardened | None:
    hedge, place = segment.hedges[0], (best.start, best.end)
    for part in told:
        same = hedge.text.lower() in {mark.text.lower() for mark in part.marks}
        if same or holds_back(part, both[0]) or _says_other(segment, part):
            return None
    kept, moved = _elsewhere(segment, told, both)
    if kept:
        return None
    words = quoted(hedge.text)
    if moved is not None:
        why = f"{words} no longer stands with its claim, and {quoted(moved.hedges[0].text)} stands with another"
        return Hardened("hedge-moved", hedge[:2], place, why)
    why = f"{words} is gone, and nothing in its place holds the claim back"
    return Hardened("hedge-dropped", hedge[:2], place, why)


def _elsewhere(
    segment: Segment, told: Sequence[Segment], both: tuple[Reading, Reading]
) -> tuple[bool, Segment | None]:
    """Tell whether the rest of the retelling keeps a doubt, and where it has one that the source had not there."""
    source, target = both
    moved: Segment | None = None
    for part in target.segments:
        if part.has("hedge.covers") and part.has("hedge.soft"):
            return True, None
        beside = any(part.sentence == other.sentence for other in told) and part not in told
        if part.hedges or (beside and new_soft(part, source)):
            origin = comes_from(part, source)
            if not origin or segment in origin:
                return True, None
            plain = part.hedges and not any(home.hedges for home in origin)
            moved = moved or (part if plain else None)
    return False, moved


def _surer(
    segment: Segment, told: Sequence[Segment], best: Segment, both: tuple[Reading, Reading], scale: str
) -> Hardened | None:
    risen = by_words(segment, told, both) if segment.hedges else None
    if risen is None:
        band = by_degree(segment, best) or by_band(segment, best, both, scale)
        if band is None:
            return None
        before, risen = band
    else:
        before = Place(*segment.hedges[0][:3])
    why = f"{quoted(before.text)} became {quoted(risen.text)}, with nothing new to go by"
    return Hardened("surer-than-every-source", before[:2], risen[:2], why)
