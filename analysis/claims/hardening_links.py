"""What only went together told as a cause, and nothing found told as nothing there."""

from collections.abc import Iterator

from misheard.analysis.claims.certainty_strength import Strength
from misheard.analysis.claims.hardening_doubt import holds_back
from misheard.analysis.claims.hardening_evidence import backed, settled
from misheard.analysis.claims.hardening_read import Reading, Sentence
from misheard.analysis.claims.hardening_segments import Segment, stem_of
from misheard.analysis.claims.hardening_types import Hardened, quoted
from misheard.analysis.claims.ladder import rung_of, words_for
from misheard.analysis.claims.phrases import Found

LEAST_LINKED = 2
"""A link has two ends: so many words must be shared before two links are held to be the same."""
_AHEAD, _PASSIVE, _BEHIND = 3, 8, 2
"""Words by which "no" may stand ahead of what was looked for or found, or behind it."""
_BE = frozenset(("been", "was", "were", "being"))
LEAST_TOLD = 0.6
"""The share of a mere sequence that must be told again as a cause."""


def _shown(reading: Reading, place: tuple[int, int]) -> str:
    return quoted(reading.text[place[0] : place[1]])


def causes(source: Reading, target: Reading) -> Iterator[Hardened]:
    """Yield a cause of the retelling that the source only tells as going together, or one after the other."""
    rungs = [rung_of(sentence.words) for sentence in source.sentences]
    if any(rung.strength > Strength.ASSOCIATION for rung in rungs):
        return
    for told in target.sentences:
        rung = rung_of(told.words)
        if (
            rung.strength is not Strength.CAUSE
            or told.asks
            or any(holds_back(part, source) for part in told.segments)
        ):
            continue
        after = told.place(rung.first, rung.behind)
        for sentence, before in zip(source.sentences, rungs, strict=True):
            place = sentence.place(before.first, before.behind) if before.strength else _sequence(sentence, told)
            if (
                place
                and len(sentence.stems & told.stems) >= LEAST_LINKED
                and not backed(told.segments, source, target)
            ):
                words = _shown(source, place), _shown(target, after)
                why = f"{words[0]} has two things go together, and {words[1]} has one cause the other"
                yield Hardened("cause-from-association", place, after, why)
                return


def _sequence(sentence: Sentence, told: Sentence) -> tuple[int, int] | None:
    """Return the word that puts two things one after the other or side by side, where most of it is told again."""
    least = min(len(sentence.stems), len(told.stems))
    if len(sentence.stems & told.stems) < max(LEAST_LINKED, LEAST_TOLD * least):
        return None
    still = {one.words for segment in told.segments for one in segment.tags("sequence")}
    found = ((segment, one) for segment in sentence.segments for one in segment.tags("sequence"))
    return next(
        (
            segment.place(one)
            for segment, one in found
            if one.words not in still or one.words in words_for("compares")
        ),
        None,
    )


def absences(source: Reading, target: Reading) -> Iterator[Hardened]:
    """Yield where a search that found nothing, or that nobody made, became the absence of the thing itself."""
    for segment in source.segments:
        search = _search(segment)
        if not search or segment.asks or settled(segment, source, target):
            continue
        spans = [segment.place(one) for one in search]
        words = [one for tag in ("no", "sought", "unsought") for one in segment.tags(f"absence.{tag}")]
        core = segment.stems_outside([segment.place(one) for one in words])
        found = _said_absent(core, target, source, stem_of(search[1].words.split()[0]))
        if found is not None and not backed((found,), source, target):
            before = min(start for start, _ in spans), max(end for _, end in spans)
            after = found.start, found.end
            why = f"{_shown(source, before)} says what was looked for; {_shown(target, after)} says how things are"
            yield Hardened("absence-of-evidence", before, after, why)


def _search(segment: Segment) -> list[Found]:
    """Return the words that say that a search found nothing, or that nobody searched."""
    looked = (*segment.tags("absence.sought"), *segment.tags("absence.unsought"))
    pairs = (
        [no, one]
        for no in segment.tags("absence.no")
        for one in looked
        if 0 < one.first - no.first <= _reach(segment, no, one) or 0 < no.first - one.first <= _BEHIND
    )
    return next(pairs, [])


def _reach(segment: Segment, no: Found, one: Found) -> int:
    """Return how many words may stand between: in "no side effects have been seen" as many as the thing takes."""
    between = {token.word for token in segment.tokens[no.behind : one.first]}
    return _AHEAD if between.isdisjoint(_BE) else _PASSIVE


def _said_absent(core: frozenset[str], target: Reading, source: Reading, looked: str | None) -> Segment | None:
    """Return the segment that tells how things are, where its sentence no longer says what was `looked` for."""
    for sentence in target.sentences:
        if sentence.asks or sentence.has("absence.kept") or looked in sentence.stems:
            continue
        for part in sentence.segments:
            common = len(core & part.stems)
            well, nothing = part.has("absence.well"), part.has("absence.nothing")
            told = common >= 2 or (common and (well or common * 2 >= len(core)))
            if told and (well or nothing) and not holds_back(part, source):
                return part
    return None
