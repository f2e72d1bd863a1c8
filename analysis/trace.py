"""One run: its messages in order, its agents, and how it ended."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from heapq import merge
from typing import TYPE_CHECKING, overload

from misheard.analysis import ending
from misheard.analysis.delegations import Delegation, delegations_of
from misheard.analysis.text import TextView, view_of
from misheard.ingest.message import BROADCAST, AgentMessage

if TYPE_CHECKING:
    from misheard.analysis.spend import Price


class Inbox(Sequence[AgentMessage]):
    """What an agent had been sent, in order: a view that costs nothing to make or to cut off."""

    __slots__ = ("_end", "_messages", "_places")

    def __init__(self, messages: Sequence[AgentMessage], places: Sequence[int], end: int) -> None:
        self._messages, self._places, self._end = messages, places, end

    def __len__(self) -> int:
        return self._end

    @overload
    def __getitem__(self, at: int) -> AgentMessage: ...
    @overload
    def __getitem__(self, at: slice) -> list[AgentMessage]: ...
    def __getitem__(self, at: int | slice) -> AgentMessage | list[AgentMessage]:
        if isinstance(at, slice):
            return [self._messages[self._places[place]] for place in range(*at.indices(self._end))]
        return self._messages[self._places[range(self._end)[at]]]

    def __iter__(self) -> Iterator[AgentMessage]:
        return (self._messages[self._places[place]] for place in range(self._end))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Inbox | list | tuple) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True)
class Trace:
    """The messages of one run, in order.

    They are ordered by time, and one without a time stays behind the one logged before it; a reply never stands
    before what it replies to. `as_of` is when a log that has not ended was taken. Build it with `Trace.of`.
    """

    trace_id: str
    messages: tuple[AgentMessage, ...]
    as_of: datetime | None = None
    notes: tuple[str, ...] = ()
    _views: dict[str, TextView] = field(default_factory=dict, repr=False, compare=False)
    _inboxes: dict[str, list[int]] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(cls, trace_id: str, messages: Iterable[AgentMessage], as_of: datetime | None = None) -> "Trace":
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
    def _addressed(self) -> dict[str, list[int]]:
        places: dict[str, list[int]] = defaultdict(list)
        for place, message in enumerate(self.messages):
            places[message.recipient].append(place)
        return places

    def _inbox_places(self, agent: str) -> list[int]:
        known = self._inboxes.get(agent)
        if known is None:
            everyone = self._addressed.get(BROADCAST, ())
            heard = (place for place in everyone if self.messages[place].sender != agent)
            known = self._inboxes[agent] = list(merge(self._addressed.get(agent, ()), heard))
        return known

    def inbox(self, agent: str, before: AgentMessage | None = None) -> Sequence[AgentMessage]:
        """Return what `agent` had been sent, broadcasts too, ahead of the message `before` (or in all).

        The view is made in a step or two however long the run is; read it from the end with `reversed`.
        """
        places = self._inbox_places(agent)
        end = bisect_left(places, self.position[before.id]) if before else len(places)
        return Inbox(self.messages, places, end)

    def heard_between(self, earlier: str, message: AgentMessage) -> Iterator[AgentMessage]:
        """Yield what the sender of `message` had been sent by others after the message of the id `earlier`."""
        places = self._inbox_places(message.sender)
        first, end = bisect_right(places, self.position[earlier]), bisect_left(places, self.position[message.id])
        for place in range(first, end):
            other = self.messages[places[place]]
            if other.sender != message.sender:
                yield other

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
    def prices(self) -> "dict[str, Price]":
        """What the messages that logged usage cost, by id."""
        from misheard.analysis.spend import price_of

        prices = ((message.id, price_of(message)) for message in self.messages)
        return {name: price for name, price in prices if price is not None}

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
