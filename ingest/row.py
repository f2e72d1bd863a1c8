"""A message on its way into the store: one flat row, with where it came from and what was noted on it."""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from misheard.ingest import jsontext
from misheard.ingest.message import AgentMessage

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


def microseconds(moment: datetime) -> int:
    """Return the microseconds from 1970 to an aware `moment`."""
    return (moment - EPOCH) // MICROSECOND


class Row(NamedTuple):
    """The columns of one message, in the order of the store's table.

    `payload` and `extras` are JSON texts; `timestamp` is microseconds since 1970 in UTC, None where unknown;
    `line` counts from 1, and `part` numbers the messages of one line.
    """

    trace_id: str
    id: str
    sender: str
    recipient: str
    type: str
    priority: str
    timestamp: int | None
    payload: str
    in_reply_to: str | None
    model: str | None
    input_tokens: int | None
    cached_tokens: int | None
    output_tokens: int | None
    cost_cents: float | None
    extras: str | None
    notes: str | None
    line: int
    part: int


class Rejected(NamedTuple):
    """A record that could not be read: where, why and what to do, and the bytes themselves."""

    line: int
    problem: str
    raw: bytes


def row_of(
    message: AgentMessage,
    line: int,
    part: int = 0,
    notes: tuple[str, ...] = (),
    extras: dict[str, object] | None = None,
) -> Row:
    """Return `message` as a row; `notes` say what was mended or assumed in reading it."""
    usage = message.usage
    stamp = message.timestamp
    return Row(
        message.trace_id,
        message.id,
        message.sender,
        message.recipient,
        message.type.value,
        message.priority.value,
        microseconds(stamp) if stamp else None,
        jsontext.dumps(message.payload),
        message.in_reply_to,
        usage.model if usage else None,
        usage.input_tokens if usage else None,
        usage.cached_tokens if usage else None,
        usage.output_tokens if usage else None,
        usage.cost_cents if usage else None,
        jsontext.dumps(extras) if extras else None,
        jsontext.dumps(list(notes)) if notes else None,
        line,
        part,
    )
