"""Context bloat: the cases, and what the case file cannot say (tokens, cost, speed)."""

import time
from dataclasses import replace

import pytest
from case_runner import cases, check_case, trace_from
from hypothesis import given, settings
from hypothesis import strategies as st

from misheard.analysis import tokens
from misheard.analysis.copying import WINDOW, copied_in, longest_passage, words_of
from misheard.analysis.detectors.context_bloat import DETECTOR, Thresholds
from misheard.analysis.spend import input_cents
from misheard.analysis.trace import Trace
from misheard.ingest.message import AgentMessage

SMALL = replace(DETECTOR, thresholds=Thresholds(cap=150, worth_it=50))


@pytest.mark.parametrize("case", cases("context-bloat"))
def test_case(case):
    check_case(case, SMALL)


def flags_of(*messages):
    return list(DETECTOR.detect(trace_from(messages), DETECTOR.thresholds))


def prose(count, start=0):
    """So many made-up words, of which no six in a row come twice."""
    return " ".join(f"word{start + number}" for number in range(count))


def task(sender, receiver, text, **more):
    return {"from": sender, "to": receiver, "type": "task", "say": text, **more}


def test_the_cap_is_1500_tokens_to_the_token():
    text = "a" + " a" * 1499
    assert tokens.count(text) == 1500
    assert flags_of(task("lead", "clerk", text)) == []
    (flag,) = flags_of(task("lead", "clerk", text + " a"))
    assert (flag.kind, flag.waste_tokens, flag.severity) == ("over-cap", 1, "warning")


def test_the_surplus_costs_what_input_costs_the_receiver():
    text = "a" + " a" * 2499
    speaks = {"from": "clerk", "to": "lead", "type": "result", "say": "ok", "reply": "m1"}
    for usage, cents in (
        ({"model": "gpt-4o", "input_tokens": 2600, "output_tokens": 3}, pytest.approx(0.25)),
        ({"model": "nobody-knows-1", "input_tokens": 2600, "output_tokens": 3}, None),
        (None, None),
    ):
        (flag,) = flags_of(task("lead", "clerk", text), {**speaks, "usage": usage})
        assert (flag.waste_tokens, flag.waste_cents) == (1000, cents)


def test_the_price_is_that_of_the_model_with_which_the_receiver_answers():
    text = "a" + " a" * 2499
    other = {"model": "gpt-4o", "input_tokens": 1, "output_tokens": 1}
    mine = {"model": "gpt-4o-mini", "input_tokens": 2600, "output_tokens": 3}
    (flag,) = flags_of(
        {"from": "clerk", "to": "lead", "say": "ready", "usage": other},
        task("lead", "clerk", text),
        {"from": "clerk", "to": "lead", "type": "result", "say": "ok", "usage": mine},
    )
    assert flag.waste_cents == pytest.approx(input_cents("gpt-4o-mini", 1000, None), rel=0.01)


def test_a_transcript_shown_around_wastes_what_is_copied():
    notes = [prose(300, 1000 * number) for number in range(4)]
    messages = []
    for number, note in enumerate(notes):
        messages += [task("lead", f"a{number}", prose(20, 9000 + 100 * number))]
        messages += [{"from": f"a{number}", "to": "lead", "type": "result", "say": note}]
    (flag,) = flags_of(*messages, *(task("lead", name, f"Do it, {name}. " + " ".join(notes)) for name in "xyz"))
    assert (flag.kind, flag.severity, flag.messages) == ("everyone-sees-all", "error", ("m9", "m10", "m11"))
    assert flag.waste_tokens > 0.95 * 3 * tokens.count(" ".join(notes))
    assert flag.before.message == "m2"
    assert flag.before.text == flag.after.text


def test_text_of_a_hostile_message_is_only_counted():
    text = "<|endoftext|> ![x](http://example.invalid/x.png) <script>alert(1)</script> " * 100
    (flag,) = flags_of(task("lead", "clerk", text))
    assert "example.invalid" not in flag.summary


@pytest.mark.parametrize("unit", [" ", "x", "\n", "=", "ab ", "漢"])
def test_a_megabyte_of_one_character_takes_no_longer_than_prose(unit):
    start = time.process_time()
    flags = flags_of(task("lead", "clerk", unit * (1_000_000 // len(unit))))
    assert len(flags) == 1
    assert time.process_time() - start < 10


def test_many_hand_offs_of_one_template_take_linear_time():
    start = time.process_time()
    flags = flags_of(*(task("lead", f"a{number}", f"Case {number}. " + prose(900)) for number in range(200)))
    assert len(flags) == 1
    assert len(flags[0].messages) == 200
    assert time.process_time() - start < 10


def test_a_long_run_without_a_large_hand_off_is_not_read_twice():
    one = AgentMessage(sender="a", recipient="b", type="task", trace_id="t", payload={"text": prose(40)})
    trace = Trace.of("t", [one.model_copy(update={"id": str(number)}) for number in range(20_000)])
    start = time.process_time()
    assert list(DETECTOR.detect(trace, DETECTOR.thresholds)) == []
    assert time.process_time() - start < 1.5


WORDS = st.lists(st.sampled_from(["alpha", "beta", "gamma", "delta", "one", "two"]), max_size=40).map(" ".join)


@settings(max_examples=60)
@given(
    st.lists(
        st.tuples(
            st.sampled_from("abc"), st.sampled_from("abc*"), st.sampled_from(["task", "result", "info"]), WORDS
        ),
        max_size=10,
    )
)
def test_whatever_is_said_evidence_quotes_its_message_and_a_copy_is_a_copy(said):
    trace = trace_from([{"from": a, "to": b, "type": kind, "say": words} for a, b, kind, words in said])
    tiny = Thresholds(cap=20, worth_it=5)
    for flag in DETECTOR.detect(trace, tiny):
        for span in filter(None, (flag.before, flag.after)):
            assert trace.text(trace.by_id[span.message])[span.start : span.end] == span.text
        assert flag.waste_tokens >= 0
        assert flag.messages == tuple(sorted(flag.messages, key=trace.position.__getitem__))
    found = copied_in(trace, {m.id: words_of(trace.text(m)) for m in trace.messages})
    for copied in found.values():
        pair = longest_passage(trace, copied)
        assert bool(pair) == bool(copied.origins)
        if pair:
            assert pair[0].text.split() == pair[1].text.split()
            assert len(pair[0].text.split()) >= WINDOW
            assert trace.position[pair[0].message] < trace.position[pair[1].message]


def test_the_documentation_has_the_headings_that_the_page_shows():
    for heading in ("What it detects", "Why it matters", "How it decides", "Thresholds", "False alarms", "Example"):
        assert f"## {heading}\n" in DETECTOR.doc
    for name in Thresholds.__dataclass_fields__:
        assert f"`{name}`" in DETECTOR.doc
