"""What of a hand-off its receiver used: which parts of it come back in what the receiver said afterwards."""

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cached_property

from misheard.analysis.copying import words_of
from misheard.analysis.handoffs import Handoff, is_handoff
from misheard.analysis.trace import Trace
from misheard.analysis.wording import content, is_fact, names

LATER = 24
"""How many messages of the receiver are read for what it used."""
COMMON = 2
"""A figure or name that more parts of a hand-off have does not tell which of them was used."""
LEAST = 3
"""Content words that a part without a telling figure or name must have in common with what was said."""
SAME = 0.5
"""Share of its content words that such a part must have in common."""
PASSED_ON = 0.5
"""From this share on a hand-off copied on is no use made of it."""

_PART_END = re.compile(r"(?<=[.!?;])\s+|\n+")


def _parts(text: str) -> list[str]:
    return [part for part in _PART_END.split(text) if part.strip()]


class Uses:
    """Looks up what the receivers of a trace's hand-offs made of them."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace

    @cached_property
    def _said_by(self) -> dict[str, list[int]]:
        said: dict[str, list[int]] = defaultdict(list)
        for place, message in enumerate(self._trace.messages):
            said[message.sender].append(place)
        return said

    def share_of(self, handoff: Handoff) -> float | None:
        """Return which share (0 to 1) of its characters stands in parts that the receiver used.

        A part, a sentence or a line, was used where the receiver says one of its figures or names afterwards, or
        half of its words. None where the receiver says nothing afterwards.
        """
        said = self._said_after(handoff)
        if said is None:
            return None
        parts = _parts(handoff.view.text)
        marks = [_marks(part) for part in parts]
        counts = Counter(mark for found in marks for mark in found)
        used = sum(
            len(part)
            for part, found in zip(parts, marks, strict=True)
            if any(counts[mark] <= COMMON and mark in said for mark in found) or _is_retold(part, said)
        )
        return used / (sum(map(len, parts)) or 1)

    def _said_after(self, handoff: Handoff) -> frozenset[str] | None:
        places = self._said_by[handoff.task.recipient]
        start = bisect_right(places, self._trace.position[handoff.task.id])
        later = [self._trace.messages[place] for place in places[start : start + LATER]]
        texts = [
            self._trace.text(message)
            for message in later
            if not (is_handoff(message) and self._is_passed_on(handoff, self._trace.text(message)))
        ]
        return _tokens(texts) if any(text.strip() for text in texts) else None

    def _is_passed_on(self, handoff: Handoff, text: str) -> bool:
        return len(handoff.runs.intersection(words_of(text).runs)) >= PASSED_ON * max(len(handoff.runs), 1)


def _tokens(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(token for text in texts for part in _parts(text) for token in content(part))


def _marks(part: str) -> frozenset[str]:
    """Return the figures of two digits and more, and the names, of a part."""
    figures = {token for token in content(part) if is_fact(token) and len(token) > 1}
    return frozenset(figures | names(part))


def _is_retold(part: str, said: frozenset[str]) -> bool:
    words = set(content(part))
    return len(words & said) >= max(LEAST, SAME * len(words))
