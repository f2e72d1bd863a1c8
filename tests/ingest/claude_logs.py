"""Claude Code sessions, built record by record for the tests of their reader."""

from reading import json_lines, rows

from misheard.ingest.readers import CLAUDE_CODE

SESSION = "5f0c1d2e-0000-4000-8000-000000000001"
USAGE = {
    "input_tokens": 3, "cache_creation_input_tokens": 100, "cache_read_input_tokens": 1_000, "output_tokens": 9,
}  # fmt: skip


class Log:
    """Writes the records of a session, a second apart."""

    def __init__(self, **common):
        self.common = {"sessionId": SESSION, "cwd": "/home/ann/tea", "version": "2.1.0", **common}
        self.records = []

    def add(self, kind, **fields):
        number = len(self.records)
        whole = {
            "type": kind,
            "uuid": f"u{number}",
            "timestamp": f"2026-03-02T09:00:{number:02}.000Z",
            **self.common,
            **fields,
        }
        self.records.append(whole)
        return self

    def says(self, content, **fields):
        return self.add("user", message={"role": "user", "content": content}, **fields)

    def answers(self, *blocks, answer="a1", usage=USAGE, **fields):
        message = {"id": answer, "model": "claude-x", "role": "assistant", "content": list(blocks), "usage": usage}
        return self.add("assistant", message=message, **fields)

    def returns(self, call, content, **fields):
        block = {"type": "tool_result", "tool_use_id": call, "content": content}
        if "is_error" in fields:
            block["is_error"] = fields.pop("is_error")
        return self.says([block], **fields)

    @property
    def raw(self):
        return json_lines(*self.records)


def text(words):
    return {"type": "text", "text": words}


def call(name, call_id, **arguments):
    return {"type": "tool_use", "id": call_id, "name": name, "input": arguments}


def spoken(found):
    return [(row.sender, row.recipient, row.type, row.in_reply_to) for row in found]


def of(log, name="session.jsonl"):
    return rows(CLAUDE_CODE, log.raw, name)
