"""One message between two agents, checked: the unit that everything else is built on."""

import hashlib
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, Any, Self

import msgspec
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
        value = _moment(value)
    if isinstance(value, datetime):
        try:
            return value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC)
        except OverflowError:
            raise ValueError("lies outside the years 1 to 9999") from None
    if value is None:
        return None
    raise ValueError("is not an ISO 8601 time; write one like 2026-11-16T08:12:00Z")


def _moment(text: str) -> datetime:
    """Read a time as the fast lane does, which rounds to microseconds, and else as leniently as ISO 8601 allows."""
    try:
        return msgspec.convert(text, datetime)
    except msgspec.ValidationError:
        pass
    try:
        return datetime.fromisoformat(text.strip())
    except ValueError:
        raise ValueError("is not an ISO 8601 time; write one like 2026-11-16T08:12:00Z") from None


def _object_payload(value: object) -> object:
    if isinstance(value, str):
        return {"text": value}
    return {} if value is None else value


SPELLINGS = {
    "trace_id": ("traceId",),
    "in_reply_to": ("inReplyTo",),
    "input_tokens": ("inputTokens", "prompt_tokens"),
    "cached_tokens": ("cachedTokens",),
    "output_tokens": ("outputTokens", "completion_tokens"),
    "cost_cents": ("costCents",),
}
"""The other spellings of a field; of several the first that is not blank counts."""


def _without_blanks(value: Any) -> Any:
    """Drop the spellings of a field that are blank, so that they do not stand in the way of another."""
    if not isinstance(value, dict):
        return value
    blank = {
        key
        for field, others in SPELLINGS.items()
        for key in (field, *others)
        if key in value and (value[key] is None or value[key] == "")
    }
    return {key: inner for key, inner in value.items() if key not in blank} if blank else value


Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Count = Annotated[int, Field(ge=0, le=2**53, strict=True)]


def _spelled(field: str) -> AliasChoices:
    return AliasChoices(field, *SPELLINGS[field])


class Usage(BaseModel):
    """What one message cost: model, tokens, and cents where the log states them.

    `input_tokens` includes `cached_tokens`. A field that is None was not logged, which is not zero.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", populate_by_name=True, protected_namespaces=())

    model: str | None = None
    input_tokens: Count | None = Field(None, validation_alias=_spelled("input_tokens"))
    cached_tokens: Count | None = Field(None, validation_alias=_spelled("cached_tokens"))
    output_tokens: Count | None = Field(None, validation_alias=_spelled("output_tokens"))
    cost_cents: float | None = Field(
        None, ge=0, strict=True, allow_inf_nan=False, validation_alias=_spelled("cost_cents")
    )

    @model_validator(mode="before")
    @classmethod
    def _spellings(cls, value: Any) -> Any:
        return _without_blanks(value)


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
    trace_id: Name = Field(validation_alias=_spelled("trace_id"))
    timestamp: Annotated[AwareDatetime | None, BeforeValidator(_iso_time)] = None
    payload: Annotated[dict[str, Any], BeforeValidator(_object_payload)] = Field(default_factory=dict)
    id: Annotated[str, BeforeValidator(_plain_id)] = ""
    in_reply_to: Name | None = Field(None, validation_alias=_spelled("in_reply_to"))
    usage: Usage | None = None

    @model_validator(mode="before")
    @classmethod
    def _spellings(cls, value: Any) -> Any:
        return _without_blanks(value)

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
