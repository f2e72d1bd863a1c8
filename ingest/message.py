"""One message between two agents, checked: the unit that everything else is built on."""

import hashlib
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, Any, Self

from pydantic import (
    AliasChoices,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)

from misheard.ingest import jsontext

BROADCAST = "*"
"""The recipient of a message that everyone in the run was given."""

USER = "user"
"""The person, or whatever program stands for one, who started the run."""


class MessageType(StrEnum):
    """What a message is for."""

    TASK = "task"
    RESULT = "result"
    STATUS = "status"
    ESCALATION = "escalation"
    INFO = "info"


class Priority(StrEnum):
    """How urgent the sender held the message to be."""

    CRITICAL = "critical"
    HIGH = "high"
    NORMAL = "normal"
    LOW = "low"


LONG_TYPE_NAMES = {
    "task-dispatch": "task",
    "result-return": "result",
    "status-update": "status",
    "information-share": "info",
}


def _plain_type(value: object) -> object:
    if isinstance(value, str):
        name = value.strip().lower().replace("_", "-")
        return LONG_TYPE_NAMES.get(name, name)
    return MessageType.INFO if value is None else value


def _plain_priority(value: object) -> object:
    return value.strip().lower() if isinstance(value, str) else Priority.NORMAL if value is None else value


def _plain_id(value: object) -> object:
    return "" if value is None else value


def _iso_time(value: object) -> object:
    """Take ISO 8601 text only, and a text without a zone as UTC; a bare number could be seconds or more."""
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value.strip())
        except ValueError:
            raise ValueError("is not an ISO 8601 time; write one like 2026-11-16T08:12:00Z") from None
    if isinstance(value, datetime):
        try:
            return value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC)
        except OverflowError:
            raise ValueError("lies outside the years 1 to 9999") from None
    if value is None:
        return None
    raise ValueError("is not an ISO 8601 time; write one like 2026-11-16T08:12:00Z")


def _object_payload(value: object) -> object:
    if isinstance(value, str):
        return {"text": value}
    return {} if value is None else value


Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Count = Annotated[int, Field(ge=0, le=2**53, strict=True)]


def _both(snake: str, *others: str) -> AliasChoices:
    head, *tail = snake.split("_")
    return AliasChoices(snake, head + "".join(part.title() for part in tail), *others)


class Usage(BaseModel):
    """What one message cost: model, tokens, and cents where the log states them.

    `input_tokens` includes `cached_tokens`. A field that is None was not logged, which is not zero.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", populate_by_name=True, protected_namespaces=())

    model: str | None = None
    input_tokens: Count | None = Field(None, validation_alias=_both("input_tokens", "prompt_tokens"))
    cached_tokens: Count | None = Field(None, validation_alias=_both("cached_tokens"))
    output_tokens: Count | None = Field(None, validation_alias=_both("output_tokens", "completion_tokens"))
    cost_cents: float | None = Field(
        None, ge=0, strict=True, allow_inf_nan=False, validation_alias=_both("cost_cents")
    )


class AgentMessage(BaseModel):
    """One message from one agent to another (or to everyone, recipient `*`).

    Times are aware and in UTC; None where the log has none. The payload keeps every key it came with. An absent
    id is derived from the content, so that loading a log twice adds nothing.

    Raises:
        pydantic.ValidationError: a field is missing or of the wrong type.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", populate_by_name=True)

    sender: Name
    recipient: Name
    type: Annotated[MessageType, BeforeValidator(_plain_type)] = MessageType.INFO
    priority: Annotated[Priority, BeforeValidator(_plain_priority)] = Priority.NORMAL
    trace_id: Name = Field(validation_alias=_both("trace_id"))
    timestamp: Annotated[AwareDatetime | None, BeforeValidator(_iso_time)] = None
    payload: Annotated[dict[str, Any], BeforeValidator(_object_payload)] = Field(default_factory=dict)
    id: Annotated[str, BeforeValidator(_plain_id)] = ""
    in_reply_to: Name | None = Field(None, validation_alias=_both("in_reply_to"))
    usage: Usage | None = None

    @model_validator(mode="after")
    def _derive_id(self) -> Self:
        if not self.id:
            object.__setattr__(self, "id", self.derived_id())
        return self

    def derived_id(self) -> str:
        """Return an id that depends on the content alone: `~` and 20 hexadecimal digits."""
        parts = [self.sender, self.recipient, self.type, self.trace_id, self.in_reply_to or ""]
        parts.append(self.timestamp.isoformat() if self.timestamp else "")
        parts.append(jsontext.dumps(self.payload))
        return "~" + hashlib.blake2b("\x1f".join(parts).encode(), digest_size=10).hexdigest()
