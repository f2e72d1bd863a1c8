"""Turns the entries of one run of a group chat into messages, by what the log says about who speaks to whom."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from typing import Any

from misheard.ingest import jsontext
from misheard.ingest.message import BROADCAST, USER
from misheard.ingest.readers.base import Item, kind
from misheard.ingest.readers.chat_address import Speaker, addressee_in, says_end, speaker_of, stops
from misheard.ingest.readers.chat_runs import SPEAKERS, Run
from misheard.ingest.readers.lenient import content_of, count_of, item, name_at, object_at, text_at, with_parts
from misheard.ingest.row import Rejected

TOOL_ROLES = ("tool", "function")
PLAIN_ROLES = frozenset({"system", "developer", "user", "human", "assistant", "ai", "model", *TOOL_ROLES})
MAPPED = {*SPEAKERS, "content", "id", "tool_calls", "function_call", "tool_call_id", "models_usage"}
TIMES = ("timestamp", "created_at")
QUESTIONS = ("question", "problem_statement", "task", "problem")
"""The keys under which a run's record keeps what the person asked."""


class Chat:
    """Reads the entries of one run; `lines` says on which line each of them stands."""

    def __init__(self, run: Run, lines: list[int] | None = None, notes: tuple[str, ...] = ()) -> None:
        self._run, self._lines, self._notes = run, lines, notes
        self._entries = [entry if isinstance(entry, dict) else None for entry in run.entries]
        self._speakers = [speaker_of(_label(entry)) if entry else None for entry in self._entries]
        self._names = list(dict.fromkeys(s.name for s in self._speakers if s and s.name))
        self._pair = self._is_pair()
        self._asked: dict[str, tuple[str, str, bool]] = {}
        self._calls: dict[str, tuple[str, str]] = {}
        self._question: str | None = None
        self._extras: dict[str, Any] = dict(run.about)
        said = (number for number, entry in enumerate(self._entries) if entry and _text(entry).strip())
        self._last = max(said, default=-1)

    def messages(self) -> Iterator[Item]:
        """Yield the message of each entry, and a rejection for each that is none."""
        for number, entry in enumerate(self._entries):
            speaker = self._speakers[number]
            problem = _problem(self._run.entries[number])
            if problem or entry is None or speaker is None:
                where = f"message {number + 1} of run '{self._run.trace_id}'"
                kept = jsontext.dumps(self._run.entries[number]).encode("utf-8", "replace")
                yield Rejected(self._line(number), f"{where} {problem}", kept)
            else:
                yield from self._entry(number, entry, speaker)

    def _is_pair(self) -> bool:
        """Return whether a person and one assistant talk, where the role says who is addressed."""
        plain = (entry for entry in self._entries if entry and entry.get("role") not in TOOL_ROLES)
        return all(text_at(entry, *SPEAKERS).strip().lower() in PLAIN_ROLES for entry in plain)

    def _line(self, number: int) -> int:
        return self._lines[number] if self._lines else 1

    def _id(self, number: int) -> str:
        entry = self._entries[number]
        return (name_at(entry, "id") if entry else "") or f"m{number}"

    def _entry(self, number: int, entry: dict[str, Any], speaker: Speaker) -> Iterator[Item]:
        text, parts = content_of(entry.get("content"))
        calls = _calls_of(entry)
        answered = self._calls.get(text_at(entry, "tool_call_id"))
        if entry.get("role") in TOOL_ROLES:
            tool, caller = answered or (speaker.name, BROADCAST)
            fields = {
                "sender": tool, "recipient": caller, "type": "result",
                "payload": with_parts({"tool": tool, "text": text}, parts),
                "in_reply_to": text_at(entry, "tool_call_id") if answered else None,
            }  # fmt: skip
            yield self._item(number, 0, entry, fields)
            return
        if text.strip() or parts or not calls:
            fields = self._addressed(number, speaker, text)
            yield self._item(number, 0, entry, {**fields, "payload": with_parts({"text": text}, parts)})
        for part, call in enumerate(calls, start=1):
            yield self._call(number, part, entry, speaker, call)

    def _call(self, number: int, part: int, entry: dict[str, Any], speaker: Speaker, call: dict[str, Any]) -> Item:
        function = object_at(call, "function") or call
        tool = text_at(function, "name").strip() or "tool"
        call_id = text_at(call, "id") or f"{self._id(number)}.{part}"
        self._calls[call_id] = (tool, speaker.name)
        arguments = function.get("arguments")
        if isinstance(arguments, str) and arguments.lstrip().startswith("{"):
            with suppress(jsontext.JsonError):
                arguments = jsontext.loads(arguments.encode("utf-8", "replace"))[0]
        payload = {"tool": tool, "arguments": arguments}
        fields = {"sender": speaker.name, "recipient": tool, "type": "task", "id": call_id, "payload": payload}
        return self._item(number, part, entry, fields)

    def _addressed(self, number: int, speaker: Speaker, text: str) -> dict[str, Any]:
        """Return who speaks to whom, and as what, by the first of these that holds."""
        if speaker.thinks:
            return {"sender": speaker.name, "recipient": speaker.name, "type": "info"}
        if number == 0 and self._poses_question(speaker, text):
            self._question = self._id(0)
            to = "assistant" if self._pair else speaker.addressee or BROADCAST
            return {"sender": USER, "recipient": to, "type": "task"}
        if self._pair:
            return self._in_pair(number, speaker, text)
        if speaker.ends or (number == self._last and says_end(text)):
            return {"sender": speaker.name, "recipient": USER, "type": "result", "in_reply_to": self._question}
        return self._in_group(number, speaker, text)

    def _poses_question(self, speaker: Speaker, text: str) -> bool:
        if speaker.name == USER:
            return True
        about = [self._run.about, *(v for v in self._run.about.values() if isinstance(v, dict))]
        asked = {content_of(record.get(key))[0].strip() for record in about for key in QUESTIONS}
        return bool(text.strip()) and text.strip() in asked

    def _in_pair(self, number: int, speaker: Speaker, text: str) -> dict[str, Any]:
        if speaker.name == USER and number == self._last and stops(text):
            return {"sender": USER, "recipient": "assistant", "type": "status"}
        if speaker.name == USER:
            self._question = self._id(number)
            return {"sender": USER, "recipient": "assistant", "type": "task"}
        if speaker.name.lower() in ("system", "developer"):
            return {"sender": "system", "recipient": "assistant", "type": "info"}
        ends = not _calls_of(self._entries[number] or {}) and self._is_users_turn(number + 1)
        kind_ = "result" if ends else "status"
        return {"sender": "assistant", "recipient": USER, "type": kind_, "in_reply_to": self._question}

    def _is_users_turn(self, number: int) -> bool:
        speaker = self._speakers[number] if number < len(self._speakers) else None
        return speaker is None or speaker.name == USER

    def _in_group(self, number: int, speaker: Speaker, text: str) -> dict[str, Any]:
        """Return a message of a group: an answer to who asked by name, a task for who is asked, or for everyone."""
        asked = self._asked.pop(speaker.name, None)
        to = speaker.addressee or addressee_in(text, speaker.name, self._names)
        fields: dict[str, Any] = {"sender": speaker.name, "recipient": to or BROADCAST, "type": "info"}
        if to and (speaker.addressee or not self._ends_next(number, to)):
            self._asked[to] = (speaker.name, self._id(number), speaker.addressee is not None)
            fields["type"] = "task"
        if asked and not speaker.addressee:
            asker, question, in_private = asked
            fields |= {"type": "result", "in_reply_to": question}
            if in_private and not to:
                fields["recipient"] = asker
        return fields

    def _ends_next(self, number: int, name: str) -> bool:
        """Return whether `name` answers by ending the run: its one message then answers the person."""
        later = range(number + 1, len(self._speakers))
        following = next((n for n in later if (self._speakers[n] or Speaker("")).name == name), None)
        return following is not None and following == self._last and says_end(_text(self._entries[following] or {}))

    def _item(self, number: int, part: int, entry: dict[str, Any], fields: dict[str, Any]) -> Item:
        extras = {key: value for key, value in entry.items() if key not in MAPPED and value is not None}
        extras |= {key: entry[key] for key in SPEAKERS if entry.get(key) not in (None, "", fields["sender"])}
        stamp = next((entry[key] for key in TIMES if _is_time(entry.get(key))), None)
        for key in TIMES:
            if stamp is not None and extras.get(key) == stamp:
                del extras[key]
        named = {
            "trace_id": self._run.trace_id, "id": self._id(number), "timestamp": stamp,
            "usage": _usage(entry) if part <= 1 else None, **fields,
        }  # fmt: skip
        extras, self._extras = {**self._extras, **extras}, {}
        return item(named, self._line(number), number * 100 + part, extras, self._notes, entry)


def _label(entry: dict[str, Any]) -> str:
    return text_at(entry, "name", "source", "role")


def _text(entry: dict[str, Any]) -> str:
    return content_of(entry.get("content"))[0]


def _problem(entry: Any) -> str | None:
    if not isinstance(entry, dict):
        return f"is {kind(entry)}; an entry is an object with role or name, and content"
    if not _label(entry).strip():
        return "has no role and no name; each entry says who speaks"
    if "content" not in entry and not _calls_of(entry):
        return "has no content; each entry says something or calls a tool"
    return None


def _calls_of(entry: dict[str, Any]) -> list[dict[str, Any]]:
    calls = entry.get("tool_calls")
    found = [call for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []
    return found or ([entry["function_call"]] if isinstance(entry.get("function_call"), dict) else [])


def _is_time(value: Any) -> bool:
    try:
        return isinstance(value, str) and datetime.fromisoformat(value.strip()) is not None
    except ValueError:
        return False


def _usage(entry: dict[str, Any]) -> dict[str, Any] | None:
    usage = object_at(entry, "models_usage")
    if not usage:
        return None
    return {
        "input_tokens": count_of(usage.get("prompt_tokens")),
        "output_tokens": count_of(usage.get("completion_tokens")),
    }
