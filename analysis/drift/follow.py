"""Follows claims through a run and finds where one says otherwise than what its sender had been told."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby

from misheard.analysis.claims import (
    attribution,
    barred,
    but_one,
    compound,
    condition,
    deadline,
    fromto,
    gap,
    misquoted,
    parts,
    permission,
    slipped,
    waiver,
    widened,
)
from misheard.analysis.claims.backing import Backing
from misheard.analysis.claims.change import Broken, Change
from misheard.analysis.claims.claim import Claim, is_output
from misheard.analysis.claims.compare import compare, is_revised
from misheard.analysis.claims.heard import Heard
from misheard.analysis.drift.beside import told_beside
from misheard.analysis.drift.figured import figured
from misheard.analysis.drift.figures import gradual, hops_of, stands, trace_roots
from misheard.analysis.drift.reworded import reworded
from misheard.analysis.drift.state import Run
from misheard.analysis.exchange import exchanged_items, exchanged_statements
from misheard.analysis.lineage import Retelling, crossings, loose_retellings, retellings
from misheard.analysis.trace import Trace
from misheard.ingest.message import AgentMessage

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
    barred.RULE,
    but_one.RULE,
    misquoted.RULE,
)


def broken_claims(trace: Trace, least_verbatim: float) -> Iterator[Broken]:
    """Yield the first hop that changed each claim; what repeats the changed claim is not reported again.

    `least_verbatim` is the score that a retelling needs where everybody hears everybody.
    """
    run = Run(trace, Backing(trace), Heard(trace, RULES), least_verbatim)
    told, crossed, loose = (_by_message(every(trace)) for every in (retellings, crossings, loose_retellings))
    by_figure = _by_message(figured(trace))
    for message in trace.messages:
        if not is_output(trace, message):
            own = told.get(message.id, [])
            found = list(_found(run, message, own, crossed.get(message.id, [])))
            yield from found
            clear = [
                one
                for one in [*own, *loose.get(message.id, []), *by_figure.get(message.id, [])]
                if not _has_one(one.target, found)
            ]
            others = chain(reworded(run, message, clear), told_beside(run, message, clear))
            yield from _beside(found, (run.less_sure(message, broken) for broken in others))
            run.heard.add(message)
        else:
            run.looked[message.recipient] = trace.position[message.id]
        run.backing.add(message)


def _has_one(claim: Claim, found: Sequence[Broken]) -> bool:
    """Tell whether a change of this claim is reported already."""
    return any(claim.start <= broken.change.after.start < claim.end for broken in found)


def _by_message(told: Iterable[Retelling]) -> dict[str, list[Retelling]]:
    return {key: list(group) for key, group in groupby(told, lambda one: one.target.message)}


def _found(
    run: Run, message: AgentMessage, told: Sequence[Retelling], crossed: Sequence[Retelling]
) -> Iterator[Broken]:
    found: list[Broken] = []
    for _, group in groupby(told, lambda one: one.target.start):
        found += _judge(run, message, list(group))
    yield from found
    lost = (run.less_sure(message, broken) for broken in run.heard.lost(message, run.backing))
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


def _judge(run: Run, message: AgentMessage, group: Sequence[Retelling]) -> Iterator[Broken]:
    target = group[0].target
    usable = [] if is_revised(target.text) else [told for told in group if run.may_judge(told, message)]
    if not usable:
        return
    changes: list[tuple[Change, Retelling]] = []
    settled: set[int] = set()
    for told in usable:
        settled |= trace_roots(run, told)
        changes.extend((change, told) for change in compare(told.source, target))
    yield from gradual(run, target)
    seen: set[tuple[str, int]] = set()
    for change, told in changes:
        place = (change.after.message, change.after.start)
        if place in seen or not stands(run, message, change, told, group, settled):
            continue
        seen.add(place)
        yield run.less_sure(message, Broken(change, hops_of(run, change, told)))
