"""Talking to the person at the terminal: on stderr, with progress only where one is watching."""

import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from misheard.dashboard.words import printable


def prepare() -> None:
    """Let stdout and stderr write any text, whatever the locale says."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def say(sentence: str) -> None:
    """Write one sentence to stderr."""
    sys.stderr.write(printable(sentence) + "\n")


def put(text: str) -> None:
    """Write data to stdout."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")
    sys.stdout.flush()


def mute() -> None:
    """Stop writing to a stdout that nobody reads any more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def progress(title: str) -> Iterator[Callable[[str, int, int | None], None]]:
    """Show progress while the block runs; the function it gives takes what, how much is done, and of how much."""
    if not sys.stderr.isatty():
        yield lambda _what, _done, _total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
    from rich.text import Text

    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None)

        def show(what: str, done: int, total: int | None) -> None:
            of = f" of {total:,}" if total else ""
            words = Text(f"{title}: {printable(what)} {done:,}{of}")
            bar.update(task, description=words.plain, completed=done, total=total)

        yield show
