"""What holds only on a condition, told on as if it held anyway."""

import re
from collections.abc import Iterator, Sequence

from misheard.analysis.claims.change import Change, span
from misheard.analysis.claims.claim import Claim
from misheard.analysis.claims.heard import Remark, Rule, Told
from misheard.analysis.claims.kinship import marks, shared

LEAST_KEPT = 0.7
"""So much of what holds on the condition must stand in the plain statement."""
SHORT = 4
"""Two words are enough where the plain statement has no more than this."""
GONE = 0.34
"""A condition is lost where its message has no more than this share of its words."""
MET = 0.6
"""Who was told so much of its words since may know that it is met."""
SAME_MAIN = 3
"""Another condition counts only where so many words say what holds on it, all of them kept."""
SURE = 0.8

_STRICT = re.compile(
    r"\b(?:provided(?: that)?|providing|on (?:the )?condition (?:that|of)|as long as|so long as|if and only if|"
    r"(?:but )?only (?:if|"
    r"when|once|after|with|by|for|on|in|at|between|where|until|while|those|under)|unless|subject to|"
    r"on the understanding that|assuming(?: that)?|except)\b",
    re.IGNORECASE,
)
_LOOSE = re.compile(r"\b(?:if|once|when|as soon as|not before|not until|after)\b", re.IGNORECASE)
_LEAVE = re.compile(
    r"\b(?:can|may|will|could|is|are) (?:\w+ )?(?:be |go|start|begin|use|run|open|work|apply|ship|leave|allowed|"
    r"permitted|"
    r"approved|cleared|valid|covered|eligible|entitled|safe|free|fine|ok)\w*",
    re.IGNORECASE,
)
_ANY = re.compile(
    r"\b(?:if|provided|providing|condition\w*|as long as|so long as|only|unless|subject|assuming|assum\w*|once|"
    r"when|after|"
    r"until|before|pending|depend\w*|require\w*|need\w*|must|whether|except\w*|criteri\w*|qualif\w*|eligib\w*|"
    r"as soon as)\b",
    re.IGNORECASE,
)
_SELF = re.compile(r"\W*(?:I|we)(?:['’](?:m|re|ve|ll)| am| are| have| will)\b", re.IGNORECASE)


def _notice(claims: Sequence[Claim], place: int) -> Iterator[Remark]:
    claim = claims[place]
    text = claim.text
    match = _STRICT.search(text)
    if match is None and _LEAVE.search(text):
        match = _LOOSE.search(text)
    if match is None:
        return
    main, rest = (text[: match.start()], text[match.end() :])
    if match.start() == 0:
        rest, _, main = rest.partition(",")
    core, extra = marks(main), marks(rest)
    if len(core) >= 2 and len(extra) >= (1 if match.group().lower() == "except" else 2) and len(rest) < 200:
        start = match.start()
        yield Remark(claim, start, match.end() + len(rest), core, extra - core)


def _judge(remark: Remark, told: Told) -> Change | None:
    claim = told.claim
    mine = marks(claim.text)
    common = shared(remark.core, mine)
    if len(common) < LEAST_KEPT * len(remark.core) or not remark.extra:
        return None
    if len(common) < 3 and (len(common) < len(remark.core) or len(mine) > SHORT):
        return None
    if claim.is_plan or _SELF.match(claim.text):
        return None
    if _ANY.search(claim.text):
        return _replaced(remark, told)
    if len(shared(remark.extra, told.whole)) > GONE * len(remark.extra) or _is_met(remark, told):
        return None
    return _lost(remark, claim)


def _lost(remark: Remark, claim: Claim) -> Change:
    before, after = span(remark.claim, remark.start, remark.end), span(claim, 0, len(claim.text))
    return Change("condition", before, after, f'"{before.text}" was left out', SURE)


def _replaced(remark: Remark, told: Told) -> Change | None:
    """Return the loss of a condition where the same holds on another one, which nobody told the sender of it."""
    if any(2 * len(shared(remark.extra, marks(one.text))) >= len(remark.extra) for one in told.claims):
        return None
    if _is_met(remark, told) or not _has_other_terms(remark, told):
        return None
    return _lost(remark, told.claim)


def _has_other_terms(remark: Remark, told: Told) -> bool:
    text = told.claim.text
    match = _LOOSE.search(text)
    if match is None or match.start() == 0 or len(_ANY.findall(text)) > 1:
        return False
    main, terms = marks(text[: match.start()]), marks(text[match.end() :]) - remark.core
    if len(remark.core) < SAME_MAIN or shared(remark.core, main) != remark.core or not terms:
        return False
    if _STRICT.search(text) or shared(remark.extra, terms):
        return False
    return not any(
        len(shared(remark.core, known)) >= 2 and shared(terms, known)
        for known in (marks(other.text) for other in told.received)
    )


def _is_met(remark: Remark, told: Told) -> bool:
    seen = False
    for other in told.received:
        if other.message == remark.claim.message:
            seen = True
        elif len(shared(remark.extra, marks(other.text))) >= MET * len(remark.extra) or (
            seen and len(shared(remark.core, marks(other.text))) >= max(3, LEAST_KEPT * len(remark.core))
        ):
            return True
    return False


def _concerns(claim: Claim) -> bool:
    """Tell whether a claim says what holds, and not what its teller is about to do."""
    return not (claim.is_plan or _SELF.match(claim.text))


RULE = Rule("condition", _concerns, _notice, _judge)
