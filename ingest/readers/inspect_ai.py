"""Inspect (the UK AI Security Institute's): logs of evaluations as JSON, and `.eval`, a zip of the same.

Each sample in each epoch is a trace, called `<task>/<eval or run>/<sample>/<epoch>`. Its events become spans, and
spans become messages as told in `spans/messages.py`; a sample that kept no events is read from its messages, as a
chat between a user and an assistant.

| in the log | span or message |
|---|---|
| the sample; its `input`, the first of `output.choices` | the program at the top, called by the task; asked, said |
| `error`, `limit` of the sample | error of the program at the top |
| `span_begin` of type agent, with its `span_end` | an agent; its name, start and end |
| other `span_begin`, `step`, `subtask` | a part of the program |
| `tool`: `id`, `function`, `arguments`, `result`, `error`, `completed` | a tool |
| the span of type tool that belongs to a `tool` event | the same tool: what is in it was called through it |
| `model`: `input`, `output`, `output.usage`, `completed`, `error` | a model call, with its tokens |
| `events` within an event | below it |
| `attachment://…` | the text in the sample's `attachments` |
| what else the sample says (`scores`, `target` …); `eval.model`, `status` | extras of the first message |

Dropped: what happens in a span or step of a scorer, which marks the run and is no part of it, with its tokens;
the events `state`, `store`, `sandbox`, `sample_init`, `score`, `info`, `logger`, `input`, `approval` and the like;
`tools`, `config` and the raw `call` of a model; `plan`, `results`, `stats` and `reductions`; the sample's `store`.
"""

import io
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO

from misheard.ingest import jsontext
from misheard.ingest.errors import UnreadableSourceError
from misheard.ingest.readers.base import Head, Item, Reader
from misheard.ingest.readers.chat_messages import Chat
from misheard.ingest.readers.chat_runs import Run
from misheard.ingest.readers.inspect_events import Sample
from misheard.ingest.readers.lenient import name_at, object_at
from misheard.ingest.readers.partial import CutObject
from misheard.ingest.readers.records import records
from misheard.ingest.readers.spans.messages import messages_of
from misheard.ingest.row import Rejected
from misheard.ingest.source import DOCUMENT_CAP, RATIO_CAP, RATIO_FREE, Source

ZIP = b"PK\x03\x04"
KEPT = 100_000
NO_SAMPLE = "a sample is an object with id, epoch and messages or events"


def read(stream: BinaryIO, source: Source) -> Iterator[Item]:
    """Yield the messages of each sample, and a rejection for each that cannot be read."""
    raw = stream.read(DOCUMENT_CAP + 1)
    if len(raw) > DOCUMENT_CAP:
        raise UnreadableSourceError(f"{source.name}: is more than {DOCUMENT_CAP >> 20} MiB; split it up")
    if raw.startswith(ZIP):
        yield from _packed(raw, source)
        return
    for line, value in records(io.BytesIO(raw), source, partly=True):
        if isinstance(value, Rejected):
            yield value
        else:
            log = value if isinstance(value, dict) else {}
            samples = log.get("samples")
            for sample in samples if isinstance(samples, list) else [value] if not log.get("eval") else []:
                yield from _sample(sample, log, line, source)


def _packed(raw: bytes, source: Source) -> Iterator[Item]:
    """Yield the messages of each sample of an `.eval`; its place among the samples is its line."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(raw))
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise UnreadableSourceError(f"{source.name}: is damaged or cut off ({error}); copy it again") from None
    with archive:
        log: dict[str, Any] = {}
        for name in ("_journal/start.json", "header.json"):
            value = _member(archive, name)
            log = {**log, **value} if isinstance(value, dict) else log
        names = sorted(
            name for name in archive.namelist() if name.startswith("samples/") and name.endswith(".json")
        )
        for line, name in enumerate(names, start=1):
            value = _member(archive, name)
            if isinstance(value, str):
                yield Rejected(line, f"{name} {value}", b"")
            else:
                yield from _sample(value, log, line, source)


def _member(archive: zipfile.ZipFile, name: str) -> Any:
    """Return a file of the archive, decoded; a text says why it cannot be read, None that there is none."""
    try:
        info = archive.getinfo(name)
        if info.file_size > DOCUMENT_CAP or info.file_size > max(RATIO_FREE, RATIO_CAP * info.compress_size):
            return f"unpacks to {info.file_size >> 20} MiB, more than is read"
        return jsontext.loads(archive.read(info))[0]
    except KeyError:
        return None
    except jsontext.JsonError as error:
        return str(error)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError) as error:
        return f"cannot be unpacked ({error})"


def _sample(record: Any, log: dict[str, Any], line: int, source: Source) -> Iterator[Item]:
    if isinstance(record, CutObject) and "events" not in record and "messages" not in record:
        return
    if not isinstance(record, dict) or not ("messages" in record or "events" in record):
        yield Rejected(line, NO_SAMPLE, jsontext.dumps(record).encode("utf-8", "replace")[:KEPT])
        return
    about = object_at(log, "eval")
    task = name_at(about, "task") or source.stem
    run = name_at(about, "eval_id", "run_id") or source.stem
    trace = f"{task}/{run}/{name_at(record, 'id') or line}/{name_at(record, 'epoch') or 1}"
    extras = {key: log[key] for key in ("status",) if log.get(key)}
    extras |= {"model": about["model"]} if about.get("model") else {}
    sample = Sample(record, trace, task, extras, line)
    spans = sample.spans()
    if spans:
        yield from messages_of(spans)
    else:
        yield from Chat(Run(sample.turns(), sample.extras, trace), [line] * len(sample.turns())).messages()


def knows(head: Head) -> bool:
    """Tell a log by the files of its archive, or by the keys of its head."""
    raw = head.raw
    if raw.startswith(ZIP):
        return any(name in raw for name in (b"_journal/start.json", b"samples/", b"header.json"))
    start = raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    return start == b"{" and all(key in raw for key in (b'"eval"', b'"task_id"', b'"status"', b'"version"'))


INSPECT = Reader("inspect", "Inspect: logs of evaluations, as JSON and .eval", knows, read)
