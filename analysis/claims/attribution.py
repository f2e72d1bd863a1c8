"""What somebody is said to have claimed, told on as a fact."""

import re
from collections.abc import Iterator, Sequence

from misheard.analysis.claims.change import Change, span
from misheard.analysis.claims.claim import Claim
from misheard.analysis.claims.heard import Remark, Rule, Told
from misheard.analysis.claims.kinship import marks, shared

LEAST_KEPT = 0.6
"""So much of what was claimed must stand in the plain statement."""
SURE = 0.78
SHORTEST = 8
"""Characters of the shortest statement."""

_VERB = (
    r"(?:says?|said|claims?|claimed|alleges?|alleged|insists?|insisted|maintains?|maintained|argues?|argued|"
    r"believes?|"
    r"believed|reckons?|reckoned|thinks?|thought|asserts?|asserted|contends?|contended|suspects?|suspected|swears?|"
    r"puts? it at|speaks? of|spoke of|tells? (?:us|me)|told (?:us|me)|remembers?|recalls?|guesses?)"
)
_WHO_FIRST = re.compile(rf"^(?P<who>[^;:]{{2,70}}?)\s+{_VERB}\b,?(?:\s+that\b)?\s+(?P<what>.{{8,}})$", re.DOTALL)
_WHO_LAST = re.compile(rf"^(?P<what>.{{8,}}?),\s+(?:{_VERB}|as)\s+(?P<who>[^,;:]{{2,60}})[.!]?$", re.DOTALL)
_BY = re.compile(
    r"^(?:according to|in the (?:view|words|opinion) of|in the eyes of|by the account of)\s+(?P<who>[^,;:]{2,60}),"
    r"\s+(?P<what>.{8,})$"
    r"|^(?:in|by) (?P<who3>[^,;:]{2,50}?)['’]s? (?:view|words|opinion|account|eyes|own word|word|"
    r"reckoning),?\s+(?P<what3>.{8,})$"
    r"|^(?P<what2>.{8,}?),?\s+(?:according to|in the (?:view|words|opinion) of|by the account of)\s+"
    r"(?P<who2>[^,;:]{2,60})[.!]?$",
    re.IGNORECASE | re.DOTALL,
)
# "Hannick, who trained him, claims": what is said of the speaker is not part of the name.
_ASIDE = re.compile(r",\s+(?:who|whose|whom|which)\b[^,;:]{2,80},")
_ENDS = re.compile(r"[,;]|\b(?:but|while|whereas)\b")
_STRONG = re.compile(
    r"\b(?:claim|alleg|insist|maintain|argue|contend|assert|suspect|swear|reckon|guess)", re.IGNORECASE
)
_DOUBT = re.compile(
    r"\b(?:unconfirmed|unverified|not (?:been )?(?:verified|confirmed|checked|proven|proved|corroborated)|"
    r"no (?:proof|evidence|"
    r"document\w*|record)|neither (?:showed|gave|could|has)|at odds|dispute[sd]?|denie[sd]|deny|contradict\w*|"
    r"nobody else|hearsay|"
    r"(?:could|can)(?:not|n't) (?:confirm|verify|check)|rumou?r\w*|says otherwise|could not (?:show|name|prove|"
    r"produce)|only (?:his|her|their) word|"
    r"disagree\w*|"
    r"without (?:proof|evidence)|one (?:person|witness|source) only|not independently)\b",
    re.IGNORECASE,
)
_RETOLD = re.compile(
    r"\b(?:say|says|said|saying|claim\w*|alleg\w*|according|insist\w*|maintain\w*|argu\w*|believ\w*|reckon\w*|"
    r"think\w*|"
    r"thought|assert\w*|contend\w*|suspect\w*|report\w*|told|tells?|speaks? of|word|account|view|opinion|version|"
    r"disput\w*|"
    r"unconfirmed|unverified|apparently|supposed\w*|seem\w*|may|might|could|perhaps|maybe|possibl[ey]|if|whether|"
    r"quot\w*|statement|heard|estimat\w*|put[s]? it|not confirmed|rumou?r\w*|question|check|verify|would)\b",
    re.IGNORECASE,
)
# Papers and programs are sources that one need not name each time.
_THING = re.compile(
    r"\b(?:report|log|docs?|documentation|readme|paper|manual|register|sheet|table|tool|output|error|message|test|"
    r"spec|"
    r"file|code|system|model|data|record|results?|page|site|article|study|standard|handbook|guide|comment|issue|"
    r"ticket|rule|"
    r"law|section|contract|i|we|you|it|this|that|which|who|they|he|she|there|name|text|title|header|response|"
    r"instructions?|"
    r"prompt|task|user|question|problem|label|sign|letter|entry|catalogue|note|schedule|plan|forecast)\b",
    re.IGNORECASE,
)


def _said(text: str) -> tuple[str, str] | None:
    """Return who is quoted, and what with."""
    if ": " in text:
        text = text.rsplit(": ", 1)[1]
    text = _ASIDE.sub("", text)
    match = _WHO_FIRST.match(text) or _WHO_LAST.match(text) or _BY.match(text)
    if match is None:
        return None
    part = match.groupdict()
    who, what = (
        next((part[name] for name in part if name.startswith(key) and part[name]), "") for key in ("who", "what")
    )
    if not who or not what or _THING.search(who) or len(who.split()) > 9:
        return None
    return who, _ENDS.split(what)[0] if len(_ENDS.split(what)[0]) >= SHORTEST else what


def _notice(claims: Sequence[Claim], place: int) -> Iterator[Remark]:
    claim = claims[place]
    said = _said(claim.text)
    if said is None:
        return
    who, what = said
    others = [other for number, one in enumerate(claims) if number != place and (other := _said(one.text))]
    beside = any(not marks(other[0]) & marks(who) for other in others)
    text = " ".join(one.text for one in claims)
    if _STRONG.search(claim.text[: len(claim.text) - len(what)]) or beside or _DOUBT.search(text):
        core = marks(what) - marks(who)
        if len(core) >= 2:
            yield Remark(claim, 0, len(claim.text), core, marks(who), value=who)


def _judge(remark: Remark, told: Told) -> Change | None:
    claim = told.claim
    mine = marks(claim.text)
    common = shared(remark.core, mine)
    if len(common) < 2 or len(common) < LEAST_KEPT * len(remark.core) or claim.is_plan:
        return None
    if _RETOLD.search(claim.text) or shared(remark.extra, told.whole) or _DOUBT.search(told.text):
        return None
    for other in told.received:
        if other.message != remark.claim.message and len(shared(remark.core, marks(other.text))) >= len(common):
            return None
    before, after = span(remark.claim, remark.start, remark.end), span(claim, 0, len(claim.text))
    return Change(
        "attribution", before, after, f'what "{remark.value}" is quoted with became a plain statement', SURE
    )


def _concerns(claim: Claim) -> bool:
    """Tell whether a claim is a plain statement, and nobody's word."""
    return not (claim.is_plan or _RETOLD.search(claim.text))


RULE = Rule("attribution", _concerns, _notice, _judge)
