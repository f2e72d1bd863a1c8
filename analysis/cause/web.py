"""What follows from what in a run: from claim to claim, from task to answer, from answers to the report on them.

A link runs from an earlier message to a later one, or between two of their claims, and holds with a strength of
0 to 1: how likely a fault of the first is one of the second. The strengths are judgements, not measurements; what
matters is their order. That a claim is told on is seen in the words themselves; that a result rests on its task,
or a report on the results it was made from, is how such work is done; that an agent had merely seen a message says
least.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from misheard.analysis.flag import Flag, Mode, Span
from misheard.analysis.lineage import Retelling, told_on
from misheard.analysis.trace import Trace
from misheard.ingest.message import BROADCAST

Node = tuple[str, int]
"""A message and the place where a claim of it begins, or WHOLE for the message itself."""
WHOLE = -1


class Link(StrEnum):
    """By what one thing follows from another, the surest first."""

    CLAIM = "claim"
    DELEGATION = "delegation"
    AGENT = "agent"

    @property
    def rank(self) -> int:
        """0 for the surest."""
        return _RANKS[self]


_RANKS = {link: rank for rank, link in enumerate(Link)}
STRENGTHS = {Link.CLAIM: 0.95, Link.DELEGATION: 0.7, Link.AGENT: 0.3}
SAID_AGAIN = 0.8
"""For the very same words further on: less than for each step of a lineage, which shows the way between."""
FEW = 4
"""So many words in a row are not said again by chance."""
_WORD = re.compile(r"\S+")
TO_WHOLE = 0.8
"""How likely a wrong claim makes what rests on the whole of its message wrong."""


@dataclass(frozen=True)
class Edge:
    """A link to a later node: `says` tells it in words that go between two messages."""

    to: Node
    link: Link
    strength: float
    says: str


class Web:
    """All links of a run, by the node that they start from. Built in time that grows with messages and claims."""

    def __init__(self, trace: Trace, flags: Sequence[Flag]) -> None:
        self.trace = trace
        self.edges: dict[Node, list[Edge]] = defaultdict(list)
        self.claims: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for told in told_on(trace):
            self._tell(told)
        for places in self.claims.values():
            places.sort()
        for flag in flags:
            self._change(flag)
        self._say_again(flags)
        self._delegate()

    def _tell(self, told: Retelling) -> None:
        source, target = told.source, told.target
        if self.trace.position[source.message] >= self.trace.position[target.message]:
            return
        for claim in (source, target):
            if (claim.start, claim.end) not in self.claims[claim.message]:
                self.claims[claim.message].append((claim.start, claim.end))
        self._link((source.message, source.start), (target.message, target.start), Link.CLAIM, "passed on")

    def _change(self, flag: Flag) -> None:
        """Link the two texts of a flag: what was said of the one became the other."""
        before, after = flag.before, flag.after
        if before and after and self.trace.position[before.message] < self.trace.position[after.message]:
            self._link(self.at(before), self.at(after), Link.CLAIM, "became")

    def _say_again(self, flags: Sequence[Flag]) -> None:
        """Link the words of a flag to each later message that has the very same ones, by whomever."""
        phrases: dict[str, list[tuple[str, Node, str]]] = defaultdict(list)
        for flag in flags:
            after = flag.after
            if after and flag.mode is not Mode.ORPHANED_SUBTASK and _is_telling(after.text):
                words = after.text.lower()
                phrases[words.split()[0]].append((words, self.at(after), after.message))
        for message in self.trace.messages if phrases else ():
            text = self.trace.text(message).lower()
            for word in _WORD.finditer(text):
                for words, node, said_in in phrases.get(word[0], ()):
                    if said_in != message.id and text.startswith(words, word.start()):
                        place = Span(message.id, word.start(), word.start() + len(words), words)
                        self._link(node, self.at(place), Link.CLAIM, "said again", SAID_AGAIN)

    def _delegate(self) -> None:
        """Link each task to its results, and both to what their giver reported on the task it worked on."""
        answers = {d.task.id: d for d in self.trace.delegations}
        final = self.trace.end.final
        for delegation in self.trace.delegations:
            last = delegation.task.id
            for result in delegation.results:
                self._link((last, WHOLE), (result.id, WHOLE), Link.DELEGATION, "answered")
                last = result.id
            served = answers.get(delegation.serves or "")
            report = served.result if served else None
            if report is None and final and final.sender == delegation.parent:
                report = final
            if report and report.id not in {delegation.task.id, *(result.id for result in delegation.results)}:
                says = "reported on" if delegation.results else "left out of the report"
                self._link((last, WHOLE), (report.id, WHOLE), Link.DELEGATION, says)
        if final:
            self._hear(final.id, final.sender)

    def _hear(self, final: str, speaker: str) -> None:
        """Link what whoever spoke last had received to its last word: it may rest on it."""
        for message in self.trace.messages[: self.trace.position[final]]:
            if message.recipient in (speaker, BROADCAST) and message.sender != speaker:
                self._link((message.id, WHOLE), (final, WHOLE), Link.AGENT, "was at hand for")

    def _link(self, one: Node, other: Node, link: Link, says: str, strength: float = 0.0) -> None:
        if self.trace.position[one[0]] < self.trace.position[other[0]]:
            self.edges[one].append(Edge(other, link, strength or STRENGTHS[link], says))

    def at(self, span: Span) -> Node:
        """Return the claim that a span lies in; its message as a whole where no claim of it is told on."""
        for start, end in self.claims.get(span.message, ()):
            if start < max(span.end, span.start + 1) and span.start < end:
                return span.message, start
        return span.message, span.start

    def of(self, flag: Flag) -> Node:
        """Return where the fault of a flag is visible: its claim, else its message; of a lost task the task."""
        visible = flag.messages[-1]
        if flag.mode is Mode.ORPHANED_SUBTASK:
            return visible, WHOLE
        span = next((s for s in (flag.after, flag.before) if s and s.message == visible), None)
        return self.at(span) if span else (visible, WHOLE)


def _is_telling(words: str) -> bool:
    """Tell words that are not met by chance: a figure with a word beside it, or a few words."""
    count = len(words.split())
    return count >= FEW or (count > 1 and any(letter.isdigit() for letter in words))
