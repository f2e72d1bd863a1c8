"""Denials that deny not outright: not all of them have agreed, may not park without a card."""

from misheard.analysis.claims.checks.negation_clauses import Denial, Reading
from misheard.analysis.claims.checks.negation_words import words
from misheard.analysis.claims.checks.scope_words import amounts
from misheard.analysis.claims.edits.telling import Sentence

_EXEMPT = frozenset(("without", "unless", "except", "only", "until", "before", "other"))
_EXCEPTED = frozenset(("apart", "except", "excepting", "excluding", "exception", "exceptions", "save", "bar"))
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
    if not _EXCEPTED.isdisjoint(other.lower):
        return True
    mine = {token.lower for token in told.tokens} & _EXEMPT
    return bool(mine - other.lower)


def is_contrasted(told: Reading, denied: Denial, other: Reading) -> bool:
    """Tell whether the other sentence denies it of the same by a bare contrast: the cellar, not the attic."""
    keys = told.clause(denied.target).keys - {told.tokens[denied.target].key}
    for denial in other.denials:
        ahead = other.tokens[denial.place - 1] if denial.place else None
        is_bare = ahead is not None and (ahead.sort == "p" or ahead.lower in ("and", "but"))
        if is_bare and other.tokens[denial.target].key in keys:
            return True
    return False
