"""What the inspector says about one message beside its words."""

from typing import Any

from misheard.analysis.detectors.incomplete_handoff import is_handoff
from misheard.analysis.flag import Mode, share
from misheard.analysis.questions import open_questions
from misheard.analysis.spend import price_of
from misheard.dashboard import theme, units
from misheard.dashboard.components.facts import Fact, fact
from misheard.dashboard.components.words import unquoted
from misheard.dashboard.trace_data import Run, Told
from misheard.ingest import jsontext
from misheard.ingest.contract import QUESTIONS, confidence_of, read_handoff, read_result, status_of
from misheard.ingest.message import BROADCAST, AgentMessage, MessageType

EXTRAS = 2_000
"""Characters of other fields beside a message."""
REPLIES = 8
"""Replies listed one by one; the others are counted."""


IN_WORDS = "answered in its words"
"""Said of a question that no field of its own answers, but the text of the task does."""


def place_text(run: Run, message_id: str) -> str:
    """Return how the page names a message: its place in the run and its id."""
    place = run.trace.position.get(message_id)
    return message_id if place is None else f"{place + 1:,} ({message_id})"


def head_data(run: Run, message: AgentMessage) -> dict[str, Any]:
    """Return who told whom, when, how, and what it belongs to."""
    recipient = "everyone" if message.recipient == BROADCAST else message.recipient
    time = f"{units.moment(message.timestamp)} UTC" if message.timestamp else "not logged"
    items = [
        fact("Type", message.type.value),
        fact("Priority", message.priority.value, tone="bad" if message.priority.value == "critical" else None),
        fact("Time", time),
        fact("Id", message.id, mono="yes"),
        *_threads(run, message),
        *_delegation(run, message),
        *_flags(run, message),
    ]
    place = run.trace.position[message.id] + 1
    return {
        "title": f"{message.sender} → {recipient}",
        "lead": f"Message {place:,} of {len(run.trace.messages):,}",
        "items": items,
    }


def _threads(run: Run, message: AgentMessage) -> list[Fact]:
    items = []
    parent = message.in_reply_to
    if parent:
        known = parent in run.trace.by_id
        items.append(
            fact(
                "In reply to",
                place_text(run, parent),
                open=parent if known else None,
                hint=None if known else "This message is not in the log.",
            )
        )
    replies = run.replies.get(message.id, ())
    items += [fact("Replied to by", place_text(run, reply), open=reply) for reply in replies[:REPLIES]]
    if len(replies) > REPLIES:
        items.append(fact("", f"and {len(replies) - REPLIES:,} more"))
    return items


def _delegation(run: Run, message: AgentMessage) -> list[Fact]:
    items = []
    asked = run.told_by_task.get(message.id)
    if asked:
        items.append(fact("This task", asked.state, hint=asked.reason, tone=_tone(asked)))
        if asked.result_id:
            items.append(_match("Its result", asked, asked.result_id, run))
    answered = run.told_by_result.get(message.id)
    if answered:
        items.append(_match("Answers the task", answered, answered.task_id, run))
    return items


def _tone(told: Told) -> str | None:
    return None if told.state in {"answered", "pending"} else "missed"


def _match(label: str, told: Told, other: str, run: Run) -> Fact:
    hint = f"matched by {told.matched_by}" if told.matched_by else None
    return fact(label, place_text(run, other), open=other if other in run.trace.by_id else None, hint=hint)


def _flags(run: Run, message: AgentMessage) -> list[Fact]:
    found = [(one, run.flags[one]) for one in run.flags_by_message.get(message.id, ())]
    return [
        fact(
            "Flag",
            f"{theme.MODE_LABELS[flag.mode]} ({flag.severity.value})",
            hint=unquoted(flag.summary),
            flag=flag_id,
        )
        for flag_id, flag in found
    ]


