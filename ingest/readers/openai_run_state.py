"""Run states of the OpenAI Agents SDK, as the Python and the JavaScript version save them (snake and camel case).

A run state is a trace: called by the id in its `trace`, else by `conversation_id`, else by its file.

| in the log | message |
|---|---|
| `original_input` | task from the user to the agent of the first item; what came before it as context |
| `session_items`, else `generated_items` | the items below, in their order; they have no times |
| `message_output_item` | status for the user; where it is the last item, the result |
| `tool_call_item`, `tool_call_output_item` | task to the tool, and its result |
| a hosted tool's call, which has no output item | its result is that it completed or failed, as the call says |
| `handoff_output_item`, with the `handoff_call_item` of its `call_id` | task from the source to the target agent |
| `tool_approval_item`, where the run waits for it | escalation to the user |
| `reasoning_item` | extras of the next message |
| `usage` of the model response that holds an item | usage of the first message of that response |
| other items | info to everyone |
| `$schemaVersion`, `current_agent`, `current_turn`, `max_turns`, `sandbox` | extras of the first message |

After a hand-over the last agent answers the user; its answer is no reply to a message, and is matched to the tasks
through which it came. Dropped: `context`, guardrail results, `last_*` and indexes, which repeat or steer the run.
"""

from collections.abc import Iterator
from typing import Any

from misheard.ingest.message import BROADCAST, USER
from misheard.ingest.readers.base import Item
from misheard.ingest.readers.chat_runs import named_after
from misheard.ingest.readers.lenient import content_of, item, name_at, object_at
from misheard.ingest.readers.spans.attributes import whole
from misheard.ingest.readers.spans.values import chat_of, decoded, task_of
from misheard.ingest.source import Source

_ABOUT = ("$schemaVersion", "current_agent", "current_turn", "max_turns", "sandbox")
_CALLS = (
    "function_call",
    "computer_call",
    "shell_call",
    "local_shell_call",
    "apply_patch_call",
    "custom_tool_call",
)
"""Calls that the program answers itself, in an item of their own; others ran where the model ran."""


def is_run_state(record: Any) -> bool:
    """Tell a run state by its schema and its agent."""
    return isinstance(record, dict) and "$schemaVersion" in record and bool(_at(record, "current_agent"))


def of_run_state(record: dict[str, Any], source: Source, line: int) -> Iterator[Item]:
    """Yield the messages of a run state."""
    yield from _State(record, source, line).messages()


def _at(record: dict[str, Any], key: str) -> Any:
    """Return the value under a key in snake case, or under the same in camel case."""
    first, *rest = key.split("_")
    return record.get(key, record.get(first + "".join(word.capitalize() for word in rest)))


