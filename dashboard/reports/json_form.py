"""The report as one JSON object, for programs; its shape is versioned."""

import json

from misheard.analysis import embedding
from misheard.analysis.records import causes_object, flag_object
from misheard.dashboard.reports.data import Report, TraceReport

VERSION = 1


def render(report: Report) -> str:
    """Return the report as JSON text."""
    return json.dumps(document(report), ensure_ascii=False, indent=1, allow_nan=False)


def document(report: Report) -> dict[str, object]:
    """Return the report as values that JSON can hold."""
    rejected: list[dict[str, object]] = [
        {"source": source, "line": item.line, "problem": item.problem} for source, item in report.load.rejected
    ]
    rejected += [
        {"source": entry.source, "line": None, "problem": entry.problem}
        for entry in report.load.sources
        if entry.problem
    ]
    rejected += [{"source": None, "line": None, "problem": problem} for problem in report.load.problems]
    return {
        "version": VERSION,
        "alignment": embedding.alignment(),
        "traces": [_trace(trace) for trace in report.traces],
        "rejected": rejected,
        "left_out": report.load.left_out,
    }


def _trace(report: TraceReport) -> dict[str, object]:
    trace, figures = report.trace, report.figures
    times = [message.timestamp for message in trace.messages if message.timestamp]
    return {
        "trace_id": trace.trace_id,
        "messages": len(trace.messages),
        "agents": len(trace.agents),
        "started": min(times).isoformat() if times else None,
        "ended": max(times).isoformat() if times else None,
        "complete": figures["complete"],
        "end_reason": figures["end_reason"],
        "cost_cents": figures["cost_cents"],
        "unpriced_messages": figures["unpriced_messages"],
        "input_tokens": figures["input_tokens"],
        "output_tokens": figures["output_tokens"],
        "final_confidence": figures["final_confidence"],
        "checked": {check.mode.value: check.checked or check.reason for check in report.analysis.checks},
        "flags": [{"id": flag.id, **flag_object(flag)} for flag in report.flags],
        "causes": causes_object(report.analysis.causes),
        "notes": list(trace.notes),
    }
