"""ATIF, the Agent Trajectory Interchange Format of Harbor (versions 1.4 to 1.7): a trajectory a document or line.

A trajectory is a trace, called by its `session_id`, else by `trajectory_id` or the file. A part that continues it
(`agent.extra.continuation_index`) and the file of a sub-agent that names its `parent_session_id` join its trace.

| in the log | message |
|---|---|
| `agent.name` | agent; `user` is who asks, `system` who speaks in steps of the system |
| step of `user` | task from the user; in a sub-agent's trajectory from the agent above it |
| step of `system` | info from system to the agent |
| step of `agent` | status for who asked; the last of a turn, if it calls no tool, the result |
| a call of `finish` or its like | part of what the agent says with it: such a last step is a result, too |
| `tool_calls` | task to `function_name`, payload `{tool, arguments}` |
| `observation.results` with `source_call_id`, or of the only call | result of that tool, in reply |
| one result for several calls | these calls are one task, payload `{tool, calls}` |
| any other observation | info from `environment` to the agent |
| `subagent_trajectory_ref` within the file | the call is a task to that agent, its answer the result |
| the same to another file | extras of the tool's result |
| a trajectory in the file that nothing refers to | the agent's above it, or a trace of its own |
| `timestamp` | timestamp of the step's messages |
| `metrics`, `model_name` | usage of a step's first message; dollars become cents |
| `reasoning_content`, `extra`, other keys of a step, `metrics.extra` | extras of the step's first message |
| `final_metrics`, `notes`, `extra`, `continued_trajectory_ref`, the rest of `agent` | extras of the first message |

Dropped: steps with `is_copied_context`, which another trajectory holds, but for the last one of the user where no
other says what was asked; `tool_definitions`; `prompt_token_ids`, `completion_token_ids` and `logprobs`.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, BinaryIO

from misheard.ingest import jsontext
from misheard.ingest.readers.atif_parts import Context, key_of
from misheard.ingest.readers.atif_steps import Trajectory
from misheard.ingest.readers.base import Head, Item, Reader
from misheard.ingest.readers.chat_runs import named_after
from misheard.ingest.readers.lenient import name_at, object_at
from misheard.ingest.readers.records import records
from misheard.ingest.row import Rejected
from misheard.ingest.source import Source

BROKEN = "is no trajectory: it has an agent with a name, and steps"


def read(stream: BinaryIO, source: Source) -> Iterator[Item]:
    """Yield the messages of each trajectory, and a rejection for each record or step that is none."""
    for line, value in records(stream, source, partly=True):
        if isinstance(value, Rejected):
            yield value
            continue
        found = list(_trajectories(value))
        if not found:
            yield Rejected(line, BROKEN, jsontext.dumps(value).encode("utf-8", "replace")[:100_000])
        pool = {key_of(one): one for one in found if key_of(one)}
        used: set[str] = set()
        referred = _referred(found)
        heads = [one for number, one in enumerate(found) if number not in referred]
        for number, one in enumerate(heads or found, start=1):
            trace = _trace_of(one) or named_after(source, number, len(heads) > 1)
            yield from Trajectory(one, Context(trace, line, pool, used)).messages()


def _trajectories(value: Any) -> Iterator[dict[str, Any]]:
    """Yield the trajectories of a record: itself, or those it holds."""
    if isinstance(value, dict) and isinstance(value.get("steps"), list):
        yield value
    elif isinstance(value, dict | list):
        inside = value.values() if isinstance(value, dict) else value
        yield from (one for one in inside if isinstance(one, dict) and isinstance(one.get("steps"), list))


def _referred(among: list[dict[str, Any]]) -> set[int]:
    """Return the places of the trajectories to which another one in the file refers."""
    owners: dict[str, set[int]] = defaultdict(set)
    for number, one in enumerate(among):
        for name in _references(one):
            owners[name].add(number)
    return {
        number
        for number, one in enumerate(among)
        for name in {name_at(one, "trajectory_id"), name_at(one, "session_id")} - {""}
        if owners.get(name, set()) - {number}
    }


def _references(trajectory: dict[str, Any]) -> Iterator[str]:
    for step in trajectory["steps"]:
        results = object_at(step, "observation").get("results") if isinstance(step, dict) else None
        for result in results if isinstance(results, list) else ():
            refs = result.get("subagent_trajectory_ref") if isinstance(result, dict) else None
            for ref in refs if isinstance(refs, list) else ():
                if isinstance(ref, dict) and name_at(ref, "trajectory_id", "session_id"):
                    yield name_at(ref, "trajectory_id", "session_id")


def _trace_of(one: dict[str, Any]) -> str:
    more = object_at(object_at(one, "agent"), "extra")
    session = name_at(one, "session_id", "trajectory_id")
    index = name_at(more, "continuation_index")
    return name_at(more, "parent_session_id") or (session.removesuffix(f"-cont-{index}") if index else session)


def knows(head: Head) -> bool:
    """Tell a trajectory by the schema that it names."""
    start = head.raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    return start in (b"[", b"{") and b'"schema_version"' in head.raw and b'"ATIF-' in head.raw


ATIF = Reader("atif", "ATIF: agent trajectories of Harbor", knows, read)
