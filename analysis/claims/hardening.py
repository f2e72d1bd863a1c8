"""Whether a retelling is surer than the text it retells, of two texts alone."""

from functools import cache

from misheard.analysis.claims.certainty import DEFAULT_SCALE, scales
from misheard.analysis.claims.certainty_strength import Strength
from misheard.analysis.claims.hardening_doubt import doubts, speaks_back
from misheard.analysis.claims.hardening_links import absences, causes
from misheard.analysis.claims.hardening_marks import hedge_words, table
from misheard.analysis.claims.hardening_read import Reading, read
from misheard.analysis.claims.hardening_segments import Segment, stem_of
from misheard.analysis.claims.hardening_teller import tellers
from misheard.analysis.claims.hardening_types import Hardened, Hardening
from misheard.analysis.claims.ladder import rung_of
from misheard.analysis.claims.ladder import table as ladder_table
from misheard.analysis.claims.phrases import Token, telling, words_of
from misheard.analysis.claims.sureness import spoken, sureness_of

FIRED = 0.5
"""The score from which on a retelling is surer."""
RISE = {Strength.NONE: 1.4, Strength.ASSOCIATION: 1.0, Strength.CONDITIONAL_CAUSE: 2.0, Strength.CAUSE: 3.0}
"""How strong each link is; a text in which no link is seen may hold one that was not, and lies between."""
_STEP, _SURENESS, _MIDDLE, _MOST = 0.13, 0.05, 0.22, 0.49
_WIDER, _BOUND = 0.05, 0.15
_LEAST, _EACH = 0.7, 0.1
_FIGURES = ("%", "percent", "chance", "chances", "odds", "probability", "likelihood", "confidence", "put", "puts")
_TAGS = frozenset(("says", "absence.no", "degree.low"))

Tokens = tuple[list[Token], list[Token]]
"""The tokens of a source and of its retelling."""


@cache
def triggers() -> frozenset[str]:
    """Return the words that a doubt, a teller or a search may be seen by."""
    own = telling(table(), ("hedge", "says", "absence.no", "degree.low"))
    return frozenset((*hedge_words(), *own, *_FIGURES))


@cache
def link_words() -> frozenset[str]:
    """Return the words that a link may be seen by."""
    return telling(ladder_table(), ("association", "cause", "plain", "third", "past"))


def hardening(
    source: str, retelling: str, *, scale: str = DEFAULT_SCALE, tokens: Tokens | None = None
) -> Hardening:
    """Return how much surer `retelling` is than `source`.

    A claim of the retelling counts against the one it tells again, sentence by sentence; one that is not in the
    source contributes nothing. `tokens` are those of `phrases.tokens_of` for both texts, where they are at hand.

    Raises:
        KeyError: there is no scale of that name.
    """
    scales()[scale]
    ours, theirs = tokens or (None, None)
    words = [token.word for token in ours] if ours else words_of(source)
    others = [token.word for token in theirs] if theirs else words_of(retelling)
    doubt, link = not triggers().isdisjoint(words), not link_words().isdisjoint((*words, *others))
    if not (doubt or link):
        return Hardening(_MIDDLE, ())
    before, after = (rung_of(words).strength, rung_of(others).strength) if link else (Strength.NONE, Strength.NONE)
    linked = after is Strength.CAUSE and before <= Strength.ASSOCIATION
    if doubt or linked:
        one = read(source, ours)
        changes = _changes(one, read(retelling, theirs), scale) if linked or _opens(one, others) else ()
        if changes:
            return Hardening(min(1.0, _LEAST + _EACH * (len(changes) - 1)), changes)
    return Hardening(_graded(RISE[after] - RISE[before], words, others), ())


def _opens(source: Reading, others: list[str]) -> bool:
    """Tell whether the source has anything to harden of which a retelling in the words `others` may speak."""
    held = [sentence for sentence in source.sentences if sentence.hedged or _TAGS & sentence.tags]
    if not held:
        return False
    told = {stem for word in others if (stem := stem_of(word))}
    return any(_open(segment, told) for sentence in held for segment in sentence.segments)


def _open(segment: Segment, told: set[str]) -> bool:
    if segment.stems.isdisjoint(told) and not (segment.has("says") or speaks_back(segment)):
        return False
    return bool(segment.hedges) or not _TAGS.isdisjoint(one.tag for one in segment.found)


def _changes(source: Reading, target: Reading, scale: str) -> tuple[Hardened, ...]:
    found = [
        *doubts(source, target, scale),
        *causes(source, target),
        *absences(source, target),
        *tellers(source, target),
    ]
    return tuple(sorted(found, key=lambda one: one.source))


def _graded(rise: float, words: list[str], others: list[str]) -> float:
    """Return the score of a pair without a change, below FIRED.

    It grows with the `rise` of the links claimed, with how much surer the retelling sounds, where those that a
    finding was made on go unnamed, and where advice to consider a thing became a must.
    """
    surer = sureness_of(spoken(others)) - sureness_of(spoken(words))
    wider = _has("scope", words) and not _has("scope", others)
    bound = _has("advice", words) and _has("advice.must", others) and not _has("advice.must", words)
    raised = _MIDDLE + _STEP * rise + _SURENESS * surer + _WIDER * wider + _BOUND * bound
    return min(_MOST, max(0.0, raised))


def _has(tag: str, words: list[str]) -> bool:
    return not _tagged(tag).isdisjoint(words)


@cache
def _tagged(tag: str) -> frozenset[str]:
    return telling(table(), (tag,))
