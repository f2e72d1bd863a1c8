"""A claim that the source puts in somebody's mouth and the retelling tells as a fact."""

from collections.abc import Iterator
from functools import cache

from misheard.analysis.claims.certainty_lexicon import read_data
from misheard.analysis.claims.hardening_align import told_by
from misheard.analysis.claims.hardening_read import Reading, Sentence
from misheard.analysis.claims.hardening_segments import Segment, stem_of
from misheard.analysis.claims.hardening_types import Hardened, quoted
from misheard.analysis.claims.phrases import Found

_PLANNED = frozenset(("will", "shall", "let's", "let", "can", "could", "should", "must", "would", "may", "might"))
"""A verb of saying behind these tells what is to be said, and not what was."""
_ASIDE = frozenset(("according to", "in the view of", "in the opinion of", "in the eyes of"))


@cache
def _list(name: str) -> frozenset[str]:
    return frozenset(read_data("hardening_words.toml")["teller"][name])


def tellers(source: Reading, target: Reading) -> Iterator[Hardened]:
    """Yield each claim that lost the one who makes it."""
    if any(segment.has("evidence") and not segment.has("absence.no") for segment in source.segments):
        return
    for segment in source.segments:
        frame = next((one for one in segment.tags("says") if _frames(segment, one)), None)
        if frame is None or segment.hedges or segment.asks:
            continue
        start, end = segment.place(frame)
        claim = _claimed(segment, frame, source.sentences[segment.sentence])
        core = frozenset(stem for word in claim if (stem := stem_of(word)))
        told = told_by(core, target) if len(core) >= 2 else []
        if told and not any(_keeps(target, part, set(claim)) for part in told):
            part = told[0]
            words = quoted(source.text[segment.start : end])
            why = f"{words} is gone, so that what was somebody's word is told as a fact"
            yield Hardened("attribution-lost", (start, end), (part.start, part.end), why)


def _frames(segment: Segment, one: Found) -> bool:
    """Tell whether a word of saying stands as a verb, or a phrase of saying, with a claim and a teller."""
    words = [token.word for token in segment.tokens]
    if one.behind - one.first > 1:
        return one.words not in _ASIDE or _list("things").isdisjoint(words[one.behind :])
    before, rest = words[: one.first], words[one.behind :]
    if (
        not before
        or before[-1] in _list("noun_behind")
        or before[-1] in _PLANNED
        or not _list("things").isdisjoint(before[-3:])
    ):
        return False
    return _has_claim(words[one.first], before[-1], rest)


def may_frame(words: list[str], one: Found) -> bool:
    """Tell of a word of saying in a sentence whether it may stand as a verb, however the sentence is cut."""
    if one.behind - one.first > 1:
        return True
    before = words[one.first - 1] if one.first else ""
    if not before or before in _list("noun_behind") or before in _PLANNED:
        return False
    return _has_claim(words[one.first], before, words[one.behind :])


def _has_claim(word: str, before: str, rest: list[str]) -> bool:
    """Tell whether a claim stands behind a verb of saying, as the verb asks for it."""
    if rest[:1] == ["in"]:
        return False
    if rest[:2] in (["to", "have"], ["to", "be"]):
        return True
    noun = word in _list("nouns") and not (before.endswith("s") or word.endswith("s"))
    if len(rest) < 2 or noun or (word in _list("nouns") and not _list("noun_ahead").isdisjoint(rest[:2])):
        return False
    if word.startswith("report"):
        return rest[0] == "that" or rest[0].endswith("ing")
    asked = (("at", rest), ("as", rest), ("that", rest[:5]))
    return all(name in words for name, words in asked if word in _list(name))


def _claimed(segment: Segment, frame: Found, sentence: Sentence) -> list[str]:
    """Return the words of what is claimed: those behind the verb, or around a phrase such as "according to"."""
    words = [token.word for token in segment.tokens]
    if frame.words not in _ASIDE:
        return words[frame.behind :]
    if frame.first:
        return words[: frame.first]
    return [token.word for other in sentence.segments if other is not segment for token in other.tokens] or words[
        frame.behind :
    ]


def _keeps(target: Reading, part: Segment, claim: set[str]) -> bool:
    """Tell whether the retelling still has somebody say it, by words that are not part of the claim itself."""
    said = target.sentences[part.sentence]
    kept = (one.words for other in said.segments for one in other.found if one.tag in ("says", "says.kept"))
    return bool(part.hedges) or said.asks or any(words not in claim for words in kept)
