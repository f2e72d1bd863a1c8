"""ChatDev console logs: `[2023-25-06 20:10:32 INFO] …`, of the first versions and of those with `**[Start Chat]**`.

A run is a file. Two agents at a time hold a chat: one opens it and instructs, the other answers, at times over
several turns. Its agents are their roles, `user`, and `ChatDev`, the program, for what it says itself.

| in the log | message |
|---|---|
| `**task_prompt**`, `Task prompt:` or `a new customer's task:`, the first | task from the user to everyone |
| `A: **[Start Chat]**`, `AI User (A):` behind the sys messages | task from A to the agent it is with |
| `B: **B<->A on : Phase, turn n**`, `[n] AI Assistant (B):` | info from B to A, in reply; the last is the result |
| a chat in which only who opened it is heard | info: what the other answered is not in the log |
| with nobody said to be in the chat | info to everyone |
| what stands in brackets ahead of the text | the agent's own prompt: extras `system_prompt` |
| `**[Seminar Conclusion]**` | ends a chat; extras `conclusion` of its last message, unless that holds the text |
| `**[OpenAI_Usage_Info Receive]**` | usage of the next message; several ahead of one are added up |
| `**model_type**` | model, written as its makers do (`GPT_3_5_TURBO` as gpt-3.5-turbo) |
| `PhaseType:`, the phase in a turn's head | extras `phase` |
| `**[Post Info]**`, `AgentTech Ends` | result of ChatDev for the user |
| any other record (`[Update Codes]`, `[Test Reports]`, rate limits …) | status of ChatDev to itself |
| the time, which is year, day, month | timestamp; it states no zone and is taken as UTC |

Dropped: the tables of `[chatting]` and `[RolePlaying]` but for the model, sys messages and further task prompts,
which the chats repeat; `terminated the chat`; `flask app.py did not start`; lines ahead of the first record.
"""

import re
from collections.abc import Iterator
from typing import BinaryIO

from misheard.ingest.readers.base import Head, Item, Reader
from misheard.ingest.readers.chat_runs import named_after
from misheard.ingest.readers.chatdev_chat import Company
from misheard.ingest.readers.chatdev_words import Record
from misheard.ingest.row import Rejected
from misheard.ingest.source import LINE_CAP, Source, lines

_START = re.compile(r"\[(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d:\d\d) ([A-Z]+)\] ?(.*)", re.DOTALL)
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_HEAD = re.compile(rb"^\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [A-Z]+\] ", re.MULTILINE)
_MARKS = (b"**[Start Chat]**", b"**ChatDev Starts**", b"AgentTech Starts (", b"AI Assistant (", b"<->")


def read(stream: BinaryIO, source: Source) -> Iterator[Item]:
    """Yield the messages of a run, record by record, and a rejection for each that cannot be read."""
    company = Company(named_after(source, 1, many=False))
    current: Record | None = None
    for number, raw in lines(stream):
        if raw is None:
            yield Rejected(number, f"is longer than {LINE_CAP >> 20} MiB; split it up", b"")
            continue
        line = _COLOUR.sub("", raw.decode("utf-8", "replace").rstrip("\r"))
        found = _START.match(line)
        if found:
            if current:
                yield from company.take(current)
            year, day, month, clock, _, text = found.groups()
            current = Record(number, f"{year}-{month}-{day}T{clock}", [text])
        elif current:
            current.lines.append(line)
    if current:
        yield from company.take(current)
    yield from company.close()


def knows(head: Head) -> bool:
    """Tell a log of ChatDev by the heads of its records and by how its agents are written."""
    return bool(_HEAD.search(head.raw)) and any(mark in head.raw for mark in _MARKS)


CHATDEV = Reader("chatdev", "ChatDev: console logs of its agents' chats", knows, read)
