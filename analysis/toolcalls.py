"""Calls of tools: which tasks are one, with which arguments, and whether a tool reads, watches or changes."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from misheard.analysis.wording import listed
from misheard.ingest import jsontext
from misheard.ingest.message import AgentMessage, MessageType

TOOL_KEYS = ("tool", "tool_name", "toolName", "function")
ARGUMENT_KEYS = ("arguments", "args", "input", "parameters", "params", "tool_input", "toolInput")

_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_WATCH = listed(
    "status wait sleep poll watch monitor health ping progress tail output list ls now time date whoami todo todos "
    "heartbeat check peek refresh kill stop cancel exit plan think inbox mail next"
)
_CHANGE = listed(
    "write edit update create delete remove insert append patch apply replace move rename mv rm cp mkdir touch set "
    "put post send commit push checkout install build run execute exec bash shell python click type press navigate "
    "submit upload deploy merge revert fix save notebook multiedit book order buy pay"
)
_REACH_OUT = listed("search web fetch query sql browse crawl lookup retrieve scrape http download find")
_READS_FILES = listed("read view cat open glob grep file files folder directory")


@dataclass(frozen=True)
class Call:
    """A call of a tool: its name, its arguments, and both as one comparable text."""

    tool: str
    arguments: Any
    key: str

    @property
    def words(self) -> frozenset[str]:
        """The words of the tool's name in small letters."""
        return frozenset(part.lower() for part in _PARTS.findall(self.tool))

    @property
    def watches(self) -> bool:
        """True where calling it again and again is the point: it looks how something stands, or lists."""
        return bool(self.words & _WATCH)

    @property
    def changes(self) -> bool:
        """True where it may change what other calls see."""
        return bool(self.words & _CHANGE) or not (self.words & (_REACH_OUT | _READS_FILES | _WATCH))

    @property
    def reaches_out(self) -> bool:
        """True for searches and fetches, which cost time and money each time."""
        return bool(self.words & _REACH_OUT) and not self.words & _READS_FILES


def call_of(message: AgentMessage) -> Call | None:
    """Return the call that a task to a tool is, or None for any other message."""
    if message.type is not MessageType.TASK:
        return None
    payload = message.payload
    arguments = next((payload[key] for key in ARGUMENT_KEYS if key in payload), None)
    if arguments is None:
        return None
    named = next((payload[key] for key in TOOL_KEYS if isinstance(payload.get(key), str)), None)
    if named is None and (not isinstance(arguments, Mapping) or "objective" in payload):
        return None
    tool = named or message.recipient
    if isinstance(arguments, str):
        arguments = _decoded(arguments)
    return Call(tool, arguments, f"{tool}\x1f{_normal(arguments)}")


def _decoded(text: str) -> Any:
    try:
        return jsontext.loads(text.encode())[0] if text.lstrip()[:1] in ("{", "[") else text
    except (jsontext.JsonError, UnicodeEncodeError):
        return text


def _normal(value: Any) -> str:
    """Return arguments as text that does not depend on key order, blanks or capitals of words."""
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{key}:{_normal(value[key])}" for key in sorted(value, key=str)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(_normal, value)) + "]"
    return " ".join(str(value).split())
