"""Findings by the link that is claimed: a cause from what went together, an absence from what was not found."""

import re
from collections import defaultdict

from misheard.analysis.claims.certainty import certainty_of
from misheard.analysis.claims.certainty_change import says_absent, searched_in_vain
from misheard.analysis.claims.certainty_lexicon import pattern
from misheard.analysis.claims.certainty_scope import meant
from misheard.analysis.claims.certainty_strength import Link, Strength, strength_of
from misheard.analysis.detectors.laundering_claims import Statement, statements_of, words_of
from misheard.analysis.detectors.laundering_finding import Finding, binds, made
from misheard.analysis.detectors.laundering_focus import also_told
from misheard.analysis.detectors.laundering_kept import is_kept
from misheard.analysis.detectors.laundering_repeats import Repeat, Statements
from misheard.analysis.flag import Span
from misheard.analysis.trace import Trace
from misheard.ingest.contract import Level, confidence_of, level_of
from misheard.ingest.message import AgentMessage

_LIMITED = pattern("absence", "limited")
_LOOKED = pattern("absence", "looked")
_DEFINITE = re.compile(r"\W*(?:the|this|that|these|those|it|its|both|they|he|she)\b", re.IGNORECASE)
_POINTS = re.compile(
    r"\W*(?:it|this|that|these|those|them|which)(?:\s+(?:is|was|are|were|all|has|have))*\W*", re.IGNORECASE
)
LEAST_NAMED = 2
"""So many words a cause must share with what went along with "it"."""
_TOOK_PLACE = words_of("took takes place happened happens occurred occurs existed exists")
_TRACED = re.compile(
    r"\b(?:traced|tracked|pinned|put|attributed|brought)\s+(?:it|them|this|that|these)\s+(?:back\s+)?(?:down\s+|home\s+)?(?:to|on)\b"
    r"|\b(?:because|the cause (?:is|was)|caused by|due to)\b",
    re.IGNORECASE,
)
NEWEST = 20
"""So many searches in vain are held against a statement."""
LEAST_ABSENT = 0.35
"""How much of the weight of "there is no X" must be in "found no X"."""


def caused(trace: Trace, target: Statement, repeats: list[Repeat]) -> Finding | None:
    """Return the finding that `target` claims a cause where all it rests on saw two things go together."""
    link = strength_of(target.text)
    if not claims_cause(target) or _is_somebodys(target):
        return None
    sides = words_of(target.text[: link.start]), words_of(target.text[link.end :])
    points = [_POINTS.fullmatch(side) for side in (target.text[: link.start], target.text[link.end :])]
    near = [
        r for r in repeats if _joins(r.source, sides, target.text) or (any(points) and _takes_up(r.source, sides))
    ]
    links = [_link(r.source) for r in near]
    if any(_is_explained(trace, r.source) for r in near):
        return None
    if not links or any(found.strength is not Strength.ASSOCIATION for found in links if found.strength):
        return None
    best = next((n for n, found in enumerate(links) if found.strength is Strength.ASSOCIATION), None)
    if best is None or strength_of(target.claim.text).strength is not Strength.CAUSE:
        return None
    claim = near[best].source.claim
    whole = Span(claim.message, claim.start, claim.end, claim.text)
    return made("cause-from-association", near[best], whole)


def claims_cause(target: Statement) -> bool:
    """Tell whether a statement claims a cause, and without a doubt."""
    return not target.certainty.hedges and strength_of(target.text).strength is Strength.CAUSE


def _is_somebodys(target: Statement) -> bool:
    """Tell whether the sentence still says whose word it is."""
    return any(mark.word_class.name == "attributed" for mark in meant(target.claim.text))


