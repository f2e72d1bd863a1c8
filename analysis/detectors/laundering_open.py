"""Findings by a cause that was left open, or only guessed at, and is told as the cause."""

import re

from misheard.analysis.claims.certainty import certainty_of
from misheard.analysis.claims.certainty_lexicon import pattern
from misheard.analysis.claims.claim import Claim, claims_of
from misheard.analysis.detectors.laundering_claims import Statement, statements_of, words_of
from misheard.analysis.detectors.laundering_finding import Finding, binds, made
from misheard.analysis.detectors.laundering_focus import also_told, states
from misheard.analysis.detectors.laundering_kept import is_kept
from misheard.analysis.detectors.laundering_repeats import Repeat, Statements
from misheard.analysis.flag import Span
from misheard.ingest.message import AgentMessage

LEAST_GUESSED = 0.5
"""How much of the weight of a guess at a cause must be told again."""
LEAST_OPEN = 2
"""So many words a told cause shares with those that left the cause open."""

AHEAD = 6
"""So many statements ahead of "I cannot separate the two" may name the two."""

_OR = re.compile(r"\bor\b", re.IGNORECASE)
_STATED = pattern("causes", "stated")
_OPEN = pattern("causes", "open")
_POINTS = re.compile(r"\b(?:two|three|both|them|these|those|either|which)\b", re.IGNORECASE)

Sides = tuple[frozenset[str], frozenset[str]]


def settled_cause(index: Statements, message: AgentMessage, target: Statement) -> Finding | None:
    """Return the finding that `target` names a cause which all that its sender was told of it leaves open."""
    claim = target.claim
    sides = (_sides(target.text) or _sides(claim.text)) if _STATED.search(target.text) else None
    if sides is None or _OR.search(claim.text) or not states(target) or not certainty_of(claim.text).is_bare:
        return None
    found: Finding | None = None
    for source in _heard(index, message, target):
        if _links(source.claim.text, sides) and not _is_open(source):
            return None
        repeat = Repeat(source, target, 1.0, source.words & target.words)
        if found or not binds(index.trace, repeat, message):
            continue
        if _is_same_guess(index, source, claim, sides) or _is_left_open(index, source, claim, sides):
            found = _finding(repeat)
    if found is None or any(_OPEN.search(one.text) for one in claims_of(index.trace, message)):
        return None
    return None if is_kept(target, message, index.trace, found.source) else found


def _heard(index: Statements, message: AgentMessage, target: Statement) -> list[Statement]:
    """Return the statements of all messages from which the sender has anything on the matter, in order."""
    ids = {one.claim.message for one in index.received(target, message.sender, message)}
    order = sorted(ids, key=lambda one: index.trace.position[one])
    return [one for name in order for one in statements_of(index.trace, index.trace.by_id[name])]


def _sides(text: str) -> Sides | None:
    """Return the words of the two things that a text links as cause and effect."""
    link = _STATED.search(text)
    if link is None:
        return None
    before, after = text[: link.start()], text[link.end() :]
    if link.group().lower().endswith("about"):
        after = link.group()
    if not words_of(before):
        after, _, before = after.partition(", ")
    return (words_of(before), words_of(after)) if words_of(before) and words_of(after) else None


def _is_open(source: Statement) -> bool:
    return bool(_OPEN.search(source.claim.text)) or not certainty_of(source.claim.text).is_bare


def _links(text: str, sides: Sides) -> bool:
    known = words_of(text)
    return bool(_STATED.search(text)) and all(side & known for side in sides)


def _is_same_guess(index: Statements, source: Statement, claim: Claim, sides: Sides) -> bool:
    """Tell whether a source only guesses at the very link: "Mrs Orr reckons that X because Y"."""
    text = source.claim.text
    if not certainty_of(text).hedges or not _links(text, sides):
        return False
    guessed = words_of(text[certainty_of(text).hedges[0].end :])
    told = also_told(guessed, claim.text, text)
    return index.weight(told) >= LEAST_GUESSED * index.weight(guessed)


def _is_left_open(index: Statements, source: Statement, claim: Claim, sides: Sides) -> bool:
    """Tell whether a source says that the cause is not known, of the things that the claim links."""
    if not _OPEN.search(source.claim.text):
        return False
    trace = index.trace
    beside = [
        s for s in statements_of(trace, trace.by_id[source.claim.message]) if s.claim.path == source.claim.path
    ]
    if _POINTS.search(source.claim.text):
        place = next(n for n, one in enumerate(beside) if one.start >= source.start)
        ahead = frozenset[str]().union(*(s.words for s in beside[max(0, place - AHEAD) : place + 1]))
        if _speaks_of(sides, ahead, words_of(claim.text)):
            return True
    around = frozenset[str]().union(*(s.words for s in beside))
    near = words_of(source.claim.text.replace("-", " ")) | source.around
    mine = words_of(claim.text)
    return len(mine & around) >= LEAST_OPEN and bool((sides[0] | sides[1]) & near) and bool(mine & near)


def _speaks_of(sides: Sides, ahead: frozenset[str], mine: frozenset[str]) -> bool:
    """Tell whether both things that a claim links were spoken of, or the one of them and much of the rest."""
    most = max(len(side & ahead) for side in sides)
    return all(side & ahead for side in sides) or (most >= LEAST_OPEN and len(mine & ahead) >= 2 * LEAST_OPEN)


def _finding(repeat: Repeat) -> Finding:
    claim = repeat.source.claim
    kind = "hedge-dropped" if repeat.source.certainty.hedges else "cause-from-association"
    return made(kind, repeat, Span(claim.message, claim.start, claim.end, claim.text))
