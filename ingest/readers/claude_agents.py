"""Who is who in a Claude Code session: the agents behind its records, and the calls that link them."""

from typing import Any

from misheard.ingest.readers.claude_links import Call, agent_link, call_of, name_beside
from misheard.ingest.readers.claude_rows import Rows
from misheard.ingest.readers.lenient import content_of, object_at, text_at

MAIN, PROGRAM, COMPACTION = "claude", "claude-code", "compaction"
NAMELESS = "agent"
"""What a sub-agent is called, with its id where it has one, when nothing tells its type."""


class Agents:
    """Learns from each record who called whom, and names the agents."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._calls: dict[str, Call] = {}
        self._started: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._chains: dict[str, str] = {}
        self.answered: set[str] = set()

    def learn(self, record: dict[str, Any]) -> None:
        """Take note of which call started which sub-agent, where the record says so."""
        link = agent_link(record)
        if link:
            self._started.setdefault(link[1], link[0])

    def speaker(self, record: dict[str, Any]) -> str:
        """Return the agent that a record belongs to: who speaks in it, or who is spoken to."""
        if record.get("isSidechain") is not True:
            return MAIN
        agent = text_at(record, "agentId").strip()
        if agent.startswith("acompact"):
            return COMPACTION
        return self.name(agent) if agent else self._by_chain(record)

    def name(self, agent: str) -> str:
        """Return the name of the sub-agent with this id."""
        known = self._names.get(agent)
        if known is None:
            call = self.started(agent)
            beside = None if call else name_beside(self._rows.source, self._rows.session, agent)
            known = self._names[agent] = call.callee if call else beside or f"{NAMELESS}-{agent}"
        return known

    def _by_chain(self, record: dict[str, Any]) -> str:
        """Tell by its chain of parents: older versions log sub-agents among the rest, without an id."""
        name = self._chains.get(text_at(record, "parentUuid"))
        if name is None:
            prompt = content_of(object_at(record, "message").get("content"))[0]
            calls = reversed(self._calls.values())
            name = next((call.callee for call in calls if call.delegates and call.asked == prompt), NAMELESS)
        self._chains[text_at(record, "uuid")] = name
        return name

    def is_told_elsewhere(self, agent: str) -> bool:
        """Return whether a call of another agent holds this one's task, and its answer this one's result."""
        return agent not in (MAIN, COMPACTION, NAMELESS) and not agent.startswith(f"{NAMELESS}-")

    def call(self, block: dict[str, Any], caller: str) -> Call:
        """Return, and remember, the call that a `tool_use` block makes."""
        resumed = text_at(object_at(block, "input"), "resume").strip()
        call = call_of(block, caller, self.name(resumed) if resumed else None)
        self._calls[call.id] = call
        return call

    def answering(self, call_id: str, caller: str) -> Call:
        """Return the call with this id; one that stands ahead of the file's beginning is taken for a tool's."""
        return self._calls.get(call_id) or Call(call_id, caller, "tool", "tool", False, "")

    def started(self, agent: str) -> Call | None:
        """Return the call that started the sub-agent with this id."""
        return self._calls.get(self._started.get(agent, ""))
