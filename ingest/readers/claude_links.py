"""Which call started which sub-agent: learned while a session is read, or looked up in the session's own file."""

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from misheard.ingest import jsontext
from misheard.ingest.errors import UnreadableSourceError
from misheard.ingest.readers.lenient import object_at, text_at
from misheard.ingest.source import Source, lines

DELEGATING = ("Task", "Agent")
"""The tools whose call starts a sub-agent; the newer name is Agent."""

_SAFE = re.compile(r"[0-9A-Za-z][0-9A-Za-z_-]{0,80}")


class Call(NamedTuple):
    """A call of a tool: its id, who called whom, the tool's name, and whether a sub-agent was called."""

    id: str
    caller: str
    callee: str
    tool: str
    delegates: bool
    asked: str


def call_of(block: dict[str, Any], caller: str, resumed: str | None = None) -> Call:
    """Return the call that a `tool_use` block makes; `resumed` names the sub-agent that it wakes again."""
    tool, call_id = text_at(block, "name").strip() or "tool", text_at(block, "id")
    arguments = object_at(block, "input")
    if tool not in DELEGATING:
        return Call(call_id, caller, tool, tool, False, text_at(arguments, "task_id", "agentId"))
    kind = text_at(arguments, "subagent_type").strip() or "general-purpose"
    return Call(call_id, caller, resumed or f"{kind}#{call_id[-4:]}", tool, True, text_at(arguments, "prompt"))


def blocks_of(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the content blocks of a record that are objects."""
    content = object_at(record, "message").get("content")
    for block in content if isinstance(content, list) else ():
        if isinstance(block, dict):
            yield block


def agent_link(record: dict[str, Any]) -> tuple[str, str] | None:
    """Return the id of a call and of the sub-agent it started, where a record names both."""
    if record.get("type") == "progress":
        agent, call = text_at(object_at(record, "data"), "agentId"), text_at(record, "parentToolUseID")
        return (call, agent) if agent and call else None
    agent = text_at(object_at(record, "toolUseResult"), "agentId")
    if not agent or record.get("type") != "user":
        return None
    call = next((text_at(b, "tool_use_id") for b in blocks_of(record) if b.get("type") == "tool_result"), "")
    return (call, agent) if call else None


def name_beside(source: Source, session: str, agent: str) -> str | None:
    """Return the name of a sub-agent from the session's file beside its own, or None where there is none."""
    for other in source.beside:
        if other.stem == session and other.name != source.name:
            return _names_of(other).get(agent)
    if source.path is None or not _SAFE.fullmatch(session):
        return None
    for folder in (source.path.parent.parent.parent, source.path.parent):
        for ending in (".jsonl", ".jsonl.gz", ".jsonl.zst"):
            place = folder / (session + ending)
            if place != source.path and place.is_file():
                found = place.stat()
                return _names_in(place, found.st_size, found.st_mtime_ns).get(agent)
    return None


@lru_cache(maxsize=64)
def _names_in(place: Path, size: int, changed: int) -> dict[str, str]:
    """Return the names of all sub-agents of a session by id; size and time are there to notice a change."""
    del size, changed
    return _names_of(Source(str(place), place))


def _names_of(session: Source) -> dict[str, str]:
    callees: dict[str, str] = {}
    names: dict[str, str] = {}
    try:
        with session.open() as stream:
            for record in _telling(stream):
                for block in blocks_of(record):
                    if block.get("type") == "tool_use" and block.get("name") in DELEGATING:
                        call = call_of(block, "")
                        callees[call.id] = call.callee
                link = agent_link(record)
                if link and link[0] in callees:
                    names.setdefault(link[1], callees[link[0]])
    except (OSError, UnreadableSourceError):
        return {}
    return names


def _telling(stream: Any) -> Iterator[dict[str, Any]]:
    for _, line in lines(stream):
        if line and (b'"agentId":' in line or b'"Task"' in line or b'"Agent"' in line):
            try:
                record = jsontext.loads(line)[0]
            except jsontext.JsonError:
                continue
            if isinstance(record, dict):
                yield record
