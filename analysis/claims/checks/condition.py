"""What holds on a condition, told as if it held without it, on its opposite or on half of it."""

from collections.abc import Iterator, Sequence

from misheard.analysis.claims.checks.base import Check, Found
from misheard.analysis.claims.checks.bounded import sides
from misheard.analysis.claims.checks.condition_read import (
    TRIGGERS,
    UNBOUND,
    WORDS,
    Conditional,
    added,
    conditionals,
)
from misheard.analysis.claims.checks.condition_turns import is_for_all, same_figure, told_otherwise
from misheard.analysis.claims.checks.condition_twist import changed, is_negative
from misheard.analysis.claims.checks.support import (
    content,
    has_other_days,
    is_absent,
    kept,
    missing,
    place,
    quoted,
    share,
)
from misheard.analysis.claims.edits.telling import Pair
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.lexicon.wordnet import tags

LEAST_MAIN = 0.6
"""So much of what holds must stand in the retelling."""
LONG, LONG_MAIN = 6, 0.75
"""Of so many words and more, so much."""
LEAST_FIGURE = 0.25
"""So much is enough where both have one figure with its unit."""
SHORT = 3
"""Where only one word says what holds, the retelling may have no more content words than this."""
LEAST_TERMS = 0.5
"""Two conditions are the same one where each has so much of the other."""
LOST = {"only": 0.85, "if": 0.8, "unless": 0.85, "when": 0.7, "until": 0.65, "without": 0.65}
FOR_ALL, HALVED = 0.7, 0.7
_STRICT = frozenset(("only", "if", "unless"))
_CODE = frozenset("`{}[]*_=→")
_BOUNDS = frozenset(
    ("under", "below", "above", "over", "exceeds", "exceed", "than", "least", "most", "before", "after")
)
_PAST = frozenset(("was", "were", "had", "did"))


def _find(pair: Pair) -> Iterator[Found]:
    several = len(pair.told.sentences) > 1
    theirs = conditionals(pair.source)
    if not theirs and (not several or TRIGGERS.isdisjoint(pair.told.lower)):
        return
    extra = added(pair.told, pair.source) if several else None
    if not theirs and extra is None:
        return
    if not _CODE.isdisjoint(pair.source.text + pair.retelling.text):
        return
    mine = conditionals(pair.retelling)
    retold = pair.retelling.tokens
    for one in theirs:
        if not _is_told(one.main, retold):
            if kept(one.main, retold) and is_for_all(pair, one):
                yield _found(pair, place(one.words), place(retold), FOR_ALL)
                return
            continue
        found = next((change for other in mine if (change := changed(pair, one, other))), None)
        found = found or _lost(pair, one) or _halved(pair, one) or told_otherwise(pair, one, mine)
        if found:
            yield found
            return
    if extra and not mine and _stands_alone(pair, extra):
        yield _found(pair, place(extra.main), place(retold), LOST[extra.tag] - 0.1)


def _is_told(main: Sequence[Token], retold: Sequence[Token]) -> bool:
    """Tell whether a sentence says what holds on a condition: enough of its words, the last one among them."""
    words = [word for word in content(main) if tags(word.lower) != "r"]
    least = LEAST_MAIN if len(words) < LONG else LONG_MAIN
    if not words or not kept(words, retold) or share(words, retold) < least:
        return False
    return words[-1].sort == "d" or not missing(words[-1:], retold)


def _stands_alone(pair: Pair, extra: Conditional) -> bool:
    """Tell whether the retelling has a claim without the condition that the next sentence of the source adds."""
    retold = pair.retelling
    least = LEAST_FIGURE if same_figure(pair) else LEAST_MAIN
    if WORDS["hints"] & retold.lower or share(extra.main, retold.tokens) < least:
        return False
    return kept(extra.main, retold.tokens) >= 2 and is_absent(extra.terms, pair.retold, spent=extra.main)


def _found(pair: Pair, before: tuple[int, int], after: tuple[int, int], sure: float) -> Found:
    return Found("condition", before, after, quoted(pair, before, after), sure)


def _lost(pair: Pair, one: Conditional) -> Found | None:
    """Return the change of a claim whose condition stands nowhere in the retelling."""
    if not _binds(one) or _is_hinted(pair, one):
        return None
    if len(content(one.main)) < 2 and len(content(pair.retelling.tokens)) > SHORT:
        return None
    if is_negative(one.main) != is_negative(pair.retelling.tokens):
        return None
    if not is_absent([w for w in one.terms if w.lower not in WORDS["weak"]], pair.retold, spent=one.main):
        return None
    before = place(one.words)
    main = [word for word in pair.retelling.tokens if word.sort != "p"]
    why = f'"{pair.source.text[slice(*before)]}" was left out'
    return Found("condition", before, place(main), why, LOST[one.tag])


def _is_hinted(pair: Pair, one: Conditional) -> bool:
    """Tell whether the retelling may have the condition in other words."""
    if WORDS["elsewhere"] & pair.retold.lower and not UNBOUND.find(pair.retelling.tokens):
        return True
    if not _BOUNDS.isdisjoint(word.lower for word in one.terms) and sides(pair.retelling):
        return True
    if has_other_days(one.terms, pair):
        return True
    if UNBOUND.find(pair.retelling.tokens) and not UNBOUND.find(pair.source.tokens):
        return False
    return any(word in WORDS["hints"] for word in _behind_main(pair, one))


def _behind_main(pair: Pair, one: Conditional) -> list[str]:
    """Return the words of the retelling that the main clause does not have."""
    own = {word.lower for word in one.main}
    return [word.lower for word in pair.retelling.tokens if word.lower not in own]


def _binds(one: Conditional) -> bool:
    """Tell whether what holds is bound to the condition: no mere time, no courtesy."""
    terms = [word for word in content(one.terms) if word.lower not in WORDS["weak"]]
    if not terms or one.tag not in LOST:
        return False
    if one.tag in _STRICT:
        return True
    main = {word.lower for word in one.main}
    if one.tag == "without":
        return is_negative(one.main) and bool(main & WORDS["modal"])
    if one.tag == "until":
        return not is_negative(one.main) and bool(main & {"can", "may", "allowed", "permitted"})
    now = main & {"can", "may", "will", "must", "allowed"} or {"has", "have"} & {word.lower for word in one.terms}
    is_state = one.words[0].lower in ("when", "once", "where", "whenever")
    limit = (
        is_state and any(word.sort == "d" for word in one.terms) and not any(word.sort == "d" for word in one.main)
    )
    return bool(now or limit) and not _PAST & {word.lower for word in one.terms + one.main}


def _halved(pair: Pair, one: Conditional) -> Found | None:
    """Return the change of a claim of whose joint conditions one is kept and another stands nowhere."""
    at = next((i for i, word in enumerate(one.terms) if word.lower == "and"), 0)
    if one.tag not in _STRICT or not at or {"both", "all", "or"} & pair.retelling.lower:
        return None
    halves = one.terms[:at], one.terms[at + 1 :]
    for gone, left in (halves, halves[::-1]):
        if not content(gone) or share(left, pair.retelling.tokens) < LEAST_TERMS:
            continue
        if is_absent(gone, pair.retold, 0, [*one.main, *left]):
            before = place(gone)
            why = f'"{pair.source.text[slice(*before)]}" was left out'
            return Found("condition", before, place(pair.retelling.tokens), why, HALVED)
    return None


CHECK = Check(_find, copies=True)
