"""The records of a source that is one JSON document or JSON Lines, for readers to which that is the same."""

from collections.abc import Iterator
from typing import Any, BinaryIO

from misheard.ingest import jsontext
from misheard.ingest.readers.partial import partial
from misheard.ingest.row import Rejected
from misheard.ingest.source import LINE_CAP, Source, document, lines


def records(stream: BinaryIO, source: Source, partly: bool = False) -> Iterator[tuple[int, Any]]:
    """Yield each value with the line on which it begins; a broken one is a `Rejected`.

    A first line that is whole makes it JSON Lines; else the source is one document. With `partly`, as much of a
    broken document as can be read comes ahead of its `Rejected`.
    """
    numbered = lines(stream)
    started = False
    for number, line in numbered:
        if line is None:
            yield number, Rejected(number, f"is longer than {LINE_CAP >> 20} MiB; split it up", b"")
            continue
        if not line.strip():
            continue
        try:
            yield number, jsontext.loads(line)[0]
        except jsontext.JsonError as error:
            if started:
                yield number, Rejected(number, str(error), line)
                continue
            whole = document(source.name, line, numbered)
            try:
                yield number, jsontext.loads(whole)[0]
            except jsontext.JsonError as broken:
                part = partial(whole.decode("utf-8", "replace").removeprefix("\ufeff"))[0] if partly else None
                if part is not None:
                    yield number, part
                yield number, Rejected(number, str(broken), whole[:100_000])
            return
        started = True
