"""What was found in a part, told on as if it held for the whole: two of seven depots, depots."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from misheard.analysis.claims.change import Change, span
from misheard.analysis.claims.claim import Claim
from misheard.analysis.claims.heard import Remark, Rule, Told
from misheard.analysis.claims.heard import around as beside
from misheard.analysis.claims.kinship import marks, shared
from misheard.analysis.claims.lists import words_of
from misheard.analysis.claims.numerals import VALUES
from misheard.analysis.claims.polarity import negations_in
from misheard.analysis.claims.units import BY_WORD
from misheard.analysis.claims.words import stem

SURE = 0.78
LEAST_SHARED = 3
"""So many words beside the noun must the two passages share, or half of what the part is said to do."""

_NUMBER = r"(?:\d+|" + "|".join(sorted(VALUES, key=len, reverse=True)) + ")"
_PART = re.compile(
    rf"\b(?P<part>{_NUMBER}|some|several|a few|few|half|many|a minority|a third|a quarter|a fifth|most)\s+of\s+"
    rf"(?P<all>(?:(?:the|our|their|its|his|her|all|these|"
    rf"those)\s+)?(?:{_NUMBER}\s+)?)(?P<noun>(?:[a-z][\w-]*\s+)?[a-z][\w-]*s)\b"
    rf"|\b(?P<part2>some|several|a few|a number of|a handful of|"
    rf"a minority of)\s+(?P<noun2>(?:[a-z][\w-]*\s+)?[a-z][\w-]*s)\b",
    re.IGNORECASE,
)
_LIMITED = re.compile(
    rf"\b(?:{_NUMBER}|some|several|few|half|many|most|certain|these|those|other|others|rest|remaining|partly|"
    rf"partially|minority|"
    r"majority|number of|handful|part of|share of|percent|per cent|third|quarter|both|either|neither|each of|"
    r"which|first|last|"
    r"affected|named|listed|in question|such|selected|up to)\b|\d|%",
    re.IGNORECASE,
)
_OPENS = re.compile(
    r"(?:^|[.;:,(]\s|\b(?:that|and|but|so|because|since|as|while|at|in|on|across|from|for|of|by)\s)(?:[^\w]*)$",
    re.IGNORECASE,
)
_WHOLE = re.compile(r"\b(?:all|every|each|any|the|our|no)\s+(?:of\s+)?(?:the\s+|our\s+)?$", re.IGNORECASE)
_PLURAL = re.compile(r"(?=\b((?:[A-Za-z][\w-]*\s+)?(?P<head>[A-Za-z][\w-]*s))\b)(?<![\w-])")
_NARROWED = re.compile(r"\s*(?:[\d(]|[A-Z]\w|(?:number|that|which|who|with|whose|named|like|such as)\b)")
_WHERE = re.compile(r"\s*(?:on|in|of|from|at)\s+(?:the\s+|an?\s+|our\s+)?([\w-]+)")
_CLAUSE = re.compile(r"[;:,()]")
# How much was looked at is coverage; what is made of it is another matter than what was found.
_COVERAGE = frozenset(map(stem, words_of("coverage_words.txt")))
_VAGUE = frozenset(
    (
        "time",
        "way",
        "thing",
        "one",
        "kind",
        "sort",
        "case",
        "point",
        "type",
        "part",
        "day",
        "week",
        "hour",
        "minute",
    )
)


def _parts(text: str) -> Iterator[tuple[re.Match[str], str, str]]:
    for match in _PART.finditer(text):
        yield match, (match["part"] or match["part2"]).lower(), match["noun"] or match["noun2"]


def _notice(claims: Sequence[Claim], place: int) -> Iterator[Remark]:
    claim = claims[place]
    for match, part, noun in _parts(claim.text):
        last = noun.split()[-1].lower()
        ahead = _CLAUSE.split(claim.text[: match.start()])[-1]
        said = marks(ahead + " " + _CLAUSE.split(claim.text[match.end() :])[0]) - marks(noun)
        if stem(last) in _VAGUE or last in BY_WORD or not said or said & _COVERAGE:
            continue
        yield Remark(claim, match.start(), match.end(), said, marks(noun), part, beside(claims, place))


def _judge(remark: Remark, told: Told) -> Change | None:
    claim = told.claim
    mine = marks(claim.text)
    if not shared(remark.extra, mine):
        return None
    common = shared(remark.core, mine) - remark.extra
    nearby = shared(remark.around, mine) - remark.extra
    if not common or (2 * len(common) < len(remark.core) and len(nearby) < LEAST_SHARED):
        return None
    found = _plain(claim.text, remark.extra, remark.around)
    if found is None or _LIMITED.search(claim.text[max(0, found[0] - 25) : found[1]]):
        return None
    if _is_denied(remark.claim.text, remark.start) != _is_denied(claim.text, found[0]) or _is_kept(remark, told):
        return None
    before, after = span(remark.claim, remark.start, remark.end), span(claim, *found)
    return Change("scope", before, after, f'"{before.text}" became "{after.text}"', SURE)


def _is_denied(text: str, place: int) -> bool:
    return any(one.scope_start <= place < one.scope_end for one in negations_in(text))


def _is_kept(remark: Remark, told: Told) -> bool:
    """Tell whether the message has the part anywhere: its number, another partial word, or members by name."""
    part = str(remark.value)
    text = told.text.lower()
    if re.search(rf"\b{re.escape(part)}\b", text) or re.search(
        r"\b(?:some|several|a few|half|many|most|a number of|a minority|the (?:other|rest|remaining)|not all)\b",
        text,
    ):
        return True
    value = VALUES.get(part)
    return value is not None and bool(re.search(rf"(?<![\w.,]){value}(?![\w.,])", text))


def _plain(text: str, noun: frozenset[str], around: frozenset[str]) -> tuple[int, int] | None:
    """Return where the noun stands as a subject in the plural with nothing that limits it."""
    for phrase, head, start, where in _subjects(text):
        compound = "-" in phrase and shared(noun, marks(phrase))
        if (compound or shared(noun, marks(head))) and not (where and marks(where) - around):
            return start, start + len(phrase)
    return None


@lru_cache(maxsize=8192)
def _subjects(text: str) -> tuple[tuple[str, str, int, str], ...]:
    """Return each plural that may be a subject: its phrase, its head, where it starts, and where it is."""
    found = []
    for match in _PLURAL.finditer(text):
        phrase, start = match[1], match.start()
        ahead = text[:start]
        if not _NARROWED.match(text, start + len(phrase)) and (_OPENS.search(ahead) or _WHOLE.search(ahead)):
            where = _WHERE.match(text, start + len(phrase))
            found.append((phrase, match["head"], start, where[1] if where else ""))
    return tuple(found)


def _concerns(claim: Claim) -> bool:
    """Tell whether a claim speaks of several things."""
    return bool(_subjects(claim.text))


RULE = Rule("parts", _concerns, _notice, _judge)
