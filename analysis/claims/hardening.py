"""Whether a retelling is surer than the text it retells, of two texts alone."""

from functools import cache

from misheard.analysis.claims.certainty import DEFAULT_SCALE, scales
from misheard.analysis.claims.certainty_strength import Strength
from misheard.analysis.claims.hardening_doubt import doubts
from misheard.analysis.claims.hardening_links import absences, causes
from misheard.analysis.claims.hardening_marks import hedge_words, table
from misheard.analysis.claims.hardening_read import read
from misheard.analysis.claims.hardening_segments import Reading
from misheard.analysis.claims.hardening_teller import tellers
from misheard.analysis.claims.hardening_types import Hardened, Hardening
from misheard.analysis.claims.ladder import rung_of
from misheard.analysis.claims.ladder import table as ladder_table
from misheard.analysis.claims.phrases import Token, telling, tokens_of
from misheard.analysis.claims.sureness import spoken, sureness_of

FIRED = 0.5
"""The score from which on a retelling is surer."""
RISE = {Strength.NONE: 1.4, Strength.ASSOCIATION: 1.0, Strength.CONDITIONAL_CAUSE: 2.0, Strength.CAUSE: 3.0}
"""How strong each link is; a text in which no link is seen may hold one that was not, and lies between."""
_STEP, _SURENESS, _MIDDLE, _MOST = 0.13, 0.05, 0.22, 0.49
_LEAST, _EACH = 0.7, 0.1


@cache
def triggers() -> frozenset[str]:
    """Return the words that a doubt, a teller or a search may be seen by."""
    own = telling(table(), ("hedge", "says", "absence.no"))
    return frozenset((*hedge_words(), *own, "%", "percent", "chance"))


@cache
def link_words() -> frozenset[str]:
    """Return the words that a link may be seen by."""
    return telling(ladder_table(), ("association", "cause", "plain", "third", "past"))


def hardening(
    source: str,
    retelling: str,
    *,
    scale: str = DEFAULT_SCALE,
    tokens: tuple[list[Token], list[Token]] | None = None,
) -> Hardening:
    """Return how much surer `retelling` is than `source`.

    A claim of the retelling counts against the one it tells again, sentence by sentence; one that is not in the
    source contributes nothing. `tokens` are those of `phrases.tokens_of` for both texts, where they are at hand.

    Raises:
        KeyError: there is no scale of that name.
    """
    scales()[scale]
    ours, theirs = tokens or (tokens_of(source), tokens_of(retelling))
    words, others = [token.word for token in ours], [token.word for token in theirs]
    doubt, link = (
        not triggers().isdisjoint(words),
        not (link_words().isdisjoint(others) and link_words().isdisjoint(words)),
    )
    if not (doubt or link):
        return Hardening(_MIDDLE, ())
    changes = _changes(read(source, ours), read(retelling, theirs), scale) if doubt or claims_cause(others) else ()
    if changes:
        return Hardening(min(1.0, _LEAST + _EACH * (len(changes) - 1)), changes)
    return Hardening(_graded(words, others), ())


def claims_cause(words: list[str]) -> bool:
    """Tell whether a text claims a cause without a hedge."""
    return rung_of(words).strength is Strength.CAUSE


def _graded(words: list[str], others: list[str]) -> float:
    """Return the score of a pair without a change, below FIRED: by the links claimed and by how sure both sound."""
    rise = RISE[rung_of(others).strength] - RISE[rung_of(words).strength]
    surer = sureness_of(spoken(others)) - sureness_of(spoken(words))
    return min(_MOST, max(0.0, _MIDDLE + _STEP * rise + _SURENESS * surer))


def _changes(source: Reading, target: Reading, scale: str) -> tuple[Hardened, ...]:
    found = [
        *doubts(source, target, scale),
        *causes(source, target),
        *absences(source, target),
        *tellers(source, target),
    ]
    return tuple(sorted(found, key=lambda one: one.source))
