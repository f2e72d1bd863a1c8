"""What a claim says otherwise than its source together with the statements beside it: a date of the next."""

import re
from collections.abc import Iterator, Sequence

from misheard.analysis.claims.change import Broken, span
from misheard.analysis.claims.change import Change as Step
from misheard.analysis.claims.claim import Claim, claims_of
from misheard.analysis.claims.compare import is_revised
from misheard.analysis.claims.comparison import LEAST, Change, compare_content
from misheard.analysis.claims.fidelity import same_value
from misheard.analysis.claims.quantities import Quantity
from misheard.analysis.claims.words import content_words
from misheard.analysis.drift.state import Run
from misheard.analysis.lineage import LEAST_SCORE, Retelling
from misheard.ingest.message import BROADCAST, AgentMessage

_COMES = re.compile(r"\b(?:from|out of)\s+(?:the|a|an|our|their|its)\b")
LONGEST = 600
"""A claim and its neighbours together have at most so many characters."""


def told_beside(run: Run, message: AgentMessage, told: Sequence[Retelling]) -> Iterator[Broken]:
    """Yield the claims that have a date or an origin which was told in the statement beside their source."""
    for one in told:
        source, target = one.source, one.target
        new = _new_dates(source, target) if one.score >= LEAST_SCORE and not one.by_figure else []
        comes = not one.by_figure and bool(_COMES.search(source.text) and _COMES.search(target.text))
        if not (new or comes) or not run.may_judge(one, message) or is_revised(target.text):
            continue
        around = _around(run, source)
        for change in compare_content(around, target.text).changes if around else ():
            if not change.anchored or change.sure < LEAST:
                continue
            is_date = change.kind == "date" and new and not _is_known(run, message, one, new)
            if is_date or (change.kind == "entity" and comes and not target.is_plan):
                yield Broken(_step(one, change), (source.message, target.message))
                return


def _new_dates(source: Claim, target: Claim) -> list[Quantity]:
    """Return the dates and times that only the later claim has."""
    mine = [one for one in target.quantities if one.moment is not None]
    return [one for one in mine if not any(_is_same(one, other) for other in source.quantities)]


def _is_same(one: Quantity, other: Quantity) -> bool:
    """Tell whether two dates or times are the same; a year alone is none of its days."""
    return one.dimension == other.dimension and same_value(one, other)


def _around(run: Run, source: Claim) -> str:
    """Return a claim with the ones ahead of it and behind it in the same value, "" where there are none."""
    every = [one for one in claims_of(run.trace, run.trace.by_id[source.message]) if one.path == source.path]
    place = next((n for n, one in enumerate(every) if one.start == source.start), -1)
    near = every[max(0, place - 1) : place + 2] if place >= 0 else []
    if len(near) < 2 or near[-1].end - near[0].start > LONGEST:
        return ""
    return " ".join(one.text.rstrip(".") + "." for one in near)


def _is_known(run: Run, message: AgentMessage, told: Retelling, new: Sequence[Quantity]) -> bool:
    """Tell whether the sender had heard such a date in a claim that has something else in common with its own."""
    end = run.trace.position[message.id]
    return any(
        any(_is_same(one, other) for one in new for other in claim.quantities)
        and not _undated(claim).isdisjoint(_undated(told.target))
        for earlier in run.trace.messages[:end]
        if earlier.recipient in (message.sender, BROADCAST)
        for claim in claims_of(run.trace, earlier)
    )


def _undated(claim: Claim) -> frozenset[str]:
    """Return the words of a claim but for those of its dates."""
    return claim.words.difference(*(content_words(one.text) for one in claim.quantities if one.moment is not None))


def _step(told: Retelling, change: Change) -> Step:
    place = change.after
    source, target = told.source, told.target
    before = span(source, 0, len(source.text))
    after = span(target, place.start, place.end) if place else span(target, 0, len(target.text))
    return Step(change.kind, before, after, change.explanation, round(change.sure, 2))
