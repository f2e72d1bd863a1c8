"""Findings by words: a hedge dropped or moved, a stated probability that rose, a cause, a proven absence."""

import re
from collections.abc import Iterator

from misheard.analysis.claims.certainty import Kind
from misheard.analysis.detectors.laundering_backing import backed
from misheard.analysis.detectors.laundering_claims import Statement, statements_of
from misheard.analysis.detectors.laundering_evidence import (
    heard_since,
    names_new_evidence,
    new_sources,
    only_passes_on,
)
from misheard.analysis.detectors.laundering_finding import (
    Finding,
    binds,
    is_background,
    is_premise,
    made,
    only_shapes,
)
from misheard.analysis.detectors.laundering_focus import states
from misheard.analysis.detectors.laundering_kept import doubts_what_was_plain, is_kept, known_reservations
from misheard.analysis.detectors.laundering_links import absent, caused, claims_cause
from misheard.analysis.detectors.laundering_open import settled_cause
from misheard.analysis.detectors.laundering_other import (
    corrected,
    firmed,
    names_its_evidence,
    orders,
    says_other,
    sounds_firm,
)
from misheard.analysis.detectors.laundering_parts import PART, completed, finished
from misheard.analysis.detectors.laundering_repeats import Repeat, Statements, index_of
from misheard.analysis.detectors.laundering_reworded import hardened
from misheard.analysis.detectors.laundering_undone import unseen
from misheard.analysis.trace import Trace
from misheard.ingest.message import AgentMessage, MessageType

_FIGURE = re.compile(r"\d+(?:\.\d+)?")
_WOULD = re.compile(r"\b(?:would|will)\b", re.IGNORECASE)
SURE, FAR = 80, 0.4
"""From so many percent on, and so many ranks further up, a repeat is surer than a source that has no number."""
CLOSE = 0.75
"""The score from which two statements say much the same."""
_REPORTS = (MessageType.RESULT, MessageType.TASK)


def findings(trace: Trace, least: float) -> Iterator[Finding]:
    """Yield every statement of `trace` that is surer than all that its sender had been told of it."""
    index = index_of(trace)
    for message in trace.messages:
        for target in statements_of(trace, message):
            found = _finding(index, message, target, least)
            if found:
                yield found


def _finding(index: Statements, message: AgentMessage, target: Statement, least: float) -> Finding | None:
    found = (
        _by_repeats(index, message, target, least)
        or absent(index, message, target)
        or completed(index, message, target)
        or finished(index, message, target)
        or settled_cause(index, message, target)
        or unseen(index, message, target)
        or hardened(index, message, target)
    )
    if not found or _has_reason(index, message, found):
        found = backed(index, message, target)
        return found if found and not new_sources(message, index.trace) else None
    return found


def _by_repeats(index: Statements, message: AgentMessage, target: Statement, least: float) -> Finding | None:
    """Return what shows by the statements that `target` repeats; they are compared where this may find anything."""
    trace = index.trace
    if not index.received(target, message.sender, message):
        return None
    causal, stated = claims_cause(target), target.certainty.kind in (Kind.NUMBER, Kind.WORDS)
    if not (causal or stated or sounds_firm(target) or index.hears_doubt(target, message, min(least, CLOSE))):
        return None
    heard = index.repeats(target, message.sender, message)
    repeats = [repeat for repeat in heard if binds(trace, repeat, message)]
    close = [repeat for repeat in repeats if repeat.score >= _least(trace, repeat, least)]
    told = [r for r in heard if r.score >= least and (r in close or is_background(trace, r))]
    shaped = [r for r in heard if r not in close and (r in told or r.score >= CLOSE) and only_shapes(trace, r)]
    return (
        _dropped(index, message, target, told if is_premise(target) else [*close, *shaped])
        or _raised(target, told)
        or (caused(trace, target, repeats) if causal else None)
    )


def _least(trace: Trace, repeat: Repeat, least: float) -> float:
    """The score asked for: talk that reports nothing wanders, so a repeat of it must be closer."""
    return least if trace.by_id[repeat.source.claim.message].type in _REPORTS else max(least, CLOSE)


