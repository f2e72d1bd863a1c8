"""Times of spans, in whatever tracers write them, as microseconds since 1970 in UTC."""

from datetime import UTC, datetime
from typing import Any

from misheard.ingest.row import microseconds


def iso(value: Any) -> int | None:
    """Return an ISO 8601 time; one without a zone is taken as UTC. None for what is none."""
    if not isinstance(value, str) or not value.strip():
        return None
    try:
        moment = datetime.fromisoformat(value.strip())
        return microseconds(moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        return None


def nanoseconds(value: Any) -> int | None:
    """Return a count of nanoseconds since 1970; 0 and what is no number is None."""
    if isinstance(value, str) and value.isdigit() and len(value) < 24:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or value <= 0:
        return None
    return value // 1000
