"""Findings along the lineage: a claim told in other words that is surer than the claims its sender had received."""

import re
from collections.abc import Iterator
from functools import lru_cache

from misheard.analysis.claims.certainty_change import says_absent
from misheard.analysis.claims.certainty_lexicon import pattern
from misheard.analysis.claims.claim import Claim, claims_of
from misheard.analysis.claims.hardening import hardening
from misheard.analysis.claims.hardening_types import Hardened
from misheard.analysis.claims.ladder import rung_of
from misheard.analysis.claims.phrases import tokens_of
from misheard.analysis.detectors.laundering_claims import Statement, statements_of, words_of
from misheard.analysis.detectors.laundering_finding import Finding, binds
from misheard.analysis.detectors.laundering_focus import also_told, other_figures, states, states_it
from misheard.analysis.detectors.laundering_kept import is_kept
from misheard.analysis.detectors.laundering_repeats import Repeat, Statements
from misheard.analysis.flag import Span
from misheard.analysis.lineage import Retelling, loose_retellings, retellings
from misheard.analysis.trace import Trace
from misheard.ingest.message import AgentMessage

_TITLE = re.compile(r"\W*\*\*[^*]*\*\*\W*$|#")
_THOROUGH = re.compile(
    r"\b(?:whole|entire(?:ly)?|every|all|anywhere|everywhere|complete(?:ly)?|thorough(?:ly)?|in full)\b",
    re.IGNORECASE,
)
_DOUBTFUL = pattern("word", "doubtful")
_UNBACKED = pattern("word", "unbacked")
LEAST_LINKED = 0.5
"""How much of the weight of a claim the source must have before the two can be of one link, search or teller."""
SUPPORTS = 0.7
"""A plain source that shares so much of the weight of a claim gives reason for it."""


def hardened(index: Statements, message: AgentMessage, target: Statement) -> Finding | None:
    """Return how `target` is surer than what it retells, unless something its sender had received is as sure."""
    trace = index.trace
    retold = _told(trace).get((message.id, target.claim.start), ())
    if not retold or not states(target) or _TITLE.match(target.claim.text):
        return None
    best: Finding | None = None
    near = _around(trace, message, target.claim)
    for told in retold:
        found = next(_hardened(index, told, target, near), None)
        if found is None:
            if _supports(index, told, target):
                return None
            continue
        repeat = Repeat(found.source, target, told.score, target.words)
        if best is None and binds(trace, repeat, message) and not is_kept(target, message, trace, found.source):
            best = found
    return best


def _supports(index: Statements, told: Retelling, target: Statement) -> bool:
    """Tell whether a source says the same without a doubt."""
    own = _own(index.trace, told.source)
    shared = words_of(told.source.text) & target.words
    plain = bool(own) and all(one.certainty.is_bare for one in own)
    return plain and index.weight(shared) >= SUPPORTS * index.weight(target.words)


def _hardened(index: Statements, told: Retelling, target: Statement, near: tuple[str, int]) -> Iterator[Finding]:
    around, offset = near
    own = statements_of(index.trace, index.trace.by_id[told.source.message])
    said, ahead = _sentence(index.trace, told.source)
    for change in _changes(said, around):
        source = next((one for one in own if one.start <= ahead + change.source[0] < one.end), None)
        if source and _meets(change, offset, target) and _is_so(index, change, source, target):
            yield _finding(source, target, change, said, ahead)


@lru_cache(maxsize=4096)
def _changes(said: str, around: str) -> tuple[Hardened, ...]:
    return hardening(said, around).changes


def _is_so(index: Statements, change: Hardened, source: Statement, target: Statement) -> bool:
    """Tell whether the clause that is looked at is the one that hardened."""
    if change.kind not in ("cause-from-association", "absence-of-evidence", "attribution-lost"):
        return states_it(index, source, target)
    if other_figures(source.claim.text, target.text):
        return False
    shared = also_told(target.words, source.claim.text, target.text)
    if len(shared) < 2 or index.weight(shared) < LEAST_LINKED * index.weight(target.words):
        return False
    if change.kind == "cause-from-association":
        return _is_one_link(target, words_of(source.claim.text))
    if change.kind == "attribution-lost":
        return _is_mere_word(index.trace, source)
    return says_absent(target.text) is not None and not _THOROUGH.search(source.claim.text)


