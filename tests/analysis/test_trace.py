"""The trace: agents, inboxes and lookups, for runs of no message, of one, and of very many."""

import time
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from misheard.analysis.ending import EndState
from misheard.analysis.trace import Trace
from misheard.ingest.message import BROADCAST, AgentMessage

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def message(name, sender="a", to="b", kind="info", minute=0, **payload):
    return AgentMessage.model_construct(
        id=name, sender=sender, recipient=to, type=kind, trace_id="t", payload=payload or {"text": name},
        timestamp=START + timedelta(minutes=minute), in_reply_to=None, usage=None,
    )  # fmt: skip


def names(messages):
    return [item.id for item in messages]


def test_a_run_without_messages_has_no_agents_and_no_end():
    trace = Trace.of("t", [])
    assert (trace.messages, trace.agents, trace.delegations, trace.by_id) == ((), (), (), {})
    assert trace.end.state is EndState.CUT_OFF
    assert list(trace.inbox("a")) == []


def test_a_run_of_one_message_has_its_two_agents():
    only = message("m", text="hello")
    trace = Trace.of("t", [only])
    assert trace.agents == ("a", "b")
    assert trace.text(only) == "hello"
    assert names(trace.inbox("b")) == ["m"]
    assert names(trace.inbox("b", before=only)) == []
    assert trace.position == {"m": 0}


def test_agents_come_by_first_appearance_and_everyone_is_none_of_them():
    trace = Trace.of(
        "t", [message("1", "lead", BROADCAST), message("2", "scout", "lead"), message("3", "lead", "clerk")]
    )
    assert trace.agents == ("lead", "scout", "clerk")


def test_an_inbox_has_what_came_before_with_broadcasts_of_others():
    log = [
        message("1", "a", "b", minute=1), message("2", "a", BROADCAST, minute=2),
        message("3", "b", BROADCAST, minute=3), message("4", "c", "a", minute=4), message("5", "b", "a", minute=5),
    ]  # fmt: skip
    trace = Trace.of("t", log)
    assert names(trace.inbox("b")) == ["1", "2"]
    assert names(trace.inbox("a")) == ["3", "4", "5"]
    assert names(trace.inbox("c")) == ["2", "3"]
    assert names(trace.inbox("a", before=log[4])) == ["3", "4"]
    assert names(trace.inbox("nobody")) == ["2", "3"]


def test_an_inbox_reads_like_a_list():
    log = [message(str(number), minute=number) for number in range(5)]
    inbox = Trace.of("t", log).inbox("b", before=log[4])
    assert len(inbox) == 4
    assert inbox[0].id == "0"
    assert inbox[-1].id == "3"
    assert names(inbox[1:3]) == ["1", "2"]
    assert names(reversed(inbox)) == ["3", "2", "1", "0"]
    assert log[2] in inbox
    assert log[4] not in inbox
    assert inbox == log[:4]


AGENTS = st.sampled_from("abc")


@given(st.lists(st.tuples(AGENTS, st.sampled_from("abc*")), max_size=12), st.data())
def test_an_inbox_is_the_plain_definition_of_one(pairs, data):
    log = [message(str(n), sender, to, minute=n) for n, (sender, to) in enumerate(pairs)]
    trace = Trace.of("t", log)
    end = data.draw(st.integers(0, len(log)))
    agent = data.draw(AGENTS)
    plain = [m for m in log[:end] if m.recipient == agent or (m.recipient == BROADCAST and m.sender != agent)]
    before = log[end] if end < len(log) else None
    assert names(trace.inbox(agent, before)) == names(plain)


def test_asking_for_inboxes_all_along_a_long_run_takes_linear_time():
    log = [message(str(number), "ab"[number % 2], "ba"[number % 2], minute=number) for number in range(30_000)]
    trace = Trace.of("t", log)
    start = time.process_time()
    for item in trace.messages:
        inbox = trace.inbox(item.sender, before=item)
        assert not inbox or inbox[-1].recipient == item.sender
    assert time.process_time() - start < 3


def test_the_words_of_a_message_are_laid_out_once():
    item = message("m", text="hello")
    trace = Trace.of("t", [item])
    assert trace.view(item) is trace.view(item)


def test_a_run_is_timed_where_every_message_is():
    untimed = message("u").model_copy(update={"timestamp": None})
    assert Trace.of("t", [message("m")]).timed
    assert not Trace.of("t", [message("m"), untimed]).timed
