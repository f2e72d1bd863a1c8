"""Whether a retelling is surer than the text it retells, of two texts alone."""

from collections.abc import Sequence

from misheard.analysis.claims.certainty import DEFAULT_SCALE, scales
from misheard.analysis.claims.certainty_numbers import may_state
from misheard.analysis.claims.certainty_strength import Strength
from misheard.analysis.claims.edits.record import bit_of, spoken_bits
from misheard.analysis.claims.edits.telling import Telling
from misheard.analysis.claims.edits.telling import telling as text_of
from misheard.analysis.claims.hardening_bands import may_number
from misheard.analysis.claims.hardening_doubt import doubts, speaks_back
from misheard.analysis.claims.hardening_links import absences, causes
from misheard.analysis.claims.hardening_marks import hedge_words, may_give_a_chance, may_hedge, table
from misheard.analysis.claims.hardening_read import Reading, Sentence, read
from misheard.analysis.claims.hardening_segments import Segment, stem_of
from misheard.analysis.claims.hardening_teller import may_frame, tellers
from misheard.analysis.claims.hardening_types import Hardened, Hardening
from misheard.analysis.claims.ladder import NONE, Rung, rung_of
from misheard.analysis.claims.ladder import table as ladder_table
from misheard.analysis.claims.phrases import Token, look_up, telling
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
_SEARCHES = frozenset(("absence.sought", "absence.unsought"))
_OPENING = _TAGS | {"hedge"}
_NOTHING = Hardening(_MIDDLE, ())

_HEDGES = bit_of(hedge_words(), spoken=True)
_OWN = bit_of(telling(table(), _OPENING), spoken=True)
_DOUBT = _HEDGES | _OWN | bit_of(_FIGURES, spoken=True)
"""Words that a doubt, a teller or a search may be seen by."""
_LINK = bit_of(telling(ladder_table(), ("association", "cause", "plain", "third", "past")), spoken=True)
"""Words that a link may be seen by."""
_SCOPE, _ADVICE, _MUST = [
    bit_of(telling(table(), (tag,)), spoken=True) for tag in ("scope", "advice", "advice.must")
]

Tokens = tuple[list[Token], list[Token]]
"""The tokens of a source and of its retelling."""


class Said:
    """A text whose tokens are at hand, read as a `Telling` is."""

    def __init__(self, text: str, tokens: list[Token]) -> None:
        """Take a text, and the tokens of `phrases.tokens_of`."""
        self.text, self.spoken = text, [token.word for token in tokens]
        self.spoken_bits = spoken_bits(self.spoken)


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
    one = text_of(source) if ours is None else Said(source, ours)
    other = text_of(retelling) if theirs is None else Said(retelling, theirs)
    doubt, link = one.spoken_bits & _DOUBT, (one.spoken_bits | other.spoken_bits) & _LINK
    if not (doubt or link):
        return _NOTHING
    before, after = _rung(one).strength, _rung(other).strength
    linked = after is Strength.CAUSE and before <= Strength.ASSOCIATION
    if linked or (doubt and _may_open(one)):
        told = read(source, one.spoken, ours)
        if linked or _opens(told, other.spoken):
            retold = read(retelling, other.spoken, theirs)
            changes = _changes(told, retold, scale, may_cause=after is Strength.CAUSE)
            if changes:
                return Hardening(min(1.0, _LEAST + _EACH * (len(changes) - 1)), changes)
    return Hardening(_graded(RISE[after] - RISE[before], one, other), ())


def _rung(said: Said | Telling) -> Rung:
    """Return the strongest link that a text claims; without one of its words there is none to look for."""
    return rung_of(said.spoken) if said.spoken_bits & _LINK else NONE


def _may_open(source: Said | Telling) -> bool:
    """Tell, without reading its sentences, whether a text may have anything in it that could harden."""
    if (source.spoken_bits & _HEDGES and may_hedge(source.spoken)) or may_give_a_chance(source.spoken):
        return True
    return bool(source.spoken_bits & _OWN) and any(one.tag in _OPENING for one in look_up(source.spoken, table()))


def _opens(source: Reading, others: Sequence[str]) -> bool:
    """Tell whether the source has anything to harden of which a retelling in the words `others` may speak."""
    held = [sentence for sentence in source.sentences if _TAGS & sentence.tags or sentence.hedged]
    if not held or not any(_can_harden(sentence) for sentence in source.sentences):
        return False
    told = {stem for word in others if (stem := stem_of(word))}
    return any(_open(segment, told) for sentence in held for segment in sentence.segments)


def _can_harden(sentence: Sentence) -> bool:
    """Tell, before a sentence is cut, whether any finding could begin in it: no other one is made of it."""
    words, tags = sentence.words, sentence.tags
    if sentence.hedged or "degree.low" in tags:
        return True
    if "absence.no" in tags and not _SEARCHES.isdisjoint(tags):
        return True
    if "says" in tags and any(one.tag == "says" and may_frame(words, one) for one in sentence.found):
        return True
    return may_number(words) and (may_hedge(words) or may_state(sentence.text))


def _open(segment: Segment, told: set[str]) -> bool:
    if segment.stems.isdisjoint(told) and not (segment.has("says") or speaks_back(segment)):
        return False
    return bool(segment.hedges) or not _TAGS.isdisjoint(one.tag for one in segment.found)


def _changes(source: Reading, target: Reading, scale: str, *, may_cause: bool) -> tuple[Hardened, ...]:
    found = [
        *doubts(source, target, scale),
        *(causes(source, target) if may_cause else ()),
        *absences(source, target),
        *tellers(source, target),
    ]
    return tuple(sorted(found, key=lambda one: one.source))


def _graded(rise: float, one: Said | Telling, other: Said | Telling) -> float:
    """Return the score of a pair without a change, below FIRED.

    It grows with the `rise` of the links claimed, with how much surer the retelling sounds, where those that a
    finding was made on go unnamed, and where advice to consider a thing became a must.
    """
    surer = sureness_of(spoken(other.spoken)) - sureness_of(spoken(one.spoken))
    wider = bool(one.spoken_bits & _SCOPE and not other.spoken_bits & _SCOPE)
    bound = bool(one.spoken_bits & _ADVICE and other.spoken_bits & _MUST and not one.spoken_bits & _MUST)
    raised = _MIDDLE + _STEP * rise + _SURENESS * surer + _WIDER * wider + _BOUND * bound
    return min(_MOST, max(0.0, raised))
