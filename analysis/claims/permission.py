"""What is forbidden, told on as allowed, and the other way round."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from misheard.analysis.claims.change import Change, span
from misheard.analysis.claims.claim import Claim
from misheard.analysis.claims.heard import Remark, Rule, Told, around
from misheard.analysis.claims.kinship import marks, shared
from misheard.analysis.claims.lists import words_of
from misheard.analysis.claims.names import conflict, place_of
from misheard.analysis.claims.words import stem

LEAST_KEPT = 0.5
"""So much of the shorter clause must stand in the other one."""
AROUND = 4
"""So many words must the sentences around two very short clauses share."""
PLAIN, NAMED = 2.5, 3.5
"""So many times as long as what they share may the longer clause be; more where both name one thing."""
SURE = 0.84

_ADVERB = r"(?:\s+(?:now|also|still|already|again|safely|therefore|well|all|both))?"
_NO_ACT = (
    r"(?:in|on|at|of|an?|the|from|with|as|very|more|less|seen|found|either|both|due|about|sure|caused|any|that)\b"
)
_STATE = r"(?:allowed|permitted|cleared|authori[sz]ed|approved|safe|fit|free|licen[sc]ed|supposed|to\ be)"
_FORBID = re.compile(
    rf"""\b(?:must|may|can|should|shall)\s*(?:not|never)\b
      |\b(?:is|are)\s+(?:not|never|no\ longer)\s+(?:\w+\s+)?{_STATE}\b
      |\b(?:cannot|can't|mustn't|shouldn't|isn't\ {_STATE}|aren't\ {_STATE})\b
      |\b(?:forbidden|prohibited|banned|barred|off[ -]limits|out\ of\ bounds|ruled\ out|not\ an\ option
        |disallowed)\b
      |\b(?:no|never)\s+(?:\w+\s+){{1,3}}?(?:may|can|must|shall|goes|go|is\ to|are\ to|is\ allowed
        |are\ allowed|enters?|flies|fly|leaves?)\b
      |\b(?:do\ not|don't|never|keep\ (?:off|away\ from|out\ of|clear\ of)|stay\ (?:off|away\ from|out\ of))\b
      |\bno\ permission\b""",
    re.IGNORECASE | re.VERBOSE,
)
_ALLOW = re.compile(
    rf"""\b(?:can|may|could){_ADVERB}\s+be\s+(?!{_NO_ACT})\w+
      |\b(?:is|are|am|was|were){_ADVERB}\s+(?:allowed|permitted|cleared|authori[sz]ed|approved|free|safe|fine|ok|okay|good)\s+
        (?:to|for)\b
      |\b(?:is|are){_ADVERB}\s+(?:allowed|permitted|cleared|authori[sz]ed|fine|ok|okay)\b
      |\b(?:have|has|with)\s+(?:the\s+)?(?:permission|clearance|leave|a\ licen[sc]e)\s+(?:to|for)\b
      |\b(?:no\ objection|feel\ free|go\ ahead|green\ light)\b
      |\b(?:we|you|they|it|he|she|[a-z]+s?)\s+(?:may|can)\s+(?!not\b|only\b)[a-z]+""",
    re.IGNORECASE | re.VERBOSE,
)
_LIMITED = re.compile(
    r"\b(?:if|unless|until|only|once|after|before|except|without|provided|when|as long as|other than|more than|"
    r"longer than|"
    r"beyond|above|over|below|under|less than|both|at the same time|alone|yet|instead|directly|further|any more|"
    r"anymore)\b",
    re.IGNORECASE,
)
_UNBOUNDED = re.compile(r"\s*\buntil (?:further notice|then)\b", re.IGNORECASE)
_DENIES = re.compile(r"\b(?:no|not|none|nobody|free of|lack\w*)\b", re.IGNORECASE)
_CLAUSE = re.compile(
    r"[;:()]|,\s+(?=(?:so|but|while|because|since|and|which|take|leave|please)\b)|\s[-–—]\s"
    r"|,?\s+and\s+(?=(?:\w+\s){1,3}?(?:is|are|may|can|must|should)\b)|\b(?:but|while|because|whereas|therefore)\b"
)
_PLACE = re.compile(
    r"\b(?:in|on|at|of|from|above|behind|between|during|inside|into|near)\s+(?:the\s+|an?\s+|our\s+)?([\w'-]+)",
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    r"^\W*(?:so\s+|and\s+|then\s+)?(?:we|you|they|it|one|he|she|there|i|everybody|everyone)\b", re.IGNORECASE
)
_WORDS = frozenset(stem(word) for word in words_of("stance_words.txt"))


@lru_cache(maxsize=8192)
def _stances(text: str) -> tuple[tuple[str, int, int, re.Match[str]], ...]:
    return tuple(_found(text))


def _found(text: str) -> Iterator[tuple[str, int, int, re.Match[str]]]:
    start = 0
    for stop, after in [*((m.start(), m.end()) for m in _CLAUSE.finditer(text)), (len(text), len(text))]:
        clause = text[start:stop]
        forbid = _FORBID.search(clause)
        allow = None if forbid else _ALLOW.search(clause)
        match = forbid or allow
        if match:
            yield "forbid" if forbid else "allow", start, stop, match
        start = after


def _notice(claims: Sequence[Claim], place: int) -> Iterator[Remark]:
    claim = claims[place]
    for stance, start, stop, match in _stances(claim.text):
        clause = claim.text[start:stop]
        core = marks(clause) - _WORDS
        if core:
            subject = _subject(clause, match)
            yield Remark(claim, start, stop, core, subject, stance, around(claims, place))


def _subject(clause: str, match: re.Match[str]) -> frozenset[str]:
    """Return the marks of whom or what it is forbidden; none where that is a pronoun."""
    if _PRONOUN.match(clause):
        return frozenset()
    return (marks(clause[: match.start()]) or marks(match.group())) - _WORDS


def _judge(remark: Remark, told: Told) -> Change | None:
    claim = told.claim
    for stance, start, stop, match in _stances(claim.text):
        clause = claim.text[start:stop]
        core = marks(clause) - _WORDS
        common = shared(remark.core, core)
        if stance == remark.value or not common:
            continue
        if len(common) < 2 and (len(core | remark.core) > 2 or len(shared(remark.around, told.around)) < AROUND):
            continue
        named = any(place_of(name, remark.claim.text) for name in claim.names.sure)
        most = (NAMED if named else PLAIN) * len(common)
        if len(common) < LEAST_KEPT * min(len(core), len(remark.core)) or most < max(len(core), len(remark.core)):
            continue
        if stance == "allow" and _DENIES.search(clause, match.end()):
            continue  # never with a fever: with no fever it may be taken
        original = _UNBOUNDED.sub("", remark.claim.text[remark.start : remark.end])
        if _differ(remark, original, _subject(clause, match), clause, claim) or _is_known(told, stance, common):
            continue
        before = span(remark.claim, *_trim(remark.claim.text, remark.start, remark.end))
        after = span(claim, *_trim(claim.text, start, stop))
        return Change("negation", before, after, f'"{before.text}" became "{after.text}"', SURE)
    return None


def _differ(remark: Remark, original: str, subject: frozenset[str], clause: str, claim: Claim) -> bool:
    """Tell whether the two speak of different parties, items, times or circumstances."""
    if remark.extra and subject and not shared(remark.extra, subject):
        return True
    if conflict(remark.claim.names, claim.names, remark.claim.text, claim.text):
        return True
    for word in _LIMITED.findall(original) + _LIMITED.findall(clause):
        if not (word.lower() in original.lower() and word.lower() in clause.lower()):
            return True
    here, there = _places(original), _places(clause)
    if here and there and not shared(here, there):
        return True
    one, other = ({m for m in marks(text) if m.startswith("#")} for text in (original, clause))
    return bool(one and other and not one & other)


def _places(clause: str) -> frozenset[str]:
    """Return the marks of what a clause says where, when or for whom."""
    return frozenset[str]().union(*(marks(match[1]) for match in _PLACE.finditer(clause))) - _WORDS


def _is_known(told: Told, stance: str, common: frozenset[str]) -> bool:
    """Tell whether somebody told the sender what it says now."""
    mine = marks(told.claim.text)
    return any(other.value == stance and len(shared(other.core, mine)) >= len(common) for other in told.remarks)


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip(" ,")), start + len(piece.rstrip(" ,"))


def _concerns(claim: Claim) -> bool:
    """Tell whether a claim forbids or allows."""
    return bool(_stances(claim.text))


RULE = Rule("permission", _concerns, _notice, _judge)
