"""The spans of one trace as a tree: who worked for whom, with what is odd about it noted and mended."""

from collections import defaultdict
from collections.abc import Iterable

from misheard.ingest.readers.spans.span import Kind, Span

LOST = "its parent span '{parent}' is not in this log; it stands at the top"
CYCLE = "its parent spans lead in a circle; it stands at the top"
AGAIN = "was logged {times} times; the last one counts"


class Tree:
    """The spans of one trace, with their parents and children; each list below is made in one walk.

    A span that was logged several times counts once, as it was logged last. A parent that is not in the log, or
    that leads in a circle, is cut off with a note. `order` has parents ahead of their children. `above` is the
    nearest span of another agent that a span lies in, by id. `same` are the spans of an agent within one of the
    same agent. `called` are those that lie in a model call, `counted` those in which a model call says what
    it used.
    """

    def __init__(self, spans: Iterable[Span]) -> None:
        self.spans = _last(spans)
        self._cut_lost()
        self._cut_circles()
        self.children: dict[str | None, list[Span]] = defaultdict(list)
        for span in self.spans.values():
            self.children[span.parent].append(span)
        self.order = self._ordered()
        self._name_programs()
        self.above: dict[str, Span | None] = {}
        self.same: set[str] = set()
        self.called: set[str] = set()
        self.counted: set[str] = set()
        self._walk()

    def _cut_lost(self) -> None:
        for span in self.spans.values():
            if span.parent and span.parent not in self.spans:
                span.notes.append(LOST.format(parent=span.parent))
                span.extras.setdefault("parent_span_id", span.parent)
                span.parent = None

    def _cut_circles(self) -> None:
        sound: set[str] = set()
        for span in self.spans.values():
            path: set[str] = set()
            at: str | None = span.id
            while at is not None and at not in sound:
                if at in path:
                    self.spans[at].parent = None
                    self.spans[at].notes.append(CYCLE)
                    break
                path.add(at)
                at = self.spans[at].parent
            sound.update(path)

    def _ordered(self) -> list[Span]:
        found: list[Span] = []
        waiting = list(reversed(self.children[None]))
        while waiting:
            span = waiting.pop()
            found.append(span)
            waiting.extend(reversed(self.children[span.id]))
        return found

    def _name_programs(self) -> None:
        """Tell agents and tools from mere events, and programs that work as agents do from other programs.

        A program at the top is an agent where several agents, or tools or model calls, are its own.
        """
        for span in reversed(self.order):
            if span.kind not in (Kind.AGENT, Kind.TOOL) or span.asked is not None or span.said is not None:
                continue
            if span.error is None and not span.tokens.counted and self._is_event(span):
                span.kind = Kind.STEP
        for root in self.children[None]:
            if root.kind in (Kind.STEP, Kind.MODEL):
                kinds = [span.kind for span in self.owned(root)]
                works = Kind.TOOL in kinds or (root.kind is Kind.STEP and Kind.MODEL in kinds)
                if works or kinds.count(Kind.AGENT) > 1:
                    root.kind = Kind.AGENT

    def _is_event(self, span: Span) -> bool:
        """Tell a span without words in which nothing worked, and that has no name but the span's own.

        An agent whose words were not recorded is named nevertheless.
        """
        return span.who == span.name and all(one.kind is Kind.STEP for one in self.owned(span))

    def _walk(self) -> None:
        for span in self.order:
            parent = self.spans.get(span.parent or "")
            above = self.above[parent.id] if parent else None
            if parent and parent.kind is Kind.AGENT and parent.id not in self.same:
                above = parent
            self.above[span.id] = above
            if parent and (parent.id in self.called or parent.kind is Kind.MODEL):
                self.called.add(span.id)
            if above and span.kind is Kind.AGENT and above.who == span.who and not self._through_tool(span, above):
                self.same.add(span.id)
        for span in reversed(self.order):
            if span.parent and (span.id in self.counted or (span.kind is Kind.MODEL and span.tokens.counted)):
                self.counted.add(span.parent)

    def _through_tool(self, span: Span, above: Span) -> bool:
        """Tell whether an agent asked itself by way of a tool, which is a delegation."""
        at = self.spans[span.parent] if span.parent else above
        while at is not above and at.parent:
            if at.kind is Kind.TOOL:
                return True
            at = self.spans[at.parent]
        return False

    def owned(self, span: Span) -> list[Span]:
        """Return all spans below one, but for those below a further agent: what it did, and whom it asked."""
        found: list[Span] = []
        waiting = list(reversed(self.children[span.id]))
        same = getattr(self, "same", ())
        while waiting:
            one = waiting.pop()
            found.append(one)
            if one.kind is not Kind.AGENT or one.id in same:
                waiting.extend(reversed(self.children[one.id]))
        return found

    def stands_for_agent(self, span: Span) -> bool:
        """Tell a tool that is an agent behind a tool's name: one agent works in it, and nothing else."""
        if span.kind is not Kind.TOOL:
            return False
        below = [one.kind for one in self.owned(span) if one.kind is not Kind.STEP]
        return below == [Kind.AGENT]


def _last(spans: Iterable[Span]) -> dict[str, Span]:
    """Return the spans by id; of one that was logged again the last counts, in the place of the first."""
    found: dict[str, Span] = {}
    times: dict[str, int] = defaultdict(int)
    for span in spans:
        times[span.id] += 1
        found[span.id] = span
    for name, count in times.items():
        if count > 1:
            found[name].notes.append(AGAIN.format(times=count))
    return found