def _has_reason(index: Statements, message: AgentMessage, found: Finding) -> bool:
    return (
        (found.kind != PART and names_new_evidence(found.target.claim.text))
        or (found.kind != "attribution-lost" and names_its_evidence(found.source, found.target))
        or corrected(index.trace, found.source, found.target)
        or bool(new_sources(message, index.trace))
        or heard_since(index, found.source, found.target, message)
    )


def _dropped(index: Statements, message: AgentMessage, target: Statement, repeats: list[Repeat]) -> Finding | None:
    hedged = [
        repeat
        for repeat in repeats
        if (repeat.source.hedge and _is_sure_enough(repeat.source)) or firmed(repeat.source, target)
    ]
    if not hedged:
        return None
    best = hedged[0]
    if not target.certainty.holds_back_no_more(known_reservations(best.source)) or _carries_figure(target, best):
        return None
    others = (repeat for repeat in repeats if repeat not in hedged)
    if any(_is_plain(index.trace, repeat.source) and _as_close(index, repeat, best) for repeat in others):
        return None
    if (
        not _states(target, best.source)
        or orders(target, best.source)
        or says_other(best)
        or names_its_evidence(best.source, target)
    ):
        return None
    if is_kept(target, message, index.trace, best.source):
        return None
    return made("hedge-moved" if _moved(index.trace, message, best) else "hedge-dropped", best)


def _states(target: Statement, source: Statement) -> bool:
    """Tell whether a repeat states what was doubted; "would be full" does, where that very thing was a guess."""
    return states(target, source.words) or (
        _WOULD.search(source.text) is not None and states(target, source.words, unreal=_WOULD)
    )


def _is_plain(trace: Trace, source: Statement) -> bool:
    """Tell whether a sender may go by a statement: by no "forecast" of one who only passes on what he was sent."""
    if source.hedge:
        return False
    return source.certainty.is_bare or not only_passes_on(trace.by_id[source.claim.message], trace)


def _carries_figure(target: Statement, best: Repeat) -> bool:
    """Tell whether the retelling gives the very figure that was taken for a probability."""
    if best.source.certainty.kind is not Kind.NUMBER:
        return False
    figures = {figure for hedge in best.source.certainty.hedges for figure in _FIGURE.findall(hedge.text)}
    return bool(figures & set(_FIGURE.findall(target.claim.text)))


def _is_sure_enough(source: Statement) -> bool:
    sureness = source.certainty.sureness
    return sureness is None or sureness[1] < 95


def _as_close(index: Statements, repeat: Repeat, best: Repeat) -> bool:
    shared = index.weight(repeat.shared & best.shared)
    return repeat.source.certainty.kind is not Kind.NOT_STATED and shared >= 0.8 * index.weight(best.shared)


def _moved(trace: Trace, message: AgentMessage, repeat: Repeat) -> bool:
    """Tell whether the message hedges something else that had been told as a fact in the same message."""
    others = [s for s in statements_of(trace, message) if s is not repeat.target]
    return any(doubts_what_was_plain(statement, repeat.source, trace) for statement in others)


def _is_far_below(source: Statement, target: Statement) -> bool:
    """Tell whether a source is ranked without a number, as "possible" is, far below the target."""
    found = source.certainty
    return found.kind is Kind.RANKED and target.certainty.level - found.level >= FAR


def _raised(target: Statement, repeats: list[Repeat]) -> Finding | None:
    after = target.certainty.sureness
    if target.certainty.kind not in (Kind.NUMBER, Kind.WORDS) or not after:
        return None
    if after[0] >= SURE and repeats and all(_is_far_below(r.source, target) for r in repeats):
        return made("surer-than-every-source", repeats[0])
    befores = [
        (r, r.source.certainty.sureness) for r in repeats if r.source.certainty.kind in (Kind.NUMBER, Kind.WORDS)
    ]
    if not befores or any(band is None or band[1] >= after[0] for _, band in befores):
        return None
    return made("surer-than-every-source", befores[0][0])
