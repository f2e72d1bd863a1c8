"""Records whose values are of any other kind: a reader keeps or refuses them, and never fails."""

import copy
import json
import random

import pytest
import test_a2a
import test_agent_teams
import test_atif
import test_inspect
import test_openai_agents
from reading import items, json_lines

from misheard.ingest.readers import A2A, AGENT_TEAMS, ATIF, INSPECT, OPENAI_AGENTS
from misheard.ingest.row import Rejected, Row

ODD = (
    None,
    True,
    0,
    -1,
    2.5,
    10**30,
    "",
    " ",
    "x",
    "\x00",
    [],
    [[]],
    [None],
    {},
    {"a": 1},
    [{"type": "text"}],
    {"text": []},
)
LOGS = {
    "agent-teams": (AGENT_TEAMS, [*test_agent_teams.LEAD, *test_agent_teams.SCOUT]),
    "atif": (
        ATIF,
        {"parent": test_atif.delegating(session_id="child"), "child": test_atif.CHILD, "run": test_atif.RUN},
    ),
    "inspect": (INSPECT, test_inspect.log(test_inspect.sample(), test_inspect.sample(2, events=[]))),
    "openai traces": (OPENAI_AGENTS, [test_openai_agents.TRACE, *test_openai_agents.SPANS]),
    "openai run states": (OPENAI_AGENTS, test_openai_agents.STATE),
    "a2a": (A2A, [*test_a2a.LOG, test_a2a.TASK]),
}


def places(value, path=()):
    """Yield the path of every value within a value."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*path, key)
            yield from places(inner, (*path, key))


def changed(value, path, to):
    """Return a copy with another value at a path."""
    copied = copy.deepcopy(value)
    at = copied
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = to
    return copied


@pytest.mark.parametrize(("reader", "log"), LOGS.values(), ids=LOGS)
def test_any_value_may_stand_anywhere(reader, log):
    chance = random.Random(7)
    for path in places(log):
        for to in chance.sample(ODD, 5):
            found = items(reader, changed(log, path, to))
            assert all(isinstance(one, Row | Rejected) for one in found)
            assert all(isinstance(json.loads(one.payload), dict) for one in found if isinstance(one, Row))


@pytest.mark.parametrize(("reader", "log"), LOGS.values(), ids=LOGS)
def test_a_log_may_be_cut_anywhere(reader, log):
    raw = json.dumps(log, indent=1).encode()
    for end in range(1, len(raw), max(1, len(raw) // 150)):
        assert all(isinstance(one, Row | Rejected) for one in items(reader, raw[:end]))


@pytest.mark.parametrize(("reader", "log"), LOGS.values(), ids=LOGS)
def test_nesting_beyond_all_measure_is_refused(reader, log):
    deep = b"[" * 100_000 + b"]" * 100_000
    raw = json_lines(log)[:-2] + b"," + deep + b"}" if isinstance(log, dict) else b"[" + deep + b"]"
    assert all(isinstance(one, Row | Rejected) for one in items(reader, raw))
