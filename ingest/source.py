"""Where logs come from: files, folders, globs, compressed files and standard input."""

import glob
import gzip
import io
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, cast

import zstandard

from misheard.ingest.errors import UnreadableSourceError

LOG_ENDINGS = (".jsonl", ".ndjson", ".json", ".log", ".pb", ".binpb", ".otlp", ".eval")
PACKED_ENDINGS = (".gz", ".zst")
LINE_CAP = 128 * 2**20
"""The longest record that is read, in bytes."""
CHUNK = 1 << 20
DOCUMENT_CAP = 2**30
"""The largest JSON document that is read, in bytes; a log of JSON Lines has no limit."""
RATIO_CAP = 200
"""How many times its packed size a file may expand to before it is taken for a bomb; logs reach 5 to 50."""
RATIO_FREE = 256 * 2**20
"""The ratio is not looked at below this many unpacked bytes."""


@dataclass(frozen=True)
class Source:
    """One file, or standard input, or a file that was dropped on the page.

    `name` is what reports show; `stem` names a trace where the log itself does not. `beside` holds what was
    dropped together with it, for files that belong together; files on disk find each other by their folders.
    """

    name: str
    path: Path | None = None
    content: bytes | None = None
    beside: tuple["Source", ...] = field(default=(), repr=False, compare=False)

    @property
    def stem(self) -> str:
        """The name without folders and known endings."""
        stem = _without(PACKED_ENDINGS, Path(self.name).name)
        stem = _without(LOG_ENDINGS, stem)
        return stem if stem not in ("", "-") else "stdin"

    def open(self) -> BinaryIO:
        """Return the unpacked bytes as a buffered stream.

        Raises:
            UnreadableSourceError: the file is missing, is no file, or may not be read.
        """
        try:
            return _unpacked(self.name, self._raw())
        except (OSError, EOFError) as error:
            raise UnreadableSourceError(f"{self.name}: cannot be read ({_reason(error)})") from error

    def _raw(self) -> BinaryIO:
        if self.content is not None:
            return io.BytesIO(self.content)
        if self.path is None:
            return cast("BinaryIO", sys.stdin.buffer)
        return self.path.open("rb")


def _without(endings: tuple[str, ...], name: str) -> str:
    ending = next((ending for ending in endings if name.lower().endswith(ending)), "")
    return name[: len(name) - len(ending)]


def _reason(error: BaseException) -> str:
    return str(getattr(error, "strerror", None) or error)


class _Watched(io.RawIOBase):
    """Unpacked bytes of a packed stream, with an eye on damage and on how much they have grown.

    It ends where it cannot go on, so that nothing ahead of that is lost; `failure` says why.
    """

    def __init__(self, name: str, inner: Any, packed: BinaryIO) -> None:
        self._name, self._inner, self._packed, self._out = name, inner, packed, 0
        self.failure: str | None = None

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        if not self.closed:
            self._inner.close()
            self._packed.close()
        super().close()

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        if self.failure:
            return 0
        try:
            data: bytes = self._inner.read1(len(buffer))
        except (OSError, EOFError, zlib.error, zstandard.ZstdError) as error:
            self.failure = f"{self._name}: is damaged or cut off ({_reason(error)}); what came before was read"
            return 0
        buffer[: len(data)] = data
        self._out += len(data)
        if self._out > RATIO_FREE and self._out > RATIO_CAP * max(self._packed.tell(), 1):
            self.failure = (
                f"{self._name}: expands to more than {RATIO_CAP} times its size, which no log does; "
                "unpack it yourself if it really is one; what came before was read"
            )
        return len(data)


def failure_of(stream: BinaryIO) -> str | None:
    """Return why a stream of `Source.open` ended ahead of its end, in a sentence; None where it did not."""
    return getattr(getattr(stream, "raw", None), "failure", None)


def _unpacked(name: str, raw: BinaryIO) -> BinaryIO:
    stream = raw if isinstance(raw, io.BufferedReader) else io.BufferedReader(cast("io.RawIOBase", raw))
    head = stream.peek(4)[:4]
    inner: Any
    if head[:2] == b"\x1f\x8b":
        inner = gzip.GzipFile(fileobj=stream)
    elif head == b"\x28\xb5\x2f\xfd":
        inner = zstandard.ZstdDecompressor().stream_reader(stream, read_across_frames=True)
    else:
        return cast("BinaryIO", stream)
    return cast("BinaryIO", io.BufferedReader(_Watched(name, inner, stream), buffer_size=1 << 20))


def lines(stream: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """Yield each line with its number from 1, without its newline; None stands for one longer than LINE_CAP."""
    number, parts, size = 0, [b""], 0
    while chunk := stream.read(CHUNK):
        head, *others = chunk.split(b"\n")
        if size <= LINE_CAP:
            parts.append(head)
            size += len(head)
        if not others:
            continue
        number += 1
        yield number, b"".join(parts) if size <= LINE_CAP else None
        *whole, last = others
        yield from enumerate(whole, number + 1)
        number += len(whole)
        parts, size = [last], len(last)
    if size:
        yield number + 1, b"".join(parts) if size <= LINE_CAP else None


def document(name: str, first: bytes, rest: Iterator[tuple[int, bytes | None]]) -> bytes:
    """Return a whole document: its `first` line, and the `rest` of them.

    Raises:
        UnreadableSourceError: it is larger than DOCUMENT_CAP, or has a line longer than LINE_CAP.
    """
    parts, size = [first], len(first)
    for _, line in rest:
        size += LINE_CAP if line is None else len(line) + 1
        if line is None or size > DOCUMENT_CAP:
            raise UnreadableSourceError(
                f"{name}: is one JSON document of more than {size >> 20} MiB; write one message a line instead"
            )
        parts.append(line)
    return b"\n".join(parts)


def find(paths: list[str]) -> tuple[list[Source], list[str]]:
    """Return the sources that `paths` name, and a sentence for each path that names none.

    A path is a file, a folder (searched for log files), a glob, or `-` for standard input. A file that is named
    in several ways counts once.
    """
    sources: dict[object, Source] = {}
    problems: list[str] = []
    for path in paths:
        found, problem = _find_one(path)
        for source in found:
            sources.setdefault(source.path.resolve() if source.path else source.name, source)
        if problem:
            problems.append(problem)
    return list(sources.values()), problems


def _find_one(path: str) -> tuple[list[Source], str | None]:
    if path == "-":
        return [Source("-")], None
    if not path:
        return [], f"{path}: names no file or folder"
    place = Path(path)
    try:
        if place.is_dir():
            found = _in_folder(place)
            endings = ", ".join(LOG_ENDINGS)
            return found, None if found else f"{path}: holds no log files ({endings}, also with .gz or .zst)"
        if place.exists():
            return [Source(str(place), place)], None
    except (OSError, ValueError) as error:
        return [], f"{path}: cannot be read ({_reason(error)})"
    matches = [match for match in sorted(glob.glob(path, recursive=True)) if Path(match).exists()]  # noqa: PTH207
    files = [source for match in matches for source in _find_one(match)[0]]
    return files, None if files else f"{path}: no such file or folder"


def _in_folder(folder: Path) -> list[Source]:
    """Return the log files below a folder, but for hidden ones and those in hidden folders."""
    files = sorted(file for file in folder.rglob("*") if _looks_like_log(file.relative_to(folder)))
    return [Source(str(file), file) for file in files if file.is_file()]


def _looks_like_log(file: Path) -> bool:
    name = _without(PACKED_ENDINGS, file.name).lower()
    return name.endswith(LOG_ENDINGS) and not any(part.startswith(".") for part in file.parts)
