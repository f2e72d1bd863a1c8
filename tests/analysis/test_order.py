"""The order of a run's messages: time first, replies behind what they reply to, oddities noted."""

import time
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from misheard.analysis.order import ordered
from misheard.ingest.message import AgentMessage

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def message(name, minute=None, reply=None):
    return AgentMessage.model_construct(
        id=name,
        sender="a",
        recipient="b",
        trace_id="t",
        payload={},
        timestamp=None if minute is None else START + timedelta(minutes=minute),
        in_reply_to=reply,
        usage=None,
    )


def ids(messages):
    return [item.id for item in ordered(messages)[0]]


def notes(messages):
    return " | ".join(ordered(messages)[1])


def test_messages_are_put_in_order_of_time():
    assert ids([message("b", 2), message("a", 1), message("c", 3)]) == ["a", "b", "c"]


def test_equal_times_keep_the_order_of_the_log():
    assert ids([message("z", 1), message("a", 1), message("m", 1)]) == ["z", "a", "m"]


def test_without_times_the_order_of_the_log_is_kept_and_not_remarked_on():
    log = [message("c"), message("a"), message("b")]
    assert ids(log) == ["c", "a", "b"]
    assert notes(log) == ""


def test_a_message_without_a_time_stays_behind_the_one_logged_before_it():
    log = [message("late", 9), message("after late"), message("early", 1), message("after early")]
    assert ids(log) == ["early", "after early", "late", "after late"]
    assert "after late, after early: no time" in notes(log)


def test_a_first_message_without_a_time_stays_first():
    assert ids([message("first"), message("a", 1), message("b", 2)]) == ["first", "a", "b"]


def test_a_reply_logged_before_its_task_is_put_right_behind_it():
    log = [message("reply", 1, "task"), message("other", 2), message("task", 3), message("last", 4)]
    assert ids(log) == ["other", "task", "reply", "last"]
    assert "reply: stands before the message that it replies to" in notes(log)


def test_replies_to_replies_follow_in_turn():
    log = [message("r2", 1, "r1"), message("r1", 2, "task"), message("task", 3)]
    assert ids(log) == ["task", "r1", "r2"]


def test_a_reply_to_itself_or_to_nothing_stays_in_place_and_is_noted():
    log = [message("a", 1), message("self", 2, "self"), message("lost", 3, "gone"), message("d", 4)]
    assert ids(log) == ["a", "self", "lost", "d"]
    assert "self: replies to itself" in notes(log)
    assert "lost: replies to a message that is not in the log" in notes(log)


def test_a_circle_of_replies_keeps_its_place_in_the_log():
    log = [message("a", 1), message("x", 2, "y"), message("y", 3, "x"), message("tail", 4, "y"), message("b", 5)]
    assert ids(log) == ["a", "x", "y", "tail", "b"]
    assert "x: replies in a circle" in notes(log)


def test_two_circles_are_both_opened():
    log = [
        message("a", 1, "b"),
        message("b", 2, "a"),
        message("c", 3, "e"),
        message("d", 4, "c"),
        message("e", 5, "d"),
    ]
    assert ids(log) == ["a", "b", "c", "d", "e"]
    assert "a, c: replies in a circle" in notes(log)


def test_a_note_names_a_few_messages_and_counts_the_rest():
    log = [message(f"m{number}", number, "gone") for number in range(100)]
    assert notes(log) == "m0, m1, m2 and 97 more: replies to a message that is not in the log"


@given(
    st.lists(
        st.tuples(st.one_of(st.none(), st.integers(0, 5)), st.one_of(st.none(), st.integers(0, 14)), st.booleans()),
        max_size=14,
    )
)
def test_nothing_is_lost_and_replies_come_later_but_in_circles(log):
    messages = [
        message(str(n), minute, None if reply is None else str(reply)) for n, (minute, reply, _) in enumerate(log)
    ]
    result, remarks = ordered(messages)
    assert sorted(item.id for item in result) == sorted(item.id for item in messages)
    place = {item.id: number for number, item in enumerate(result)}
    broken = [
        m for m in result if m.in_reply_to in place and m.in_reply_to != m.id and place[m.in_reply_to] > place[m.id]
    ]
    assert bool(broken) <= any("circle" in remark for remark in remarks)


def test_long_chains_and_circles_are_ordered_in_linear_time():
    count = 30_000
    chain = [message(str(n), count - n, str(n + 1)) for n in range(count)]
    circle = [message(str(n), n, str((n + 1) % count)) for n in range(count)]
    start = time.process_time()
    assert ids(chain)[0] == str(count - 1)
    assert len(ids(circle)) == count
    assert time.process_time() - start < 3
