"""Whether a retelling is surer than what it retells, by the words of both."""

from functools import lru_cache
from typing import NamedTuple

from misheard.analysis.claims.certainty import DEFAULT_SCALE, Certainty, Hedge, Kind, bound_to, certainty_of
from misheard.analysis.claims.certainty_lexicon import LONGEST_READ, pattern
from misheard.analysis.claims.certainty_strength import Strength, strength_of
from misheard.analysis.claims.words import content_words

LEAST_SHARED = 0.34
"""The share of the words a hedge binds to that a retelling must repeat to be about the same thing."""
LEAST_LINKED = 2
"""A link has two ends: so many words must be shared before two links are held to be the same."""

_SEARCHED = pattern("absence", "searched")
_ABSENT = pattern("absence", "absent")


class Hardening(NamedTuple):
    """How a retelling became surer: the words before and after, placed in the two texts."""

    kind: str
    before: Hedge
    after: Hedge
    source: Certainty
    target: Certainty


def hardened(source_text: str, target_text: str, scale: str = DEFAULT_SCALE) -> Hardening | None:
    """Return how `target_text` is surer than the `source_text` it retells, or None.

    It is surer only where the two bands do not overlap, where a hedge on words that are repeated is gone and
    nothing is held back any more, or where an association has become a cause.
    """
    source, target = certainty_of(source_text, scale), certainty_of(target_text, scale)
    if Kind.NOT_STATED in (source.kind, target.kind):
        return None
    return (
        _by_number(source, target)
        or _by_hedge(source_text, target_text, source, target)
        or _by_link(source_text, target_text, source, target)
    )


def _by_number(source: Certainty, target: Certainty) -> Hardening | None:
    before, after = source.sureness, target.sureness
    if not (before and after and source.hedges and target.hedges) or after[0] <= before[1]:
        return None
    return Hardening("surer", source.hedges[0], target.hedges[0], source, target)


def _by_hedge(source_text: str, target_text: str, source: Certainty, target: Certainty) -> Hardening | None:
    if not source.hedges or not target.is_bare or (source.sureness and source.sureness[1] >= target_low(target)):
        return None
    if strength_of(target_text).strength is Strength.ASSOCIATION < strength_of(source_text).strength:
        return None
    told = content_words(target_text)
    for hedge in source.hedges:
        start, end = bound_to(source_text, hedge)
        bound = content_words(source_text[start : hedge.start] + " " + source_text[hedge.end : end])
        if bound and len(bound & told) >= LEAST_SHARED * len(bound):
            return Hardening("hedge-dropped", hedge, Hedge(0, len(target_text), target_text), source, target)
    return None


def target_low(target: Certainty) -> float:
    """Return from how many percent on a certainty counts as sure."""
    return 95.0 if target.low is None else target.low


def _by_link(source_text: str, target_text: str, source: Certainty, target: Certainty) -> Hardening | None:
    before, after = strength_of(source_text), strength_of(target_text)
    if before.strength is not Strength.ASSOCIATION or after.strength is not Strength.CAUSE or target.hedges:
        return None
    if len(content_words(source_text) & content_words(target_text)) < LEAST_LINKED:
        return None
    return Hardening("cause-from-association", Hedge(*before[1:]), Hedge(*after[1:]), source, target)


@lru_cache(maxsize=8192)
def searched_in_vain(text: str) -> Hedge | None:
    """Return the words of `text` that say a search found nothing, or None."""
    match = _SEARCHED.search(text[:LONGEST_READ])
    return Hedge(match.start(), match.end(), match.group()) if match else None


@lru_cache(maxsize=8192)
def says_absent(text: str) -> Hedge | None:
    """Return the words of `text` that say something is not there, and not only that it was not found; or None."""
    text = text[:LONGEST_READ]
    if _SEARCHED.search(_ABSENT.sub(" ", text)):
        return None
    match = _ABSENT.search(text)
    return Hedge(match.start(), match.end(), match.group()) if match else None
