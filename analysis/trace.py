"""One run: its messages in order, its agents, and how it ended."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from misheard.analysis import ending
from misheard.analysis.delegations import Delegation, delegations_of
from misheard.analysis.text import TextView, view_of
from misheard.ingest.message import BROADCAST, AgentMessage


@dataclass(frozen=True)
class Trace:
    """The messages of one run, in order.

    They are ordered by time where every one of them has a time, and as they were logged otherwise; a reply never
    stands before what it replies to. `as_of` is when a log that has not ended was taken. Build it with `Trace.of`.
    """

    trace_id: str
    messages: tuple[AgentMessage, ...]
    as_of: datetime | None = None
    notes: tuple[str, ...] = ()
    _views: dict[str, TextView] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(
        cls, trace_id: str, messages: Iterable[AgentMessage], as_of: datetime | None = None
    ) -> "Trace":
        """Return the trace of `messages` (in the order in which they were logged)."""
        from misheard.analysis.order import ordered

        in_order, notes = ordered(list(messages))
        return cls(trace_id, tuple(in_order), as_of, tuple(notes))

    @cached_property
    def by_id(self) -> dict[str, AgentMessage]:
        """The messages by id."""
        return {message.id: message for message in self.messages}

    @cached_property
    def position(self) -> dict[str, int]:
        """The place of each message in the order, from 0, by id."""
        return {message.id: place for place, message in enumerate(self.messages)}

    @cached_property
    def agents(self) -> tuple[str, ...]:
        """Everyone who sends or receives, by first appearance."""
        names = dict.fromkeys(name for m in self.messages for name in (m.sender, m.recipient))
        names.pop(BROADCAST, None)
        return tuple(names)

    @cached_property
    def _inboxes(self) -> dict[str, list[int]]:
        inboxes: dict[str, list[int]] = defaultdict(list)
        for place, message in enumerate(self.messages):
            if message.recipient == BROADCAST:
                for agent in self.agents:
                    if agent != message.sender:
                        inboxes[agent].append(place)
            else:
                inboxes[message.recipient].append(place)
        return inboxes

    def inbox(self, agent: str, before: AgentMessage | None = None) -> Sequence[AgentMessage]:
        """Return what `agent` had been sent, broadcasts too, ahead of the message `before` (or in all)."""
        end = self.position[before.id] if before else len(self.messages)
        return [self.messages[place] for place in self._inboxes.get(agent, ()) if place < end]

    def view(self, message: AgentMessage) -> TextView:
        """Return the words of a message, laid out so that spans can point into them."""
        view = self._views.get(message.id)
        if view is None:
            view = self._views[message.id] = view_of(message.payload)
        return view

    def text(self, message: AgentMessage) -> str:
        """Return the words of a message."""
        return self.view(message).text

    @cached_property
    def delegations(self) -> tuple[Delegation, ...]:
        """Every task with what became of it, in order."""
        return delegations_of(self)

    @cached_property
    def end(self) -> ending.End:
        """How the run ended, as far as the log tells."""
        return ending.end_of(self)

    @cached_property
    def timed(self) -> bool:
        """True where every message has a time."""
        return all(message.timestamp for message in self.messages)
