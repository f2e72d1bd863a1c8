"""What A2A tasks, messages and artifacts are made of, and their parts as payloads."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from misheard.ingest.message import USER
from misheard.ingest.readers.lenient import ENCLOSED

AGENT = "agent"
ENDED = {
    "completed": "completed",
    "failed": "failed",
    "canceled": "failed",
    "cancelled": "failed",
    "rejected": "failed",
}
"""The states in which a task is over, and the status of a result in each."""
WAITS = ("input-required", "auth-required")


@dataclass
class Work:
    """One task of the protocol: what was asked last, what waits for an answer, what came out, and its end."""

    id: str
    trace: str
    asked: str = ""
    question: str = ""
    state: str = ""
    artifacts: dict[str, dict[str, Any]] = field(default_factory=dict)
    way: tuple[str, str] = (USER, AGENT)
    line: int = 1
    time: Any = None


class Held(NamedTuple):
    """A message that waits for the response to its request, which says to which context it belongs."""

    record: dict[str, Any]
    line: int
    about: dict[str, Any]


def payload_of(parts: Any) -> dict[str, Any]:
    """Return the parts of a message or artifact as a payload: its text, its data, and files without their bytes."""
    texts: list[str] = []
    data: list[Any] = []
    files: list[Any] = []
    for part in parts if isinstance(parts, list) else ():
        if not isinstance(part, dict):
            files.append(part)
        elif isinstance(part.get("text"), str):
            texts.append(part["text"])
        elif "data" in part:
            data.append(part["data"])
        else:
            files.append({key: _short(value) for key, value in part.items()})
    payload: dict[str, Any] = {"text": "\n".join(texts)} if texts else {}
    if len(data) == 1 and isinstance(data[0], dict) and not payload.keys() & data[0].keys():
        payload |= data[0]
    elif data:
        payload["data"] = data
    return {**payload, "parts": files} if files else payload


def _short(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _short(inner) for key, inner in value.items()}
    if isinstance(value, str) and len(value) > ENCLOSED and " " not in value[:ENCLOSED]:
        return f"({len(value)} characters left out)"
    return value


def parts_in(artifact: dict[str, Any]) -> list[Any]:
    """Return the parts of an artifact."""
    parts = artifact.get("parts")
    return parts if isinstance(parts, list) else []


def joined(parts: list[Any], more: list[Any]) -> list[Any]:
    """Return the parts of an artifact with those of its next chunk; text goes on where the last one ended."""
    ends, goes_on = parts[-1] if parts else None, more[0] if more else None
    if isinstance(ends, dict) and isinstance(goes_on, dict):
        before, after = ends.get("text"), goes_on.get("text")
        if isinstance(before, str) and isinstance(after, str):
            return [*parts[:-1], {**ends, "text": before + after}, *more[1:]]
    return [*parts, *more]


def with_artifacts(said: dict[str, Any], work: Work) -> dict[str, Any]:
    """Return what an end says, with the artifacts of the task; a single one is the answer itself."""
    found = [
        {**{key: one[key] for key in ("name", "description") if one.get(key)}, **payload_of(one.get("parts"))}
        for one in work.artifacts.values()
    ]
    if len(found) == 1 and not said:
        return found[0]
    return {**said, "artifacts": found} if found else said


def told_by(state: str, said: dict[str, Any], work: Work) -> dict[str, Any]:
    """Return the type and payload of a message about a state of a task."""
    if state in ENDED:
        payload = {**with_artifacts(said, work), "status": ENDED[state]}
        payload |= {} if ENDED[state] == "completed" else {"blocked_by": said.get("text") or state}
        return {"type": "result", "payload": payload}
    return {"type": "escalation" if state in WAITS else "status", "payload": {"state": state, **said}}


def rest_of(record: dict[str, Any], used: tuple[str, ...]) -> dict[str, Any]:
    """Return what else a record says."""
    return {key: value for key, value in record.items() if key not in used and value not in (None, "", [], {})}
