"""A claim that the source puts in somebody's mouth and the retelling tells as a fact."""

from collections.abc import Iterator
from functools import cache

from misheard.analysis.claims.certainty_lexicon import read_data
from misheard.analysis.claims.hardening_align import told_by
from misheard.analysis.claims.hardening_segments import Reading, Segment
from misheard.analysis.claims.hardening_types import Hardened, quoted
from misheard.analysis.claims.phrases import Found
from misheard.analysis.claims.words import content_stem


@cache
def _list(name: str) -> frozenset[str]:
    return frozenset(read_data("hardening_words.toml")["teller"][name])


def tellers(source: Reading, target: Reading) -> Iterator[Hardened]:
    """Yield each claim that lost the one who makes it."""
    if any(segment.has("evidence") for segment in source.segments):
        return
    for segment in source.segments:
        frame = next((one for one in segment.tags("says") if _frames(segment, one)), None)
        if frame is None or segment.hedges or segment.asks:
            continue
        start, end = segment.place(frame)
        core = _claimed(segment, frame)
        told = told_by(core, target) if len(core) >= 2 else []
        if told and not any(_keeps(target, part) for part in told):
            part = told[0]
            words = quoted(source.text[segment.start : end])
            why = f"{words} is gone, so that what was somebody's word is told as a fact"
            yield Hardened("attribution-lost", (start, end), (part.start, part.end), why)


def _frames(segment: Segment, one: Found) -> bool:
    """Tell whether a word of saying stands as a verb, or a phrase of saying, with a claim and a teller."""
    words = [token.word for token in segment.tokens]
    if one.behind - one.first > 1:
        return True
    before, rest = words[: one.first], words[one.behind :]
    if not before or before[-1] in _list("noun_behind") or not _list("things").isdisjoint(before[-3:]):
        return False
    return _has_claim(words[one.first], before[-1], rest)


def _has_claim(word: str, before: str, rest: list[str]) -> bool:
    """Tell whether a claim stands behind a verb of saying, as the verb asks for it."""
    if rest[:2] in (["to", "have"], ["to", "be"]):
        return True
    noun = word in _list("nouns") and not (before.endswith("s") or word.endswith("s"))
    if len(rest) < 2 or noun or (word in _list("nouns") and rest[0] in _list("noun_ahead")):
        return False
    if word.startswith("report"):
        return rest[0] == "that" or rest[0].endswith("ing")
    asked = (("at", rest), ("as", rest), ("that", rest[:5]))
    return all(name in words for name, words in asked if word in _list(name))


def _claimed(segment: Segment, frame: Found) -> frozenset[str]:
    """Return the stems of what is claimed: those behind the verb, or all but the phrase."""
    behind = segment.tokens[frame.behind :]
    stems = (content_stem(token.word) for token in behind if token.word[0].isalnum())
    return frozenset(stem for stem in stems if stem)


def _keeps(target: Reading, part: Segment) -> bool:
    return bool(part.hedges) or any(
        one.has("says") or one.has("says.kept") or one.asks for one in target.sentences[part.sentence].segments
    )
