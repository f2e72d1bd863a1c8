"""What a claim may have become firm by: a check that the source tells of, or a new one that the retelling names."""

from collections.abc import Sequence

from misheard.analysis.claims.certainty_lexicon import pattern
from misheard.analysis.claims.certainty_scope import NEAR
from misheard.analysis.claims.hardening_read import Reading, Sentence
from misheard.analysis.claims.hardening_segments import Segment
from misheard.analysis.claims.words import content_words

_NAMED = pattern("evidence", "named")
_DENIED = pattern("evidence", "denied")
_PASSIVE = frozenset(("is", "are", "was", "were", "be", "been", "being", "as"))
_SELF = frozenset(("i", "we"))


def settled(segment: Segment, source: Reading, target: Reading) -> bool:
    """Tell whether a later sentence of the source says what settled a claim, and the retelling passes that on."""
    for other in source.segments:
        if other.sentence <= segment.sentence or other.hedges or not other.has("evidence"):
            continue
        if any(part.has("evidence") or part.stems & other.stems for part in target.segments):
            return True
    return False


def backed(told: Sequence[Segment], source: Reading, target: Reading) -> bool:
    """Tell whether the retelling names new evidence: beside what is told, or a sentence before or behind.

    "The agents have confirmed it" is none where they are the very ones who were in doubt.
    """
    numbers = {part.sentence for part in told}
    known = content_words(source.text)
    for number, sentence in enumerate(target.sentences):
        if not numbers.isdisjoint((number - 1, number, number + 1)) and _is_new(sentence, target.text, known):
            return True
    return False


def _is_new(sentence: Sentence, text: str, known: frozenset[str]) -> bool:
    start, end = sentence.segments[0].start, sentence.segments[-1].end
    said = text[start:end]
    spans = [match.span() for match in _NAMED.finditer(said)]
    spans += [(first - start, last - start) for first, last in _checks(sentence)]
    for first, last in spans:
        if _DENIED.search(said[max(0, first - NEAR) : first]) or content_words(said[first:last]) <= known:
            continue
        if content_words(said[:first] + " " + said[last:]) - known or not _SELF.isdisjoint(sentence.words):
            return True
    return False


def _checks(sentence: Sentence) -> list[tuple[int, int]]:
    """Return the words of a check that somebody made; "is confirmed" alone names nobody."""
    found = ((segment, one) for segment in sentence.segments for one in segment.tags("evidence"))
    return [
        segment.place(one)
        for segment, one in found
        if not one.first or segment.tokens[one.first - 1].word not in _PASSIVE
    ]
