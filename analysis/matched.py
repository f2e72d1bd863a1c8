"""A task with what was found for it, and the words of tasks and results."""

from dataclasses import dataclass, field

from misheard.analysis.gist import objective_of, report_of
from misheard.analysis.wording import content
from misheard.ingest.message import AgentMessage


@dataclass
class Match:
    """What was found for one task, in order: answers, acknowledgements and questions back."""

    task: AgentMessage
    place: int
    results: list[AgentMessage] = field(default_factory=list)
    by: str | None = None
    acknowledgements: list[AgentMessage] = field(default_factory=list)
    questions: list[AgentMessage] = field(default_factory=list)

    def add(self, message: AgentMessage, by: str) -> None:
        """Take `message` as an answer."""
        self.results.append(message)
        self.by = self.by or by


class Words:
    """The words of tasks and results, each worked out once."""

    def __init__(self) -> None:
        self._asked: dict[str, frozenset[str]] = {}
        self._told: dict[str, frozenset[str]] = {}

    def asked(self, task: AgentMessage) -> frozenset[str]:
        """Return the content words of what a task asks for and of its context."""
        if task.id not in self._asked:
            context = task.payload.get("context")
            text = f"{objective_of(task)[:1500]} {context[:400] if isinstance(context, str) else ''}"
            self._asked[task.id] = frozenset(content(text))
        return self._asked[task.id]

    def told(self, message: AgentMessage) -> frozenset[str]:
        """Return the content words of what a message reports."""
        if message.id not in self._told:
            self._told[message.id] = frozenset(content(report_of(message)))
        return self._told[message.id]
