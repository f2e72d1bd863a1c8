"""What a task brought to light that neither it nor anyone before had told, and how much each piece tells."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from misheard.analysis.facets import Known, Work
from misheard.analysis.wording import is_fact, listed, stem

_MONTHS = frozenset(
    stem(word)
    for word in listed(
        """january february march april may june july august september october november december monday tuesday
        wednesday thursday friday saturday sunday jan feb mar apr jun jul aug sep sept oct nov dec"""
    )
)

_JOINED = re.compile(r"\d{1,3}(?:[-–/]\d{1,3})+")
"""Figures written as one: a score of 14-9-2, the swap 623/645."""

FIGURES = 3
"""From so many leading figures on two numbers are one number in two units."""


class Findings:
    """The specific findings of each task of a run."""

    def __init__(self, works: Sequence[Work], known: Known) -> None:
        self._known = known
        self._found = {work.task.id: self._new_in(work) for work in works}
        self._weighed: dict[str, dict[str, float]] = {}
        self._spread = Counter(token for found in self._found.values() for token in found)

    def _new_in(self, work: Work) -> frozenset[str]:
        """Return the specific findings of a task's results: not told in the task, and not relayed from others."""
        place = self._known.answered(work)
        told = {figure for token in work.brief if (figure := _figure(token))}
        return frozenset(
            token
            for token in _apart(work.reported)
            if (is_fact(token) or (len(token) > 1 and token in work.reported_names))
            and token not in work.brief
            and _figure(token) not in told
            and not self._known.heard(work.task.recipient, token, place)
        )

    def of(self, work: Work) -> dict[str, float]:
        """Return the specific findings of a task's results with their weight."""
        name = work.task.id
        if name not in self._weighed:
            self._weighed[name] = {token: self._weight(token) for token in self._found[name]}
        return self._weighed[name]

    def _weight(self, token: str) -> float:
        if token in _MONTHS:
            return 0.2
        if not is_fact(token):
            return 1.0 / max(1, self._spread[token] - 1)
        digits = sum(character.isdigit() for character in token)
        weight = 0.5 if digits == 1 and token.isdigit() else 1.0
        if len(token) == 4 and token.isdigit() and token[:2] in ("19", "20"):
            weight = 0.3
        return weight / max(1, self._spread[token] - 1)


def _apart(tokens: Iterable[str]) -> Iterator[str]:
    """Yield the tokens, with figures that are written as one taken apart."""
    for token in tokens:
        yield from re.findall(r"\d+", token) if _JOINED.fullmatch(token) else (token,)


def _figure(token: str) -> str | None:
    """Return the leading figures of a number, alike in any unit (2.15 t, 2150 kg); None where they are few."""
    if not token.replace(".", "", 1).isdigit():
        return None
    figures = token.replace(".", "").strip("0")
    return figures if len(figures) >= FIGURES else None
