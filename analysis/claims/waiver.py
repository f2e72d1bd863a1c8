"""What needs somebody's leave, told on as if it needed none."""

import re
from collections.abc import Iterator, Sequence

from misheard.analysis.claims.change import Change, span
from misheard.analysis.claims.claim import Claim
from misheard.analysis.claims.heard import Remark, Rule, Told
from misheard.analysis.claims.kinship import marks, shared
from misheard.analysis.claims.names import conflict

LEAST_SHARED = 2
"""So many words of the matter must the two claims share, and half of those of the shorter one."""
SURE = 0.84

_LEAVE = (
    r"(?:consent|approval|permission|authori[sz]ation|clearance|sign-?off|signature|go-ahead|say-so|licen[cs]e|"
    r"permit|agreement|agreed|approved|consented|permitted|authori[sz]ed|signed off|"
    r"countersign\w*|asking|(?:having to )?ask)"
)
_NEEDED = re.compile(
    rf"\b(?:unless|without|only (?:if|with|after|when|once)|needs?|requires?|must (?:have|get|obtain|ask)|"
    rf"subject to|has to (?:get|obtain|ask)|have to (?:get|obtain|ask)|provided|"
    rf"depends? on)\b[^.;:]{{0,60}}?\b{_LEAVE}\b"
    rf"|\b{_LEAVE}\b[^.;:,]{{0,40}}?\b(?:is|are) (?:needed|required|necessary|mandatory)\b",
    re.IGNORECASE,
)
_WAIVED = re.compile(
    rf"\b(?:needs?|requires?|takes?) no (?:[\w-]+ ){{0,3}}?{_LEAVE}\b"
    rf"|\bno (?:[\w-]+ ){{0,3}}?{_LEAVE} (?:\w+ ){{0,3}}?(?:is|are) (?:needed|required|necessary)\b"
    rf"|\b(?:do|does|did|need)(?: not|n['’]t) (?:need|require|have)\b[^.;:,]{{0,30}}?\b{_LEAVE}\b"
    rf"|\bwithout (?:[\w'’-]+ ){{0,3}}?{_LEAVE}\b",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:not|never|cannot|can['’]t|nobody|no one|forbid\w*|forbade|ba(?:r|n)(?:s|red|ned)?|prohibit\w*|unless|"
    r"only|illegal\w*|wrong\w*|unlawful\w*|if|whether|refus\w*)\b|n['’]t\b",
    re.IGNORECASE,
)
_LIMITED = re.compile(
    r"\b(?:above|over|below|under|more than|less than|up to|within|inside|outside|between|except|other|exceeding|"
    r"minor|small|large|first|from|until|before|after|during)\b",
    re.IGNORECASE,
)
_WORDS = re.compile(
    rf"\b(?:{_LEAVE}|needs?|needed|requires?|required|writing|written|prior|necessary)\b", re.IGNORECASE
)


def _notice(claims: Sequence[Claim], place: int) -> Iterator[Remark]:
    claim = claims[place]
    if not _NEEDED.search(claim.text) or _is_waived(claim.text):
        return
    core = _matter(claim.text)
    if len(core) >= LEAST_SHARED:
        yield Remark(claim, 0, len(claim.text), core)


def _matter(text: str) -> frozenset[str]:
    return marks(_WORDS.sub(" ", text))


def _is_waived(text: str) -> bool:
    """Tell whether a sentence says that no leave is needed; "not without consent" says the opposite."""
    match = _WAIVED.search(text)
    return match is not None and not _DENIED.search(text[: match.start()] + " " + text[match.end() :])


def _judge(remark: Remark, told: Told) -> Change | None:
    claim = told.claim
    if claim.is_plan or not _is_waived(claim.text) or _differ(remark.claim, claim):
        return None
    mine = _matter(claim.text)
    common = shared(remark.core, mine)
    if len(common) < LEAST_SHARED or 2 * len(common) < min(len(remark.core), len(mine)):
        return None
    if any(_is_waived(other.text) and shared(common, marks(other.text)) for other in told.received):
        return None
    before, after = span(remark.claim, remark.start, remark.end), span(claim, 0, len(claim.text))
    return Change("negation", before, after, f'"{before.text}" became "{after.text}"', SURE)


def _differ(source: Claim, target: Claim) -> bool:
    """Tell whether the two speak of other items, or of what lies on the two sides of a limit."""
    one, other = ({word.lower() for word in _LIMITED.findall(claim.text)} for claim in (source, target))
    figures, others = ({mark for mark in marks(claim.text) if mark.startswith("#")} for claim in (source, target))
    return (
        bool(other - one)
        or bool(others - figures)
        or conflict(source.names, target.names, source.text, target.text)
    )


def _concerns(claim: Claim) -> bool:
    """Tell whether a claim says that no leave is needed."""
    return not claim.is_plan and _is_waived(claim.text)


RULE = Rule("waiver", _concerns, _notice, _judge)
