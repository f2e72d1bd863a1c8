"""A statement that hardened, and which of the things its sender was told it can be held against."""

import re
from dataclasses import dataclass

from misheard.analysis.claims.certainty_lexicon import pattern
from misheard.analysis.claims.certainty_scope import asserts
from misheard.analysis.claims.claim import claims_of
from misheard.analysis.detectors.laundering_claims import Statement, words_of
from misheard.analysis.detectors.laundering_evidence import only_passes_on
from misheard.analysis.detectors.laundering_repeats import Repeat
from misheard.analysis.flag import Span
from misheard.analysis.trace import Trace
from misheard.ingest.message import AgentMessage, MessageType

_JOINS = re.compile(r"(?:and|but|so|or|though|although|while|whereas)\s+", re.IGNORECASE)
_PREMISE = pattern("talk", "premise")
_MAY_BE = re.compile(r"\s+(?:well\s+|also\s+|still\s+|not\s+)?(?:be|have)\b", re.IGNORECASE)
_SHAPES = pattern("talk", "shapes")
_FINDS_OUT = pattern("talk", "finds_out")


@dataclass(frozen=True)
class Finding:
    """A statement that hardened: where it stood and where it stands now."""

    kind: str
    source: Statement
    target: Statement
    before: Span
    after: Span


def made(kind: str, repeat: Repeat, before: Span | None = None) -> Finding:
    """Return the finding that `repeat` hardened what it repeats; `before` shows more than the one clause of it."""
    return Finding(kind, repeat.source, repeat.target, before or _span(repeat.source), _span(repeat.target))


def _span(statement: Statement) -> Span:
    """The words of a statement, without the "and" or the comma that only joins it to another."""
    lead = _JOINS.match(statement.text)
    start = lead.end() if lead else 0
    text = statement.text[start:].rstrip(" ,;:")
    return Span(statement.claim.message, statement.start + start, statement.start + start + len(text), text)


def binds(trace: Trace, repeat: Repeat, message: AgentMessage) -> bool:
    """Tell whether what was heard binds the sender: what a worker was given is his to look into, not to repeat."""
    source = trace.by_id[repeat.source.claim.message]
    if source.type is not MessageType.TASK and (source.sender != message.recipient or _hands_back(source, message)):
        return True
    return only_passes_on(message, trace)


def _hands_back(source: AgentMessage, message: AgentMessage) -> bool:
    """Tell whether somebody is given work that rests on what he had himself reported with a doubt."""
    return source.type is MessageType.RESULT and message.type is MessageType.TASK


def is_background(trace: Trace, repeat: Repeat) -> bool:
    """Tell whether a task only told what is repeated, and asked for something else."""
    task = trace.by_id[repeat.source.claim.message]
    return task.type is MessageType.TASK and repeat.target.words.isdisjoint(_asked(trace, task))


def _asked(trace: Trace, task: AgentMessage) -> frozenset[str]:
    """Return the words of what a task asks for: its objective, its questions and its requests; once per trace."""
    made: dict[str, frozenset[str]] = trace.__dict__.setdefault("_asked_words", {})
    found = made.get(task.id)
    if found is None:
        found = made[task.id] = frozenset[str]().union(*(words_of(text) for text in _requests(trace, task)))
    return found


def _requests(trace: Trace, task: AgentMessage) -> list[str]:
    made: dict[str, list[str]] = trace.__dict__.setdefault("_requests", {})
    found = made.get(task.id)
    if found is None:
        found = made[task.id] = [
            claim.text
            for claim in claims_of(trace, task)
            if claim.is_question or not asserts(claim.text) or claim.is_request
        ]
    return found


def only_shapes(trace: Trace, repeat: Repeat) -> bool:
    """Tell whether a task asked to put into shape what it told, and to find out nothing: "write the memo"."""
    task = trace.by_id[repeat.source.claim.message]
    if task.type is not MessageType.TASK or _only_permits(repeat.source):
        return False
    asked = _requests(trace, task)
    return any(_SHAPES.search(text) for text in asked) and not any(_FINDS_OUT.search(text) for text in asked)


def _only_permits(source: Statement) -> bool:
    """Tell whether a task only says what may be: "a row may hold two sums" is a rule, "may have been" a doubt."""
    return all(
        hedge.text.lower() == "may" and not _MAY_BE.match(source.text[hedge.end :])
        for hedge in source.certainty.hedges
    )


def is_premise(target: Statement) -> bool:
    """Tell whether a statement is what another rests on ("as the road is closed, …"), and no finding of its own."""
    return bool(_PREMISE.match(target.text))