class _State:
    def __init__(self, record: dict[str, Any], source: Source, line: int) -> None:
        trace = object_at(record, "trace")
        self._trace = (
            name_at(trace, "trace_id", "traceId", "id")
            or name_at(record, "conversation_id", "conversationId")
            or named_after(source, line, many=line > 1)
        )
        self._record, self._line, self._part = record, line, 0
        logged = _at(record, "session_items") or _at(record, "generated_items")
        self._items = [one for one in logged if isinstance(one, dict)] if isinstance(logged, list) else []
        self._first = next((name for one in self._items if (name := _agent(one))), "") or _name(
            _at(record, "current_agent")
        )
        self._usage = _usage_by_item(_at(record, "model_responses"))
        self._extras = {key: _at(record, key) for key in _ABOUT if _at(record, key)}
        self._tools: dict[str, tuple[str, str]] = {}
        self._handed: dict[str, Any] = {}
        self._agent = self._first

    def messages(self) -> Iterator[Item]:
        asked = _at(self._record, "original_input")
        spoken = isinstance(asked, str) or any(turn.role == "user" for turn in chat_of(asked))
        if spoken:
            yield self._message(USER, self._first, "task", task_of(asked), "input")
        for number, one in enumerate(self._items):
            yield from self._item(one, number, number == len(self._items) - 1, "input" if spoken else None)

    def _item(self, one: dict[str, Any], number: int, last: bool, asked: str | None) -> Iterator[Item]:
        raw = object_at(one, "raw_item") or object_at(one, "rawItem")
        what = name_at(one, "type")
        self._agent = _agent(one) or self._agent
        name = name_at(raw, "call_id", "callId", "id") or f"item{number}"
        if what == "message_output_item":
            yield self._said(raw, f"{name}", last, asked)
        elif what == "tool_call_item":
            yield from self._called(raw, name, one)
        elif what == "tool_call_output_item":
            yield self._answered(raw, name, one)
        elif what == "handoff_call_item":
            self._handed[name] = raw.get("arguments")
        elif what == "handoff_output_item":
            yield self._handed_over(raw, name, one)
        elif what == "tool_approval_item":
            payload = {"tool": name_at(raw, "name"), "arguments": decoded(raw.get("arguments"))}
            yield self._message(
                self._agent, USER, "escalation", {**payload, "needs": "approval"}, f"{name}.approval"
            )
        elif what == "reasoning_item":
            self._extras = {**self._extras, "reasoning": raw.get("summary") or raw.get("content") or raw}
        else:
            yield self._message(self._agent, BROADCAST, "info", raw or one, f"{name}.{what}", key=name)

    def _said(self, raw: dict[str, Any], name: str, last: bool, asked: str | None) -> Item:
        text, parts = content_of(raw.get("content"))
        payload = {"text": text, **({"parts": parts} if parts else {})}
        reply = asked if self._agent == self._first else None
        return self._message(self._agent, USER, "result" if last else "status", payload, name, reply)

    def _called(self, raw: dict[str, Any], name: str, one: dict[str, Any]) -> Iterator[Item]:
        tool = name_at(raw, "name") or name_at(one, "tool_name", "toolName") or name_at(raw, "type") or "tool"
        self._tools[name] = (tool, self._agent)
        arguments = raw.get("arguments", raw.get("action", raw.get("queries")))
        yield self._message(self._agent, tool, "task", {"tool": tool, "arguments": decoded(arguments)}, name)
        state = name_at(raw, "status")
        if name_at(raw, "type") not in _CALLS and state in ("completed", "failed"):
            result = {"status": state, "tool": tool, **({"output": raw["output"]} if raw.get("output") else {})}
            yield self._message(tool, self._agent, "result", result, f"{name}.result", name)

    def _answered(self, raw: dict[str, Any], name: str, one: dict[str, Any]) -> Item:
        tool, agent = self._tools.get(name, (name_at(raw, "name") or "tool", self._agent))
        output = one.get("output", raw.get("output"))
        text, parts = content_of(output)
        payload = {"tool": tool, **({"text": text} if text else {}), **({"parts": parts} if parts else {})}
        return self._message(
            tool, agent, "result", payload, f"{name}.result", name if name in self._tools else None
        )

    def _handed_over(self, raw: dict[str, Any], name: str, one: dict[str, Any]) -> Item:
        giver = _name(_at(one, "source_agent")) or self._agent
        self._agent = _name(_at(one, "target_agent")) or "agent"
        arguments, said = decoded(self._handed.get(name)), content_of(raw.get("output"))[0]
        payload = {"arguments": arguments, **({"text": said} if said else {})}
        return self._message(giver, self._agent, "task", payload, name)

    def _message(
        self, sender: str, recipient: str, kind: str, payload: dict[str, Any], name: str,
        reply: str | None = None, key: str | None = None,
    ) -> Item:  # fmt: skip
        fields = {
            "trace_id": self._trace, "id": name, "sender": sender, "recipient": recipient, "type": kind,
            "payload": payload, "in_reply_to": reply, "usage": self._usage.pop(key or name, None),
        }  # fmt: skip
        extras, self._extras = self._extras, {}
        self._part += 1
        return item(fields, self._line, self._part, extras)


def _name(agent: Any) -> str:
    """Return the name of an agent; of several with one name, its identity."""
    if isinstance(agent, dict):
        return name_at(agent, "identity", "name")
    return agent.strip() if isinstance(agent, str) else ""


def _agent(one: dict[str, Any]) -> str:
    return _name(one.get("agent"))


def _usage_by_item(responses: Any) -> dict[str, dict[str, Any]]:
    """Return the usage of each model response under the id of the first item in it."""
    found = {}
    for response in responses if isinstance(responses, list) else ():
        outputs = response.get("output") if isinstance(response, dict) else None
        first = next((one for one in outputs if isinstance(one, dict)), None) if isinstance(outputs, list) else None
        usage = object_at(response, "usage") if first else {}
        name = name_at(first, "call_id", "callId", "id") if first else ""
        if name and usage:
            details = usage.get("input_tokens_details", usage.get("inputTokensDetails"))
            detail = details[0] if isinstance(details, list) and details else details
            cached = _at(detail, "cached_tokens") if isinstance(detail, dict) else None
            found[name] = {
                "input_tokens": whole(_at(usage, "input_tokens")), "cached_tokens": whole(cached),
                "output_tokens": whole(_at(usage, "output_tokens")),
            }  # fmt: skip
    return found
