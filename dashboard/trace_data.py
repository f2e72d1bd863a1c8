"""Everything the trace page shows of one run, read from the store once and kept together."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from typing import Any

from misheard.analysis.cause import Causes
from misheard.analysis.engine import Check
from misheard.analysis.flag import Flag, Mode, Severity, Span
from misheard.analysis.records import message_of
from misheard.analysis.trace import Trace
from misheard.analysis.version import analysed_with
from misheard.dashboard.causes import causes_from
from misheard.ingest import jsontext
from misheard.ingest.store import Store


@dataclass(frozen=True)
class Origin:
    """Where a message was read, what was noted on it, and the fields of its record that have no home."""

    source: str
    line: int
    notes: tuple[str, ...]
    extras: Any


@dataclass(frozen=True)
class Told:
    """What became of a task, as the analysis stored it."""

    task_id: str
    result_id: str | None
    parent: str
    child: str
    state: str
    matched_by: str | None
    reason: str


@dataclass(frozen=True)
class Mark:
    """What the pages mark a message with: the flags whose fault is visible in it, the worst first, and those that
    it is only evidence of (ids of flags)."""

    seen: tuple[str, ...]
    evidence: tuple[str, ...]


@dataclass(frozen=True)
class Run:
    """One run as the page shows it: messages, flags in order of cause by id, checks, and what tasks became."""

    trace: Trace
    roll_up: Mapping[str, Any]
    flags: Mapping[str, Flag]
    checks: tuple[Check, ...]
    delegations: tuple[Told, ...]
    origins: Mapping[str, Origin]
    causes: Causes | None = None

    @cached_property
    def told_by_task(self) -> dict[str, Told]:
        """What became of each task, by the task's id."""
        return {told.task_id: told for told in self.delegations}

    @cached_property
    def told_by_result(self) -> dict[str, Told]:
        """The delegation that each result ends, by the result's id."""
        return {told.result_id: told for told in self.delegations if told.result_id}

    @cached_property
    def replies(self) -> dict[str, tuple[str, ...]]:
        """The ids of the direct replies to each message that has some."""
        found: dict[str, list[str]] = {}
        for message in self.trace.messages:
            if message.in_reply_to and message.in_reply_to != message.id:
                found.setdefault(message.in_reply_to, []).append(message.id)
        return {parent: tuple(children) for parent, children in found.items()}

    @cached_property
    def flags_by_message(self) -> dict[str, tuple[str, ...]]:
        """The ids of the flags that name each message."""
        found: dict[str, list[str]] = {}
        for flag_id, flag in self.flags.items():
            for message in dict.fromkeys(flag.messages):
                found.setdefault(message, []).append(flag_id)
        return {message: tuple(ids) for message, ids in found.items()}

    def visible_at(self, flag_id: str) -> str | None:
        """Return the message in which the fault of a flag is visible, which is the last one that it names."""
        return next((one for one in reversed(self.flags[flag_id].messages) if one in self.trace.by_id), None)

    @cached_property
    def marks(self) -> dict[str, Mark]:
        """The mark of each message that has one; every drawing of a run goes by these."""
        place = {flag_id: at for at, flag_id in enumerate(self.flags)}
        found: dict[str, Mark] = {}
        for message, ids in self.flags_by_message.items():
            seen = [one for one in ids if self.visible_at(one) == message]
            seen.sort(key=lambda one: (self.flags[one].severity.rank, place[one]))
            found[message] = Mark(tuple(seen), tuple(one for one in ids if one not in seen))
        return found

    def severity_at(self, message_id: str) -> Severity | None:
        """Return how bad the worst flag is whose fault is visible in a message."""
        mark = self.marks.get(message_id)
        return self.flags[mark.seen[0]].severity if mark and mark.seen else None

    @cached_property
    def searchable(self) -> tuple[str, ...]:
        """The words, names and id of each message in lower case, in order."""
        return tuple(
            "\n".join((self.trace.text(m), m.id, m.sender, m.recipient)).casefold() for m in self.trace.messages
        )

    def found(self, words: str) -> list[int]:
        """Return the places of the messages that hold `words`, in whatever case."""
        needle = words.strip().casefold()
        return [place for place, text in enumerate(self.searchable) if needle in text] if needle else []


def query(name: str) -> str:
    """Return the text of `sql/<name>.sql`."""
    return (resources.files(__package__) / "sql" / f"{name}.sql").read_text(encoding="utf-8")


def roll_up(store: Store, trace_id: str) -> dict[str, Any] | None:
    """Return the roll-up row of a trace, or None where the store has no such trace."""
    rows = store.frame(query("trace_roll_up"), [trace_id]).astype(object)
    if rows.empty:
        return None
    return {str(name): value for name, value in rows.where(rows.notna(), None).iloc[0].items()}


def is_analysed(row: Mapping[str, Any]) -> bool:
    """Return whether this version of the analysis has seen the trace as it is now."""
    return bool(row["analysed_with"] == analysed_with())


def load_run(store: Store, trace_id: str) -> Run | None:
    """Return a run with all that is known of it, or None where the store has no such trace."""
    row = roll_up(store, trace_id)
    if row is None:
        return None
    rows = store.messages(trace_id)
    flags = {one[0]: _flag(one) for one in store.read(query("trace_flags"), [trace_id])}
    return Run(
        trace=Trace.of(trace_id, [message_of(one) for one in rows]),
        roll_up=row,
        flags=flags,
        checks=_checks(store, trace_id),
        delegations=tuple(Told(*one) for one in store.read(query("trace_delegations"), [trace_id])),
        origins={one["id"]: _origin(one) for one in rows},
        causes=causes_from(store.read(query("trace_causes"), [trace_id]), list(flags)),
    )


def _checks(store: Store, trace_id: str) -> tuple[Check, ...]:
    known = {one[0]: one for one in store.read(query("trace_checks"), [trace_id])}
    return tuple(
        Check(mode, bool(known[mode][1]), known[mode][2])
        if mode in known
        else Check(mode, False, "it was not looked for")
        for mode in Mode
    )


def _flag(row: tuple[Any, ...]) -> Flag:
    _, mode, kind, severity, confidence, messages, agents, summary, remedy, before, after, cents, tokens = row
    return Flag(
        Mode(mode), kind, Severity(severity), confidence, tuple(messages), tuple(agents), summary, remedy,
        _span(before), _span(after), cents, tokens,
    )  # fmt: skip


def _span(text: str | None) -> Span | None:
    return Span(**jsontext.loads_stored(text)) if text else None


def _origin(row: Mapping[str, Any]) -> Origin:
    notes = jsontext.loads_stored(row["notes"]) if row["notes"] else []
    extras = jsontext.loads_stored(row["extras"]) if row["extras"] else None
    return Origin(row["source"], row["line"], tuple(map(str, notes)), extras)
