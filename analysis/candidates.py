"""The tasks that a message may answer: by the ids both name, and which of several it talks about."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from misheard.analysis.matched import Match, Words
from misheard.ingest.message import AgentMessage

ID_KEYS = (
    "subtask_id", "subtaskId", "task_id", "taskId", "call_id", "callId", "tool_call_id", "toolCallId",
    "tool_use_id", "request_id", "requestId", "job_id", "jobId", "ticket_id", "ticketId", "correlation_id",
    "correlationId",
)  # fmt: skip

CANDIDATES = 48
"""How many open tasks of one pair of agents are compared with a result."""


def best_of(words: Words, result: AgentMessage, among: Sequence[Match]) -> tuple[Match, float]:
    """Return which task a result talks about: words that fewer of the tasks share count for more."""
    if len(among) == 1:
        return among[0], 0.0
    told = words.told(result)
    counts = Counter(token for found in among for token in words.asked(found.task))
    scores = [
        sum(1 / counts[token] for token in words.asked(found.task) & told if counts[token] < len(among))
        for found in among
    ]
    top = max(scores)
    return among[scores.index(top)], top


def ids_of(payload: Mapping[str, Any]) -> Iterable[str]:
    """Yield the ids of work that a payload names."""
    for key in ID_KEYS:
        value = payload.get(key)
        if isinstance(value, str | int) and not isinstance(value, bool) and value != "":
            yield f"{value}"


def ends(waiting: dict[str, Match]) -> list[Match]:
    """Return the open tasks in order; of very many only the oldest and the newest."""
    if len(waiting) <= CANDIDATES:
        return list(waiting.values())
    newest = list(islice(reversed(waiting.values()), CANDIDATES // 2))
    return [*islice(waiting.values(), CANDIDATES // 2), *reversed(newest)]
