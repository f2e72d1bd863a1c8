"""One that was not done, told on as if all were: pump 4 not serviced, told as every pump serviced."""

import re
from collections.abc import Iterator, Sequence

from misheard.analysis.claims.change import Change, span
from misheard.analysis.claims.claim import Claim
from misheard.analysis.claims.heard import Remark, Rule, Told
from misheard.analysis.claims.kinship import marks
from misheard.analysis.claims.whole import NOT_ALL, states_all
from misheard.analysis.claims.words import content_stem

SURE = 0.8
_UNDONE = re.compile(
    r"(?P<who>(?:[\w'’./-]+\s+){0,5}?[\w'’./-]+)\s*(?:[:–—-]\s+)?(?:(?:is|are|was|were|has|have|had)\s*)?"
    r"\b(?:not|never|n['’]t)\s+(?:yet\s+|been\s+|be\s+|fully\s+)*(?P<deed>[a-z]{3,})\b",
    re.IGNORECASE,
)
_ALL = re.compile(
    r"\b(?:all|every|each|both)\s+(?:of\s+)?(?:the\s+|our\s+|these\s+|those\s+)?(?:\w+\s+)?[a-z][\w-]*",
    re.IGNORECASE,
)
_BESIDES = frozenset(("the", "a", "an", "but", "and", "it", "this", "that", "they", "he", "she", "we", "i", "you"))


def _notice(claims: Sequence[Claim], place: int) -> Iterator[Remark]:
    """Yield what one claim says was not done, where another claim of the message says it was done elsewhere."""
    claim = claims[place]
    for match in _UNDONE.finditer(claim.text):
        deed = content_stem(match["deed"].lower())
        who = frozenset(word.lower() for word in match["who"].split() if word.lower() not in _BESIDES)
        if not deed or not who:
            continue
        others = (one for at, one in enumerate(claims) if at != place)
        rest = [*(one.text for one in others), claim.text[: match.start()], claim.text[match.end() :]]
        if any(deed in marks(text) and not NOT_ALL.search(text) for text in rest):
            yield Remark(claim, match.start(), match.end(), frozenset((deed,)), value=who)


def _judge(remark: Remark, told: Told) -> Change | None:
    claim, who = told.claim, remark.value
    match = _ALL.search(claim.text)
    if match is None or not remark.core <= marks(claim.text) or not isinstance(who, frozenset):
        return None
    said = told.text.lower()
    if any(word in said for word in who):
        return None
    later = (one for one in told.received if one.message != remark.claim.message)
    if any(any(word in one.text.lower() for word in who) for one in later):
        return None
    before, after = span(remark.claim, remark.start, remark.end), span(claim, match.start(), match.end())
    return Change("negation", before, after, f'"{before.text}" became "{after.text}"', SURE)


def _concerns(claim: Claim) -> bool:
    """Tell whether a claim says that something holds of all."""
    return states_all(claim, _ALL)


RULE = Rule("but one", _concerns, _notice, _judge)
