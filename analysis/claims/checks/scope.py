"""For how much a statement holds: some became all, all became some, what held for a part is said of the whole."""

from collections.abc import Iterator

from misheard.analysis.claims.checks import (
    scope_amounts,
    scope_bare,
    scope_dropped,
    scope_labelled,
    scope_limits,
    scope_qualified,
)
from misheard.analysis.claims.checks.base import Check, Found
from misheard.analysis.claims.checks.entity_reading import PAST
from misheard.analysis.claims.checks.mood import can_be_held, has_verb, mood_of
from misheard.analysis.claims.edits.telling import Pair

LIKE = 0.6
"""Sentences that share so much state something both, even where no word can only be a verb: pumps leak."""
_FINDERS = (
    (scope_amounts.find, 0, scope_amounts.SAYS),
    (scope_limits.find_widened, 0, scope_limits.WIDENS),
    (scope_dropped.find, scope_dropped.LIMITS, 0),
    (scope_qualified.find, scope_qualified.BOUND, 0),
    (scope_labelled.find, 0, scope_labelled.SAYS),
)
"""Each finder, with the classes of words of the source or of the retelling without which it finds nothing."""


def find(pair: Pair) -> Iterator[Found]:
    """Yield what was found in a pair of sentences, at most one change."""
    found = _first(pair)
    if found is None:
        return
    states = pair.overlap >= LIKE or has_verb(pair.source)
    if can_be_held(pair) and states and mood_of(pair.source) != "supposed":
        yield found


def _first(pair: Pair) -> Found | None:
    here, there = pair.source.bits, pair.retelling.bits
    for finder, gone, new in _FINDERS:
        if here & gone or there & new:
            for found in finder(pair):
                return found
    return None if here & PAST else next(scope_bare.find(pair), None)


CHECK = Check(find)
