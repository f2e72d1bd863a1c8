"""The command line: `misheard COMMAND`; data goes to stdout, talk to stderr."""

import signal
import sys
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer

from misheard.dashboard import cli_work, terminal
from misheard.ingest.errors import Exit, MisheardError

app = typer.Typer(
    name="misheard",
    help="Shows where a multi-agent run went wrong: what changed meaning, what lost its doubt, what was done "
    "twice, what was never answered, what grew too big.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)

Paths = Annotated[
    list[str], typer.Argument(help="Files, folders, globs, or - for standard input.", metavar="PATH…")
]
Db = Annotated[
    Path | None,
    typer.Option("--db", metavar="FILE", help="The store; by default MISHEARD_DB, else in your data folder."),
]
Format = Annotated[
    str | None,
    typer.Option("--format", "--log-format", metavar="NAME", help="The log format, where it is not recognised."),
]
Map = Annotated[
    str | None,
    typer.Option(
        "--map", metavar="FIELD=COLUMN,…", help="For a table (CSV, Parquet, JSON): what its columns mean."
    ),
]
Port = Annotated[
    int | None, typer.Option("--port", min=1, max=65535, help="By default 8599, or the next free one.")
]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Only print the address.")]


INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it: 128 and the number of the signal."""


class Output(StrEnum):
    """The forms of a report."""

    TEXT = "text"
    JSON = "json"
    JUNIT = "junit"
    SARIF = "sarif"


class Level(StrEnum):
    """The severities that can fail a check."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


def _format(name: str | None, mapping: str | None) -> str | None:
    """Return the format that was named, or that of a table whose columns were."""
    if name and mapping:
        raise typer.BadParameter("--map is for tables, which have no other format; leave one of the two out")
    return f"table:{mapping}" if mapping else name


def _moment(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        raise typer.BadParameter(f"'{text}' is no ISO 8601 time; write one like 2026-11-16T08:12:00Z") from None
    return time.astimezone(UTC) if time.tzinfo else time.replace(tzinfo=UTC)


@app.command(epilog="Example: misheard demo")
def demo(port: Port = None, no_browser: NoBrowser = False) -> None:
    """Open the dashboard on the sample traces, in a store of its own that is gone afterwards."""
    cli_work.demo(port, open_browser=not no_browser)


@app.command("open", epilog="Examples: misheard open run.jsonl  ·  misheard open logs/ 'runs/**/*.jsonl.gz'")
def open_(
    paths: Paths, db: Db = None, format_name: Format = None, port: Port = None, no_browser: NoBrowser = False
) -> None:
    """Load logs into the store, and open the dashboard on them."""
    cli_work.open_paths(paths, db, format_name, port, open_browser=not no_browser)


@app.command(
    epilog="Examples: misheard ingest run.jsonl  ·  zcat run.jsonl.gz | misheard ingest - --db team.duckdb"
)
def ingest(
    paths: Paths,
    db: Db = None,
    format_name: Format = None,
    mapping: Map = None,
    analyse: Annotated[
        bool, typer.Option(help="Analyse what was loaded; otherwise the pages do when opened.")
    ] = True,
) -> None:
    """Load logs into the store."""
    cli_work.ingest(paths, db, _format(format_name, mapping), analyse=analyse)


@app.command(epilog="Examples: misheard serve  ·  misheard serve --db team.duckdb --port 9000 --no-browser")
def serve(
    db: Db = None,
    port: Port = None,
    host: Annotated[
        str, typer.Option(help="The address to bind; other machines need more than this one.")
    ] = "127.0.0.1",
    no_browser: NoBrowser = False,
) -> None:
    """Open the dashboard on the store."""
    cli_work.serve(db, host, port, open_browser=not no_browser)


@app.command(
    epilog="Examples: misheard check run.jsonl  ·  misheard check logs/ --output json > report.json  ·  "
    "misheard check logs/ --fail-on warning --output junit > report.xml"
)
def check(
    paths: Paths,
    output: Annotated[
        str, typer.Option("--format", "--output", metavar="FORM", help="text, json, junit or sarif.")
    ] = "text",
    log_format: Annotated[
        str | None, typer.Option("--log-format", metavar="NAME", help="The log format, where it is not recognised.")
    ] = None,
    mapping: Map = None,
    fail_on: Annotated[Level, typer.Option(help="The least severity that makes the exit status 1.")] = Level.ERROR,
    as_of: Annotated[
        str | None, typer.Option(metavar="TIME", help="When a log that has not ended was taken (ISO 8601).")
    ] = None,
) -> None:
    """Check logs and report; the store is not touched.

    Exit status: 0 nothing at or above --fail-on, 1 something, 2 usage or nothing readable, 3 the store.
    """
    if output not in set(Output):
        raise typer.BadParameter(
            f"'{output}' is no form of report; there are: {', '.join(Output)} (for the form of a log: --log-format)"
        )
    found = cli_work.check(paths, _format(log_format, mapping), output, fail_on.value, _moment(as_of))
    raise typer.Exit(Exit.FOUND if found else Exit.OK)


@app.command(epilog="Examples: misheard explain telephone-drift  ·  misheard explain")
def explain(
    mode: Annotated[str | None, typer.Argument(help="A failure mode; without one, all are listed.")] = None,
) -> None:
    """Tell what a failure mode is, how it is found, and what fools the detector."""
    cli_work.explain(mode)


@app.command(epilog="Example: misheard schema > misheard.schema.json")
def schema() -> None:
    """Print the JSON Schema of the native message log, so that other languages can write it."""
    cli_work.schema()


def _version(wanted: bool) -> None:
    if wanted:
        cli_work.version()
        raise typer.Exit


@app.callback()
def _options(
    _version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


class Stopped(BaseException):
    """Ctrl-C, as something that no library takes for its own."""


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise Stopped


def main() -> None:
    """Run the command line; errors become a sentence and an exit status."""
    terminal.prepare()
    signal.signal(signal.SIGINT, _stop)
    try:
        app()
    except MisheardError as error:
        terminal.say(f"misheard: {error}")
        sys.exit(error.exit_status)
    except BrokenPipeError:
        terminal.mute()
        sys.exit(Exit.OK)
    except Stopped:
        terminal.say("stopped; what was loaded before is kept")
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
