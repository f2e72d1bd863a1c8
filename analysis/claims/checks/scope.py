"""For how much a statement holds: some became all, all became some, what held for a part is said of the whole."""

from collections.abc import Iterator

from misheard.analysis.claims.checks import scope_amounts, scope_bare, scope_dropped, scope_limits
from misheard.analysis.claims.checks.base import Check, Found
from misheard.analysis.claims.checks.mood import can_be_held, has_verb, mood_of
from misheard.analysis.claims.edits.telling import Pair

LIKE = 0.6
"""Sentences that share so much state something both, even where no word can only be a verb: pumps leak."""
_FINDERS = (scope_amounts.find, scope_limits.find_widened, scope_dropped.find, scope_bare.find)


def find(pair: Pair) -> Iterator[Found]:
    """Yield what was found in a pair of sentences, at most one change."""
    for finder in _FINDERS:
        for found in finder(pair):
            states = pair.overlap >= LIKE or has_verb(pair.source)
            if can_be_held(pair) and states and mood_of(pair.source) != "supposed":
                yield found
            return


CHECK = Check(find)
