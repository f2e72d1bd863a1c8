"""What the texts of a Claude Code session are: prompts, notices, launches; and what an answer cost."""

import re
from enum import Enum
from typing import Any, NamedTuple

from misheard.ingest.readers.lenient import count_of, text_at

USAGE_KEYS = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
LAUNCHED = re.compile(
    r"\A\s*(async agent launched|[^\n]{0,80}\b(launched|started|running) in the background)", re.IGNORECASE
)
"""How the answer to a call begins that only says that the work has begun."""
_TAG = re.compile(r"<(task-id|agent-id|status|summary|result)>(.*?)</\1>", re.DOTALL)
_OUTPUT = re.compile(r"<(retrieval_status|task_id|task_type|status)>(.*?)</\1>", re.DOTALL)
_LOCAL = ("<command-name>", "<local-command-", "<bash-input>", "<bash-stdout>", "<bash-stderr>")


class Said(Enum):
    """What a text under the role of the user is."""

    PROMPT = "prompt"
    COMMAND = "command"
    INTERRUPTION = "interruption"
    NOTICE = "notice"
    DONE = "done"
    SUMMARY = "summary"


def said(text: str) -> Said:
    """Return what a text under the role of the user is: much of it was written by the program."""
    start = text.lstrip()[:60]
    if start.startswith("[Request interrupted"):
        return Said.INTERRUPTION
    if start.startswith(("<task-notification>", "<agent-notification>")):
        return Said.DONE
    if start.startswith(("<system-reminder>", "<ide_", "Caveat: The messages below")):
        return Said.NOTICE
    return Said.COMMAND if start.startswith(_LOCAL) else Said.PROMPT


class Notice(NamedTuple):
    """What became of work in the background: whose, how it ended, and what it said."""

    task_id: str
    status: str
    text: str


def notice_of(text: str) -> Notice:
    """Return what a `<task-notification>` (or, in older versions, `<agent-notification>`) says."""
    tags = dict(_TAG.findall(text))
    said_text = "\n".join(tags[key] for key in ("summary", "result") if key in tags)
    who = tags.get("task-id") or tags.get("agent-id") or ""
    return Notice(who.strip(), tags.get("status", "").strip(), said_text or text)


def output_of(text: str) -> Notice | None:
    """Return what TaskOutput brought, where it is the end of a sub-agent's work."""
    tags = dict(_OUTPUT.findall(text.split("<output>", 1)[0][:2_000]))
    if tags.get("retrieval_status") != "success" or tags.get("task_type") != "local_agent":
        return None
    return Notice(tags.get("task_id", "").strip(), tags.get("status", "").strip(), text)


def usage_of(message: dict[str, Any]) -> dict[str, Any] | None:
    """Return the usage of an answer in the words of `Usage`, or None where it logs none."""
    usage = message.get("usage")
    model = text_at(message, "model")
    if not isinstance(usage, dict) or model == "<synthetic>":
        return None
    return {
        "model": model or None,
        "input_tokens": sum(count_of(usage.get(key)) for key in USAGE_KEYS),
        "cached_tokens": count_of(usage.get("cache_read_input_tokens")),
        "output_tokens": count_of(usage.get("output_tokens")),
    }
