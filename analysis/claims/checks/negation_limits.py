"""Denials that deny not outright: not all of them have agreed, may not park without a card."""

from misheard.analysis.claims.checks.negation_clauses import Denial, Reading
from misheard.analysis.claims.checks.negation_words import words
from misheard.analysis.claims.checks.scope_words import amounts
from misheard.analysis.claims.edits.telling import Sentence

_EXEMPT = frozenset(("without", "unless", "except", "only", "until", "before", "other"))
_HELD = frozenset(("lack", "without", "lacks", "lacked", "lacking"))


def is_part(told: Reading, denied: Denial, other: Sentence) -> bool:
    """Tell whether not all is said where the other sentence says some, many or most."""
    behind = denied.place + 1
    if behind >= len(told.tokens) or told.tokens[behind].lower not in words()["all"]:
        return False
    return any(hit.tag in ("part", "few") for hit in amounts(other))


def is_exempt(told: Reading, denied: Denial, other: Sentence) -> bool:
    """Tell whether the sentence exempts something from what it denies: not without a token, you may with one."""
    word = told.tokens[denied.place].lower
    if word in _HELD:
        return any(one.place != denied.place for one in told.denials)
    mine = {token.lower for token in told.tokens} & _EXEMPT
    return bool(mine - other.lower)
