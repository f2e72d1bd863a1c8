"""The words of a payload, laid out the same way everywhere, so that a span means the same to all who use it."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

DEEPEST = 64
"""Lists and objects nested deeper than this are laid out as one piece: their words with blanks between."""


@dataclass(frozen=True)
class Segment:
    """One value of a payload: the path of keys to it, and where its words stand in the text."""

    path: tuple[str, ...]
    start: int
    end: int
    is_text: bool

    @property
    def key(self) -> str:
        """The innermost key that is no list position."""
        return next((part for part in reversed(self.path) if not part.isdigit()), "")


@dataclass(frozen=True)
class TextView:
    """Every text, number and truth value of a payload, one a line, in the payload's order; keys are not in it."""

    text: str
    segments: tuple[Segment, ...]

    @cached_property
    def _starts(self) -> list[int]:
        return [segment.start for segment in self.segments]

    def segment_at(self, place: int) -> Segment | None:
        """Return the segment that the character at `place` belongs to."""
        found = bisect_right(self._starts, place) - 1
        return self.segments[found] if found >= 0 and place <= self.segments[found].end else None

    def under(self, *keys: str) -> Iterator[tuple[Segment, str]]:
        """Yield the segments whose outermost key is one of `keys`, with their words."""
        for segment in self.segments:
            if segment.path and segment.path[0] in keys:
                yield segment, self.text[segment.start : segment.end]


def view_of(payload: dict[str, Any]) -> TextView:
    """Return the payload laid out as text."""
    pieces: list[str] = []
    segments: list[Segment] = []
    place = 0
    for path, value in _leaves(payload, ()):
        text = value if isinstance(value, str) else _plain(value)
        segments.append(Segment(path, place, place + len(text), isinstance(value, str)))
        pieces.append(text)
        place += len(text) + 1
    return TextView("\n".join(pieces), tuple(segments))


def _leaves(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    if len(path) >= DEEPEST and isinstance(value, dict | list):
        yield path, _flat(value)
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, (*path, str(key)))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _leaves(inner, (*path, str(place)))
    elif value is not None and value != "":
        yield path, value


def _flat(value: Any) -> str:
    """Return the words of a value without recursion, which a hostile message would drive too deep."""
    words: list[str] = []
    stack = [value]
    while stack:
        inner = stack.pop()
        if isinstance(inner, dict):
            stack += reversed(inner.values())
        elif isinstance(inner, list):
            stack += reversed(inner)
        elif inner is not None and inner != "":
            words.append(inner if isinstance(inner, str) else _plain(inner))
    return " ".join(words)


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    try:
        return str(value)
    except ValueError:  # an integer of more digits than Python writes out
        return "a number of thousands of digits"
