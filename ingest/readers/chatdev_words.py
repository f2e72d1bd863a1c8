"""How ChatDev writes its log: the heads of its records, and what is in them."""

import re
from dataclasses import dataclass, field
from typing import Any

HEAD = 500
"""How many characters of a record are looked at to tell what it is."""
NO_ZONE = "timestamp states no zone; taken as UTC"
OPENED = re.compile(r"(?P<who>[^:*\[\]]+): \*\*\[Start Chat\]\*\*")
TURN = re.compile(r"(?P<who>[^:*\[\]]+): \*\*(?P<one>.+?)<->(?P<other>.+?) on : (?P<phase>[^,]+), turn \d+\*\*")
SPOKEN = re.compile(r"(?P<turn>\[\d+\] )?AI (?P<side>Assistant|User) \((?P<who>.+?)\):")
SYSTEM = re.compile(r"AI (?P<side>Assistant|User) \((?P<who>.+?)\) sys message:")
TITLE = re.compile(r"(?:System: )?\*\*\[(?P<title>[^\]]+)\]\*\*:?|\[(?P<old>OpenAI_Usage_Info)\]")
MODEL = re.compile(r"\*\*model_type\*\* \| (?:ModelType\.)?(\w+)")
ROLE = re.compile(r"\*\*(assistant|user)_role_name\*\* \| ([^|]+) \|")
CUSTOMER = re.compile(r"^Here is a new customer's task: (.+?)\.?$", re.MULTILINE)
TASK = re.compile(r"^\*\*task_prompt\*\*: (.*)", re.MULTILINE)
FIGURE = re.compile(r"^(prompt_tokens|completion_tokens|cost): \$?([0-9.]+)\s*$", re.MULTILINE)
ENDS = re.compile(r"(?:AgentTech|ChatDev) Ends\b")
QUIET = re.compile(
    r"flask app\.py did not start|PhaseType: |Task prompt:|.*terminated the chat\.|(?:AgentTech|ChatDev) Starts"
)
PROMPTED = re.compile(r"\[.*?\]\n\n", re.DOTALL)
FIELDS = {"prompt_tokens": "input_tokens", "completion_tokens": "output_tokens"}


@dataclass
class Record:
    """One record of the log: the line on which it begins, its time, and its lines without the head."""

    line: int
    time: str
    lines: list[str]

    @property
    def body(self) -> str:
        """What stands below the first line."""
        return "\n".join(self.lines[1:]).strip()

    @property
    def text(self) -> str:
        """All of it."""
        return "\n".join(self.lines).strip()


@dataclass
class Said:
    """A message that waits for what comes next: its fields, extras and notes."""

    record: Record
    fields: dict[str, Any]
    extras: dict[str, Any]
    notes: list[str] = field(default_factory=lambda: [NO_ZONE])


def worded(body: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Part the agent's own prompt, which stands in brackets ahead of the text, from the text."""
    found = PROMPTED.match(body)
    if not found:
        return {"text": body}, {}
    return {"text": body[found.end() :].strip()}, {"system_prompt": found[0].strip()[1:-1]}


def model_name(constant: str) -> str:
    """Return `GPT_3_5_TURBO` as gpt-3.5-turbo."""
    return re.sub(r"(\d)-(\d)(?!\d)", r"\1.\2", constant.lower().replace("_", "-"))
