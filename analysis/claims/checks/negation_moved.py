"""Denials that both tellings have, but of another thing or of another number of them."""

from collections.abc import Iterator

from misheard.analysis.claims.checks.base import Found
from misheard.analysis.claims.checks.negation_clauses import Clause, Denial, Reading, content
from misheard.analysis.claims.checks.negation_words import forms, words


def changed_amount(kind: str, source: Reading, retelling: Reading) -> Iterator[Found]:
    """Yield a `not all` that became `none` of the same."""
    for one in source.denials:
        last = one.place + 1
        if last >= len(source.tokens) or source.tokens[last].lower not in words()["all"]:
            continue
        wanted = forms(source.tokens[one.target].lower)
        for two in retelling.denials:
            word = retelling.tokens[two.place].lower
            is_none = word in words()["none"] or (word == "no" and two.place == retelling.clause(two.place).start)
            if is_none and not forms(retelling.tokens[two.target].lower).isdisjoint(wanted):
                text = f'"{source.tokens[one.place].text} {source.tokens[last].text}" became "{word}"'
                yield Found(kind, (one.place, last + 1), (two.place, two.place + 1), text, 0.85)


def moved(kind: str, source: Reading, retelling: Reading) -> Iterator[Found]:
    """Yield a denial that changed places with what is said: A was not hit but B was, B was not hit but A was."""
    if len(source.denials) != 1 or len(retelling.denials) != 1:
        return
    one, two = source.denials[0], retelling.denials[0]
    wanted = forms(source.tokens[one.target].lower)
    if forms(retelling.tokens[two.target].lower).isdisjoint(wanted):
        return
    here, there = _subject(source, one), _subject(retelling, two)
    here, there = here - there, there - here
    if not here or not there:
        return
    crossed = any(there & part for part in _said(source, one, wanted))
    if crossed and any(here & part for part in _said(retelling, two, wanted)):
        left, right = (one.place, one.target + 1), (two.place, two.target + 1)
        yield Found(kind, left, right, "what is denied of one is denied of the other in the retelling", 0.8)


def _subject(found: Reading, denial: Denial) -> frozenset[str]:
    start = found.clause(denial.target).start
    return content(found.tokens[start : denial.place])


def _said(found: Reading, denial: Denial, wanted: frozenset[str]) -> Iterator[frozenset[str]]:
    """Yield of what the word is said, not denied: `B was hit`, and after a denial `but B was`."""
    for clause in found.clauses:
        if not clause.start <= denial.place < clause.end:
            place = next(
                (i for i in _words(found, clause) if not forms(found.tokens[i].lower).isdisjoint(wanted)), None
            )
            end = place if place is not None else elided(found, clause)
            if end is not None:
                yield content(found.tokens[clause.start : end])


def _words(found: Reading, clause: Clause) -> Iterator[int]:
    return (i for i in range(clause.start, clause.end) if found.tokens[i].sort in "wn")


def elided(found: Reading, clause: Clause) -> int | None:
    """Return where a clause breaks off behind its auxiliary: but B was; but it does in children."""
    known = words()
    place = next((i for i in range(clause.start, clause.end) if found.tokens[i].lower in known["auxiliary"]), None)
    if place is None or any(clause.start <= denial.place < clause.end for denial in found.denials[:1]):
        return None
    behind = found.tokens[place + 1] if place + 1 < len(found.tokens) else None
    goes_on = behind is not None and (
        behind.sort in "wnd" or behind.lower in known["links"] or behind.lower in known["auxiliary"]
    )
    return None if goes_on else place
