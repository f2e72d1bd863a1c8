"""What a task and a result should carry, and the five questions a hand-off must answer."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from misheard.ingest import jsontext


class Status(StrEnum):
    """How a piece of work ended."""

    COMPLETED = "completed"
    PARTIAL = "partial"
    BLOCKED = "blocked"
    FAILED = "failed"


class Level(StrEnum):
    """How sure the author of a result says to be."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


STATUS_WORDS = {
    **dict.fromkeys(("completed", "complete", "done", "success", "succeeded", "ok"), Status.COMPLETED),
    **dict.fromkeys(("partial", "partially completed", "incomplete"), Status.PARTIAL),
    **dict.fromkeys(("blocked", "waiting"), Status.BLOCKED),
    **dict.fromkeys(("failed", "failure", "error", "errored"), Status.FAILED),
}

WRAPPERS = ("result", "output", "report", "response", "outcome")
"""The keys under which a payload may hold the result as one object."""

STATUS_KEYS = ("status", "state")
CONFIDENCE_KEYS = ("confidence", "certainty", "confidence_level", "confidenceLevel", "confidence_score")
"""The keys under which a result states how it ended, and how sure it is; of several the first counts."""

_OWN = "outcome"
"""An object of this name says how the work went, whatever else it holds."""

LEVEL_FLOORS = ((0.75, Level.HIGH), (0.45, Level.MEDIUM), (0.0, Level.LOW))
"""A numeric confidence (0 to 1) is called high from .75 and medium from .45."""


def _lower(value: object) -> object:
    return value.strip().lower() if isinstance(value, str) else value


def _as_list(value: object) -> object:
    if value is None or value == "":
        return []
    return value if isinstance(value, list) else [value]


def _status(value: object) -> object:
    value = _lower(value)
    return STATUS_WORDS.get(value, value) if isinstance(value, str) else value


Texts = Annotated[list[Any], BeforeValidator(_as_list)]


def _as_text(value: object) -> object:
    return jsontext.dumps(value) if isinstance(value, dict | list) and value else value or None


Prose = Annotated[str | None, BeforeValidator(_as_text)]
"""A text; an object or a list in its place is taken as its JSON."""


class _Lenient(BaseModel):
    model_config = ConfigDict(frozen=True, extra="allow", populate_by_name=True)


Shape = TypeVar("Shape", bound=_Lenient)


class Handoff(_Lenient):
    """The payload of a task: who is to do what, with what, within what, for what, and what was tried."""

    to_agent: str | None = Field(None, validation_alias=AliasChoices("to_agent", "toAgent"))
    objective: str = Field(min_length=1)
    context: Prose = None
    constraints: Texts = Field(default_factory=list)
    expected_output: Prose = Field(None, validation_alias=AliasChoices("expected_output", "expectedOutput"))
    already_tried: Texts = Field(
        default_factory=list, validation_alias=AliasChoices("already_tried", "alreadyTried")
    )
    budget_steps: int = Field(8, ge=0, validation_alias=AliasChoices("budget_steps", "budgetSteps"))


class AgentResult(_Lenient):
    """The payload of a result: how it ended, what was found, how sure, and from where."""

    status: Annotated[Status, BeforeValidator(_status)]
    findings: Texts = Field(default_factory=list)
    summary: str = ""
    confidence: Annotated[Literal["high", "medium", "low"] | float | None, BeforeValidator(_lower)] = None
    sources: Texts = Field(default_factory=list)
    blocked_by: Any = Field(None, validation_alias=AliasChoices("blocked_by", "blockedBy"))
    cost_cents: float | None = Field(
        None, ge=0, allow_inf_nan=False, validation_alias=AliasChoices("cost_cents", "costCents")
    )


QUESTIONS: dict[str, str] = {
    "objective": "What is to be done?",
    "context": "What must the receiver know?",
    "constraints": "Within what limits?",
    "expected_output": "What should come back?",
    "already_tried": "What was tried before?",
}


def read_handoff(payload: Mapping[str, Any]) -> Handoff | None:
    """Return the payload as a Handoff, or None where it has another shape; a field of a wrong type is left out."""
    return _read(Handoff, payload) if "objective" in payload else None


def read_result(payload: Mapping[str, Any]) -> AgentResult | None:
    """Return the payload as an AgentResult, or None where it has another shape, as `read_handoff` does."""
    return _read(AgentResult, payload) if "status" in payload else None


def _read(shape: type[Shape], payload: Mapping[str, Any]) -> Shape | None:
    try:
        return shape.model_validate(payload)
    except ValidationError as error:
        wrong = {detail["loc"][0] for detail in error.errors(include_url=False) if detail["loc"]}
    try:
        return shape.model_validate({key: value for key, value in payload.items() if key not in wrong})
    except ValidationError:
        return None


def body_of(payload: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return where the fields of a result stand: the payload, or an object in it that wraps a whole result.

    Only an object with a summary or findings counts, so that the status of a looked-up order is not the work's.
    """
    if any(key in payload for key in (*STATUS_KEYS, *CONFIDENCE_KEYS)):
        return payload
    for key in WRAPPERS:
        inner = payload.get(key)
        if isinstance(inner, Mapping) and (key == _OWN or "summary" in inner or "findings" in inner):
            return inner
    return payload


def status_of(payload: Mapping[str, Any]) -> Status | None:
    """Return the status a payload states, or None where it states none."""
    body = body_of(payload)
    words = (_status(body[key]) for key in STATUS_KEYS if key in body)
    return next((word for word in words if isinstance(word, Status)), None)


def confidence_of(payload: Mapping[str, Any]) -> float | Level | None:
    """Return the confidence a payload states, as a number of 0 to 1 or as a level; None where it states none.

    A number of more than 1 and at most 100 is read as a percentage. Texts such as "85%" and "0.85" are numbers.
    """
    body = body_of(payload)
    value = _lower(next((body[key] for key in CONFIDENCE_KEYS if body.get(key) is not None), None))
    if isinstance(value, str):
        if value in set(Level):
            return Level(value)
        try:
            number = float(value.removesuffix("%").strip())
        except ValueError:
            return None
        if value.endswith("%"):
            return number / 100 if 0 <= number <= 100 else None
        value = number
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 100:
        return None
    return float(value) / 100 if value > 1 else float(value)


def level_of(confidence: float | Level) -> Level:
    """Return the level that a confidence belongs to (see LEVEL_FLOORS)."""
    if isinstance(confidence, Level):
        return confidence
    return next(level for floor, level in LEVEL_FLOORS if confidence >= floor)
