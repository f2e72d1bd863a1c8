"""The log formats that are read, in the order in which they are tried on a file's first bytes."""

from collections.abc import Sequence

from misheard.ingest.errors import UnreadableSourceError
from misheard.ingest.readers.a2a import A2A
from misheard.ingest.readers.agent_teams import AGENT_TEAMS
from misheard.ingest.readers.atif import ATIF
from misheard.ingest.readers.base import Head, Reader
from misheard.ingest.readers.chatdev import CHATDEV
from misheard.ingest.readers.claude_code import CLAUDE_CODE
from misheard.ingest.readers.group_chat import GROUP_CHAT
from misheard.ingest.readers.inspect_ai import INSPECT
from misheard.ingest.readers.langfuse import LANGFUSE
from misheard.ingest.readers.native import NATIVE
from misheard.ingest.readers.openai_agents import OPENAI_AGENTS
from misheard.ingest.readers.opentelemetry import OPENTELEMETRY
from misheard.ingest.readers.otlp_protobuf import OTLP_PROTOBUF
from misheard.ingest.readers.tables import NAME, table_reader

READERS: tuple[Reader, ...] = (
    OTLP_PROTOBUF, CLAUDE_CODE, AGENT_TEAMS, CHATDEV, ATIF, INSPECT, OPENAI_AGENTS, LANGFUSE, OPENTELEMETRY,
    A2A, GROUP_CHAT, NATIVE,
)  # fmt: skip


def names() -> list[str]:
    """Return the format names that `--format` takes."""
    return [reader.name for reader in READERS]


def by_name(name: str) -> Reader:
    """Return the reader called `name`; `table:sender=from,…` is one of tables with these columns.

    Raises:
        UnreadableSourceError: there is none of that name; the message lists those there are.
    """
    if name.startswith(f"{NAME}:"):
        return table_reader(name.removeprefix(f"{NAME}:"))
    for reader in READERS:
        if reader.name == name:
            return reader
    raise UnreadableSourceError(f"no log format is called '{name}'; there are: {', '.join(names())}")


def sniff(head: Head, readers: Sequence[Reader] = READERS) -> Reader | None:
    """Return the first reader that knows the format of a file from its beginning, or None."""
    return next((reader for reader in readers if reader.knows(head)), None)
