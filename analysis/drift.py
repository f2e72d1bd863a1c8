"""Follows claims through a run and finds where one says otherwise than what its sender had been told."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from misheard.analysis.claims import (
    attribution,
    compound,
    condition,
    deadline,
    fidelity,
    fromto,
    gap,
    parts,
    permission,
    slipped,
    waiver,
    widened,
)
from misheard.analysis.claims.backing import Backing, follows
from misheard.analysis.claims.change import Broken, Change
from misheard.analysis.claims.claim import Claim, claims_of, is_output
from misheard.analysis.claims.compare import LEAST_FRAME, compare, is_revised, quantity_change
from misheard.analysis.claims.heard import Heard
from misheard.analysis.claims.matching import matches
from misheard.analysis.claims.polarity import negations_in
from misheard.analysis.claims.quantities import Quantity
from misheard.analysis.claims.wording import LEAST_SAME
from misheard.analysis.exchange import exchanged_items, exchanged_statements
from misheard.analysis.lineage import Retelling, crossings, retellings
from misheard.analysis.progress import may_have_grown
from misheard.analysis.trace import Trace
from misheard.ingest.message import BROADCAST, AgentMessage

LOOKED_SINCE = 0.15
"""So much less sure is a change where its sender had a tool's answer in between."""
SAME_SENTENCE = 0.8
"""Two claims that share so much of their words are one sentence."""
RULES = (
    fromto.RULE,
    compound.RULE,
    permission.RULE,
    deadline.RULE,
    attribution.RULE,
    condition.RULE,
    parts.RULE,
    gap.RULE,
    slipped.RULE,
    waiver.RULE,
    widened.RULE,
)
NEAR = 8
"""At most so many characters lie between a date and its hour."""
WORD_KINDS = frozenset(("negation", "direction", "comparison", "scope"))


@dataclass(frozen=True)
class _Root:
    """Where a figure was first said, and the messages it came through since."""

    claim: Claim
    quantity: Quantity
    hops: tuple[str, ...]


@dataclass
class _Run:
    trace: Trace
    backing: Backing
    heard: Heard
    roots: dict[tuple[str, int], _Root] = field(default_factory=dict)
    reported: set[tuple[str, int]] = field(default_factory=set)
    looked: dict[str, int] = field(default_factory=dict)

    def has_looked(self, source: str, agent: str) -> bool:
        """Tell whether `agent` had a tool's answer after the message `source`, and so may know better."""
        return self.looked.get(agent, -1) > self.trace.position[source]


def broken_claims(trace: Trace, least_verbatim: float) -> Iterator[Broken]:
    """Yield the first hop that changed each claim; what repeats the changed claim is not reported again.

    `least_verbatim` is the score that a retelling needs where everybody hears everybody.
    """
    run = _Run(trace, Backing(trace), Heard(trace, RULES))
    by_message = {key: list(group) for key, group in groupby(retellings(trace), lambda told: told.target.message)}
    crossed = {key: list(group) for key, group in groupby(crossings(trace), lambda told: told.target.message)}
    for message in trace.messages:
        if not is_output(trace, message):
            yield from _found(
                run, message, by_message.get(message.id, ()), crossed.get(message.id, ()), least_verbatim
            )
            run.heard.add(message)
        else:
            run.looked[message.recipient] = trace.position[message.id]
        run.backing.add(message)


def _found(
    run: _Run, message: AgentMessage, told: Sequence[Retelling], crossed: Sequence[Retelling], least_verbatim: float
) -> Iterator[Broken]:
    found: list[Broken] = []
    for _, group in groupby(told, lambda one: one.target.start):
        found += _judge(run, message, list(group), least_verbatim)
    yield from found
    lost = (_less_sure(run, message, broken) for broken in run.heard.lost(message, run.backing))
    yield from _beside(found, lost)
    if not found:
        swapped = list(exchanged_items(run.trace, message, told, crossed))
        yield from swapped or exchanged_statements(run.trace, message, told, crossed)


def _beside(found: Sequence[Broken], others: Iterator[Broken]) -> Iterator[Broken]:
    """Yield the other changes, at most one for each place of the message that is not reported already."""
    taken = [(broken.change.after.start, broken.change.after.end) for broken in found]
    for broken in others:
        place = broken.change.after.start, broken.change.after.end
        if all(place[1] <= start or place[0] >= end for start, end in taken):
            taken.append(place)
            yield broken


def _judge(run: _Run, message: AgentMessage, group: Sequence[Retelling], least_verbatim: float) -> Iterator[Broken]:
    target = group[0].target
    usable = [told for told in group if _may_judge(run.trace, told, message, least_verbatim)]
    if not usable or is_revised(target.text):
        return
    changes: list[tuple[Change, Retelling]] = []
    settled: set[int] = set()
    for told in usable:
        settled |= _trace_roots(run, told)
        changes.extend((change, told) for change in compare(told.source, target))
    yield from _gradual(run, target)
    seen: set[tuple[str, int]] = set()
    for change, told in changes:
        place = (change.after.message, change.after.start)
        if place in seen or not _stands(run, message, change, told, group, settled):
            continue
        seen.add(place)
        yield _less_sure(run, message, Broken(change, _hops(run, change, told)))


