"""The sample runs: they load whole, what is planted is found, and what is healthy stays silent.

`tests/snapshots/sample_flags.json` holds every flag over them, notes too: a change of a detector shows in it what
it changes. After a change that is meant, write it anew, and read the difference before it is committed:

    MISHEARD_UPDATE_SNAPSHOTS=1 pytest tests/test_sample_traces.py
"""

import json
import os
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from misheard.analysis.ending import EndState
from misheard.analysis.engine import Analysis, analyse, load_trace
from misheard.analysis.flag import Flag, Severity
from misheard.ingest.load import LoadReport, load
from misheard.ingest.source import find
from misheard.ingest.store import Store
from misheard.sample_traces import folder

SNAPSHOT = Path(__file__).parent / "snapshots" / "sample_flags.json"
UPDATE = os.environ.get("MISHEARD_UPDATE_SNAPSHOTS") == "1"
RUNS: list[dict[str, Any]] = tomllib.loads((folder() / "expected.toml").read_text(encoding="utf-8"))["run"]
BY_TRACE = {run["trace"]: run for run in RUNS}
PLANTED = [(run["trace"], planted) for run in RUNS for planted in run.get("planted", ())]
PLANTED_CASES = [
    pytest.param(
        trace_id,
        planted,
        id=f"{trace_id}-{planted['messages'][-1]}-{planted['mode']}",
        marks=[pytest.mark.xfail(strict=True, reason=planted["missed"])] if "missed" in planted else [],
    )
    for trace_id, planted in PLANTED
]
CLEAN = [run["trace"] for run in RUNS if run.get("clean")]


@cache
def loaded() -> tuple[LoadReport, dict[str, Analysis]]:
    with Store.open() as store:
        report = load(store, find([str(folder())])[0])
        ids = [trace_id for (trace_id,) in store.read("SELECT trace_id FROM traces ORDER BY trace_id")]
        return report, {trace_id: analyse(load_trace(store, trace_id)) for trace_id in ids}


def analysis_of(trace_id: str) -> Analysis:
    return loaded()[1][trace_id]


def serious(trace_id: str) -> list[Flag]:
    return [flag for flag in analysis_of(trace_id).flags if flag.severity is not Severity.NOTE]


def fits(flag: Flag, planted: dict[str, Any]) -> bool:
    places = {*planted["messages"], *planted.get("related", ())}
    return bool(places.intersection(flag.messages)) and flag.mode in (
        planted["mode"],
        *planted.get("also", ()),
    )


def shown(flags: list[Flag]) -> str:
    return "\n".join(f"{flag.mode} {flag.kind} {flag.severity} {flag.messages}: {flag.summary}" for flag in flags)


def test_every_file_is_read_whole() -> None:
    report, analyses = loaded()

    assert report.sentences() == []
    assert set(analyses) == set(BY_TRACE)
    assert all(entry.kept == entry.read > 0 and not entry.mended for entry in report.sources)


@pytest.mark.parametrize("trace_id", BY_TRACE)
def test_format_is_recognised(trace_id: str) -> None:
    run = BY_TRACE[trace_id]
    formats = {Path(entry.source): entry.format for entry in loaded()[0].sources}

    assert formats[folder() / run["file"]] == run["format"]


@pytest.mark.parametrize("trace_id", BY_TRACE)
def test_a_run_is_small_and_has_a_team(trace_id: str) -> None:
    trace = analysis_of(trace_id).trace

    assert 8 <= len(trace.messages) <= 40
    assert len(trace.agents) >= 4
    assert not trace.notes


@pytest.mark.parametrize("trace_id", BY_TRACE)
def test_expected_messages_are_in_the_run(trace_id: str) -> None:
    run, known = BY_TRACE[trace_id], analysis_of(trace_id).trace.by_id
    named = [m for planted in run.get("planted", ()) for m in planted["messages"] + planted.get("related", [])]

    assert run.get("clean", False) is not bool(named)
    assert [message for message in named if message not in known] == []


@pytest.mark.parametrize("trace_id", BY_TRACE)
def test_every_failure_mode_was_looked_for(trace_id: str) -> None:
    broken = [check for check in analysis_of(trace_id).checks if "failed" in (check.reason or "")]

    assert broken == []


@pytest.mark.parametrize(("trace_id", "planted"), PLANTED_CASES)
def test_planted_failure_is_found(trace_id: str, planted: dict[str, Any]) -> None:
    found = [flag for flag in serious(trace_id) if fits(flag, planted)]

    assert found, f"{planted['why']}\nfound instead:\n{shown(list(analysis_of(trace_id).flags))}"


@pytest.mark.parametrize("trace_id", BY_TRACE)
def test_nothing_else_is_flagged(trace_id: str) -> None:
    planted = BY_TRACE[trace_id].get("planted", ())
    others = [flag for flag in serious(trace_id) if not any(fits(flag, one) for one in planted)]

    assert others == [], shown(others)


def test_runs_cover_what_a_newcomer_should_see() -> None:
    modes = {planted["mode"] for _, planted in PLANTED}
    formats = {run["format"] for run in RUNS}

    assert modes == {
        "telephone-drift", "uncertainty-laundering", "duplicate-work", "orphaned-subtask", "context-bloat",
    }  # fmt: skip
    assert formats == {"native", "group-chat", "claude-code"}
    assert len(CLEAN) >= 3
    assert len(RUNS) >= 12


def test_a_log_that_stops_early_is_cut_off() -> None:
    assert analysis_of("parcel-sort-cut-off").trace.end.state is EndState.CUT_OFF


def test_flags_are_as_reviewed() -> None:
    flags = {
        trace_id: [
            {
                "mode": flag.mode.value,
                "kind": flag.kind,
                "severity": flag.severity.value,
                "messages": list(flag.messages),
                "summary": flag.summary,
            }
            for flag in analysis.flags
        ]
        for trace_id, analysis in loaded()[1].items()
    }
    if UPDATE:
        SNAPSHOT.parent.mkdir(exist_ok=True)
        SNAPSHOT.write_text(json.dumps(flags, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")

    reviewed = json.loads(SNAPSHOT.read_text(encoding="utf-8"))

    assert flags == reviewed, "results over the samples changed; see the first lines of this file"


def test_folder_needs_no_checkout(tmp_path: Path) -> None:
    code = "from misheard.sample_traces import folder; print(folder())"
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)

    assert (Path(run.stdout.strip()) / "expected.toml").is_file()
    assert (Path(run.stdout.strip()) / "README.md").is_file()
