"""What the messages of an ATIF step are made of: the file they are in, calls, results, usage, and their writer."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from misheard.ingest.message import USER
from misheard.ingest.readers.base import Item
from misheard.ingest.readers.lenient import content_of, item, name_at, object_at, with_parts
from misheard.ingest.readers.spans.attributes import cents, whole

FINISHING = {
    "finish", "submit", "done", "complete", "final_answer", "task_complete", "mark_task_complete", "complete_task",
    "attempt_completion",
}  # fmt: skip
"""Calls with which agents of several harnesses say that they are done."""
_DROPPED = ("prompt_token_ids", "completion_token_ids", "logprobs")
COUNTED = ("prompt_tokens", "completion_tokens", "cached_tokens", "cost_usd", *_DROPPED)


def key_of(trajectory: dict[str, Any]) -> str:
    """Return the name by which other trajectories refer to one."""
    return name_at(trajectory, "trajectory_id", "session_id")


@dataclass
class Context:
    """Where a trajectory stands: its trace and line, the others in its file by name, and those already told of."""

    trace: str
    line: int
    pool: dict[str, dict[str, Any]] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    written: int = 0


class Asked(NamedTuple):
    """Who gave a trajectory its work, the id of the task (empty: no message says it), and whether it was told."""

    giver: str = USER
    task: str = ""
    told: bool = False


class Call(NamedTuple):
    """A call of a tool: its id as a message, its record, and its results."""

    id: str
    record: dict[str, Any]
    results: list[dict[str, Any]]

    @property
    def tool(self) -> str:
        """The name of the tool."""
        return name_at(self.record, "function_name") or "tool"

    @property
    def finishes(self) -> bool:
        """True where the agent says with it that it is done."""
        return self.tool.lower() in FINISHING


class Writer:
    """Writes the messages of one step; its extras and usage go with the first."""

    def __init__(self, context: Context, step: dict[str, Any], number: int, extras: dict[str, Any]) -> None:
        self._context, self._step, self.extras, self.number = context, step, extras, number
        self.usage: dict[str, Any] | None = None

    def item(
        self, way: tuple[str, str], kind: str, payload: dict[str, Any], name: str, reply: str | None = None,
        more: dict[str, Any] | None = None, notes: tuple[str, ...] = (),
    ) -> Item:  # fmt: skip
        """Return a message of this step; `way` is who sends it to whom."""
        fields = {
            "trace_id": self._context.trace, "id": name, "sender": way[0], "recipient": way[1], "type": kind,
            "payload": payload, "in_reply_to": reply, "timestamp": self._step.get("timestamp"), "usage": self.usage,
        }  # fmt: skip
        extras = {**self.extras, **(more or {})}
        self.extras, self.usage = {}, None
        self._context.written += 1
        return item(fields, self._context.line, self._context.written, extras, notes, raw=self._step)


def results_of(step: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the results of a step's observation."""
    found = object_at(step, "observation").get("results")
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def seen_in(result: dict[str, Any]) -> dict[str, Any]:
    """Return the content of a result as a payload."""
    text, parts = content_of(result.get("content"))
    return with_parts({"text": text} if text else {}, parts)


def rest_of(result: dict[str, Any]) -> dict[str, Any]:
    """Return what else a result says."""
    return {key: result[key] for key in result if key not in ("content", "source_call_id") and result[key]}


def referred_in(result: dict[str, Any]) -> list[str]:
    """Return the names of the trajectories to which a result refers."""
    refs = result.get("subagent_trajectory_ref")
    found = [one for one in refs if isinstance(one, dict)] if isinstance(refs, list) else []
    return [name for one in found if (name := name_at(one, "trajectory_id", "session_id"))]


def usage_of(metrics: dict[str, Any], model: str) -> dict[str, Any] | None:
    """Return the usage that metrics state; None where they count nothing."""
    counted = {
        "input_tokens": whole(metrics.get("prompt_tokens")), "cached_tokens": whole(metrics.get("cached_tokens")),
        "output_tokens": whole(metrics.get("completion_tokens")), "cost_cents": cents(metrics.get("cost_usd")),
    }  # fmt: skip
    return {"model": model or None, **counted} if any(value is not None for value in counted.values()) else None
