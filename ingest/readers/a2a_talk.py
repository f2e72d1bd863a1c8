"""What A2A tasks, messages and updates say, task by task, as messages between who asks and who serves."""

from collections.abc import Iterator
from typing import Any

from misheard.ingest.message import USER
from misheard.ingest.readers.a2a_parts import (
    AGENT,
    ENDED,
    WAITS,
    Held,
    Work,
    joined,
    parts_in,
    payload_of,
    rest_of,
    told_by,
    with_artifacts,
)
from misheard.ingest.readers.base import Item
from misheard.ingest.readers.lenient import item, name_at, object_at

_MESSAGE = ("role", "parts", "messageId", "message_id", "contextId", "context_id", "taskId", "task_id", "kind")
_TASK = (
    "id",
    "contextId",
    "context_id",
    "sessionId",
    "status",
    "artifacts",
    "history",
    "kind",
    "taskId",
    "task_id",
    "final",
)


class Talk:
    """Goes through the records of a source once; `heard` counts those that said anything."""

    def __init__(self, fallback: str) -> None:
        self.heard = 0
        self._fallback = fallback
        self._card = ""
        self._works: dict[str, Work] = {}
        self._requests: dict[str, str] = {}
        self._held: dict[str, Held] = {}
        self._traces: dict[str, str] = {}
        self._told: set[str] = set()
        self._parts: dict[int, int] = {}

    def card(self, name: str) -> None:
        """Take the name of the agent from its card."""
        self.heard += 1
        self._card = self._card or name

    def take(self, what: str, record: dict[str, Any], line: int, about: dict[str, Any]) -> Iterator[Item]:
        """Yield what a message, task, status or artifact says that was not said before."""
        self.heard += 1
        yield from self._release(record, about)
        if what == "message":
            yield from self._message(record, line, about)
        elif what == "task":
            yield from self._task(record, line, about)
        elif what == "status":
            work = self._work(name_at(record, "taskId", "task_id", "id"), record, line, about)
            yield from self._status(work, record, line, about)
        else:
            work = self._work(name_at(record, "taskId", "task_id", "id"), record, line, about)
            work.line = line
            self._artifact(work, record["artifact"], record.get("append") is True)

    def _release(self, record: dict[str, Any], about: dict[str, Any]) -> Iterator[Item]:
        """Yield the message of the request that this answers, in the context that is now known."""
        held = self._held.pop(about.get("rpc", ""), None)
        if held and held.record is not record:
            context = name_at(record, "contextId", "context_id", "sessionId") or name_at(
                record, "taskId", "task_id", "id"
            )
            yield from self._message(held.record, held.line, {**held.about, "context": context, "answered": "yes"})

    def failed(self, error: dict[str, Any], line: int, about: dict[str, Any]) -> Iterator[Item]:
        """Yield the error with which a call came back."""
        self.heard += 1
        yield from self._release({}, about)
        asked = self._requests.get(about.get("rpc", ""), "")
        user, agent = self._way(about)
        reason = name_at(error, "message") or name_at(error, "code") or "error"
        fields = {
            "trace_id": self._traces.get(asked, about.get("context") or self._fallback), "sender": agent,
            "recipient": user, "type": "result", "payload": {"status": "failed", "blocked_by": reason},
            "in_reply_to": asked or None, "timestamp": about.get("time"), "id": f"{asked}.error" if asked else "",
        }  # fmt: skip
        yield self._item(fields, line, {"error": error})

    def close(self) -> Iterator[Item]:
        """Yield the requests without a response, and the artifacts of tasks of which the log holds no end."""
        for held in self._held.values():
            yield from self._message(held.record, held.line, {**held.about, "answered": "no"})
        for work in self._works.values():
            if work.artifacts and work.state not in ENDED:
                user, agent = work.way
                fields = {
                    "trace_id": work.trace, "sender": agent, "recipient": user, "type": "info",
                    "payload": with_artifacts({}, work), "id": f"{work.id}.artifacts",
                    "in_reply_to": work.asked or None, "timestamp": work.time,
                }  # fmt: skip
                yield self._item(fields, work.line, {"taskId": work.id})

    def _way(self, about: dict[str, Any]) -> tuple[str, str]:
        return about.get("client") or USER, about.get("server") or self._card or AGENT

    def _work(self, name: str, record: dict[str, Any], line: int, about: dict[str, Any]) -> Work:
        context = name_at(record, "contextId", "context_id", "sessionId") or about.get("context", "")
        work = self._works.get(name)
        if work is None:
            asked = self._requests.get(about.get("rpc", ""), "")
            work = Work(name, context or self._traces.get(asked, "") or name or self._fallback, asked, line=line)
            self._works[name] = work
            work.way = self._way(about)
        return work

    def _message(
        self, record: dict[str, Any], line: int, about: dict[str, Any], work: Work | None = None
    ) -> Iterator[Item]:
        name = name_at(record, "messageId", "message_id")
        task = name_at(record, "taskId", "task_id") or about.get("task", "")
        work = work or (self._work(task, record, line, about) if task else None)
        trace = work.trace if work else name_at(record, "contextId", "context_id") or about.get("context", "")
        from_user = record["role"].lower().removeprefix("role_") == "user"
        if from_user and not trace and about.get("rpc") and not about.get("answered"):
            self._held[about["rpc"]] = Held(record, line, about)
            return
        if name and name in self._told:
            return
        self._told.add(name)
        way = self._asking(work, about) if from_user else self._saying(work, about)
        fields = {
            "trace_id": trace or self._fallback, "id": name, "payload": payload_of(record.get("parts")),
            "timestamp": about.get("time"), **way,
        }  # fmt: skip
        extras = {**rest_of(record, _MESSAGE), **({"taskId": work.id} if work else {})}
        made = self._item(fields, line, extras)
        if from_user and fields["type"] == "task":
            self._ask(getattr(made, "id", name), fields["trace_id"], work, about)
        yield made

    def _asking(self, work: Work | None, about: dict[str, Any]) -> dict[str, Any]:
        """Return how a message of the user stands: what comes first for a task gives it, the rest adds to it."""
        user, agent = self._known_way(work, about)
        if work and work.asked:
            reply, work.question = work.question or work.asked, ""
            return {"sender": user, "recipient": agent, "type": "info", "in_reply_to": reply}
        return {"sender": user, "recipient": agent, "type": "task"}

    def _saying(self, work: Work | None, about: dict[str, Any]) -> dict[str, Any]:
        user, agent = self._known_way(work, about)
        asked = work.asked if work else self._requests.get(about.get("rpc", ""), "")
        return {
            "sender": agent,
            "recipient": user,
            "type": "info" if work else "result",
            "in_reply_to": asked or None,
        }

    def _known_way(self, work: Work | None, about: dict[str, Any]) -> tuple[str, str]:
        return self._way(about) if work is None or about.get("client") or about.get("server") else work.way

    def _ask(self, name: str, trace: str, work: Work | None, about: dict[str, Any]) -> None:
        self._traces[name] = trace
        if work:
            work.asked = name
        if about.get("rpc"):
            self._requests[about["rpc"]] = name

    def _task(self, record: dict[str, Any], line: int, about: dict[str, Any]) -> Iterator[Item]:
        work = self._work(name_at(record, "id"), record, line, about)
        history = record.get("history")
        for message in history if isinstance(history, list) else ():
            if isinstance(message, dict) and isinstance(message.get("role"), str):
                yield from self._message(message, line, {**about, "time": None}, work)
        artifacts = record.get("artifacts")
        for artifact in artifacts if isinstance(artifacts, list) else ():
            self._artifact(work, artifact, append=False)
        yield from self._status(work, record, line, about)

    def _artifact(self, work: Work, artifact: Any, append: bool) -> None:
        if isinstance(artifact, dict):
            name = name_at(artifact, "artifactId", "artifact_id", "index") or f"{len(work.artifacts)}"
            known = work.artifacts.get(name)
            if append and known:
                artifact = {**known, "parts": joined(parts_in(known), parts_in(artifact))}
            work.artifacts[name] = artifact

    def _status(self, work: Work, record: dict[str, Any], line: int, about: dict[str, Any]) -> Iterator[Item]:
        status = object_at(record, "status")
        state = str(status.get("state", "")).lower().removeprefix("task_state_").replace("_", "-")
        message = object_at(status, "message")
        time = status.get("timestamp") or about.get("time")
        work.time, work.line = time, line
        known = f"{work.id}.{state}.{name_at(message, 'messageId', 'message_id')}.{status.get('timestamp') or ''}"
        if known in self._told or (state in ENDED and work.state == state):
            return
        user, agent = self._known_way(work, about)
        said = payload_of(message.get("parts")) if message else {}
        name = name_at(message, "messageId", "message_id")
        fields = {
            "trace_id": work.trace, "sender": agent, "recipient": user, "in_reply_to": work.asked or None,
            "timestamp": time, "id": "" if name in self._told else name, **told_by(state, said, work),
        }  # fmt: skip
        self._told |= {known, name}
        work.state = state
        extras = {**rest_of(record, _TASK), "taskId": work.id, "state": state}
        made = self._item(fields, line, extras)
        work.question = getattr(made, "id", "") if state in WAITS else ""
        yield made

    def _item(self, fields: dict[str, Any], line: int, extras: dict[str, Any]) -> Item:
        self._parts[line] = part = self._parts.get(line, -1) + 1
        return item(fields, line, part, extras)
