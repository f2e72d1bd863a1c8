"""What the commands do; heavy parts are imported when they are needed, so that `--help` is quick."""

import json
import signal
import tempfile
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from misheard.dashboard import terminal
from misheard.dashboard.units import plural
from misheard.ingest.errors import MisheardError, NothingReadableError

if TYPE_CHECKING:
    from misheard.ingest.load import LoadReport
    from misheard.ingest.store import Store


def _load(store: "Store", paths: list[str], format_name: str | None) -> "LoadReport":
    from misheard.ingest.load import load
    from misheard.ingest.source import find

    sources, problems = find(paths)
    named = frozenset(source.name for source in sources if source.name in paths)
    with terminal.progress("reading") as show:
        report = load(
            store, sources, format_name=format_name, named=named, progress=lambda name, done: show(name, done, None)
        )
    report.problems += problems
    return report


def _analyse(store: "Store") -> list[str]:
    from misheard.analysis.engine import analyse_stored

    with terminal.progress("analysing") as show:
        return analyse_stored(store, progress=lambda done, total: show("trace", done, total))


def _tell(report: "LoadReport") -> None:
    """Say what could not be read, and that nothing was where that is so."""
    for sentence in report.sentences():
        terminal.say(sentence)
    if report.left_out:
        shown = ", ".join(report.left_out[:5])
        more = f" and {len(report.left_out) - 5:,} more" if len(report.left_out) > 5 else ""
        terminal.say(
            f"left out, for they are in no log format known here: {shown}{more}; name a file to insist on it"
        )
    if not report.kept and not report.repeated:
        raise NothingReadableError("nothing to read: no message was found in what was given")


def _summary(report: "LoadReport") -> str:
    parts = [f"{plural(report.kept, 'message')} loaded"]
    if report.repeated:
        parts.append(f"{report.repeated:,} were there already")
    mended = sum(source.mended for source in report.sources)
    if mended:
        parts.append(f"{plural(mended, 'message')} with a note on what was mended or assumed")
    if report.rejected:
        parts.append(f"{plural(len(report.rejected), 'record')} refused")
    return "; ".join(parts)


def check(paths: list[str], log_format: str | None, form: str, fail_on: str, as_of: datetime | None) -> bool:
    """Check logs in a store in memory, write the report, and return whether it fails."""
    from misheard.analysis.flag import Severity
    from misheard.dashboard.reports.data import report_of
    from misheard.dashboard.reports.forms import FORMS
    from misheard.ingest.store import Store

    with Store.open() as store:
        loaded = _load(store, paths, log_format)
        _tell(loaded)
        with terminal.progress("analysing") as show:
            report = report_of(
                store,
                loaded,
                as_of=as_of,
                fail_on=Severity(fail_on),
                progress=lambda done, total: show("trace", done, total),
            )
    terminal.put(FORMS[form](report))
    return report.failed


def ingest(paths: list[str], db: Path | None, format_name: str | None, *, analyse: bool) -> None:
    """Load logs into the store and say what became of them."""
    from misheard.ingest.store import Store, default_path

    with Store.open(db or default_path()) as store:
        report = _load(store, paths, format_name)
        _tell(report)
        analysed = _analyse(store) if analyse else []
        done = f"; {plural(len(analysed), 'trace')} analysed" if analysed else ""
        terminal.say(f"{_summary(report)}{done}; in {store.place}")


def open_paths(
    paths: list[str], db: Path | None, format_name: str | None, port: int | None, *, open_browser: bool
) -> None:
    """Load logs and open the dashboard where they are."""
    from misheard.ingest.store import Store, default_path

    place = db or default_path()
    with Store.open(place) as store:
        report = _load(store, paths, format_name)
        _tell(report)
        changed = _analyse(store)
        terminal.say(_summary(report))
    page = f"/trace?trace={_quoted(changed[0])}" if len(changed) == 1 else None
    _run(place, "127.0.0.1", port, open_browser, page)


def _quoted(text: str) -> str:
    from urllib.parse import quote

    return quote(text, safe="")


def serve(db: Path | None, host: str, port: int | None, *, open_browser: bool) -> None:
    """Open the dashboard on the store."""
    from misheard.ingest.store import default_path

    _run(db or default_path(), host, port, open_browser, None)


def demo(port: int | None, *, open_browser: bool) -> None:
    """Open the dashboard on the sample traces."""
    from misheard import sample_traces
    from misheard.ingest.store import Store

    with tempfile.TemporaryDirectory(prefix="misheard-demo-") as folder:
        place = Path(folder) / "demo.duckdb"
        with Store.open(place) as store:
            report = _load(store, [str(sample_traces.folder())], None)
            _tell(report)
            _analyse(store)
        _run(place, "127.0.0.1", port, open_browser, None)


def _run(place: Path, host: str, port: int | None, open_browser: bool, page: str | None) -> None:
    from misheard.dashboard import serve as server

    signal.signal(signal.SIGINT, signal.default_int_handler)  # for a server, Ctrl-C is the ordinary end
    server.run(place, host=host, port=port, open_browser=open_browser, page=page)


def explain(mode: str | None) -> None:
    """Write what a failure mode is, or the list of them."""
    from misheard.analysis.detectors import DETECTORS

    by_name = {detector.mode.value: detector for detector in DETECTORS}
    if mode is None:
        width = max(map(len, by_name))
        first = {name: (detector.doc.strip().splitlines() or [""])[0] for name, detector in by_name.items()}
        terminal.put("\n".join(f"{name:{width}}  {line}" for name, line in first.items()))
    elif mode in by_name:
        detector = by_name[mode]
        settings = ", ".join(f"{name} = {value}" for name, value in asdict(detector.thresholds).items())
        terminal.put(f"{mode}\n\n{detector.doc.strip()}\n\nSettings\n    {settings}")
    else:
        raise MisheardError(f"no failure mode is called '{mode}'; there are: {', '.join(by_name)}")


def schema() -> None:
    """Write the JSON Schema of the message and of the payloads it knows."""
    from pydantic.json_schema import models_json_schema

    from misheard.ingest.contract import AgentResult, Handoff
    from misheard.ingest.message import AgentMessage, Usage

    models = (AgentMessage, Usage, Handoff, AgentResult)
    _, document = models_json_schema([(model, "validation") for model in models], by_alias=False)
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Misheard message log: one AgentMessage a line",
        "$ref": "#/$defs/AgentMessage",
        **document,
    }
    terminal.put(json.dumps(whole, indent=2, ensure_ascii=False))


def version() -> None:
    """Print the version, and how claims are aligned here, on which results depend."""
    from importlib import metadata

    from misheard.analysis import embedding

    reason = embedding.why_not()
    print(f"misheard {metadata.version('misheard')}")  # noqa: T201
    print(f"alignment: {embedding.alignment()}{f' ({reason})' if reason else ''}")  # noqa: T201
