"""The sequence of messages between agents: what the drawn component is given, and the component itself."""

from collections.abc import Callable, Sequence
from typing import Any

from misheard.analysis.flag import Flag
from misheard.analysis.trace import Trace
from misheard.dashboard import theme
from misheard.dashboard.components.drawn import drawn
from misheard.dashboard.components.words import titles_of
from misheard.dashboard.trace_data import Run
from misheard.ingest.contract import Status, confidence_of, status_of
from misheard.ingest.message import BROADCAST, AgentMessage, MessageType, Priority

SNIPPET = 160
"""Characters of a message beside its arrow; the inspector shows all of them."""
TALLEST = 620
"""Pixels; longer runs scroll inside."""
SPEAKING = ("objective", "summary", "text", "content", "message", "note", "reason")
"""Payload keys whose text says best what a message is about, the best first."""
TYPES = list(MessageType)

_mount = drawn("sequence", "sequence_layout.js", "sequence_draw.js", "sequence_aside.js", "sequence.js")


def snippet(trace: Trace, message: AgentMessage) -> str:
    """Return the first words of a message on one line."""
    spoken = (message.payload.get(key) for key in SPEAKING)
    words = next((text for text in spoken if isinstance(text, str) and text.strip()), None)
    line = " ".join((words or trace.text(message))[: SNIPPET * 4].split())
    return line if len(line) <= SNIPPET else line[: SNIPPET - 1] + "…"


def badge(message: AgentMessage) -> str:
    """Return what the eye should catch ahead of the words: urgency, a status short of completed, confidence."""
    parts = [f"{message.priority.value} priority"] if message.priority in {Priority.CRITICAL, Priority.HIGH} else []
    if message.type is MessageType.RESULT:
        status, confidence = status_of(message.payload), confidence_of(message.payload)
        parts += [status.value] if status and status is not Status.COMPLETED else []
        if confidence is not None:
            parts.append(
                f"{confidence:.0%} sure" if isinstance(confidence, float) else f"{confidence.value} confidence"
            )
    return ", ".join(parts)


def rows_of(trace: Trace) -> dict[str, list[Any]]:
    """Return the messages as columns: ids, lanes (-1 for a broadcast), type numbers, words, times in ms."""
    lanes = {agent: place for place, agent in enumerate(trace.agents)}
    messages, position = trace.messages, trace.position
    return {
        "id": [m.id for m in messages],
        "from": [lanes[m.sender] for m in messages],
        "to": [-1 if m.recipient == BROADCAST else lanes[m.recipient] for m in messages],
        "type": [TYPES.index(m.type) for m in messages],
        "text": [snippet(trace, m) for m in messages],
        "badge": [badge(m) for m in messages],
        "time": [round(m.timestamp.timestamp() * 1000) if m.timestamp else None for m in messages],
        "reply": [
            position.get(m.in_reply_to, -1) if m.in_reply_to and m.in_reply_to != m.id else -1 for m in messages
        ],
    }


def chosen_of(trace: Trace, message: str | None, flag: Flag | None) -> dict[str, Any]:
    """Return what is selected, in places of rows: the open message, and those of the flag."""
    place = trace.position
    before, after = (flag.before, flag.after) if flag else (None, None)
    return {
        "row": place.get(message, -1) if message else -1,
        "marked": [place[one] for one in flag.messages if one in place] if flag else [],
        "before": place.get(before.message, -1) if before else -1,
        "after": place.get(after.message, -1) if after else -1,
        "tags": [title.lower() for title in titles_of(flag)] if flag else [],
        "lanes": [trace.agents.index(one) for one in flag_agents(trace, flag)] if flag else [],
    }


def flag_agents(trace: Trace, flag: Flag) -> list[str]:
    """Return every agent a flag is about: those it names, and those of its messages."""
    messages = [trace.by_id[one] for one in flag.messages if one in trace.by_id]
    ends = [name for message in messages for name in (message.sender, message.recipient)]
    return [name for name in dict.fromkeys([*flag.agents, *ends]) if name in trace.agents]


def marks_of(run: Run) -> list[list[Any]]:
    """Return for each flag of each message its place, severity, mode, id, and whether it is evidence only."""
    return [
        [run.trace.position[message], flag.severity.value, theme.MODE_LABELS[flag.mode].lower(), one, only]
        for message, mark in run.marks.items()
        for ids, only in ((mark.seen, False), (mark.evidence, True))
        for one in ids
        for flag in (run.flags[one],)
        if message in run.trace.position
    ]


def sequence_data(
    run: Run,
    rows: dict[str, list[Any]],
    message: str | None,
    flag_id: str | None,
    search: tuple[str, Sequence[int]] = ("", ()),
) -> dict[str, Any]:
    """Return all that the component draws; `rows` are those of `rows_of`, made once per run."""
    return {
        "key": f"{run.trace.trace_id}\x1f{run.roll_up['loaded_at']}",
        "lanes": list(run.trace.agents),
        "rows": rows,
        "marks": marks_of(run),
        "flag": flag_id or "",
        "chosen": chosen_of(run.trace, message, run.flags.get(flag_id) if flag_id else None),
        "search": {"query": search[0], "hits": list(search[1])},
        "timed": run.trace.timed,
        "height": TALLEST,
    }


def sequence(
    data: dict[str, Any],
    key: str,
    on_open: Callable[[], None],
    on_flag: Callable[[], None],
    on_search: Callable[[], None],
) -> None:
    """Draw the sequence; `open` and `flag` in the component's state are the ids of what a person went to."""
    _mount(data=data, key=key, on_open_change=on_open, on_flag_change=on_flag, on_search_change=on_search)
