"""Whether two opposite words are said of the same thing, and of it in the same place."""

from misheard.analysis.claims.checks.comparison_words import base
from misheard.analysis.claims.checks.negation_clauses import Reading
from misheard.analysis.claims.checks.negation_words import forms
from misheard.analysis.claims.edits.telling import Pair
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.lexicon.wordnet import lexical_class

LEAST = 2
"""So many words must the clauses of two opposites share,"""
FEW = 2
"""or one where a clause has no more than so many"""
MOST = 0.5
"""and the sentences share so much (0 to 1)."""


def speak_of_one(pair: Pair, source: Reading, i: int, retelling: Reading, j: int) -> bool:
    """Tell whether the clauses of two opposites speak of the same thing."""
    here, there = _around(source, i), _around(retelling, j)
    shared = _shared(here, there)
    if shared < LEAST and len(pair.told.sentences) != len(pair.retold.sentences):
        return False
    return shared >= LEAST or (shared > 0 and min(len(here), len(there)) <= FEW and pair.overlap >= MOST)


def looks_back(source: Reading, i: int, retelling: Reading, j: int) -> bool:
    """Tell whether a move is told by what stood before it: has dropped since June, was higher in June."""
    for found, k, other in ((source, i, retelling.tokens[j]), (retelling, j, source.tokens[i])):
        if bool(base(found.tokens[k].lower)) and not base(other.lower):
            clause = found.clause(k)
            return any(found.tokens[n].lower in {"was", "were", "been"} for n in range(clause.start, k))
    return False


def _shared(here: list[Token], there: list[Token]) -> int:
    theirs = frozenset().union(*(forms(token.lower) for token in there))
    return sum(not forms(token.lower).isdisjoint(theirs) for token in here)


def _around(found: Reading, place: int) -> list[Token]:
    clause = found.clause(place)
    return [found.tokens[k] for k in range(clause.start, clause.end) if k != place and found.tokens[k].sort in "wn"]


def _beside(found: Reading, place: int) -> list[Token]:
    """Return the content words of what a word such as `before` puts in its place: its own clause or the next."""
    first = found.clause(place)
    start, end = first.start, place
    if start == place and found.home[place]:
        start = found.clauses[found.home[place] - 1].start
    elif start == place and found.home[place] + 1 < len(found.clauses):
        start, end = first.end, found.clauses[found.home[place] + 1].end
    return [found.tokens[k] for k in range(start, end) if k != place and found.tokens[k].sort in "wn"]


def is_placed(source: Reading, i: int, retelling: Reading, j: int) -> bool:
    """Tell whether words such as `before` and `after` put the same thing in its place by the same other."""
    here, there = _beside(source, i), _beside(retelling, j)
    shared = _shared(here, there)
    crossed = _crosses(source, i, there) or _crosses(retelling, j, here)
    return (
        not crossed
        and 0 < min(len(here), len(there)) <= shared * 2
        and not _next(source, i).isdisjoint(_next(retelling, j))
    )


def _crosses(found: Reading, place: int, beside: list[Token]) -> bool:
    behind = _next(found, place)
    return any(not forms(token.lower).isdisjoint(behind) for token in beside)


def is_kept(source: Reading, i: int, retelling: Reading, j: int) -> bool:
    """Tell whether what stands on either side of two words is the same, and has not changed sides with them."""
    ahead, behind = _sides(source, i)
    first, then = _sides(retelling, j)
    return bool(behind & then) and not ahead & then and not behind & first


def _sides(found: Reading, place: int) -> tuple[frozenset[str], frozenset[str]]:
    clause = found.clause(place)
    ahead, behind = found.tokens[clause.start : place], found.tokens[place + 1 : clause.end]
    return _named(ahead), _named(behind)


def _named(tokens: list[Token]) -> frozenset[str]:
    return frozenset(
        token.key for token in tokens if token.sort in "wn" and lexical_class(token.lower) != "noun.time"
    )


def _next(found: Reading, place: int) -> frozenset[str]:
    """Return the forms of the first content words behind a place."""
    end = found.clause(place).end
    behind = [token.lower for token in found.tokens[place + 1 : end] if token.sort in "wnd"][:2]
    return frozenset().union(*map(forms, behind))
