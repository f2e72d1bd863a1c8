"""Which later messages carry a changed claim on."""

from collections import defaultdict

from misheard.analysis.claims.change import Change
from misheard.analysis.claims.comparison import LEAST, compare_content
from misheard.analysis.claims.words import content_words
from misheard.analysis.lineage import Retelling, retellings
from misheard.analysis.trace import Trace


class Repeats:
    """The retellings of a run by the claim they retell."""

    def __init__(self, trace: Trace) -> None:
        self._position = trace.position
        self._by_source: dict[str, list[Retelling]] = defaultdict(list)
        for told in retellings(trace):
            self._by_source[told.source.message].append(told)

    def of(self, change: Change) -> tuple[str, ...]:
        """Return the messages that tell the changed words on, and those that tell these on, in order."""
        found: dict[str, None] = {}
        words = content_words(change.after.text)
        open_claims = [(change.after.message, change.after.start, change.after.end)]
        while open_claims:
            message, start, end = open_claims.pop()
            for told in self._by_source.get(message, ()):
                source, target = told.source, told.target
                if source.start >= end or start >= source.end or target.message in found:
                    continue
                if words <= content_words(target.text) and _same(source.text, target.text):
                    found[target.message] = None
                    open_claims.append((target.message, target.start, target.end))
        return tuple(sorted(found, key=self._position.__getitem__))


def _same(source: str, target: str) -> bool:
    return compare_content(source, target).changed < LEAST
