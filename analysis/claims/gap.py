"""A difference told the wrong way round: 4.3 million for Aster, 3.2 for Birk; Aster is 1.1 million below Birk."""

import re
from collections.abc import Iterator, Sequence

from misheard.analysis.claims.change import Change, span
from misheard.analysis.claims.claim import Claim
from misheard.analysis.claims.heard import Remark, Rule, Told

SMALL = 10
"""A whole difference below this counts only with the unit of the figures: small numbers agree by chance."""
SURE = 0.84

_FIGURE = r"(?:[€$£]\s?)?(?P<{0}>\d[\d,]*(?:\.\d+)?)(?:\s?(?P<{0}_unit>%|[a-z]+))?"
_NAME = r"(?P<{0}>[A-Z][\w-]+)"
_PAIRS = tuple(
    re.compile(form)
    for form in (
        rf"{_FIGURE.format('a')} for {_NAME.format('one')}(?:,| and| but| against|, and|, against) "
        rf"{_FIGURE.format('b')} for {_NAME.format('other')}",
        rf"{_NAME.format('one')} (?:is |was |at |has |had |costs? |scor\w+ )*{_FIGURE.format('a')}"
        rf"(?:,| and| but|, and|, while) {_NAME.format('other')} (?:is |was |at |has |had |costs? |scor\w+ )*"
        rf"{_FIGURE.format('b')}",
    )
)
_GAP = re.compile(
    rf"{_FIGURE.format('gap')} (?:(?P<up>above|over|(?:more|higher|dearer|longer|faster|larger|heavier) than)|"
    rf"below|under|(?:less|lower|cheaper|shorter|slower|smaller|lighter|fewer) than) "
    rf"(?:that of |those of )?{_NAME.format('who')}"
)


def _value(text: str) -> float:
    return float(text.replace(",", ""))


def _notice(claims: Sequence[Claim], place: int) -> Iterator[Remark]:
    claim = claims[place]
    for pattern in _PAIRS:
        for match in pattern.finditer(claim.text):
            ahead = round(_value(match["a"]) - _value(match["b"]), 9)
            if ahead and match["one"] != match["other"]:
                value = match["one"], match["other"], ahead, match["a_unit"]
                yield Remark(claim, match.start(), match.end(), frozenset(), value=value)


def _judge(remark: Remark, told: Told) -> Change | None:
    claim = told.claim
    for match in _GAP.finditer(claim.text):
        gap, ahead = _value(match["gap"]), _ahead(remark.value, match["who"], claim.text[: match.start()])
        if not ahead or abs(abs(ahead) - gap) > 1e-6 * gap or (ahead > 0) == bool(match["up"]):
            continue
        unit = isinstance(remark.value, tuple) and remark.value[3] and remark.value[3] == match["gap_unit"]
        explained = any(
            _ahead(other.value, match["who"], claim.text[: match.start()]) == -ahead for other in told.remarks
        )
        if not explained and (unit or gap >= SMALL):
            before, after = span(remark.claim, remark.start, remark.end), span(claim, match.start(), match.end())
            return Change("comparison", before, after, f'"{before.text}" became "{after.text}"', SURE)
    return None


def _ahead(value: object, who: str, front: str) -> float:
    """Return by how much the other of a pair, named in `front`, is ahead of `who`; 0 where it is not that pair."""
    if not isinstance(value, tuple):
        return 0.0
    one, other, ahead, _ = value
    if who == other and one in front:
        return float(ahead)
    return -float(ahead) if who == one and other in front else 0.0


def _concerns(claim: Claim) -> bool:
    """Tell whether a claim gives a difference."""
    return _GAP.search(claim.text) is not None


RULE = Rule("gap", _concerns, _notice, _judge)
