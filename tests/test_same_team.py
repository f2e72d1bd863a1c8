"""One planted team, written as other tools write it: the same agents, the same delegations, the same flags."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from misheard.analysis.engine import analyse, load_trace
from misheard.analysis.trace import Trace
from misheard.ingest.load import load
from misheard.ingest.source import Source
from misheard.ingest.store import Store
from misheard.sample_traces import folder

TEAMS = (
    "solar-string-12",
    "kettle-returns-k22",
    "harbour-gate-bikes",
    "cold-chain-lot-7714",
    "evening-ferry-trial",
)
"""Sample runs whose agents all have a task and a result; the last is healthy."""
Records = list[dict[str, Any]]


def native(team: str) -> Records:
    """Return the messages of a sample run."""
    lines = (folder() / f"{team}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def works(records: Records) -> Records:
    """Return each task with its result, and the task that its giver was working on when it gave it."""
    found: Records = []
    at_work: dict[str, str] = {}
    for record in records:
        asked = record.get("inReplyTo") or record.get("in_reply_to")
        if record["type"] in ("task", "task-dispatch"):
            found.append(
                {"id": record["id"], "parent": at_work.get(record["sender"]), "task": record, "result": None}
            )
            at_work[record["recipient"]] = record["id"]
        elif asked:
            next(work for work in found if work["id"] == asked)["result"] = record
    return found


def span_id(name: str) -> str:
    return hashlib.blake2b(name.encode(), digest_size=8).hexdigest()


def nanoseconds(record: dict[str, Any]) -> str:
    from datetime import datetime

    return str(int(datetime.fromisoformat(record["timestamp"]).timestamp() * 1_000_000) * 1000)


def facts(work: dict[str, Any]) -> dict[str, Any]:
    """Return the attributes of a span in which the receiver of a task worked."""
    result, usage = work["result"], (work["result"] or {}).get("usage") or {}
    known = {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": work["task"]["recipient"],
        "input.value": json.dumps(work["task"]["payload"]),
        "output.value": json.dumps(result["payload"]) if result else None,
        "gen_ai.request.model": usage.get("model"),
        "gen_ai.usage.input_tokens": usage.get("input_tokens", usage.get("inputTokens")),
        "gen_ai.usage.output_tokens": usage.get("output_tokens", usage.get("outputTokens")),
    }
    return {key: value for key, value in known.items() if value is not None}


def otlp(records: Records) -> dict[str, Any]:
    """Return a run as OTLP/JSON."""
    spans = [
        {
            "traceId": hashlib.md5(b"team").hexdigest(),
            "spanId": span_id(work["id"]),
            **({"parentSpanId": span_id(work["parent"])} if work["parent"] else {}),
            "name": f"invoke_agent {work['task']['recipient']}",
            "startTimeUnixNano": nanoseconds(work["task"]),
            "endTimeUnixNano": nanoseconds(work["result"]) if work["result"] else "0",
            "attributes": [
                {
                    "key": key,
                    "value": {"intValue": str(value)} if isinstance(value, int) else {"stringValue": value},
                }
                for key, value in facts(work).items()
            ],
        }
        for work in works(records)
    ]
    return {"resourceSpans": [{"scopeSpans": [{"spans": spans}]}]}


def as_otlp(records: Records) -> bytes:
    return json.dumps(otlp(records)).encode()


def as_protobuf(records: Records) -> bytes:
    """Return a run as OTLP protobuf."""
    from opentelemetry.proto.trace.v1.trace_pb2 import TracesData

    data = TracesData()
    scope = data.resource_spans.add().scope_spans.add()
    for record in otlp(records)["resourceSpans"][0]["scopeSpans"][0]["spans"]:
        span = scope.spans.add(
            trace_id=bytes.fromhex(record["traceId"]), span_id=bytes.fromhex(record["spanId"]),
            parent_span_id=bytes.fromhex(record.get("parentSpanId", "")), name=record["name"],
            start_time_unix_nano=int(record["startTimeUnixNano"]),
            end_time_unix_nano=int(record["endTimeUnixNano"]),
        )  # fmt: skip
        for pair in record["attributes"]:
            value = span.attributes.add(key=pair["key"]).value
            if "intValue" in pair["value"]:
                value.int_value = int(pair["value"]["intValue"])
            else:
                value.string_value = pair["value"]["stringValue"]
    return bytes(data.SerializeToString())


def as_langfuse(records: Records) -> bytes:
    """Return a run as a Langfuse export."""
    observations = []
    for work in works(records):
        known = facts(work)
        asked, said = known.get("gen_ai.usage.input_tokens"), known.get("gen_ai.usage.output_tokens")
        observations.append({
            "id": span_id(work["id"]), "traceId": "team", "type": "AGENT", "name": work["task"]["recipient"],
            "parentObservationId": span_id(work["parent"]) if work["parent"] else None,
            "startTime": work["task"]["timestamp"],
            "endTime": work["result"]["timestamp"] if work["result"] else None,
            "input": work["task"]["payload"], "output": work["result"]["payload"] if work["result"] else None,
            "model": known.get("gen_ai.request.model"),
            "usageDetails": {"input": asked, "output": said} if asked is not None else {},
        })  # fmt: skip
    return json.dumps({"trace": {"id": "team", "name": "team"}, "observations": observations}).encode()


def as_native(records: Records) -> bytes:
    """Return a run in the native format, as it is logged."""
    return "\n".join(map(json.dumps, records)).encode()


def read(raw: bytes) -> Trace:
    with Store.open() as store:
        report = load(store, [Source("team", content=raw)])
        assert not report.sentences()
        ((trace_id,),) = store.read("SELECT trace_id FROM traces")
        return load_trace(store, trace_id)


def told(trace: Trace) -> tuple[set[str], Counter[tuple[str, str, str]], Counter[tuple[str, str, tuple[str, ...]]]]:
    """Return the agents, the delegations with their states, and the flags of a run, without any ids."""
    starter = trace.messages[0].sender
    same = {starter: "user"}

    def name(agent: str) -> str:
        return same.get(agent, agent)

    delegations = Counter((name(d.parent), name(d.child), d.state.value) for d in trace.delegations)
    flags = Counter((f.mode.value, f.kind, tuple(sorted(map(name, f.agents)))) for f in analyse(trace).flags)
    return set(map(name, trace.agents)), delegations, flags


@pytest.mark.parametrize("team", TEAMS)
@pytest.mark.parametrize("write", [as_otlp, as_protobuf, as_langfuse])
def test_every_format_tells_the_same_of_a_team(write: Callable[[Records], bytes], team: str) -> None:
    records = native(team)
    agents, delegations, flags = told(read(as_native(records)))
    assert told(read(write(records))) == (agents, delegations, flags)
