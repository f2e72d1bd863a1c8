"""The report as SARIF 2.1.0, which code hosts and editors show beside the log's lines."""

import json
from importlib import metadata
from pathlib import PurePath
from urllib.parse import quote

from misheard.analysis.detectors import DETECTORS
from misheard.analysis.flag import Flag
from misheard.dashboard.reports.data import Report, TraceReport

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def render(report: Report) -> str:
    """Return the report as SARIF text."""
    results = [_result(trace, flag) for trace in report.traces for flag in trace.flags]
    notices = [{"level": "warning", "message": {"text": sentence}} for sentence in report.load.sentences()]
    run = {
        "tool": {"driver": {"name": "misheard", "version": metadata.version("misheard"), "rules": _rules()}},
        "results": results,
        "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": notices}],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=1)


def _rules() -> list[dict[str, object]]:
    return [
        {
            "id": detector.mode.value,
            "shortDescription": {"text": detector.doc.strip().splitlines()[0]},
            "fullDescription": {"text": detector.doc.strip()},
        }
        for detector in DETECTORS
    ]


def _result(trace: TraceReport, flag: Flag) -> dict[str, object]:
    return {
        "ruleId": flag.mode.value,
        "level": flag.severity.value,
        "message": {"text": f"{flag.summary} {flag.remedy}"},
        "locations": [_location(trace, message) for message in flag.messages[-1:]],
        "relatedLocations": [_location(trace, message) for message in flag.messages[:-1]],
        "partialFingerprints": {"misheard/v1": flag.id},
        "properties": {
            "trace": trace.trace.trace_id,
            "kind": flag.kind,
            "confidence": flag.confidence,
            "messages": list(flag.messages),
            "agents": list(flag.agents),
        },
    }


def _location(trace: TraceReport, message: str) -> dict[str, object]:
    place = trace.places.get(message)
    if place is None:
        return {"message": {"text": message}}
    uri = quote(PurePath(place.source).as_posix(), safe="/:")
    return {
        "physicalLocation": {"artifactLocation": {"uri": uri}, "region": {"startLine": place.line}},
        "message": {"text": message},
    }
