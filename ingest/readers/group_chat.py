"""Group chats."""
from collections.abc import Iterator
from typing import BinaryIO

from misheard.ingest.readers.base import Head, Item, Reader
from misheard.ingest.source import Source


def knows(head: Head) -> bool:
    return False


def read(stream: BinaryIO, source: Source) -> Iterator[Item]:
    yield from ()


GROUP_CHAT = Reader("group-chat", "group chat: a list of role, name and content", knows, read)