def handoff_data(run: Run, message: AgentMessage) -> dict[str, Any] | None:
    """Return the five questions a task should answer, and which it leaves open; None for any other message.

    What is open is the detector's judgement, and a fault only where the detector flagged the task for it.
    """
    if message.type is not MessageType.TASK:
        return None
    if not is_handoff(message):
        return {"lead": "A call of a tool, words to everyone or an empty task: no hand-off to read.", "items": []}
    left = open_questions(message)
    blamed = _blamed(run, message)
    handoff = read_handoff(message.payload)
    items = [_answer(name, getattr(handoff, name, None), left, blamed) for name in QUESTIONS]
    lead = f"Leaves {units.plural(len(left), 'question')} open." if left else "All five questions are answered."
    return {"lead": lead, "items": items}


def _blamed(run: Run, message: AgentMessage) -> str:
    """Return what the flags on a task ask to be answered; empty where it is not flagged."""
    mark = run.marks.get(message.id)
    flags = [run.flags[one] for one in mark.seen] if mark else []
    return "\n".join(flag.remedy for flag in flags if flag.mode is Mode.INCOMPLETE_HANDOFF)


def _answer(name: str, value: object, left: tuple[str, ...], blamed: str) -> Fact:
    question = QUESTIONS[name]
    lines = [str(one) for one in value] if isinstance(value, list) else [str(value or "")]
    text = "\n".join(line for line in lines if line.strip())
    if name in left:
        tone = "missed" if question in blamed else "quiet"
        return fact(
            question, text or "left open", hint="left open: too little is said" if text else None, tone=tone
        )
    return fact(question, text) if text else fact(question, "none" if value == [] else IN_WORDS, tone="quiet")


def result_data(message: AgentMessage) -> dict[str, Any] | None:
    """Return what a result says of itself: status, confidence, sources; None for any other message."""
    if message.type is not MessageType.RESULT:
        return None
    status, confidence = status_of(message.payload), confidence_of(message.payload)
    sure = share(confidence) if isinstance(confidence, float) else confidence
    result = read_result(message.payload)
    items = [
        _or_missing(
            "Status", status.value if status else None, bad=status is not None and status.value == "failed"
        ),
        _or_missing("Confidence", sure),
        _or_missing("Sources", "\n".join(str(one) for one in result.sources) if result else None),
    ]
    if result and result.blocked_by:
        items.append(fact("Blocked by", str(result.blocked_by), tone="bad"))
    return {"items": items}


def _or_missing(label: str, value: str | None, *, bad: bool = False) -> Fact:
    return fact(label, value, tone="bad" if bad else None) if value else fact(label, "not stated", tone="quiet")


def usage_data(message: AgentMessage) -> dict[str, Any]:
    """Return model, tokens and cost of a message, saying what was not logged or has no price."""
    usage = message.usage
    if usage is None:
        return {"items": [fact("Usage", "not logged", tone="quiet")]}
    price = price_of(message)
    items = [
        _or_missing("Model", usage.model),
        fact("Tokens in", units.count(usage.input_tokens), hint=_cached(usage.cached_tokens)),
        fact("Tokens out", units.count(usage.output_tokens)),
    ]
    if price is None or price.cents is None:
        items.append(
            fact("Cost", "unpriced", tone="missed", hint="No price is known for this model and these tokens.")
        )
    else:
        how = "computed from the tokens" if price.computed else "as logged"
        items.append(fact("Cost", units.money(price.cents), hint=how))
    return {"items": items}


def _cached(tokens: int | None) -> str | None:
    return f"{tokens:,} of them cached" if tokens else None


def origin_data(run: Run, message: AgentMessage) -> dict[str, Any]:
    """Return the file and line a message was read from, what was noted in reading it, and fields without a home."""
    origin = run.origins.get(message.id)
    if origin is None:
        return {"items": []}
    items = [fact("Read from", f"{origin.source}, line {origin.line:,}", mono="yes")]
    items += [fact("Noted", note, tone="missed") for note in origin.notes]
    if origin.extras is not None:
        text = jsontext.dumps(origin.extras)
        cut = (
            f"The first {EXTRAS:,} of {len(text):,} characters; the raw message has all."
            if len(text) > EXTRAS
            else None
        )
        items.append(fact("Other fields", text[:EXTRAS], mono="yes", hint=cut))
    return {"items": items}
