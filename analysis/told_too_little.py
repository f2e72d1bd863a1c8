"""What a receiver shows who was told too little: it asks back, fails for want of it, or says that it assumed."""

import re

from misheard.analysis.delegations import Delegation
from misheard.analysis.gist import list_of, report_of
from misheard.analysis.questions import ASKED
from misheard.analysis.replies import is_failure
from misheard.analysis.wording import sentences
from misheard.ingest.message import AgentMessage

_WANT = re.compile(
    r"\b(not (?:given|stated|specified|provided|attached|told)|unclear|unspecified|no (?:details|"
    r"information|link|file|"
    r"attachment) (?:was|were|is|given)?|missing (?:information|input|details|context)|need(?:s|"
    r"ed)? (?:more|the|to know)|"
    r"which \w+ (?:is|are|was) meant|was never told|without knowing)\b",
    re.IGNORECASE,
)
_ASSUMED = re.compile(
    r"\b(?:i|we)(?:['’]ve| have)? (?:(?:simply|just|therefore|so|then) )?"
    r"(?:assumed|guessed|had to (?:assume|guess))\b",
    re.IGNORECASE,
)
_UNTOLD = re.compile(
    r"\b(?:the )?(?:task|brief|request|hand-?off|order|instructions?|ticket|you) "
    r"(?:did not|didn['’]t|does not|doesn['’]t|do not|never) "
    r"(?:say|said|state|stated|mention|mentioned|give|gave|specify|specified|tell|told|name|named)\b",
    re.IGNORECASE,
)


def may_have_suffered(delegation: Delegation) -> bool:
    """Tell a receiver that asked, failed or assumed something, be it for want of what it was told or not."""
    result = delegation.result
    if delegation.acknowledgements or delegation.questions:
        return True
    return result is not None and (is_failure(result) or assumption_in(report_of(result)) is not None)


def asked_back(delegation: Delegation, missing: tuple[str, ...]) -> AgentMessage | None:
    """Return the message in which the receiver asks for what it was not told, or fails for want of it."""
    for message in (*delegation.acknowledgements, *delegation.questions):
        text = report_of(message)
        asks = "?" in text or _WANT.search(text)
        if asks and any(ASKED[question].search(text) for question in missing):
            return message
    result = delegation.result
    if result is not None and is_failure(result):
        obstacle = " ".join([report_of(result), *list_of(result.payload, "blocked_by", "blockedBy")])
        if missing and _WANT.search(obstacle):
            return result
    if result is not None and missing and assumption_in(report_of(result)):
        return result
    return None


def assumption_in(text: str) -> str | None:
    """Return the sentence in which a receiver says that it assumed something for want of being told."""
    for sentence in sentences(text) if _ASSUMED.search(text) else ():
        if _ASSUMED.search(sentence) and (_WANT.search(sentence) or _UNTOLD.search(sentence)):
            return sentence
    return None
