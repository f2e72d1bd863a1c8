"""Figures along the lineage: where each came from, and whether a changed one stands as a change."""

from collections.abc import Iterator, Sequence

from misheard.analysis.claims import fidelity
from misheard.analysis.claims.backing import follows
from misheard.analysis.claims.change import Broken, Change
from misheard.analysis.claims.claim import Claim, claims_of
from misheard.analysis.claims.compare import LEAST_FRAME, compare, quantity_change
from misheard.analysis.claims.matching import matches
from misheard.analysis.claims.polarity import negations_in
from misheard.analysis.claims.quantities import Quantity
from misheard.analysis.claims.wording import LEAST_SAME
from misheard.analysis.drift.state import Root, Run
from misheard.analysis.lineage import Retelling
from misheard.analysis.progress import may_have_grown
from misheard.ingest.message import BROADCAST, AgentMessage

SAME_SENTENCE = 0.8
"""Two claims that share so much of their words are one sentence."""
NEAR = 8
"""At most so many characters lie between a date and its hour."""
WORD_KINDS = frozenset(("negation", "direction", "comparison", "scope"))


def hops_of(run: Run, change: Change, told: Retelling) -> tuple[str, ...]:
    """Return the messages a changed figure came through, from where it was first said."""
    root = run.roots.get((told.source.message, told.source.start + change.origin.start)) if change.origin else None
    earlier = root.hops if root else (told.source.message,)
    return tuple(dict.fromkeys((*earlier, told.target.message)))


def stands(
    run: Run, message: AgentMessage, change: Change, told: Retelling, group: Sequence[Retelling], settled: set[int]
) -> bool:
    """Tell whether a change found in one retelling holds against all else that its teller had been told."""
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


def _is_hour_of(run: Run, change: Change, told: Retelling) -> bool:
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


def trace_roots(run: Run, told: Retelling) -> set[int]:
    """Remember where the figures of the target came from; return the places of those told faithfully."""
    settled = set()
    for match in matches(told.source, told.target):
        if match.frame < LEAST_FRAME - 0.1 or not fidelity.faithful(match.source, match.target, told.target.text):
            continue
        settled.add(match.target.start)
        key = (told.target.message, told.target.start + match.target.start)
        earlier = run.roots.get((told.source.message, told.source.start + match.source.start))
        root = earlier or Root(told.source, match.source, (told.source.message,))
        run.roots.setdefault(key, Root(root.claim, root.quantity, (*root.hops, told.target.message)))
    return settled


def gradual(run: Run, target: Claim) -> Iterator[Broken]:
    """Yield figures that each hop kept within bounds and all hops together did not."""
    for quantity in target.quantities:
        root = run.roots.get((target.message, target.start + quantity.start))
        if root is None or len(root.hops) < 3 or fidelity.faithful(root.quantity, quantity, target.text):
            continue
        start = (root.claim.message, root.claim.start + root.quantity.start)
        if start not in run.reported:
            run.reported.add(start)
            yield Broken(quantity_change("number", root.claim, root.quantity, target, quantity, 0.8), root.hops)
