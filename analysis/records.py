"""Between the analysis and the store: rows into messages, findings into rows."""

from collections.abc import Iterable, Mapping
from datetime import UTC
from typing import Any, Protocol

from misheard.analysis.cause import Causes, Step
from misheard.analysis.confidence import confidence_by_agent, final_confidence
from misheard.analysis.ending import EndState
from misheard.analysis.flag import Flag, Mode, Span
from misheard.analysis.lineage import Retelling, told_on
from misheard.analysis.spend import Spend, spend_by_agent, spend_of
from misheard.analysis.trace import Trace
from misheard.ingest import jsontext
from misheard.ingest.contract import Status
from misheard.ingest.message import AgentMessage, MessageType, Priority, Usage

USAGE = ("model", "input_tokens", "cached_tokens", "output_tokens", "cost_cents")


class _Check(Protocol):
    @property
    def mode(self) -> Mode: ...
    @property
    def checked(self) -> bool: ...
    @property
    def reason(self) -> str | None: ...


def message_of(row: Mapping[str, Any]) -> AgentMessage:
    """Return the message of a stored row, which was checked when it came in."""
    usage = {name: row[name] for name in USAGE if row[name] is not None}
    stamp = row["timestamp"]
    return AgentMessage.model_construct(
        sender=row["sender"],
        recipient=row["recipient"],
        type=MessageType(row["type"]),
        priority=Priority(row["priority"]),
        trace_id=row["trace_id"],
        timestamp=stamp.replace(tzinfo=UTC) if stamp else None,
        payload=jsontext.loads_stored(row["payload"]),
        id=row["id"],
        in_reply_to=row["in_reply_to"],
        usage=Usage.model_construct(**usage) if usage else None,
    )


def roll_up_of(trace: Trace) -> dict[str, object]:
    """Return the columns of `traces` that only the analysis knows."""
    spend = spend_of(trace)
    number, level = final_confidence(trace)
    return {
        "complete": trace.end.state is EndState.COMPLETE,
        "end_reason": trace.end.reason,
        "cost_cents": spend.cost_cents,
        "unpriced_messages": spend.unpriced_messages,
        "input_tokens": spend.input_tokens,
        "output_tokens": spend.output_tokens,
        "final_confidence": number,
        "final_level": level.value if level else None,
    }


def tables_of(
    trace: Trace, flags: Iterable[Flag], checks: Iterable[_Check], causes: Causes | None = None
) -> dict[str, list[dict[str, object]]]:
    """Return the rows of the analysis tables."""
    return {
        "flags": [_flag_row(place, flag) for place, flag in enumerate(flags)],
        "checks": [{"mode": c.mode.value, "checked": c.checked, "reason": c.reason} for c in checks],
        "delegations": _delegation_rows(trace),
        "agents": _agent_rows(trace),
        "lineage": [_lineage_row(told) for told in told_on(trace)],
        "causes": _cause_rows(causes) if causes else [],
    }


def flag_object(flag: Flag) -> dict[str, object]:
    """Return a flag as `check --format json` writes it: plain values, spans as objects."""
    return {
        "mode": flag.mode.value,
        "kind": flag.kind,
        "severity": flag.severity.value,
        "confidence": flag.confidence,
        "messages": list(flag.messages),
        "agents": list(flag.agents),
        "summary": flag.summary,
        "remedy": flag.remedy,
        "before": _span_object(flag.before),
        "after": _span_object(flag.after),
        "waste_cents": flag.waste_cents,
        "waste_tokens": flag.waste_tokens,
    }


def _span_object(span: Span | None) -> dict[str, object] | None:
    if span is None:
        return None
    return {"message": span.message, "start": span.start, "end": span.end, "text": span.text}


def causes_object(causes: Causes) -> dict[str, object]:
    """Return what led to the end of a run as `check --format json` writes it; flags by id."""
    return {
        "about": causes.about,
        "end": causes.end,
        "chains": [
            {"flag": chain.flag, "sure": chain.sure, "word": chain.word, "link": chain.link.value,
             "steps": [_step_object(step) for step in chain.steps]}
            for chain in causes.chains
        ],
        "apart": list(causes.apart),
        "order": [flag.id for flag in causes.order],
    }  # fmt: skip


def _step_object(step: Step) -> dict[str, object]:
    return {"message": step.message, "says": step.says, "link": step.link.value, "flags": list(step.flags)}


def _cause_rows(causes: Causes) -> list[dict[str, object]]:
    first = {"position": 0, "about": causes.about, "end_message": causes.end}
    rows: list[dict[str, object]] = [{**first, "flag_id": None, "sure": None, "link": None, "steps": None}]
    for place, chain in enumerate(causes.chains, start=1):
        rows.append({
            "position": place, "about": None, "end_message": None, "flag_id": chain.flag, "sure": chain.sure,
            "link": chain.link.value, "steps": jsontext.dumps([_step_object(step) for step in chain.steps]),
        })  # fmt: skip
    return rows


def _flag_row(place: int, flag: Flag) -> dict[str, object]:
    row = {"flag_id": flag.id, "position": place, **flag_object(flag)}
    for end in ("before", "after"):
        row[end] = jsontext.dumps(row[end]) if row[end] else None
    return row


def _delegation_rows(trace: Trace) -> list[dict[str, object]]:
    return [
        {
            "task_id": delegation.task.id,
            "result_id": delegation.result.id if delegation.result else None,
            "parent": delegation.parent,
            "child": delegation.child,
            "state": delegation.state.value,
            "matched_by": delegation.matched_by,
            "reason": delegation.reason,
        }
        for delegation in trace.delegations
    ]


def _lineage_row(told: Retelling) -> dict[str, object]:
    source, target = told.source, told.target
    return {
        "source": source.message,
        "source_start": source.start,
        "source_end": source.end,
        "target": target.message,
        "target_start": target.start,
        "target_end": target.end,
        "score": told.score,
    }


def _agent_rows(trace: Trace) -> list[dict[str, object]]:
    spends = spend_by_agent(trace)
    confidences = confidence_by_agent(trace)
    rows: list[dict[str, object]] = []
    for agent in trace.agents:
        spend, confidence = spends.get(agent, Spend()), confidences[agent]
        rows.append(
            {
                "agent": agent,
                "sent": spend.messages,
                "received": len(trace.inbox(agent)),
                "input_tokens": spend.input_tokens,
                "cached_tokens": spend.cached_tokens,
                "output_tokens": spend.output_tokens,
                "cost_cents": spend.cost_cents,
                "unpriced_messages": spend.unpriced_messages,
                "answered_tasks": len(spend.latencies),
                "latency_seconds": spend.latency_seconds,
                **{status.value: confidence.by_status.get(status, 0) for status in Status},
                "unstated": confidence.unstated,
                "confidence": confidence.mean_stated,
                "inherited": confidence.mean_inherited,
            }
        )
    return rows
