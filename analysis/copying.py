"""Which words of a message are a verbatim copy of what its sender had seen before, and of which message.

Texts are compared by runs of WINDOW words (w-shingling: Broder, On the resemblance and containment of documents,
1997). Punctuation and line breaks between them do not count: a transcript matches however it was pasted.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from misheard.analysis.flag import Span
from misheard.analysis.trace import Trace
from misheard.ingest.message import BROADCAST, AgentMessage

WINDOW = 6
"""Words in a row that must be the same to count as copied."""
ENOUGH = 2 * WINDOW
"""Words that must be copied from a message for it to count as a source."""
LABEL = 80
"""Characters within which a line says whose turn it is."""
SHOWN = 40
"""Words of a copied passage that a span quotes at most."""

_CJK = "\u3040-\u30ff\u3400-\u9fff"
_WORD = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+")
_BETWEEN_WORDS = bytes(at if chr(at).isalnum() or at == ord("_") else ord(" ") for at in range(128)).ljust(256)

Origin = tuple[int, int]
"""A place in the run: the position of a message, and the number of a word in it."""


@dataclass(frozen=True)
class Words:
    """The words of a text: where each stands, and a hash of each run of WINDOW words by its first."""

    spans: tuple[tuple[int, int], ...]
    runs: tuple[int, ...]


def words_of(text: str) -> Words:
    """Return the words of `text`."""
    return Words(tuple(match.span() for match in _WORD.finditer(text)), runs_of(text))


def _in_words(text: str) -> list[str]:
    """Return what `_WORD` finds; plain ASCII, which most of a run is, is cut in a fifth of the time."""
    if text.isascii():
        return text.encode().translate(_BETWEEN_WORDS).decode().split()
    return _WORD.findall(text)


def runs_of(text: str) -> tuple[int, ...]:
    """Return a hash of each run of WINDOW words of `text`, in order."""
    words = _in_words(text)
    return tuple(map(hash, zip(*(words[step:] for step in range(WINDOW)), strict=False)))


@dataclass
class Copied:
    """What of a message is copied: for each run of its words that is, where its sender first saw it.

    `between_them` are those that sender and receiver had said to each other, where the receiver's words are among
    them or the task is laid out in turns. A sender that only repeats itself hands the same over again.
    """

    message: AgentMessage
    words: Words
    origins: dict[int, Origin] = field(default_factory=dict)
    between_them: set[int] = field(default_factory=set)

    @cached_property
    def _by_source(self) -> dict[int, set[int]]:
        runs: dict[int, set[int]] = {}
        for at, (place, _) in self.origins.items():
            runs.setdefault(place, set()).add(at)
        return runs

    @cached_property
    def sources(self) -> list[int]:
        """The positions of the messages that at least ENOUGH words were copied from."""
        return sorted(place for place, runs in self._by_source.items() if len(covered(runs)) >= ENOUGH)

    def has_words_of(self, place: int, none_of: Collection[int]) -> bool:
        """Return whether ENOUGH of its words are a copy of the message at `place`, and of none at `none_of`."""
        others = {at for other in none_of for at in self._by_source.get(other, ())}
        return len(covered(self._by_source.get(place, ())) - covered(others)) >= ENOUGH


def covered(runs: Iterable[int]) -> set[int]:
    """Return the numbers of the words that the runs beginning at the words `runs` cover."""
    return {at + step for at in runs for step in range(WINDOW)}


class _Seen:
    """Who has seen which run of words, and where first; only runs that some hand-off has are kept."""

    def __init__(self, wanted: set[int], agents: set[str]) -> None:
        self._wanted, self._agents = wanted, {*agents, BROADCAST}
        self._first: dict[int, dict[str, Origin]] = {}

    def add(self, message: AgentMessage, place: int, text: str, words: Words | None) -> None:
        readers = {message.sender, message.recipient} & self._agents
        if not readers:
            return
        runs = words.runs if words else runs_of(text)
        if self._wanted.isdisjoint(runs):
            return
        for at, run in enumerate(runs):
            if run in self._wanted:
                first = self._first.setdefault(run, {})
                for agent in readers:
                    first.setdefault(agent, (place, at))

    def by(self, agent: str, run: int) -> Origin | None:
        first = self._first.get(run)
        if first is None:
            return None
        places = [first[name] for name in (agent, BROADCAST) if name in first]
        return min(places, default=None)


def copied_in(trace: Trace, handoffs: dict[str, Words]) -> dict[str, Copied]:
    """Return what each of `handoffs` (message id → words) copies from what its sender had sent or been sent."""
    tasks = [trace.by_id[name] for name in handoffs]
    agents = {name for task in tasks for name in (task.sender, task.recipient)}
    seen = _Seen({run for words in handoffs.values() for run in words.runs}, agents)
    result: dict[str, Copied] = {}
    for place, message in enumerate(trace.messages):
        words = handoffs.get(message.id)
        if words is not None:
            result[message.id] = _copied(trace, message, words, seen)
        seen.add(message, place, trace.text(message), words)
    return result


def _copied(trace: Trace, message: AgentMessage, words: Words, seen: _Seen) -> Copied:
    copied = Copied(message, words)
    pair = {message.sender, message.recipient}
    heard: set[int] = set()
    for at, run in enumerate(words.runs):
        origin = seen.by(message.sender, run)
        if origin is None:
            continue
        copied.origins[at] = origin
        known = seen.by(message.recipient, run)
        if known is not None:
            source = trace.messages[known[0]]
            if {source.sender, source.recipient} == pair:
                copied.between_them.add(at)
                if source.sender == message.recipient:
                    heard.add(at)
    if len(covered(heard)) < ENOUGH and not _in_turns(trace, message):
        copied.between_them.clear()
    return copied


def _in_turns(trace: Trace, message: AgentMessage) -> bool:
    """Tell a task that is laid out in turns: by roles, as a model is sent a chat, or by the names of the two."""
    view = trace.view(message)
    roles = {view.text[segment.start : segment.end] for segment in view.segments if segment.key == "role"}
    labels = {line.split(":", 1)[0].strip(" *_>#-[]") for line in view.text.split("\n") if ":" in line[:LABEL]}
    return len(roles - {"system"}) > 1 or {message.sender, message.recipient} <= labels


def passages(words: Words, places: set[int]) -> Iterator[tuple[int, int]]:
    """Yield the character ranges of the runs of neighbouring words at `places`."""
    start: int | None = None
    for at in range(len(words.spans) + 1):
        if at in places:
            start = at if start is None else start
        elif start is not None:
            yield words.spans[start][0], words.spans[at - 1][1]
            start = None


def longest_passage(trace: Trace, copied: Copied) -> tuple[Span, Span] | None:
    """Return the longest passage copied in one piece, as it stands in its source and in the message."""
    best, start, length = (0, 0), -2, 0
    previous: Origin = (-1, -1)
    for at in sorted(copied.origins):
        place, word = copied.origins[at]
        follows = at == start + length and (place, word) == (previous[0], previous[1] + 1)
        start, length = (start, length + 1) if follows else (at, 1)
        previous = place, word
        best = max(best, (length, start), key=lambda found: found[0])
    if not best[0]:
        return None
    count = min(best[0] + WINDOW - 1, SHOWN)
    place, word = copied.origins[best[1]]
    source = trace.messages[place]
    return (
        _span(trace, source, words_of(trace.text(source)), word, count),
        _span(trace, copied.message, copied.words, best[1], count),
    )


def _span(trace: Trace, message: AgentMessage, words: Words, first: int, count: int) -> Span:
    start, end = words.spans[first][0], words.spans[first + count - 1][1]
    return Span(message.id, start, end, trace.text(message)[start:end])
