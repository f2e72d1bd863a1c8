"""What went into a span or came out of it, as the payload of a message: chats, texts, hand-offs, arguments."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from misheard.ingest import jsontext

LISTS = (
    "messages", "contents", "input_messages", "output_messages", "choices", "generations", "candidates", "history",
    "output",
)  # fmt: skip
"""The keys under which an object holds a chat."""
INNER = ("message", "kwargs", "new_message", "content")
"""The keys under which an entry of a chat holds what matters."""
_ROLES = {
    "human": "user", "humanmessage": "user", "ai": "assistant", "aimessage": "assistant", "model": "assistant",
    "systemmessage": "system", "developer": "system", "toolmessage": "tool", "function": "tool",
}  # fmt: skip
PLAIN = ("user", "assistant", "system", "tool")


class Turn(NamedTuple):
    """One entry of a chat: user, assistant, system or tool, and the text."""

    role: str
    text: str


def decoded(value: Any) -> Any:
    """Return the value of a text that is a JSON object or list, once more where it was encoded twice."""
    for _ in range(2):
        if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "[", '"'):
            return value
        try:
            inner = jsontext.loads(value.encode("utf-8", "replace"))[0]
        except jsontext.JsonError:
            return value
        if not isinstance(inner, dict | list | str):
            return value
        value = inner
    return value


def chat_of(value: Any) -> list[Turn]:
    """Return the turns of a chat, in whatever shape it is kept; [] where the value is none."""
    return [turn for turn in _turns(value) if turn.text]


def _turns(value: Any, deep: int = 0) -> Iterator[Turn]:
    if deep > 4:
        return
    if isinstance(value, list):
        for entry in value:
            yield from _turns(entry, deep + 1)
    elif isinstance(value, dict):
        inside = next((value[key] for key in LISTS if isinstance(value.get(key), list)), None)
        inside = inside or next((value[key] for key in INNER if isinstance(value.get(key), dict)), None)
        role = _role(value)
        if inside is not None:
            yield from (Turn(role, turn.text) if role else turn for turn in _turns(inside, deep + 1))
        elif role:
            yield Turn(role, text_of(value.get("content", value.get("parts", value.get("text")))))


def _role(entry: dict[str, Any]) -> str:
    """Return who speaks in an entry; empty where it does not say so."""
    named = entry.get("role", entry.get("type"))
    ids = entry.get("id")
    if named == "constructor" and isinstance(ids, list) and ids:
        named = ids[-1]
    if not isinstance(named, str):
        return ""
    name = named.lower()
    name = _ROLES.get(name, name)
    return name if name in PLAIN else ""


def text_of(content: Any, deep: int = 0) -> str:
    """Return the text of a content: a text, or the texts among its parts, one a line."""
    if isinstance(content, str):
        return content
    if isinstance(content, list) and deep < 4:
        return "\n".join(text for text in (text_of(part, deep + 1) for part in content) if text)
    if isinstance(content, dict) and content.get("type", "text") in ("text", "input_text", "output_text"):
        return text_of(content.get("text", content.get("content")), deep + 1)
    return ""


def task_of(value: Any) -> dict[str, Any]:
    """Return the payload of a task: the last thing that the user of a chat says, what came before as context.

    A system prompt is left out: it is part of the agent and no message to it.
    """
    value = decoded(value)
    turns = [turn for turn in chat_of(value) if turn.role != "system"]
    if not turns:
        asked = (
            next((value[key] for key in LISTS if isinstance(value.get(key), str)), value)
            if isinstance(value, dict)
            else value
        )
        return _plain(asked)
    last = next((n for n in range(len(turns) - 1, -1, -1) if turns[n].role == "user"), len(turns) - 1)
    earlier = [f"{turn.role}: {turn.text}" for turn in turns[:last]]
    return {"text": turns[last].text, **({"context": earlier} if earlier else {})}


def result_of(value: Any) -> dict[str, Any]:
    """Return the payload of a result: the last thing that the assistant of a chat says, or the value itself."""
    value = decoded(value)
    turns = chat_of(value)
    said = next((turn.text for turn in reversed(turns) if turn.role == "assistant"), None)
    return _plain(decoded(said if said is not None else turns[-1].text if turns else value))


def _plain(value: Any) -> dict[str, Any]:
    if value is None:
        return {}
    if isinstance(value, dict):
        return value
    return (
        {"parts": value} if isinstance(value, list) else {"text": value if isinstance(value, str) else str(value)}
    )
