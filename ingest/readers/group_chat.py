"""Group chats: lists of `{role|name, content}` as AutoGen, AG2, Magentic-One and many others write them.

A file holds one run or several: an object with `history`, `trajectory`, `messages`, `chat_history` or `traj` (a
list, or JSON text of one; also once more under `trace`), a list of such objects, JSON Lines of them, or a bare list
of entries. A run is called by its own id (`trace_id`, `run_id`, `conversation_id`, `session_id`, `id`), else by its
folder and file; the id of a question or a task names none, for one question has many runs.

| in the log | message |
|---|---|
| `name`, else `source`, else `role` | sender; `human` and `user` are the user |
| `A (-> B)` | task from A to B; the next entry of B is its result, back to A |
| `A (thought)` | info from A to itself, which is no hand-off |
| `A (termination condition)`; a last entry that ends in TERMINATE or TASK COMPLETE | result to the user |
| `@B`, `B, ...`, `B - please ...`, `A → B` where the text or its last paragraph begins | task from A to B |
| the next entry of B after that | result in reply to it, to everyone, unless it addresses another |
| a first entry of a person, or one that is the run's `question` or `problem_statement` | task from the user |
| `tool_calls`, and the entry of role `tool` with its `tool_call_id` | task to the tool, and its result |
| any other entry | info to everyone, `*`: the order of a list says nothing about who spoke to whom |
| only roles such as `user` and `assistant`, and no names | two parties: each speaks to the other |
| `content` | payload `{text}`; parts that are no text under `parts` |
| `timestamp`, `created_at` | timestamp where it is an ISO time; these logs mostly have none |
| `models_usage` | usage |
| `id`, else the place in the list from 0 (`m0`, `m1`) | id |
| other keys of an entry | extras of its message |
| other keys of the run (`question`, `ground_truth`, `mistake_agent` ...) | extras of the first message |

Nothing is dropped but the bytes of images. A file that was cut off is read as far as it goes.
"""

from collections.abc import Iterator
from typing import Any, BinaryIO

from misheard.ingest import jsontext
from misheard.ingest.readers.base import Head, Item, Reader
from misheard.ingest.readers.chat_messages import Chat
from misheard.ingest.readers.chat_runs import Run, is_entry, looks_like_run, named_after, runs_in
from misheard.ingest.readers.partial import CutObject, partial
from misheard.ingest.row import Rejected
from misheard.ingest.source import LINE_CAP, Source, document, lines


def read(stream: BinaryIO, source: Source) -> Iterator[Item]:
    """Yield a message for each entry of each run, and a rejection for each that could not be read."""
    numbered = lines(stream)
    for number, line in numbered:
        if line is None:
            yield Rejected(number, f"is longer than {LINE_CAP >> 20} MiB; split it up", b"")
        elif line.strip():
            if _is_whole(line):
                yield from _json_lines(number, line, numbered, source)
            else:
                yield from _document(document(source.name, line, numbered), number, source)
            return


def _is_whole(line: bytes) -> bool:
    try:
        jsontext.loads(line)
    except jsontext.JsonError:
        return False
    return True


def _document(raw: bytes, line: int, source: Source) -> Iterator[Item]:
    try:
        value, notes = jsontext.loads(raw)
    except jsontext.JsonError as error:
        text = raw.decode("utf-8", "replace")
        value, end = partial(text)
        notes = ["the file breaks off or is damaged behind this run; what could be read was kept"]
        lost = text[end:] or text[-1_000:]
        yield Rejected(line + text.count("\n", 0, end), str(error), lost.encode("utf-8", "replace"))
    runs = list(runs_in(value))
    for run in runs:
        run.entries = [entry for entry in run.entries if not isinstance(entry, CutObject)]
    yield from _runs(runs, source, line, tuple(notes))


def _runs(runs: list[Run], source: Source, line: int, notes: tuple[str, ...] = ()) -> Iterator[Item]:
    for number, run in enumerate(runs, start=1):
        run.trace_id = run.trace_id or named_after(source, number, len(runs) > 1)
        yield from Chat(run, [line] * len(run.entries), notes).messages()


def _json_lines(
    number: int, line: bytes | None, rest: Iterator[tuple[int, bytes | None]], source: Source
) -> Iterator[Item]:
    """Read one record a line: runs, or the entries of a single run."""
    loose: list[Any] = []
    places: list[int] = []
    runs = 0
    while True:
        for value in _decoded(number, line):
            if isinstance(value, Rejected):
                yield value
            elif is_entry(value):
                loose.append(value)
                places.append(number)
            else:
                found = list(runs_in(value))
                for run in found:
                    runs += 1
                    run.trace_id = run.trace_id or named_after(source, runs, runs > 1)
                yield from _runs(found, source, number)
                if not found:
                    kept = (line or b"").strip()
                    yield Rejected(number, "holds no entries with role or name and content", kept)
        following = next(rest, None)
        if following is None:
            break
        number, line = following
    if loose:
        yield from Chat(Run(loose, {}, named_after(source, 1, many=False)), places).messages()


def _decoded(number: int, line: bytes | None) -> Iterator[Any]:
    if line is None:
        yield Rejected(number, f"is longer than {LINE_CAP >> 20} MiB; split it up", b"")
    elif line.strip():
        try:
            yield jsontext.loads(line)[0]
        except jsontext.JsonError as error:
            yield Rejected(number, str(error), line)


def knows(head: Head) -> bool:
    """Tell a group chat by entries that name a speaker and a content, even where the head ends within them."""
    start = head.raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    if start not in (b"[", b"{"):
        return False
    if head.document is not None:
        return looks_like_run(head.document)
    first = next(_decoded(1, head.raw.lstrip().split(b"\n", 1)[0]))
    if not isinstance(first, Rejected):
        return is_entry(first) or looks_like_run(first)
    text = head.raw.decode("utf-8", "replace").removeprefix("\ufeff")
    return looks_like_run(partial(text)[0])


GROUP_CHAT = Reader("group-chat", "group chat: a list of role, name and content", knows, read)
