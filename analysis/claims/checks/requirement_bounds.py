"""A number that was the least and is told as the most, or as another kind of limit."""

import re
from collections.abc import Iterator

from misheard.analysis.claims import fidelity
from misheard.analysis.claims.checks.base import Found
from misheard.analysis.claims.checks.requirement_read import WORDS, rules
from misheard.analysis.claims.checks.support import place, quoted, share
from misheard.analysis.claims.edits.record import bit_of
from misheard.analysis.claims.edits.telling import Pair, Sentence
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.claims.quantities import Quantity

LEAST = 0.6
"""So much of the source must stand in the retelling."""
AROUND = 4
"""So many words from a number stand the words that make it a limit."""
BOUND = 0.8
_BEHIND = {
    "max": re.compile(r"\bat (?:the )?most\b|\bor (?:less|fewer)\b|\bmaximum\b"),
    "min": re.compile(r"\bat (?:the )?least\b|\bor more\b|\bminimum\b"),
}
_UNLIKE = ({"min", "max"}, {"exact", "about"}, {"exact", "min"}, {"exact", "max"})
_FIRM = bit_of(WORDS["firm"])
_EXACT = frozenset(("exactly", "precisely"))


def turned_bound(pair: Pair) -> Iterator[Found]:
    """Yield a number that is the least on one side and the most on the other."""
    if not (pair.source.bits & _FIRM and pair.retelling.bits & _FIRM):
        return
    if _forbids(pair.source) != _forbids(pair.retelling):
        return
    mine = list(_limits(pair.retelling))
    for theirs, bound, one in _limits(pair.source) if mine else ():
        for ours, other_bound, other in mine:
            if (
                {bound, other_bound} not in _UNLIKE
                or not fidelity.comparable(one, other)
                or not fidelity.same_value(one, other)
            ):
                continue
            if _is_plain(pair, {*theirs, *ours}):
                before, after = place(theirs), place(ours)
                yield Found("requirement", before, after, quoted(pair, before, after), BOUND)
                return


def _forbids(sentence: Sentence) -> bool:
    return any(rule.level in ("must_not", "should_not") for rule in rules(sentence))


def _limits(sentence: Sentence) -> Iterator[tuple[list[Token], str, Quantity]]:
    """Yield the numbers that are a least or a most: the words that say so, "min" or "max", and the number."""
    words = sentence.tokens
    for one in sentence.quantities:
        inside = [at for at, word in enumerate(words) if one.start <= word.start < one.end]
        if not inside or one.moment:
            continue
        near = words[max(0, inside[0] - AROUND) : inside[-1] + AROUND]
        behind = " ".join(word.lower for word in words[inside[-1] + 1 : inside[-1] + AROUND + 1])
        bound = one.bound or next((tag for tag, phrases in _BEHIND.items() if phrases.search(behind)), "")
        ahead = words[inside[0] - 1].lower if inside[0] else ""
        bound = "exact" if ahead in _EXACT and not bound else bound
        if bound and not WORDS["firm"].isdisjoint(word.lower for word in near):
            start = next((at for at, word in enumerate(near) if word.lower in WORDS["firm"]), 0)
            first = min(near[start].start, one.start)
            last = near[start].end if near[start].start > one.end else one.end
            yield [word for word in near if first <= word.start < last], bound, one


def _is_plain(pair: Pair, spent: set[Token]) -> bool:
    """Tell whether neither sentence refuses, outside the limits, something that the other does not."""
    one, other = (
        {word.lower for word in sentence.tokens if word not in spent} & WORDS["refusing"]
        for sentence in (pair.source, pair.retelling)
    )
    return one == other and share(pair.source.tokens, pair.retelling.tokens) >= LEAST
