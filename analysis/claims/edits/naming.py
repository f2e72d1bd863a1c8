"""What kind of change an edit is, and how to say it."""

from misheard.analysis.claims.edits import wordpair
from misheard.analysis.claims.edits.align import Alignment, Edit
from misheard.analysis.claims.edits.reading import NEGATORS, PRONOUNS
from misheard.analysis.claims.edits.record import Word
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.claims.names import CALENDAR
from misheard.analysis.claims.units import unit_of
from misheard.analysis.lexicon.wordnet import lexical_class, tags

_QUANTIFIERS = frozenset(("all", "some", "most", "many", "few", "every", "each", "any", "both", "several", "only"))
_DUTIES = frozenset(("must", "should", "may", "can", "shall", "might", "could", "need", "would"))
_TERMS = frozenset(("if", "unless", "until", "while", "or", "and", "when", "once", "except", "without"))
_COMPARING = frozenset(("more", "less", "than", "as", "fewer", "least"))
_CAUSES = frozenset(("because", "since", "due", "despite", "although"))
_TURNS = frozenset(
    ("before", "after", "up", "down", "in", "out", "over", "under", "above", "below", "from", "to", "on", "off")
)
_CLOSED = (
    ("scope", _QUANTIFIERS),
    ("requirement", _DUTIES),
    ("condition", _TERMS),
    ("comparison", _COMPARING),
    ("cause", _CAUSES),
    ("direction", _TURNS),
    ("entity", PRONOUNS),
)
_THINGS = frozenset(("noun.person", "noun.location", "noun.group", "noun.artifact", "noun.animal", "noun.object"))


def kind_of(made: Alignment, edit: Edit) -> str:
    """Return the kind of change that an edit is, if it is one."""
    one = None if edit.before is None else made.source[edit.before]
    other = None if edit.after is None else made.retelling[edit.after]
    if edit.kind == "move":
        return "entity"
    if any(token is not None and token.lower in NEGATORS for token in (one, other)):
        return "negation"
    if one is not None and other is not None:
        return _of_swap(one, other)
    token = one or other
    assert token is not None  # noqa: S101 - an edit has at least one side
    closed = next((kind for kind, words in _CLOSED if token.lower in words), None)
    return closed or ("loss" if other is None else "addition")


def _of_swap(one: Word | Token, other: Word | Token) -> str:
    left, right = one.lower, other.lower
    fields = {lexical_class(left), lexical_class(right)}
    named = (
        ("date", (left in CALENDAR and right in CALENDAR) or fields == {"noun.time"}),
        ("number", one.sort == "d"),
        ("unit", unit_of(one.text) is not None and unit_of(other.text) is not None),
        ("direction", wordpair.are_opposite(left, right)),
        ("entity", "n" in one.sort + other.sort or tags(right)[:1] == "n" or lexical_class(right) in _THINGS),
    )
    return next((kind for kind, holds in named if holds), "predicate")


def explain(before: str, after: str) -> str:
    """Say what an edit did, in one sentence without a full stop."""
    if before and after:
        return f'"{before}" became "{after}"'
    return f'"{before}" was left out' if before else f'"{after}" was added'
