"""What one said, put into the mouth of another who was heard of in the same message."""

from collections.abc import Iterator, Sequence

from misheard.analysis.claims.change import Change, span
from misheard.analysis.claims.checks import attribution
from misheard.analysis.claims.checks.attribution_said import said_in
from misheard.analysis.claims.claim import Claim
from misheard.analysis.claims.edits.telling import pairs, telling
from misheard.analysis.claims.heard import Remark, Rule, Told, whole
from misheard.analysis.claims.kinship import marks, shared

LEAST_SHARED = 2
"""Two statements with fewer words in common are not the same one."""


def _speaker(text: str) -> frozenset[str]:
    """Return the marks of whoever a text puts its statement in the mouth of; empty where it has nobody."""
    sentences = telling(text).sentences
    said = said_in(sentences[0]) if len(sentences) == 1 else None
    if said is None or not said.names_claimant or said.is_paper:
        return frozenset()
    return marks(" ".join(word.text for word in said.who))


def _notice(claims: Sequence[Claim], place: int) -> Iterator[Remark]:
    """Yield what somebody is said to have said, where the message speaks of others too."""
    claim = claims[place]
    who = _speaker(claim.text)
    others = whole(claims) - marks(claim.text)
    if who and others:
        yield Remark(claim, 0, len(claim.text), marks(claim.text) - who, who, whole=others)


def _judge(remark: Remark, told: Told) -> Change | None:
    claim = told.claim
    who = _speaker(claim.text)
    if not (who and shared(who, remark.whole)) or shared(who, remark.extra):
        return None
    mine = marks(claim.text)
    if len(shared(remark.core, mine)) < LEAST_SHARED or any(
        shared(who, other.extra) and len(shared(other.core, mine)) >= LEAST_SHARED for other in told.remarks
    ):
        return None
    if any(shared(remark.extra, marks(other.text)) for other in told.claims if other is not claim):
        return None
    for pair in pairs(telling(remark.claim.text), telling(claim.text)):
        for found in attribution.find(pair):
            if found.after is not None:
                before, after = span(remark.claim, *found.before), span(claim, *found.after)
                return Change("attribution", before, after, found.explanation, found.sure)
    return None


def _concerns(claim: Claim) -> bool:
    """Tell whether a claim puts a statement in somebody's mouth."""
    return not claim.is_plan and bool(_speaker(claim.text))


RULE = Rule("misquoted", _concerns, _notice, _judge)
