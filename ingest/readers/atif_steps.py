"""The steps of one ATIF trajectory as messages, with those of the sub-agents that it holds."""

from collections.abc import Iterator
from typing import Any

from misheard.ingest import jsontext
from misheard.ingest.readers.atif_parts import (
    COUNTED,
    Asked,
    Call,
    Context,
    Writer,
    key_of,
    referred_in,
    rest_of,
    results_of,
    seen_in,
    usage_of,
)
from misheard.ingest.readers.base import Item
from misheard.ingest.readers.lenient import content_of, name_at, object_at, with_parts
from misheard.ingest.readers.partial import CutObject
from misheard.ingest.row import Rejected

ENVIRONMENT, SYSTEM = "environment", "system"
DEEPEST = 8
COPIED = "a copy from another trajectory; the only place that says what was asked"
FROM_USER = Asked()
BROKEN = "a step is an object"
_STEP = ("step_id", "timestamp", "source", "message", "tool_calls", "observation", "metrics", "is_copied_context")
_ABOUT = ("schema_version", "notes", "final_metrics", "extra", "continued_trajectory_ref", "trajectory_id")


class Trajectory:
    """One trajectory, and the sub-agents below it."""

    def __init__(self, record: dict[str, Any], context: Context, asked: Asked = FROM_USER, deep: int = 0) -> None:
        inside = record.get("subagent_trajectories")
        own = [one for one in inside if isinstance(one, dict)] if isinstance(inside, list) else []
        self._own = [key_of(one) for one in own if isinstance(one.get("steps"), list)]
        context.pool.update({key_of(one): one for one in own if isinstance(one.get("steps"), list)})
        self._steps: list[Any] = record["steps"]
        self._context, self._asked, self._deep = context, asked, deep
        self._agent = object_at(record, "agent")
        self.name = name_at(self._agent, "name") or "agent"
        self._key = key_of(record) or context.trace
        self._extras = self._about(record)
        self.result: dict[str, Any] | None = None
        context.used.add(self._key)

    @property
    def prompt(self) -> str:
        """What the user says first."""
        users = [step for step in self._steps if isinstance(step, dict) and step.get("source") == "user"]
        return content_of(users[0].get("message"))[0] if users else ""

    def messages(self) -> Iterator[Item]:
        """Yield what the steps say, and the trajectories within this one to which no step refers."""
        copied = self._copied()
        for number, step in enumerate(self._steps):
            if isinstance(step, CutObject):
                continue
            if not isinstance(step, dict):
                yield Rejected(self._context.line, BROKEN, jsontext.dumps(step).encode("utf-8", "replace"))
            elif step.get("is_copied_context") is not True or number == copied:
                yield from self._step(step, number)
        for name in self._own:
            if self._is_new(name):
                yield from self._below(name, Asked(self.name)).messages()

    def _below(self, name: str, asked: Asked) -> "Trajectory":
        return Trajectory(self._context.pool[name], self._context, asked, self._deep + 1)

    def _is_new(self, name: str) -> bool:
        return name in self._context.pool and name not in self._context.used and self._deep < DEEPEST

    def _copied(self) -> int:
        """Return which copied step of the user says what was asked; -1 where another one does."""
        users = [n for n, step in enumerate(self._steps) if isinstance(step, dict) and step.get("source") == "user"]
        copied = [n for n in users if self._steps[n].get("is_copied_context") is True]
        return copied[-1] if copied and len(copied) == len(users) else -1

    def _is_last(self, number: int) -> bool:
        """Tell the agent's last step in a turn, which ends with the trajectory or with the user's next step."""
        for step in self._steps[number + 1 :]:
            if isinstance(step, dict) and step.get("source") in ("agent", "user"):
                return bool(step["source"] == "user")
        return True

    def _about(self, record: dict[str, Any]) -> dict[str, Any]:
        found = {key: record[key] for key in _ABOUT if record.get(key)}
        agent = {key: value for key, value in self._agent.items() if key not in ("name", "tool_definitions")}
        return {**found, **({"agent": agent} if agent else {})}

    def _step(self, step: dict[str, Any], number: int) -> Iterator[Item]:
        more = {key: value for key, value in step.items() if key not in _STEP and value not in (None, {}, [], "")}
        metrics = object_at(step, "metrics")
        rest = {key: value for key, value in metrics.items() if key not in COUNTED}
        extras = {**self._extras, **more, **({"metrics": rest} if rest else {})}
        writer = Writer(self._context, step, number, extras)
        self._extras = {}
        text, parts = content_of(step.get("message"))
        said = with_parts({"text": text}, parts) if text or parts else {}
        if step.get("source") == "agent":
            writer.usage = usage_of(metrics, name_at(step, "model_name") or name_at(self._agent, "model_name"))
            yield from self._worked(step, writer, said)
        elif step.get("source") == "user":
            yield from self._heard(step, writer, said)
        else:
            yield writer.item((SYSTEM, self.name), "info", said, self._id(number))
            yield from self._loose(writer, results_of(step))

    def _heard(self, step: dict[str, Any], writer: Writer, said: dict[str, Any]) -> Iterator[Item]:
        if not self._asked.told:
            name = self._id(writer.number)
            self._asked = Asked(self._asked.giver, name)
            notes = (COPIED,) if step.get("is_copied_context") is True else ()
            yield writer.item((self._asked.giver, self.name), "task", said, name, notes=notes)
        else:
            self._extras = writer.extras
        self._asked = self._asked._replace(told=False)
        yield from self._loose(writer, results_of(step))

    def _worked(self, step: dict[str, Any], writer: Writer, said: dict[str, Any]) -> Iterator[Item]:
        calls = self._calls(step, writer.number)
        finishing = [call for call in calls if call.finishes]
        calls = [call for call in calls if not call.finishes]
        ends = self._is_last(writer.number) and (bool(finishing) or not calls)
        if finishing:
            said = {**said, **{call.tool: call.record.get("arguments") for call in finishing}}
        if said:
            self.result = said if ends else self.result
            way, kind = (self.name, self._asked.giver), "result" if ends else "status"
            yield writer.item(way, kind, said, self._id(writer.number), self._asked.task or None)
        taken = [id(one) for call in calls for one in call.results]
        loose = [one for one in results_of(step) if id(one) not in taken]
        if len(calls) > 1 and len(loose) == 1 and not taken:
            yield from self._together(calls, loose[0], writer)
            return
        for call in calls:
            yield from self._call(call, writer)
        yield from self._loose(writer, loose)

    def _calls(self, step: dict[str, Any], number: int) -> list[Call]:
        logged = step.get("tool_calls")
        found = [one for one in logged if isinstance(one, dict)] if isinstance(logged, list) else []
        results = results_of(step)
        calls = []
        for part, one in enumerate(found):
            name = name_at(one, "tool_call_id")
            own = [result for result in results if name and result.get("source_call_id") == name]
            if len(found) == 1 and not own:
                own = [result for result in results if not result.get("source_call_id")]
            calls.append(Call(f"{self._id(number)}/{name or part}", one, own))
        return calls

    def _call(self, call: Call, writer: Writer) -> Iterator[Item]:
        children = [name for one in call.results for name in referred_in(one) if self._is_new(name)]
        if children:
            yield from self._delegated(call, children[0], writer)
            for other in children[1:]:
                yield from self._below(other, Asked(self.name)).messages()
            return
        payload = {"tool": call.tool, "arguments": call.record.get("arguments")}
        more = {"extra": call.record["extra"]} if call.record.get("extra") else {}
        yield writer.item((self.name, call.tool), "task", payload, call.id, more=more)
        for part, one in enumerate(call.results):
            payload = {"tool": call.tool, **seen_in(one)}
            yield writer.item((call.tool, self.name), "result", payload, f"{call.id}/{part}", call.id, rest_of(one))

    def _delegated(self, call: Call, child: str, writer: Writer) -> Iterator[Item]:
        """Yield the task to a sub-agent, its own messages, and its result."""
        below = self._below(child, Asked(self.name, call.id, told=True))
        arguments = call.record.get("arguments")
        payload = arguments if isinstance(arguments, dict) else {"arguments": arguments}
        payload = {**payload, "text": below.prompt} if below.prompt else payload
        more = {
            "function_name": call.tool,
            "observation": [{**seen_in(one), **rest_of(one)} for one in call.results],
        }
        yield writer.item((self.name, below.name), "task", payload, call.id, more=more)
        yield from below.messages()
        if below.result is None and seen_in(call.results[0]):
            way = (below.name, self.name)
            yield writer.item(way, "result", seen_in(call.results[0]), f"{call.id}/0", call.id)

    def _together(self, calls: list[Call], result: dict[str, Any], writer: Writer) -> Iterator[Item]:
        """Yield calls that one observation answers as one task, with its result."""
        tools = {call.tool for call in calls}
        tool = calls[0].tool if len(tools) == 1 else ENVIRONMENT
        called = [{"tool": call.tool, "arguments": call.record.get("arguments")} for call in calls]
        name = calls[0].id
        yield writer.item((self.name, tool), "task", {"tool": tool, "calls": called}, name)
        payload = {"tool": tool, **seen_in(result)}
        yield writer.item((tool, self.name), "result", payload, f"{name}/0", name, rest_of(result))

    def _loose(self, writer: Writer, results: list[dict[str, Any]]) -> Iterator[Item]:
        """Yield the observations that belong to no call, and the sub-agents to which they refer."""
        for part, result in enumerate(results):
            for child in [name for name in referred_in(result) if self._is_new(name)]:
                yield from self._below(child, Asked(self.name)).messages()
            seen, more = seen_in(result), rest_of(result)
            if seen or more:
                name = f"{self._id(writer.number)}/seen{part}"
                yield writer.item((ENVIRONMENT, self.name), "info", seen, name, more=more)

    def _id(self, number: int) -> str:
        return f"{self._key}/{number + 1}"
