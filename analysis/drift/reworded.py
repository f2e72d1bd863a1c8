"""Where a claim that was told in other words says otherwise: what the claim comparison sees along the lineage.

A claim is held against each claim its sender had received that shares enough with it. Where one of these supports
it, nothing is wrong. A near copy is judged as a whole; claims that share less by the typed checks alone.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from misheard.analysis.claims.change import Broken, span
from misheard.analysis.claims.change import Change as Step
from misheard.analysis.claims.claim import Claim, claims_of
from misheard.analysis.claims.compare import is_copy, is_remainder, is_revised
from misheard.analysis.claims.comparison import LEAST, Change, Content, compare_content
from misheard.analysis.claims.fidelity import faithful, same_value
from misheard.analysis.claims.words import content_words
from misheard.analysis.drift.state import Run
from misheard.analysis.flag import Span
from misheard.analysis.lineage import LEAST_SCORE, Retelling
from misheard.analysis.progress import may_have_grown
from misheard.ingest.message import BROADCAST, AgentMessage, MessageType

SUPPORTS = 0.8
"""A source that shares so much with a claim and is not changed by it supports it."""
COPY = 0.85
"""From here on the words of a near copy are judged one by one; below it only the typed checks are."""
LEAST_ALIGNED = 0.5
"""How much of a claim must be in its source before its figures are compared."""
LEAST_KEPT = 0.65
"""How much of a claim must be in its source before what it leaves out counts."""
LEAST_WORDS = 4
KINDS = frozenset(
    (
        *("number", "unit", "date", "direction", "negation", "entity", "scope", "condition", "comparison"),
        *("attribution", "cause", "requirement", "loss"),
    )
)
_NARROWS = re.compile(r"(?:only|solely|exclusively)\b(?! (?:if|when|after|once|until|while)\b)", re.IGNORECASE)
"""A limit to some, unlike a condition, is not met by what is heard later."""
FIGURES = frozenset(("number", "unit", "date"))
ORDERED = frozenset((*FIGURES, "requirement", "condition"))
"""What may change in a request or a plan; all else in it is for the one who asks to word."""
_CODE = re.compile(r"[`{}\[\]<>|\\]|==|->|→|::|\*\*|\w/\w+\.\w|\b\w+_\w+|\w\(\)")
"""Marks of code and of notes on code: names stand in them for things, and words are left out at will."""


def reworded(run: Run, message: AgentMessage, told: Sequence[Retelling]) -> Iterator[Broken]:
    """Yield what the claims of a message say otherwise than the claims that they retell in other words."""
    usable = [one for one in told if run.may_judge(one, message) and _states(one)]
    for _, group in groupby(sorted(usable, key=lambda one: one.target.start), lambda one: one.target.start):
        yield from _worst(run, message, sorted(group, key=lambda one: -one.score))


def _states(told: Retelling) -> bool:
    """Tell whether both claims state something, and the later one does not say that it is newer."""
    source, target = told.source, told.target
    if source.is_value or target.is_value or source.is_question or target.is_question:
        return False
    if any(_is_code(one.text.replace("|", " ") if told.by_figure else one.text) for one in (source, target)):
        return False
    return not (is_revised(target.text) or (target.is_plan and not source.is_plan))


@lru_cache(maxsize=8192)
def _is_code(text: str) -> bool:
    return _CODE.search(text) is not None


def _worst(run: Run, message: AgentMessage, group: Sequence[Retelling]) -> Iterator[Broken]:
    """Yield the surest change of one claim, unless something that its sender had received supports the claim."""
    if any(is_copy(told.source, told.target) for told in group):
        return
    found: list[Broken] = []
    for told in group:
        compared = _compared(told.source.text, told.target.text)
        if compared.changed < LEAST and compared.aligned >= SUPPORTS:
            return
        found.extend(
            Broken(_step(told, change), (told.source.message, told.target.message))
            for change in _changes(told, compared)
            if (_stands if change.kind in FIGURES else _is_unsaid)(run, message, told, change)
        )
    yield from sorted(found, key=lambda broken: -broken.change.confidence)[:1]


@lru_cache(maxsize=4096)
def _compared(source: str, retelling: str) -> Content:
    """Compare two texts; what is told again and again in a run is compared once."""
    return compare_content(source, retelling)


def _changes(told: Retelling, compared: Content) -> Iterator[Change]:
    for change in compared.changes:
        if change.kind not in KINDS or change.sure < LEAST:
            continue
        if told.target.is_plan and change.kind not in ORDERED:
            continue
        if change.kind == "attribution" and change.after is None:
            # What somebody only thinks, told as a fact, has lost its doubt: that is for uncertainty laundering.
            continue
        if change.kind == "loss" and not (told.score >= LEAST_SCORE and _is_whole(told, compared)):
            continue
        if told.by_figure and not change.anchored:
            continue
        if (
            change.kind in FIGURES
            and not change.anchored
            and (told.score < LEAST_SCORE or compared.aligned < LEAST_ALIGNED)
        ):
            continue
        if change.typed or compared.aligned >= COPY:
            yield change


def _is_whole(told: Retelling, compared: Content) -> bool:
    """Tell whether a claim says enough, and enough of what its source says, to have left something out."""
    return compared.aligned >= LEAST_KEPT and len(told.target.words) >= LEAST_WORDS


def _stands(run: Run, message: AgentMessage, told: Retelling, change: Change) -> bool:
    """Tell whether a changed figure is none that its sender had from elsewhere, and none that may have grown."""
    if change.after is None or change.anchored:
        # The figure itself was kept, and it is not said so by what its sender had received.
        return True
    end, start = change.after.end, change.after.start
    mine = [q for q in told.target.quantities if q.start < end and start < q.start + len(q.text)]
    # A figure of the same claim, said of something else now, is backed by nothing but the exchange.
    others = [q for q in mine if not any(same_value(q, known) for known in told.source.quantities)]
    if others and any(run.backing.backs(message.sender, quantity) for quantity in others):
        return False
    source = run.trace.by_id[told.source.message]
    return not any(
        faithful(one, other, told.target.text)
        or is_remainder(told.source, one, told.target, other)
        or may_have_grown(run.trace, source, message, one, other)
        for one in told.source.quantities
        for other in mine
    )


def _is_unsaid(run: Run, message: AgentMessage, told: Retelling, change: Change) -> bool:
    """Tell whether nothing that the sender heard since speaks of the words that changed, as of a condition met."""
    if content_words(change.before.text) and _NARROWS.match(change.before.text):
        return True
    kept = content_words(change.after.text) if change.after and change.kind != "negation" else frozenset()
    lost = content_words(change.before.text) - kept
    if not lost:
        return True
    first, last = (run.trace.position[one] for one in (told.source.message, message.id))
    return not any(
        2 * len(lost & claim.words) > len(lost)
        for other in run.trace.messages[first + 1 : last]
        if other.recipient in (message.sender, BROADCAST) or _asked_anew(run, other, message, last)
        for claim in claims_of(run.trace, other)
    )


def _asked_anew(run: Run, task: AgentMessage, message: AgentMessage, before: int) -> bool:
    """Tell whether whoever sent `message` had asked in a task, and had been told something back since."""
    if task.sender != message.sender or task.type is not MessageType.TASK:
        return False
    heard = run.trace.messages[run.trace.position[task.id] + 1 : before]
    return any(one.sender == task.recipient and one.recipient == message.sender for one in heard)


def _step(told: Retelling, change: Change) -> Step:
    source, target = told.source, told.target
    after = change.after or Span("", 0, len(target.text), target.text)
    before = change.before if change.before.text else Span("", 0, len(source.text), source.text)
    sure = change.sure if told.score >= LEAST_SCORE else 0.95 * change.sure
    return Step(change.kind, _whole(source, before), _whole(target, after), change.explanation, round(sure, 2))


def _whole(claim: Claim, place: Span) -> Span:
    """Return a place of a claim as one of its message, with the whole figure or date that it is part of."""
    start, end = place.start, place.end
    for quantity in claim.quantities:
        if quantity.start <= start and end <= quantity.end:
            start, end = quantity.start, quantity.told_end
    return span(claim, start, end)