def _joins(source: Statement, sides: tuple[frozenset[str], frozenset[str]], said: str) -> bool:
    """Tell whether both ends of a link stand in the sentence of `source`, as in "X and the Y go together".

    One of them may stand in the sentence before, where "the rise goes along with Y" takes it up.
    """
    text = source.claim.text
    told = words_of(text)
    if all(side & told or (side and also_told(side, text, said)) for side in sides):
        return True
    here = [len(side & told) >= 2 for side in sides]
    return any(here) and bool(_DEFINITE.match(source.claim.text)) and all(side & source.around for side in sides)


def _is_explained(trace: Trace, source: Statement) -> bool:
    """Tell whether the sentence behind says, without a doubt, what the cause was: "they traced them to a port"."""
    told = statements_of(trace, trace.by_id[source.claim.message])
    after = next((s for s in told if s.start > source.start and s.claim is not source.claim), None)
    return after is not None and bool(_TRACED.search(after.text)) and after.certainty.is_bare


def _takes_up(source: Statement, sides: tuple[frozenset[str], frozenset[str]]) -> bool:
    """Tell whether "X is what causes it" names an X that the sentence of `source` tells of."""
    return len((sides[0] | sides[1]) & words_of(source.claim.text)) >= LEAST_NAMED


def _link(source: Statement) -> Link:
    own = strength_of(source.text)
    return own if own.strength else strength_of(source.claim.text)


def absent(index: Statements, message: AgentMessage, target: Statement) -> Finding | None:
    """Return the finding that `target` says there is nothing where a search of some places found nothing."""
    whole = target.claim.text
    if target.certainty.hedges or _LOOKED.search(whole) or not (says_absent(target.text) and says_absent(whole)):
        return None
    for source in _heard(index, target, message):
        if not searched_in_vain(source.text):
            continue
        said = target.words - _TOOK_PLACE or target.words
        shared = said & (source.words | _looked_for(index.trace, source))
        if index.weight(shared) < LEAST_ABSENT * index.weight(said):
            continue
        repeat = Repeat(source, target, 1.0, shared)
        if (
            binds(index.trace, repeat, message)
            and _is_limited(index.trace, source)
            and not is_kept(target, message, index.trace, source)
        ):
            return made("absence-of-evidence", repeat)
    return None


def _heard(index: Statements, target: Statement, message: AgentMessage) -> list[Statement]:
    """Return what the sender had been told, and each search in vain of his: "no hits" need not say for what."""
    trace = index.trace
    made: list[Statement] | None = trace.__dict__.get("_in_vain")
    if made is None:
        every = (one for other in trace.messages for one in statements_of(trace, other))
        made = trace.__dict__["_in_vain"] = [one for one in every if searched_in_vain(one.text)]
    place = trace.position[message.id]
    told = [(one, trace.by_id[one.claim.message]) for one in made]
    own = [one for one, other in told if other.recipient == message.sender and trace.position[other.id] < place]
    received = index.received(target, message.sender, message)
    return [*received, *(one for one in own[-NEWEST:] if one not in received)]


def _looked_for(trace: Trace, source: Statement) -> frozenset[str]:
    """Return the words of the task that `source` answers: "nothing comes up" leaves out what was looked for."""
    tasks: dict[str, list[AgentMessage]] | None = trace.__dict__.get("_tasks_by_result")
    if tasks is None:
        tasks = trace.__dict__["_tasks_by_result"] = defaultdict(list)
        for work in trace.delegations:
            if work.result is not None:
                tasks[work.result.id].append(work.task)
    return frozenset[str]().union(*(words_of(trace.text(task)) for task in tasks.get(source.claim.message, ())))


def _is_limited(trace: Trace, source: Statement) -> bool:
    """Tell whether a search that found nothing says that it did not look everywhere, or that it is not sure."""
    message = trace.by_id[source.claim.message]
    confidence = confidence_of(message.payload)
    if confidence is not None and level_of(confidence) is Level.LOW:
        return True
    near = [s for s in statements_of(trace, message) if s.claim.path == source.claim.path]
    return any(not certainty_of(s.text).is_bare or _LIMITED.search(s.text) for s in near)
