"""What a message asks for or reports, in whatever keys its payload has."""

from collections.abc import Mapping
from typing import Any

from misheard.analysis.text import view_of
from misheard.analysis.wording import listed, sentences
from misheard.ingest.message import AgentMessage

OBJECTIVE_KEYS = (
    "objective", "requiredAction", "required_action", "goal", "task", "instruction", "instructions", "request",
    "prompt", "description", "question", "query", "content", "text", "message", "title", "subject", "say",
)  # fmt: skip
REPORT_KEYS = (
    "summary", "findings", "result", "output", "answer", "content", "text", "message", "blocked_by", "blockedBy",
    "report", "response", "error", "note", "notes",
)  # fmt: skip
META_KEYS = listed(
    """status confidence sources cost_cents costCents to_agent toAgent leadName budget_steps budgetSteps usage
    task_id taskId subtask_id subtaskId call_id callId tool_call_id tool_use_id id model is_error"""
)
LIST_CAP = 50


def objective_of(message: AgentMessage) -> str:
    """Return what a task asks for; empty where its payload holds no text."""
    payload = message.payload
    for key in OBJECTIVE_KEYS:
        value = payload.get(key)
        if isinstance(value, str) and value.strip():
            return value
    return _rest(payload)


def ask_of(message: AgentMessage) -> str:
    """Return the core of what a task asks for: the objective, or the first sentence of a plain text.

    A plain text goes on with context, which says nothing about what is asked.
    """
    objective = objective_of(message)
    if "objective" in message.payload or "requiredAction" in message.payload:
        return objective
    parts = sentences(objective)
    core = ""
    for part in parts[:3]:
        core = f"{core} {part}".strip()
        if len(core.split()) >= 5:
            break
    return core or objective


def report_of(message: AgentMessage) -> str:
    """Return what a message reports: summary, findings and texts, without status, sources and ids."""
    payload = message.payload
    parts = [piece for key in REPORT_KEYS if key in payload for piece in _texts(payload[key])]
    return "\n".join(parts) if parts else _rest(payload)


def list_of(payload: Mapping[str, Any], *keys: str) -> list[str]:
    """Return the texts under the first of `keys` that is there, be it a list or one text."""
    for key in keys:
        if payload.get(key):
            return list(_texts(payload[key]))
    return []


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value] if value.strip() else []
    if isinstance(value, int | float) and not isinstance(value, bool):
        return [str(value)]
    if isinstance(value, list):
        return [text for inner in value[:LIST_CAP] for text in _texts(inner)]
    if isinstance(value, dict):
        return [view_of(value).text] if value else []
    return []


def _rest(payload: Mapping[str, Any]) -> str:
    return view_of({key: value for key, value in payload.items() if key not in META_KEYS}).text


def shortened(text: str, limit: int = 90) -> str:
    """Return `text` on one line, cut at a word with … where it is longer than `limit` characters."""
    line = " ".join(text[: 4 * limit].split())
    if len(line) <= limit:
        return line.rstrip(".")
    return line[:limit].rsplit(" ", 1)[0].rstrip(",.;:") + " …"
