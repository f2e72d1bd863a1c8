"""Findings by words: a hedge dropped or moved, a stated probability that rose, a cause, a proven absence."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from misheard.analysis.claims.certainty import Kind, certainty_of
from misheard.analysis.claims.certainty_change import says_absent, searched_in_vain
from misheard.analysis.claims.certainty_strength import Strength, strength_of
from misheard.analysis.detectors.laundering_claims import (
    Repeat,
    Statement,
    Statements,
    index_of,
    statements_of,
    words_of,
)
from misheard.analysis.detectors.laundering_evidence import (
    heard_since,
    names_new_evidence,
    new_sources,
    only_passes_on,
)
from misheard.analysis.detectors.laundering_kept import is_kept
from misheard.analysis.flag import Span
from misheard.analysis.trace import Trace
from misheard.ingest.contract import Level, confidence_of, level_of
from misheard.ingest.message import AgentMessage, MessageType

_JOINS = re.compile(r"(?:and|but|so|or|though|although|while|whereas)\s+", re.IGNORECASE)
CLOSE = 0.75
"""The score from which two statements say much the same."""
_REPORTS = (MessageType.RESULT, MessageType.TASK)
LEAST_ABSENT = 0.35
"""How much of the weight of "there is no X" must be in "found no X"."""


@dataclass(frozen=True)
class Finding:
    """A statement that hardened: where it stood and where it stands now."""

    kind: str
    source: Statement
    target: Statement
    before: Span
    after: Span


def findings(trace: Trace, least: float) -> Iterator[Finding]:
    """Yield every statement of `trace` that is surer than all that its sender had been told of it."""
    index = index_of(trace)
    for message in trace.messages:
        for target in statements_of(trace, message):
            found = _finding(index, message, target, least)
            if found:
                yield found


def _finding(index: Statements, message: AgentMessage, target: Statement, least: float) -> Finding | None:
    repeats = [r for r in index.repeats(target, message.sender, message) if _counts(index.trace, r, message)]
    close = [repeat for repeat in repeats if repeat.score >= _least(index.trace, repeat, least)]
    found = (
        _dropped(index, message, target, close)
        or _raised(target, close)
        or _caused(target, repeats)
        or _absent(index, message, target)
    )
    if not found or _has_reason(index, message, found):
        return None
    return found


def _least(trace: Trace, repeat: Repeat, least: float) -> float:
    """The score asked for: talk that reports nothing wanders, so a repeat of it must be closer."""
    return least if trace.by_id[repeat.source.claim.message].type in _REPORTS else max(least, CLOSE)


def _counts(trace: Trace, repeat: Repeat, message: AgentMessage) -> bool:
    """Tell whether what was heard binds the sender: what a worker was given is his to look into, not to repeat."""
    source = trace.by_id[repeat.source.claim.message]
    if source.type is not MessageType.TASK and source.sender != message.recipient:
        return True
    return only_passes_on(message, trace)


def _has_reason(index: Statements, message: AgentMessage, found: Finding) -> bool:
    return (
        names_new_evidence(found.target.claim.text)
        or bool(new_sources(message, index.trace))
        or heard_since(index, found.source, found.target, message)
    )


def _dropped(index: Statements, message: AgentMessage, target: Statement, repeats: list[Repeat]) -> Finding | None:
    hedged = [repeat for repeat in repeats if repeat.source.hedge and _is_sure_enough(repeat.source)]
    if not hedged or not target.certainty.is_bare:
        return None
    best = hedged[0]
    if any(not repeat.source.hedge and _as_close(index, repeat, best) for repeat in repeats):
        return None
    if is_kept(target, message, index.trace, best.source) or _orders(target, best.source):
        return None
    kind = "hedge-moved" if _moved(index.trace, message, best) else "hedge-dropped"
    return _made(kind, best)


def _orders(target: Statement, source: Statement) -> bool:
    """Tell whether the repeat opens with the verb that the hedge stood before: "may restart", then "Restart …"."""
    first = target.claim.text.split(maxsplit=1)[0].lower()
    return any(
        hedge.text.lower() in ("may", "might", "could")
        and source.text[hedge.end :].split(maxsplit=1)[:1] == [first]
        for hedge in source.certainty.hedges
    )


def _is_sure_enough(source: Statement) -> bool:
    sureness = source.certainty.sureness
    return sureness is None or sureness[1] < 95


def _as_close(index: Statements, repeat: Repeat, best: Repeat) -> bool:
    shared = index.weight(repeat.shared)
    return repeat.source.certainty.kind is not Kind.NOT_STATED and shared >= 0.8 * index.weight(best.shared)


def _moved(trace: Trace, message: AgentMessage, repeat: Repeat) -> bool:
    """Tell whether the message hedges something else that had been told as a fact in the same message."""
    first = trace.by_id[repeat.source.claim.message]
    plain = [s for s in statements_of(trace, first) if not s.certainty.hedges]
    for statement in statements_of(trace, message):
        if statement.certainty.hedges and statement.claim is not repeat.target.claim:
            shared = [len(statement.words & other.words) for other in plain]
            if shared and max(shared) >= max(2, len(statement.words) // 2):
                return True
    return False


def _raised(target: Statement, repeats: list[Repeat]) -> Finding | None:
    after = target.certainty.sureness
    if target.certainty.kind not in (Kind.NUMBER, Kind.WORDS) or not after:
        return None
    befores = [
        (r, r.source.certainty.sureness) for r in repeats if r.source.certainty.kind in (Kind.NUMBER, Kind.WORDS)
    ]
    if not befores or any(band is None or band[1] >= after[0] for _, band in befores):
        return None
    best = befores[0][0]
    return _made("surer-than-every-source", best)


def _caused(target: Statement, repeats: list[Repeat]) -> Finding | None:
    link = strength_of(target.text)
    if link.strength is not Strength.CAUSE or target.certainty.hedges:
        return None
    sides = words_of(target.text[: link.start]), words_of(target.text[link.end :])
    near = [r for r in repeats if all(side & r.source.words for side in sides)]
    links = [strength_of(r.source.text) for r in near]
    if not links or any(found.strength is not Strength.ASSOCIATION for found in links if found.strength):
        return None
    best = next((n for n, found in enumerate(links) if found.strength is Strength.ASSOCIATION), None)
    if best is None or strength_of(target.claim.text).strength is not Strength.CAUSE:
        return None
    return _made("cause-from-association", near[best])


def _absent(index: Statements, message: AgentMessage, target: Statement) -> Finding | None:
    absent = says_absent(target.text)
    if not absent or target.certainty.hedges or searched_in_vain(target.claim.text):
        return None
    for source in index.received(target, message.sender, message):
        vain = searched_in_vain(source.text)
        shared = source.words & target.words
        if not vain or index.weight(shared) < LEAST_ABSENT * index.weight(target.words):
            continue
        repeat = Repeat(source, target, 1.0, shared)
        if (
            _counts(index.trace, repeat, message)
            and _is_limited(index.trace, source)
            and not is_kept(target, message, index.trace, source)
        ):
            return _made("absence-of-evidence", repeat)
    return None


def _is_limited(trace: Trace, source: Statement) -> bool:
    """Tell whether a search that found nothing says that it did not look everywhere, or that it is not sure."""
    message = trace.by_id[source.claim.message]
    confidence = confidence_of(message.payload)
    if confidence is not None and level_of(confidence) is Level.LOW:
        return True
    near = [s for s in statements_of(trace, message) if s.claim.path == source.claim.path]
    return any(not certainty_of(s.text).is_bare for s in near)


def _made(kind: str, repeat: Repeat) -> Finding:
    return Finding(kind, repeat.source, repeat.target, _span(repeat.source), _span(repeat.target))


def _span(statement: Statement) -> Span:
    """The words of a statement, without the "and" or the comma that only joins it to another."""
    lead = _JOINS.match(statement.text)
    start = lead.end() if lead else 0
    text = statement.text[start:].rstrip(" ,;:")
    return Span(statement.claim.message, statement.start + start, statement.start + start + len(text), text)
