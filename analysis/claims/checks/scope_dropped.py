"""A limit that is left out: in the pilot, under load, on weekdays; what is left holds for more than was said."""

from collections.abc import Iterator, Sequence

from misheard.analysis.claims.checks.base import Found
from misheard.analysis.claims.checks.entity_reading import is_event
from misheard.analysis.claims.checks.scope_limits import LEAST_KEPT, found, limits
from misheard.analysis.claims.checks.scope_words import BOUND, TRIAL
from misheard.analysis.claims.checks.support import all_tokens, content, missing, place, share
from misheard.analysis.claims.edits.record import bit_of
from misheard.analysis.claims.edits.telling import Pair
from misheard.analysis.claims.edits.tokens import Token

SURE = 0.8
SURE_BOUND = 0.6
_TRIAL, _BOUND = bit_of(TRIAL), bit_of(BOUND)
LIMITS = _TRIAL | _BOUND
"""Words without one of which in the source nothing is found."""
_PERSONS = frozenset(("i", "he", "she", "we", "this", "my", "his", "her"))
MOST_KEPT = 0.8
"""A rule without its limit must keep so much of the rest, and add no more than the other part."""


def find(pair: Pair) -> Iterator[Found]:
    """Yield words that say among whom, where or when something holds, and that the retelling drops."""
    bits = pair.source.bits
    if pair.source.keys <= pair.retold.keys:
        return
    tried = bits & _TRIAL and TRIAL.isdisjoint(pair.retold.lower)
    if not (tried or bits & _BOUND):
        return
    told, others = pair.source.tokens, all_tokens(pair.retold)
    for words, _, subject in limits(told):
        if subject or len(missing(words, others, loose=True)) < len(content(words)):
            continue
        rest = [word for word in told if word not in words]
        named = words if len(words) <= 2 else words[-1:]
        if tried and any(word.lower in TRIAL for word in named) and share(rest, others) >= LEAST_KEPT:
            yield found(pair, place(words), None, SURE)
            return
        if any(word.lower in BOUND for word in named) and _is_whole(pair, rest):
            yield found(pair, place(words), None, SURE_BOUND)
            return


def _is_whole(pair: Pair, rest: Sequence[Token]) -> bool:
    """Tell whether a rule is told again with nothing changed but its limit."""
    if not _PERSONS.isdisjoint(pair.source.lower) or is_event(pair.source):
        return False
    kept = share(rest, all_tokens(pair.retold), loose=True)
    return kept >= MOST_KEPT and share(pair.retelling.tokens, pair.source.tokens, loose=True) >= MOST_KEPT
