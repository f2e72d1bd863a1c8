"""Which share of a hand-off its receiver used."""

import time

import pytest
from case_runner import trace_from

from misheard.analysis.handoffs import is_handoff, measured
from misheard.analysis.used import Uses

BRIEF = (
    "Write to the owner.\n"
    "The mill at Skelby ground 412 sacks in May.\n"
    "Its second stone was dressed by Mr Oyelaran.\n"
    "Rats came in by the lower hatch and were driven off.\n"
    "The leat runs clear again since the weir was raked."
)


def share(*later, brief=BRIEF):
    """Return what of a brief was used in the messages that follow it."""
    trace = trace_from([{"from": "lead", "to": "writer", "type": "task", "say": brief}, *later])
    (handoff,) = measured(trace, [m for m in trace.messages[:1] if is_handoff(m)], 0)
    return Uses(trace).share_of(handoff)


def said(text, **more):
    return {"from": "writer", "to": "lead", "type": "result", "say": text, **more}


def test_nothing_can_be_told_where_the_receiver_says_nothing():
    assert share() is None
    assert share({"from": "scout", "to": "lead", "type": "info", "say": "412 sacks at Skelby"}) is None
    assert share(said(" ")) is None


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("Done.", 0, 0),
        ("The letter is written to the owner.", 0, 0),
        ("412 sacks it was.", 0.2, 0.3),
        ("412 sacks; Mr Oyelaran saw to the stone.", 0.4, 0.6),
        ("The lower hatch let rats in.", 0.2, 0.4),
        ("Skelby: 412. Oyelaran. Rats at the lower hatch. The leat is clear since the weir was raked.", 0.9, 1),
    ],
)
def test_a_part_is_used_where_its_figure_its_name_or_half_of_its_words_come_back(text, low, high):
    assert low <= share(said(text)) <= high
    assert share(said(text), said("Thanks.")) == share(said(text))


def test_handing_it_on_whole_is_no_use_and_asking_others_about_it_is():
    on = {"from": "writer", "to": "clerk", "type": "task", "say": BRIEF + " Please do it for me."}
    assert share(on, said("Passed on.")) == 0
    asks = {"from": "writer", "to": "clerk", "type": "task", "say": "Is 412 right for May at Skelby?"}
    assert 0.2 <= share(asks, said("Asked.")) <= 0.3


def test_what_stands_in_every_line_tells_nothing():
    lines = "\n".join(f"Shelf {number} in Skelby holds jars" for number in range(100, 140))
    assert share(said("I was in Skelby."), brief="Label one shelf.\n" + lines) == 0
    assert 0 < share(said("Labelled 117."), brief="Label one shelf.\n" + lines) < 0.05


def test_a_long_hand_off_and_long_answers_take_little_time():
    lines = "\n".join(f"Crate {number} holds jar {number * 7} for Mrs K{number}" for number in range(5_000))
    start = time.process_time()
    assert share(*(said(lines) for _ in range(40)), brief=lines) == 1
    assert time.process_time() - start < 20
