"""Findings along the lineage: a claim told in other words that is surer than the claims its sender had received."""

from collections.abc import Sequence

from misheard.analysis.claims.claim import Claim
from misheard.analysis.claims.comparison import LEAST, compare_claims
from misheard.analysis.claims.hardening_types import Hardened
from misheard.analysis.detectors.laundering_claims import Repeat, Statement, Statements, statements_of
from misheard.analysis.detectors.laundering_finding import Finding, binds
from misheard.analysis.flag import Span
from misheard.analysis.lineage import Retelling, loose_retellings, retellings
from misheard.analysis.trace import Trace
from misheard.ingest.message import AgentMessage

LEAST_SHARED = 0.35
"""The part of the lesser weight of two clauses that they must share before one can be the other, hardened."""
SUPPORTS = 0.8
"""A source that shares so much with a claim and is as sure as it gives reason for it."""


def hardened(index: Statements, message: AgentMessage, target: Statement) -> Finding | None:
    """Return how `target` is surer than what it retells, unless something its sender had received is as sure."""
    trace = index.trace
    best: Finding | None = None
    for told in _told(trace).get((message.id, target.claim.start), ()):
        compared = compare_claims(told.source.text, told.target.text)
        source = _statement(trace, told.source, compared.hardening)
        if source is None:
            continue
        if compared.hardened < LEAST:
            if compared.aligned >= SUPPORTS and not source.hedge:
                return None
            continue
        if not _same_matter(index, source, target):
            continue
        if best is None and binds(trace, Repeat(source, target, told.score, target.words), message):
            change = next((one for one in compared.hardening if _meets(one, target)), None)
            best = _finding(told, source, target, change) if change else None
    return best


def _same_matter(index: Statements, source: Statement, target: Statement) -> bool:
    shared = source.words & target.words
    least = min(index.weight(source.words), index.weight(target.words))
    return len(shared) > 1 and index.weight(shared) >= LEAST_SHARED * least


def _told(trace: Trace) -> dict[tuple[str, int], list[Retelling]]:
    """Return what each claim of the run may retell, the likeliest first; made once per trace."""
    made: dict[tuple[str, int], list[Retelling]] | None = trace.__dict__.get("_told_by_claim")
    if made is None:
        made = trace.__dict__["_told_by_claim"] = {}
        for told in sorted([*retellings(trace), *loose_retellings(trace)], key=lambda one: -one.score):
            if not (told.source.is_value or told.target.is_value or told.source.is_question):
                made.setdefault((told.target.message, told.target.start), []).append(told)
    return made


def _statement(trace: Trace, claim: Claim, changes: Sequence[Hardened]) -> Statement | None:
    """Return the statement of a claim that a change begins in, or else the first one."""
    own = [one for one in statements_of(trace, trace.by_id[claim.message]) if one.claim.start == claim.start]
    starts = [claim.start + change.source[0] for change in changes]
    within = [one for one in own for start in starts if one.start <= start < one.end]
    return next(iter([*within, *own]), None)


def _meets(change: Hardened, target: Statement) -> bool:
    """Tell whether a change lies in the clause that is looked at."""
    if change.retelling is None:
        return True
    start, end = (target.claim.start + place for place in change.retelling)
    return start < target.end and target.start < end


def _finding(told: Retelling, source: Statement, target: Statement, change: Hardened) -> Finding:
    start, end = change.source
    before = Span(
        told.source.message, told.source.start + start, told.source.start + end, told.source.text[start:end]
    )
    first, last = change.retelling or (0, len(told.target.text))
    text = told.target.text[first:last]
    after = Span(told.target.message, told.target.start + first, told.target.start + last, text)
    return Finding(change.kind, source, target, before, after)
