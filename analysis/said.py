"""Whether words are said again in a run after some place in it."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from misheard.analysis.wording import content

if TYPE_CHECKING:
    from misheard.analysis.trace import Trace


class SaidAgain:
    """Looks up where words were last said, reading the run from its end and no further than it must."""

    def __init__(self, trace: "Trace") -> None:
        self._trace = trace
        self._read_from = len(trace.messages)
        self._last: dict[str, int] = {}

    def after(self, place: int, words: Iterable[str]) -> bool:
        """Tell whether a message behind `place` (from 0) says any of `words`, which are stems."""
        wanted = list(words)
        if any(self._last.get(word, -1) > place for word in wanted):
            return True
        while self._read_from > place + 1:
            self._read_from -= 1
            said = set(content(self._trace.text(self._trace.messages[self._read_from])))
            for word in said:
                self._last.setdefault(word, self._read_from)
            if not said.isdisjoint(wanted):
                return True
        return False
