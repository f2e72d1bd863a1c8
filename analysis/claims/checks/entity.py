"""Another name in the same place, and names, roles or figures that changed places."""

from collections.abc import Iterator

from misheard.analysis.claims.checks import entity_crossed, entity_exchanged, entity_names, entity_nouns
from misheard.analysis.claims.checks.base import Check, Found
from misheard.analysis.claims.edits.record import bit_of
from misheard.analysis.claims.edits.telling import Pair

_UNLIKE = bit_of(("unlike",))
_FINDERS = (entity_names.find, entity_nouns.find, entity_crossed.find, entity_exchanged.find)


def find(pair: Pair) -> Iterator[Found]:
    """Yield what was found in a pair of sentences, at most one change."""
    if pair.bits & _UNLIKE:
        # What is said of one is denied of the other, in either order.
        return
    for finder in _FINDERS:
        for found in finder(pair):
            yield found
            return


CHECK = Check(find)
