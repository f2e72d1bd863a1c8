"""Claude Code sessions."""
from collections.abc import Iterator
from typing import BinaryIO

from misheard.ingest.readers.base import Head, Item, Reader
from misheard.ingest.source import Source


def knows(head: Head) -> bool:
    return False


def read(stream: BinaryIO, source: Source) -> Iterator[Item]:
    yield from ()


CLAUDE_CODE = Reader("claude-code", "Claude Code session: JSON Lines", knows, read)
