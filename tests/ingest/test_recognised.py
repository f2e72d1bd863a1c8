"""Every format is recognised by its content: each sample by its own reader, and by no other."""

import json

import pytest
import test_a2a
import test_agent_teams
import test_atif
import test_chatdev
import test_inspect
import test_langfuse
import test_openai_agents
from reading import head_of, json_lines, line
from spans_log import batch, team

from misheard.ingest import readers
from misheard.ingest.readers.base import HEAD, Head


def written(*records):
    """Return records as a list, as an indented list, and a line each."""
    return [json.dumps(records).encode(), json.dumps(records, indent=1).encode(), json_lines(*records)]


CHAT = [{"role": "user", "name": "Ann", "content": "Hello all"}, {"role": "user", "name": "Ben", "content": "Hi"}]
SESSION = {
    "type": "user", "sessionId": "s", "uuid": "u", "timestamp": "2026-03-02T09:00:00Z",
    "message": {"role": "user", "content": "Count the boats."},
}  # fmt: skip
SAMPLES = {
    "native": [line() + b"\n" + line("m2")],
    "group-chat": [*written(*CHAT), json.dumps({"history": CHAT}).encode()],
    "claude-code": [json_lines(SESSION)],
    "opentelemetry": written(batch(*team())),
    "langfuse": list(test_langfuse.WRITTEN.values()),
    "agent-teams": [
        json.dumps(test_agent_teams.LEAD).encode(),
        json.dumps(test_agent_teams.SCOUT, indent=1).encode(),
    ],
    "chatdev": [test_chatdev.NEW.encode(), test_chatdev.OLD.encode()],
    "atif": [json.dumps(test_atif.RUN, indent=1).encode(), json_lines(test_atif.RUN, test_atif.CHILD)],
    "inspect": [
        json.dumps(test_inspect.log(test_inspect.sample())).encode(),
        test_inspect.packed(test_inspect.sample()),
    ],
    "openai-agents": [*test_openai_agents.SHAPES.values(), json.dumps(test_openai_agents.STATE).encode()],
    "a2a": [*written(*test_a2a.LOG), json.dumps(test_a2a.TASK).encode()],
}
EACH = [pytest.param(name, raw, id=f"{name}-{n}") for name, raws in SAMPLES.items() for n, raw in enumerate(raws)]


@pytest.mark.parametrize(("name", "raw"), EACH)
def test_a_sample_is_known_by_its_own_reader_and_by_no_other(name, raw):
    assert [reader.name for reader in readers.READERS if reader.knows(head_of(raw))] == [name]


@pytest.mark.parametrize(
    ("name", "raw"), [one for one in EACH if one.values[0] not in ("inspect", "native", "claude-code")]
)
def test_a_sample_is_known_when_it_goes_on_beyond_the_head(name, raw):
    longer = raw.rstrip()
    longer = longer[:-1] + b" " * (HEAD - len(longer)) + longer[-1:] if longer[-1:] in b"]}" else longer
    head = Head(longer[:HEAD], False)
    assert readers.sniff(head, readers.READERS) is readers.by_name(name)


def test_what_is_no_log_is_known_by_none():
    others = [
        b"",
        b"{}",
        b"[]",
        b"[1, 2]",
        b'{"name": "x", "version": "1.0"}',
        b"PK\x03\x04" + bytes(40),
        b"\x00" * 50,
    ]
    for raw in [*others, json.dumps({"messages": []}).encode(), json.dumps({"samples": [], "eval": {}}).encode()]:
        assert readers.sniff(head_of(raw)) is None
