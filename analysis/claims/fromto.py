"""A move from one value to another that is told backwards: fell from 40 to 25, rose from 25 to 40."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from misheard.analysis.claims.change import Change, span
from misheard.analysis.claims.claim import Claim
from misheard.analysis.claims.heard import Remark, Rule, Told
from misheard.analysis.claims.kinship import marks, shared
from misheard.analysis.claims.units import PATTERN

_FIGURE = rf"[€$£]?\d[\d,]*(?:\.\d+)?(?:[\s-]?(?:{PATTERN}))?"
_MOVE = re.compile(
    rf"\bfrom\s+(?:about\s+|around\s+|roughly\s+)?(?P<a>{_FIGURE})(?:\s+[A-Za-z]+){{0,3}}?\s+(?:down\s+|"
    rf"up\s+)?to\s+"
    rf"(?:about\s+|around\s+|just\s+)?(?P<b>{_FIGURE})(?![\w:])"
    rf"|\bto\s+(?P<d>{_FIGURE})(?:\s+[A-Za-z]+){{0,3}}?,?\s+(?:down\s+|up\s+)?from\s+(?P<c>{_FIGURE})(?![\w:])"
    rf"|(?P<e>{_FIGURE})\s*(?:->|→)\s*(?P<f>{_FIGURE})"
)
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


@lru_cache(maxsize=8192)
def _moves(text: str) -> tuple[tuple[float, float, int, int], ...]:
    return tuple(_found(text))


def _found(text: str) -> Iterator[tuple[float, float, int, int]]:
    for match in _MOVE.finditer(text) if any(c.isdigit() for c in text) else ():
        pair = (match["a"], match["b"]) if match["a"] else (match["c"], match["d"])
        first, second = pair if pair[0] else (match["e"], match["f"])
        values = [
            float(found.group().replace(",", "")) for one in (first, second) if (found := _NUMBER.search(one))
        ]
        if len(values) == 2 and values[0] != values[1]:
            yield values[0], values[1], match.start(), match.end()


def _notice(claims: Sequence[Claim], place: int) -> Iterator[Remark]:
    claim = claims[place]
    for first, second, start, end in _moves(claim.text):
        yield Remark(claim, start, end, _topic(claim.text, start, end), value=(first, second))


def _topic(text: str, start: int, end: int) -> frozenset[str]:
    return marks(text[:start] + " " + text[end:])


def _judge(remark: Remark, told: Told) -> Change | None:
    text = told.claim.text
    for first, second, start, end in _moves(text):
        if (second, first) != remark.value:
            continue
        common = {word for word in shared(remark.core, _topic(text, start, end)) if not word.startswith("#")}
        again = any(other.value == (first, second) for other in told.remarks)
        if common and not again:
            before, after = span(remark.claim, remark.start, remark.end), span(told.claim, start, end)
            return Change("direction", before, after, f'"{before.text}" became "{after.text}"', 0.9)
    return None


def _concerns(claim: Claim) -> bool:
    """Tell whether a claim tells of a move."""
    return bool(_moves(claim.text))


RULE = Rule("fromto", _concerns, _notice, _judge, may_revise=True)
