"""What a reader is: it knows a format when it sees one, and turns it into rows."""

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, BinaryIO, cast

from pydantic import ValidationError

from misheard.ingest import jsontext
from misheard.ingest.row import Rejected, Row
from misheard.ingest.source import Source
from misheard.ingest.table import Block

Item = Row | Rejected | Block


@dataclass(frozen=True)
class Head:
    """The first bytes of a source, and what can be told from them."""

    raw: bytes
    whole: bool

    @cached_property
    def records(self) -> list[dict[str, Any]]:
        """The first few lines that are JSON objects; broken ones are passed over."""
        found = []
        pieces = self.raw.split(b"\n")
        for line in pieces if self.whole else pieces[:-1]:
            record = _object(line)
            if record is not None:
                found.append(record)
            if len(found) == 20:
                break
        return found

    @cached_property
    def document(self) -> Any:
        """The value of the whole source where it is one JSON document that fits the head, else None."""
        try:
            return jsontext.loads(self.raw)[0] if self.whole else None
        except jsontext.JsonError:
            return None


def _object(line: bytes) -> dict[str, Any] | None:
    if not line.lstrip().startswith(b"{"):
        return None
    try:
        value = jsontext.loads(line)[0]
    except jsontext.JsonError:
        return None
    return value if isinstance(value, dict) else None


@dataclass(frozen=True)
class Reader:
    """One log format: its name for `--format`, a line for the help, and the two functions that matter."""

    name: str
    about: str
    knows: Callable[[Head], bool]
    read: Callable[[BinaryIO, Source], Iterator[Item]]


HEAD = 256 * 1024
"""How many bytes of a source a reader may look at to know its format."""


class _Joined(io.RawIOBase):
    """A stream that begins again with what was already read from it."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head, self._rest = head, rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        data = self._head[: len(buffer)] or self._rest.read(len(buffer))
        self._head = self._head[len(buffer) :]
        buffer[: len(data)] = data
        return len(data)


def beginning(stream: BinaryIO) -> tuple[Head, BinaryIO]:
    """Return the head of `stream`, and a stream that still has all of it."""
    raw = stream.read(HEAD)
    head = Head(raw, len(raw) < HEAD)
    if stream.seekable():
        stream.seek(0)
        return head, stream
    return head, cast("BinaryIO", io.BufferedReader(_Joined(raw, stream), buffer_size=1 << 20))


def problems_of(error: ValidationError) -> str:
    """Return what is wrong with a record in words: field, problem and remedy, without its content."""
    return "; ".join(_problem(dict(detail)) for detail in error.errors(include_url=False)[:3])


_EXPECTED = {
    "missing": "missing field '{field}'; {remedy}",
    "string_type": "'{field}' must be text, not {got}; {remedy}",
    "string_too_short": "'{field}' is empty; {remedy}",
    "dict_type": "'{field}' must be an object, not {got}; {remedy}",
    "int_type": "'{field}' must be a whole number, not {got}; {remedy}",
    "float_type": "'{field}' must be a number, not {got}; {remedy}",
    "greater_than_equal": "'{field}' must not be negative; {remedy}",
    "model_type": "'{field}' must be an object, not {got}; {remedy}",
}
_REMEDY = {
    "sender": "each message names who sent it",
    "recipient": "each message names who it is for, or '*' for everyone",
    "trace_id": "each message names the run it belongs to",
}


def _problem(detail: dict[str, Any]) -> str:
    field = ".".join(str(part) for part in detail["loc"]) or "record"
    name = {"traceId": "trace_id", "inReplyTo": "in_reply_to"}.get(field, field)
    known = _EXPECTED.get(detail["type"])
    if known:
        remedy = _REMEDY.get(name, "correct it or leave it out")
        return known.format(field=name, remedy=remedy, got=kind(detail.get("input")))
    if detail["type"] == "enum":
        return f"'{name}' must be one of {detail['ctx']['expected']}"
    return f"'{name}' {str(detail['msg']).removeprefix('Value error, ')}"


def kind(value: object) -> str:
    """Return what `value` is in the words of JSON."""
    if value in ("NaN", "Infinity", "-Infinity"):
        return str(value)
    names = {bool: "true or false", int: "a number", float: "a number", str: "text", list: "a list"}
    if value is None:
        return "null"
    return names.get(type(value), "an object")
