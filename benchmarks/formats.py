"""What is read of real logs, by format: files, messages, agents, tasks with their results, rejects, left-out files.

usage: python benchmarks/formats.py [PATH …] [--left-out]

PATH is a log or a folder; by default each folder of the corpus beside the project. A row is what one folder holds
in one format; `-` are the files that no reader knows. Columns:

agents    names of senders and receivers, counted once a trace, without everyone (`*`)
answered  share of the tasks for which the analysis found a result, and below, how: by reply, by id, by order …
noted     messages on which reading left a note: what was mended or assumed
× parse   time to read the files into rows, as a multiple of merely parsing them (as JSON, or into lines of text)
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from misheard.analysis.engine import load_trace
from misheard.ingest import jsontext, readers
from misheard.ingest.load import SourceReport, load
from misheard.ingest.message import BROADCAST
from misheard.ingest.source import Source, find
from misheard.ingest.store import Store

CORPUS = Path(__file__).resolve().parent.parent.parent / "shared" / "corpus"
NONE = "-"


@dataclass
class Line:
    """One row of the table."""

    folder: str
    format: str
    files: list[Source] = field(default_factory=list)
    traces: set[str] = field(default_factory=set)
    messages: int = 0
    agents: int = 0
    noted: int = 0
    rejected: int = 0
    repeated: int = 0
    tasks: int = 0
    matched: Counter[str] = field(default_factory=Counter)

    def add(self, source: Source, report: SourceReport) -> None:
        """Count one file."""
        self.files.append(source)
        self.messages += report.kept
        self.noted += report.mended
        self.rejected += len(report.rejected)
        self.repeated += report.repeated
        self.traces |= report.traces

    def analyse(self, store: Store) -> None:
        """Count the agents of each trace, its tasks, and how their results were found."""
        for name in sorted(self.traces):
            trace = load_trace(store, name)
            said = {one for message in trace.messages for one in (message.sender, message.recipient)}
            self.agents += len(said - {BROADCAST})
            self.tasks += len(trace.delegations)
            self.matched.update(one.matched_by for one in trace.delegations if one.matched_by)


def lines_of(path: str) -> Iterator[Line]:
    """Yield a row for each format in a folder."""
    found: dict[str, Line] = {}
    with Store.open() as store:
        sources, _ = find([path])
        for source, report in zip(sources, load(store, sources).sources, strict=True):
            name = report.format or NONE
            found.setdefault(name, Line(Path(path).name, name)).add(source, report)
        for line in found.values():
            line.analyse(store)
    yield from sorted(found.values(), key=lambda line: (line.format == NONE, line.format))


def times_parse(line: Line) -> float | None:
    """Return the time that reading takes, as a multiple of that of parsing; None where nobody reads."""
    if line.format == NONE:
        return None
    reader = readers.by_name(line.format)
    reading = parsing = 0.0
    for source in line.files:
        with source.open() as stream:
            raw = stream.read()
        begin = time.perf_counter()
        parse(raw)
        parsing += time.perf_counter() - begin
        with source.open() as stream:
            begin = time.perf_counter()
            for _ in reader.read(stream, source):
                pass
            reading += time.perf_counter() - begin
    return reading / parsing if parsing else None


def parse(raw: bytes) -> None:
    """Parse a file as JSON, in one piece or by the line; what is no JSON, into lines of text."""
    try:
        jsontext.loads(raw)
    except jsontext.JsonError:
        for line in raw.split(b"\n"):
            if line.lstrip()[:1] in (b"{", b"["):
                try:
                    jsontext.loads(line)
                except jsontext.JsonError:
                    line.decode("utf-8", "replace")
            else:
                line.decode("utf-8", "replace")


def show(lines: Sequence[Line], left_out: bool) -> None:
    """Print the table, the ways in which results were found, and, if asked, the files that nobody knows."""
    heads = ("files", "traces", "messages", "agents", "tasks", "answered", "noted", "rejects", "× parse")
    print(f"{'folder':28}{'format':16}" + "".join(f"{head:>10}" for head in heads))
    for line in lines:
        answered = f"{sum(line.matched.values()) / line.tasks:.2f}" if line.tasks else NONE
        ratio = times_parse(line)
        cells: list[object] = [len(line.files), len(line.traces), line.messages, line.agents, line.tasks, answered]
        cells += [line.noted, line.rejected, f"{ratio:.1f}" if ratio else NONE]
        print(f"{line.folder[:27]:28}{line.format:16}" + "".join(f"{cell:>10}" for cell in cells))
        if line.matched:
            print(f"{'':28}{', '.join(f'{count} by {how}' for how, count in line.matched.most_common())}")
        for source in line.files if left_out and line.format == NONE else ():
            print(f"{'':28}{source.name}")


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("paths", nargs="*", help="logs or folders; by default each folder of the corpus")
    ask.add_argument("--left-out", action="store_true", help="name the files that no reader knows")
    args = ask.parse_args()
    paths = args.paths or [str(one) for one in sorted(CORPUS.glob("*")) if one.is_dir()]
    missing = [path for path in paths if not Path(path).exists()]
    if missing or not paths:
        sys.exit(f"not here, so nothing is measured: {', '.join(missing) or CORPUS}")
    show([line for path in paths for line in lines_of(path)], args.left_out)


if __name__ == "__main__":
    main()