def _is_mere_word(trace: Trace, source: Statement) -> bool:
    """Tell whether somebody's word is as good as a guess, by how it is told or by what stands beside it."""
    if _DOUBTFUL.search(source.text):
        return True
    claims = claims_of(trace, trace.by_id[source.claim.message])
    place = next(n for n, one in enumerate(claims) if one.start == source.claim.start)
    return any(_UNBACKED.search(one.text) for one in claims[place : place + 2] if one.path == source.claim.path)


def _is_one_link(target: Statement, known: frozenset[str]) -> bool:
    """Tell whether the clause claims a cause, and both its ends are known from the source."""
    tokens = tokens_of(target.text)
    rung = rung_of([token.word for token in tokens])
    if rung.first == rung.behind:
        return False
    start, end = tokens[rung.first].start, tokens[rung.behind - 1].end
    return all(words_of(side) & known for side in (target.text[:start], target.text[end:]))


def _told(trace: Trace) -> dict[tuple[str, int], list[Retelling]]:
    """Return what each claim of the run may retell, the likeliest first; made once per trace."""
    made: dict[tuple[str, int], list[Retelling]] | None = trace.__dict__.get("_told_by_claim")
    if made is None:
        made = trace.__dict__["_told_by_claim"] = {}
        for told in sorted([*retellings(trace), *loose_retellings(trace)], key=lambda one: -one.score):
            if not (told.source.is_value or told.target.is_value or told.source.is_question):
                made.setdefault((told.target.message, told.target.start), []).append(told)
    return made


def _own(trace: Trace, claim: Claim) -> list[Statement]:
    return [one for one in statements_of(trace, trace.by_id[claim.message]) if one.claim.start == claim.start]


def _sentence(trace: Trace, claim: Claim) -> tuple[str, int]:
    """Return the sentence of a claim, with what stands behind its semicolons, and where it begins."""
    message = trace.by_id[claim.message]
    text, claims = trace.text(message), claims_of(trace, message)
    first = last = next(n for n, one in enumerate(claims) if one.start == claim.start)
    while first and claims[first - 1].path == claim.path and _goes_on(text, claims[first - 1], claims[first]):
        first -= 1
    while (
        last + 1 < len(claims) and claims[last + 1].path == claim.path and _goes_on(text, *claims[last : last + 2])
    ):
        last += 1
    return text[claims[first].start : claims[last].end], claims[first].start


def _goes_on(text: str, one: Claim, other: Claim) -> bool:
    return ";" in text[one.end - 1 : other.start]


def _around(trace: Trace, message: AgentMessage, claim: Claim) -> tuple[str, int]:
    """Return a claim with the ones before and behind it as they stand in the message, and where that begins."""
    claims = claims_of(trace, message)
    place = next(n for n, one in enumerate(claims) if one.start == claim.start)
    near = [one for one in claims[max(0, place - 1) : place + 2] if one.path == claim.path]
    return trace.text(message)[near[0].start : near[-1].end], near[0].start


def _meets(change: Hardened, offset: int, target: Statement) -> bool:
    """Tell whether a change lies in the clause that is looked at."""
    if change.retelling is None:
        return True
    start, end = (offset + place for place in change.retelling)
    return start < target.end and target.start < end


def _finding(source: Statement, target: Statement, change: Hardened, said: str, ahead: int) -> Finding:
    start, end = change.source
    before = Span(source.claim.message, ahead + start, ahead + end, said[start:end])
    after = Span(target.claim.message, target.start, target.end, target.text.rstrip(" ,;:"))
    return Finding(change.kind, source, target, before, after)
