"""Cost, tokens and latency: nothing counted twice, and nothing unknown taken for free."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from misheard.analysis import spend
from misheard.analysis.spend import input_cents, price_of, spend_by_agent, spend_of
from misheard.analysis.trace import Trace
from misheard.ingest.message import AgentMessage, Usage

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def message(usage=None, sender="a", minute=0, **fields):
    return AgentMessage(
        sender=sender,
        recipient=fields.pop("to", "b"),
        trace_id="t",
        timestamp=START + timedelta(minutes=minute),
        payload={"n": minute},
        usage=Usage(**usage) if usage is not None else None,
        **fields,
    )


def usage(**changed):
    return {"model": "gpt-4o", "input_tokens": 1000, "cached_tokens": 200, "output_tokens": 100, **changed}


def test_a_price_is_computed_with_cached_tokens_inside_the_input():
    # gpt-4o: 2.50 and 10 dollars a million, cached input 1.25: 800*2.5 + 200*1.25 + 100*10 = 3,250 microdollars.
    assert price_of(message(usage())).cents == pytest.approx(0.325)
    assert price_of(message(usage())).computed


def test_a_logged_cost_counts_as_it_is_logged():
    price = price_of(message(usage(cost_cents=7.5)))
    assert (price.cents, price.computed) == (7.5, False)
    assert price_of(message({"cost_cents": 0.0})).cents == 0.0


def test_a_message_without_usage_has_no_price_at_all():
    assert price_of(message()) is None


@pytest.mark.parametrize(
    "logged",
    [
        usage(model="nobody-knows-1"),
        usage(model=None),
        usage(input_tokens=None, cached_tokens=None),
        usage(output_tokens=None),
        usage(cached_tokens=5000),
        {"model": "gpt-4o"},
        {},
    ],
    ids=["unknown model", "no model", "no input", "no output", "more cached than input", "no tokens", "nothing"],
)
def test_what_cannot_be_priced_is_unpriced_and_never_free(logged):
    assert price_of(message(logged)).cents is None
    total = spend_of(Trace.of("t", [message(logged)]))
    assert (total.cost_cents, total.unpriced_messages) == (None, 1)


def test_prices_are_those_of_the_day():
    # o3 fell from 10 to 2 dollars a million of input on 10 June 2025.
    before, after = datetime(2025, 5, 1, tzinfo=UTC), datetime(2025, 7, 1, tzinfo=UTC)
    assert input_cents("o3", 100_000, before) == pytest.approx(100)
    assert input_cents("o3", 100_000, after) == pytest.approx(20)


def test_messages_of_one_half_hour_share_a_looked_up_price():
    spend._cached_cents.cache_clear()
    for second in range(50):
        input_cents("gpt-4o", 500, START + timedelta(seconds=second, microseconds=second))
    assert spend._cached_cents.cache_info().misses == 1


@pytest.mark.parametrize("name", ["openai/gpt-4o", "openai:gpt-4o", "GPT-4o", "gpt-4o-2024-08-06"])
def test_a_model_is_known_by_the_names_that_gateways_give_it(name):
    assert input_cents(name, 1_000_000, START) == pytest.approx(250)


@given(st.text(max_size=30))
def test_any_text_may_stand_for_a_model(name):
    cents = input_cents(name, 10, START)
    assert cents is None or cents >= 0


def test_sums_skip_what_was_not_logged_and_count_what_has_no_price():
    trace = Trace.of("t", [
        message(usage(), minute=0),
        message(usage(model="nobody-knows-1", cached_tokens=None), minute=1),
        message(None, minute=2),
        message({"output_tokens": 7}, minute=3),
    ])  # fmt: skip
    total = spend_of(trace)
    assert (total.messages, total.input_tokens, total.cached_tokens, total.output_tokens) == (4, 2000, 200, 207)
    assert total.cost_cents == pytest.approx(0.325)
    assert total.unpriced_messages == 2


def test_figures_that_nobody_logged_are_none():
    total = spend_of(Trace.of("t", [message()]))
    assert (total.input_tokens, total.cached_tokens, total.output_tokens, total.cost_cents) == (None,) * 4
    assert total.latency_seconds is None


def test_agents_pay_for_what_they_send_and_the_parts_make_the_whole():
    trace = Trace.of("t", [message(usage(), "a"), message(usage(), "b", 1, to="a"), message(usage(), "a", 2)])
    spends = spend_by_agent(trace)
    assert (spends["a"].messages, spends["b"].messages) == (2, 1)
    assert sum(s.cost_cents for s in spends.values()) == pytest.approx(spend_of(trace).cost_cents)


@pytest.mark.parametrize(("minute", "seconds"), [(2, 120.0), (0, 0.0), (-1, None)])
def test_latency_runs_from_task_to_result_and_never_backwards(minute, seconds):
    assert spend.latency_seconds(message(), message(minute=minute)) == seconds


def test_latency_needs_both_times():
    untimed = message().model_copy(update={"timestamp": None})
    assert spend.latency_seconds(untimed, message()) is None
    assert spend.latency_seconds(message(), untimed) is None
    assert spend.latency_seconds(message(), None) is None
