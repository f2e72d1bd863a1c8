"""Whether a clause states the very thing that another statement left in doubt, be it in other words."""

import re
from functools import cache

from misheard.analysis.claims.certainty_lexicon import pattern
from misheard.analysis.claims.checks.support import LIGHT
from misheard.analysis.claims.polarity import negations_in
from misheard.analysis.claims.words import WORD, content_stem
from misheard.analysis.detectors.laundering_claims import Statement, words_of
from misheard.analysis.detectors.laundering_repeats import Statements
from misheard.analysis.lexicon.wordnet import Kind, relation

LEAST_TOLD = 0.5
"""How much of the weight of what was doubted must be told again."""
LEAST_AROUND = 2
"""So many words of the rest of its sentence a claim shares, too, where what was doubted is a single word."""

_NEAR = frozenset((Kind.SAME, Kind.SYNONYM, Kind.DERIVED, Kind.SIMILAR))
_SUPPOSED = pattern("talk", "supposed")
_PARTS = re.compile(r",\s+|\s+(?:and|but|so|or)\s+")
_UNASSERTED = pattern("talk", "unasserted")
_ASIDE = re.compile(r"\w\s+(?:that|which|who)\s*$", re.IGNORECASE)
_COPULA = re.compile(r"\b(?:is|are|was|were|be|been|has|have|had|will|to)\b", re.IGNORECASE)
_FIGURE = re.compile(r"\d+(?:[.,:]\d+)*")


def states_it(index: Statements, source: Statement, target: Statement) -> bool:
    """Tell whether `target` states as a fact what the words of doubt in `source` stand with."""
    doubted = source.words - _light() or source.words
    if not source.hedge or not states(target, doubted):
        return False
    told = also_told(doubted, target.claim.text, source.text)
    if not told or index.weight(told) < LEAST_TOLD * index.weight(doubted):
        return False
    if not bears_on(source, target.text):
        return False
    if _denies(_without_doubt(source)) != _denies(_piece(target, doubted)):
        return False
    if len(told & also_told(doubted, target.text, source.text)) > 1:
        return True
    rest = source.around - doubted
    return len(rest & words_of(target.claim.text)) >= LEAST_AROUND


def bears_on(source: Statement, text: str) -> bool:
    """Tell whether a text has the word that the doubt in `source` bears on, or one that means the same."""
    heads = _heads(source)
    return not heads or any(also_told(words_of(head), text, head) for head in heads)


def only_aside(source: Statement, target: Statement) -> bool:
    """Tell whether the doubt is about an aside ("a shadow that may be a scar") of which `target` says nothing."""
    hedge = source.hedge
    aside = hedge is not None and _ASIDE.search(source.text[: hedge.start])
    return bool(aside) and not bears_on(source, target.claim.text)


def states(target: Statement, about: frozenset[str] = frozenset(), unreal: re.Pattern[str] | None = None) -> bool:
    """Tell whether a clause, where it speaks of `about`, says how things are, not what should or can be.

    Words of `unreal` do not count against it.
    """
    if _SUPPOSED.search(target.text):
        return False
    parts = [part for part in _PARTS.split(target.text) if len(words_of(part)) > 1] or [target.text]
    most = max(len(words_of(part) & about) for part in parts)
    told = [part for part in parts if len(words_of(part) & about) == most]
    return any(not _UNASSERTED.search(unreal.sub(" ", part) if unreal else part) for part in told)


def also_told(words: frozenset[str], text: str, said: str) -> frozenset[str]:
    """Return which of `words`, the stems of `said`, stand in `text`, or have there a word that means the same."""
    there = words_of(text)
    found = words & there
    rest = words - found
    if not rest:
        return found
    others = [word for word in _surface(text).values() if content_stem(word) not in words]
    named = _surface(said)
    near = (stem for stem in rest if stem in named and _has_near(named[stem], others))
    return found | frozenset(near)


@cache
def _light() -> frozenset[str]:
    return frozenset(stem for word in LIGHT if (stem := content_stem(word)))


def _has_near(word: str, others: list[str]) -> bool:
    return any(relation(word, other).kind in _NEAR for other in others)


def _surface(text: str) -> dict[str, str]:
    """Return the words of a text by their stems."""
    return {stem: word.lower() for word in WORD.findall(text) if (stem := content_stem(word))}


def _heads(source: Statement) -> list[str]:
    """Return the words that a doubt bears on: behind "might be", or, where it opens the clause, behind its verb.

    Of "could be a scratch or a crack" either may be taken up.
    """
    hedge = source.hedge
    if hedge is None:
        return []
    before, after = source.text[: hedge.start], source.text[hedge.end :]
    if not words_of(before):
        verb = _COPULA.search(after)
        after = after[verb.end() :] if verb else ""
        before = ""
    found = [first for part in after.split(" or ") if (first := _first(part))]
    return found or [first for first in (_first(before),) if first]


def _first(text: str) -> str:
    return next((word for word in WORD.findall(text) if content_stem(word) and word.lower() not in LIGHT), "")


def _without_doubt(source: Statement) -> str:
    text = source.text
    for hedge in reversed(source.certainty.hedges):
        text = f"{text[: hedge.start]} {text[hedge.end :]}"
    return text


def _piece(target: Statement, doubted: frozenset[str]) -> str:
    """Return the part between commas of a clause that has the most of what was doubted."""
    return max(target.text.split(", "), key=lambda part: len(words_of(part) & doubted))


def _denies(text: str) -> bool:
    return bool(negations_in(text))


def other_figures(one: str, other: str) -> bool:
    """Tell whether two texts give figures, and none in common: then they are of different things."""
    before, after = set(_FIGURE.findall(one)), set(_FIGURE.findall(other))
    return bool(before and after) and before.isdisjoint(after)