def _less_sure(run: _Run, message: AgentMessage, broken: Broken) -> Broken:
    change = broken.change
    if not run.has_looked(change.before.message, message.sender):
        return broken
    return replace(broken, change=replace(change, confidence=round(change.confidence - LOOKED_SINCE, 2)))


def _hops(run: _Run, change: Change, told: Retelling) -> tuple[str, ...]:
    root = run.roots.get((told.source.message, told.source.start + change.origin.start)) if change.origin else None
    earlier = root.hops if root else (told.source.message,)
    return tuple(dict.fromkeys((*earlier, told.target.message)))


def _may_judge(trace: Trace, told: Retelling, message: AgentMessage, least_verbatim: float) -> bool:
    """Tell whether the target passes the source on: an answer to the one who said it, or a debate, does not."""
    source = trace.by_id[told.source.message]
    if message.sender == message.recipient:
        return False
    if told.target.is_plan and told.score < LEAST_SAME:
        return False
    if source.sender == message.recipient:
        return told.source.is_limit and told.score >= LEAST_SAME
    return not (BROADCAST in (source.recipient, message.recipient) and told.score < least_verbatim)


def _stands(
    run: _Run, message: AgentMessage, change: Change, told: Retelling, group: Sequence[Retelling], settled: set[int]
) -> bool:
    if change.kind in WORD_KINDS:
        return not any(
            other.score >= LEAST_SAME and not any(c.kind in WORD_KINDS for c in compare(other.source, other.target))
            for other in group
        )
    quantity = change.quantity
    if quantity is None or change.origin is None or quantity.start in settled:
        return False
    if change.kind != "unit" and run.backing.backs(message.sender, quantity) and not _is_hour_of(run, change, told):
        return False
    if may_have_grown(run.trace, run.trace.by_id[told.source.message], message, change.origin, quantity):
        return False
    if change.kind == "unit" or _is_same_sentence(told):
        return True
    mine = claims_of(run.trace, message)
    theirs = claims_of(run.trace, run.trace.by_id[told.source.message])
    kept = any(
        fidelity.same_value(change.origin, other) and fidelity.comparable(change.origin, other)
        for claim in mine
        for other in claim.quantities
    )
    return not kept and not follows(quantity, [*theirs, *mine], told.target.text)


def _is_hour_of(run: _Run, change: Change, told: Retelling) -> bool:
    """Tell whether the hour beside a changed date shows whose date it was: 06:00 on the 15th, 06:00 on the 13th.

    The other date is then no date of another event, unless its teller was told it with that hour.
    """
    if change.kind != "date" or change.quantity is None or change.origin is None:
        return False
    hour = _hour_beside(told.target, change.quantity)
    origin = _hour_beside(told.source, change.origin)
    if hour is None or origin is None or not fidelity.same_value(hour, origin):
        return False
    sender, end = run.trace.by_id[told.target.message].sender, run.trace.position[told.target.message]
    for message in run.trace.messages[:end]:
        if message.recipient in (sender, BROADCAST):
            for claim in claims_of(run.trace, message):
                if all(
                    any(fidelity.same_value(one, q) for q in claim.quantities) for one in (change.quantity, hour)
                ):
                    return False
    return True


def _hour_beside(claim: Claim, date: Quantity) -> Quantity | None:
    near = [q for q in claim.quantities if q.dimension == "clock" and 0 <= q.start - date.end <= NEAR]
    return near[0] if near else None


def _is_same_sentence(told: Retelling) -> bool:
    """Tell whether two claims are one sentence but for its figures; nobody words a calculation like its input."""
    shared = len(told.source.words & told.target.words)
    if bool(negations_in(told.source.text)) != bool(negations_in(told.target.text)):
        return False
    return shared >= 4 and 2 * shared >= SAME_SENTENCE * (len(told.source.words) + len(told.target.words))


def _trace_roots(run: _Run, told: Retelling) -> set[int]:
    """Remember where the figures of the target came from; return the places of those told faithfully."""
    settled = set()
    for match in matches(told.source, told.target):
        if match.frame < LEAST_FRAME - 0.1 or not fidelity.faithful(match.source, match.target, told.target.text):
            continue
        settled.add(match.target.start)
        key = (told.target.message, told.target.start + match.target.start)
        earlier = run.roots.get((told.source.message, told.source.start + match.source.start))
        root = earlier or _Root(told.source, match.source, (told.source.message,))
        run.roots.setdefault(key, _Root(root.claim, root.quantity, (*root.hops, told.target.message)))
    return settled


def _gradual(run: _Run, target: Claim) -> Iterator[Broken]:
    """Yield figures that each hop kept within bounds and all hops together did not."""
    for quantity in target.quantities:
        root = run.roots.get((target.message, target.start + quantity.start))
        if root is None or len(root.hops) < 3 or fidelity.faithful(root.quantity, quantity, target.text):
            continue
        start = (root.claim.message, root.claim.start + root.quantity.start)
        if start not in run.reported:
            run.reported.add(start)
            yield Broken(quantity_change("number", root.claim, root.quantity, target, quantity, 0.8), root.hops)
