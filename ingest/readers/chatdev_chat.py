"""The chats in a ChatDev log: who opened them, who answers, and what came of them."""

import re
from collections.abc import Iterator
from typing import Any

from misheard.ingest.message import BROADCAST, USER
from misheard.ingest.readers.base import Item
from misheard.ingest.readers.chatdev_words import (
    CUSTOMER,
    ENDS,
    FIELDS,
    FIGURE,
    HEAD,
    MODEL,
    OPENED,
    QUIET,
    ROLE,
    SPOKEN,
    SYSTEM,
    TASK,
    TITLE,
    TURN,
    Record,
    Said,
    model_name,
    worded,
)
from misheard.ingest.readers.lenient import item

PROGRAM = "ChatDev"
SUMMED = "the tokens of {count} model calls ahead of this message were added up"
UNHEARD = (
    "opens a chat in which the other agent is not heard; taken as information, not as a task without an answer"
)


class Company:
    """Goes through the records of one run, and knows the chat that is held."""

    def __init__(self, trace_id: str) -> None:
        self._trace_id = trace_id
        self._asked: str | None = None
        self._ended = False
        self._model: str | None = None
        self._phase: str | None = None
        self._pair: dict[str, str] = {}
        self._table: dict[str, str] = {}
        self._opened: Said | None = None
        self._task: tuple[str, str, str] | None = None
        self._reply: Said | None = None
        self._usage: list[dict[str, float]] = []

    def take(self, record: Record) -> Iterator[Item]:
        """Yield what is certain once the next record has come."""
        first = record.lines[0][:HEAD].strip()
        turn, opened, spoken = TURN.match(first), OPENED.match(first), SPOKEN.match(first)
        if turn:
            yield from self._turn(record, turn)
        elif opened:
            yield from self._settle()
            self._pair, self._table = self._table, {}
            yield from self._open(record, opened["who"], record.body)
        elif spoken:
            yield from self._spoken(record, spoken)
        else:
            yield from self._other(record, first)

    def close(self) -> Iterator[Item]:
        """Yield what was held back at the end of the log."""
        yield from self._settle()

    def _turn(self, record: Record, turn: re.Match[str]) -> Iterator[Item]:
        self._phase = turn["phase"].strip()
        one, other = turn["one"].strip(), turn["other"].strip()
        self._pair = {one: other, other: one}
        yield from self._say(record, turn["who"].strip())

    def _spoken(self, record: Record, spoken: re.Match[str]) -> Iterator[Item]:
        if spoken["side"] == "User" and not spoken["turn"] and self._pair:
            yield from self._open(record, spoken["who"], record.body)
        else:
            yield from self._say(record, spoken["who"])

    def _open(self, record: Record, giver: str, body: str) -> Iterator[Item]:
        yield from self._settle()
        payload, extras = worded(body)
        customer = CUSTOMER.search(extras.get("system_prompt", ""))
        if customer and self._asked is None:
            yield self._ask(record, customer[1], f"L{record.line}.task")
        fields = {"id": f"L{record.line}", "type": "task", "sender": giver.strip(), "payload": payload}
        self._opened = Said(record, fields, extras)

    def _give(self, receiver: str) -> Iterator[Item]:
        """Yield the task that opens a chat, now that it is known for whom."""
        if self._opened:
            said, self._opened = self._opened, None
            said.fields["recipient"] = receiver
            if receiver != BROADCAST and said.fields["type"] == "task":
                self._task = (said.fields["id"], said.fields["sender"], receiver)
            yield self._item(said)

    def _say(self, record: Record, speaker: str) -> Iterator[Item]:
        partner = self._pair.get(speaker, BROADCAST)
        if self._opened:
            alone = speaker == self._opened.fields["sender"]
            if alone:
                self._opened.fields["type"] = "info"
                self._opened.notes.append(UNHEARD)
            yield from self._give(partner if alone else speaker)
        if self._reply:
            said, self._reply = self._reply, None
            yield self._item(said)
        payload, extras = worded(record.body)
        fields: dict[str, Any] = {
            "id": f"L{record.line}", "type": "info", "sender": speaker, "recipient": partner, "payload": payload,
        }  # fmt: skip
        said = Said(record, fields, extras)
        self._spend(said)
        if self._task and {speaker, partner} == set(self._task[1:]):
            fields["in_reply_to"] = self._task[0]
            self._reply = said
        else:
            yield self._item(said)

    def _settle(self, conclusion: str = "") -> Iterator[Item]:
        """End the chat that is held: its last message is the result, where it goes back to who opened it."""
        if self._opened:
            yield from self._give(self._pair.get(self._opened.fields["sender"], BROADCAST))
        said, task = self._reply, self._task
        self._reply = self._task = None
        if said and task:
            if said.fields["sender"] == task[2]:
                said.fields["type"] = "result"
            if conclusion and conclusion not in said.fields["payload"]["text"]:
                said.extras["conclusion"] = conclusion
            yield self._item(said)

    def _other(self, record: Record, first: str) -> Iterator[Item]:
        titled = TITLE.match(first)
        title = (titled["title"] or titled["old"]) if titled else ""
        system = SYSTEM.match(first)
        if title in ("chatting", "RolePlaying"):
            found = MODEL.search(record.text)
            self._model = model_name(found[1]) if found else self._model
            names = [name.strip() for _, name in ROLE.findall(record.text)]
            self._table = {names[0]: names[1], names[1]: names[0]} if len(names) == 2 else {}
        elif title.startswith("OpenAI_Usage_Info"):
            self._usage.append({key: float(value) for key, value in FIGURE.findall(record.text)})
        elif title == "Seminar Conclusion":
            yield from self._settle(record.body)
        elif system:
            yield from self._meet(system)
        else:
            yield from self._program(record, first, title)

    def _meet(self, system: re.Match[str]) -> Iterator[Item]:
        """Take who is in the next chat from its two sys messages, of which the assistant's comes first."""
        if system["side"] == "Assistant":
            yield from self._settle()
            self._pair = {system["who"]: system["who"]}
        else:
            other = next(iter(self._pair), system["who"])
            self._pair = {system["who"]: other, other: system["who"]}

    def _program(self, record: Record, first: str, title: str) -> Iterator[Item]:
        if first.startswith("PhaseType: "):
            self._phase = first.rpartition(".")[2]
        found = TASK.search(record.text)
        task = found[1].strip() if found else record.body if first == "Task prompt:" else ""
        if task and self._asked is None:
            yield self._ask(record, task, f"L{record.line}", {"settings": record.text} if found else {})
        elif not task and not QUIET.match(first):
            ends = title == "Post Info" or (bool(ENDS.match(first)) and not self._ended)
            self._ended |= ends
            yield from self._settle() if ends else ()
            fields = {
                "id": f"L{record.line}", "type": "result" if ends else "status", "sender": PROGRAM,
                "recipient": USER if ends else PROGRAM, "payload": {"text": record.text},
                "in_reply_to": self._asked if ends else None,
            }  # fmt: skip
            yield self._item(Said(record, fields, {}))

    def _ask(self, record: Record, task: str, name: str, extras: dict[str, Any] | None = None) -> Item:
        self._asked = name
        fields = {"id": name, "type": "task", "sender": USER, "recipient": BROADCAST, "payload": {"text": task}}
        return self._item(Said(record, fields, extras or {}))

    def _spend(self, said: Said) -> None:
        if not self._usage:
            return
        sums = {key: sum(used.get(key, 0) for used in self._usage) for used in self._usage for key in used}
        usage: dict[str, Any] = {FIELDS[key]: int(value) for key, value in sums.items() if key in FIELDS}
        if sums.get("cost"):
            usage["cost_cents"] = round(sums["cost"] * 100, 9)
        said.fields["usage"] = {"model": self._model, **usage}
        if len(self._usage) > 1:
            said.notes.append(SUMMED.format(count=len(self._usage)))
        self._usage = []

    def _item(self, said: Said) -> Item:
        fields = {"trace_id": self._trace_id, "timestamp": said.record.time, **said.fields}
        extras = {
            **said.extras,
            **({"phase": self._phase} if self._phase and said.fields["sender"] != USER else {}),
        }
        return item(fields, said.record.line, 0, extras, tuple(said.notes))
