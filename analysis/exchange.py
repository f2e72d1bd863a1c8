"""Finds items that were exchanged on the way: what was said of No. 14 is now said of No. 16."""

from collections.abc import Iterator, Sequence

from misheard.analysis.claims.change import Broken, Change, span
from misheard.analysis.claims.claim import Claim, claims_of
from misheard.analysis.claims.compare import is_revised
from misheard.analysis.claims.crosswise import exchanged
from misheard.analysis.claims.names import place_of
from misheard.analysis.flag import Span
from misheard.analysis.lineage import Retelling
from misheard.analysis.trace import Trace
from misheard.ingest.message import BROADCAST, AgentMessage

MOST_SOURCES = 6
"""So many of the messages that a message retells are searched for statements that changed places."""

LEAST_WORDS = 3
"""Two claims that share fewer words than this may each be right: stage 1 is complete, stage 2 is complete."""

LEAD = 0.15
"""By so much must the claim about the other item fit better than the one about the item that is named."""

LEAST_COPY = 0.9
"""Where a name was replaced by one that nobody had said before, the rest must be the same to this share."""
NEW_NAME = 0.75
"""How sure it is then: the two may be names of one thing."""


def exchanged_items(
    trace: Trace, message: AgentMessage, told: Sequence[Retelling], crossed: Sequence[Retelling]
) -> Iterator[Broken]:
    """Yield the first claim of `message` that says of one item what its sender was told of another.

    Both items must stand in the message that was retold, and no claim about the item that is named may fit nearly
    as well: the same template filled in for another site is no exchange.
    """
    for one in sorted(crossed, key=lambda one: -one.score):
        pair = _other_name(trace, one)
        if (
            pair is None
            or not _may_judge(trace, one, message)
            or len(one.source.words & one.target.words) < LEAST_WORDS
        ):
            continue
        mine, theirs = pair
        is_new = _is_new(trace, one, mine, theirs)
        if _retold_rightly(told, one) or not (is_new or _siblings(trace, one, theirs)):
            continue
        change = Change(
            "entity",
            _name_span(one.source, mine),
            _name_span(one.target, theirs),
            f'"{mine}" became "{theirs}"',
            NEW_NAME if is_new else round(min(0.95, 0.55 + 0.4 * one.score), 2),
        )
        yield Broken(change, (one.source.message, one.target.message))
        return


def exchanged_statements(
    trace: Trace, message: AgentMessage, told: Sequence[Retelling], crossed: Sequence[Retelling]
) -> Iterator[Broken]:
    """Yield the first two statements of `message` that stand each for the other's subject in what it retells."""
    if message.sender == message.recipient or is_revised(trace.text(message)):
        return
    sources = dict.fromkeys(one.source.message for one in (*told, *crossed))
    mine = claims_of(trace, message)
    for name in list(sources)[-MOST_SOURCES:]:
        source = trace.by_id[name]
        if BROADCAST in (source.recipient, message.recipient) or source.sender == message.recipient:
            continue
        change = exchanged(claims_of(trace, source), mine)
        if change:
            yield Broken(change, (name, message.id))
            return


def _may_judge(trace: Trace, one: Retelling, message: AgentMessage) -> bool:
    source = trace.by_id[one.source.message]
    talk = BROADCAST in (source.recipient, message.recipient) or message.recipient in (
        source.sender,
        message.sender,
    )
    idle = any(claim.is_question or claim.is_plan for claim in (one.source, one.target))
    return not (talk or idle or is_revised(one.target.text))


def _other_name(trace: Trace, one: Retelling) -> tuple[str, str] | None:
    """Return the one name each claim has that the other has not, where both are of one kind."""
    source, target = one.source, one.target
    known = frozenset[str]().union(
        *(
            claim.names.sure
            for name in (source.message, target.message)
            for claim in claims_of(trace, trace.by_id[name])
        )
    )
    mine = [name for name in _names(source, known) if place_of(name, target.text) is None]
    theirs = [name for name in _names(target, known) if place_of(name, source.text) is None]
    if len(mine) != 1 or len(theirs) != 1:
        return None
    labels = [name.rsplit(" ", 1) for name in (mine[0], theirs[0])]
    alike = len(labels[0]) == len(labels[1]) and (len(labels[0]) == 1 or labels[0][0] == labels[1][0])
    alike = alike and len({any(c.isdigit() for c in name) for name in (mine[0], theirs[0])}) == 1
    return (mine[0], theirs[0]) if alike else None


def _names(claim: Claim, known: frozenset[str]) -> frozenset[str]:
    """Return the names in a claim: a word that opens a sentence is one where it is a name within another."""
    return claim.names.sure | (claim.names.opening & known)


def _retold_rightly(told: Sequence[Retelling], one: Retelling) -> bool:
    """Tell whether another claim explains the target, or the message tells the source as it was."""
    return any(
        (other.target == one.target and other.score >= one.score - LEAD)
        or (other.source == one.source and other.score >= one.score)
        for other in told
    )


def _is_new(trace: Trace, one: Retelling, mine: str, theirs: str) -> bool:
    """Tell whether a copied sentence has a name in it that nobody had said before, in place of the one it had."""
    shared = one.source.words & one.target.words
    dice = 2 * (len(shared) + 1) / max(1, len(one.source.words) + len(one.target.words))
    if dice < LEAST_COPY or len(shared) < 5 or mine[0] == theirs[0]:
        return False
    end = trace.position[one.target.message]
    said = any(place_of(theirs, trace.text(message)) for message in trace.messages[:end])
    return not said and place_of(mine, trace.text(trace.messages[end])) is None


def _siblings(trace: Trace, one: Retelling, theirs: str) -> bool:
    """Tell whether the retold message speaks of the other item, too, in words that fit the target less."""
    others = [
        claim
        for claim in claims_of(trace, trace.by_id[one.source.message])
        if claim != one.source and theirs in claim.names.sure | claim.names.opening
    ]
    best = max((_overlap(claim, one.target) for claim in others), default=-1.0)
    return 0 <= best <= _overlap(one.source, one.target) - LEAD


def _overlap(one: Claim, other: Claim) -> float:
    return len(one.words & other.words) / max(1, min(len(one.words), len(other.words)))


def _name_span(claim: Claim, name: str) -> Span:
    match = place_of(name, claim.text)
    return span(claim, match.start(), match.end()) if match else span(claim, 0, len(claim.text))
