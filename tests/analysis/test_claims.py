"""Claims: where they are found, and what their quantities, negations and comparisons are taken to be."""

import math
import time

import pytest
from case_runner import trace_from
from hypothesis import given
from hypothesis import strategies as st

from misheard.analysis.claims import direction, fidelity, polarity
from misheard.analysis.claims.backing import follows
from misheard.analysis.claims.claim import Claim, claims_of
from misheard.analysis.claims.compare import compare
from misheard.analysis.claims.quantities import Quantity, quantities_in


def claims(payload: dict[str, object]) -> list[Claim]:
    trace = trace_from([{"from": "a", "to": "b", "payload": payload}])
    found = claims_of(trace, trace.messages[0])
    for claim in found:
        assert trace.text(trace.messages[0])[claim.start : claim.end] == claim.text
    return list(found)


def claim(text: str) -> Claim:
    return Claim("m", 0, len(text), text)


def one(text: str) -> Quantity:
    (quantity,) = quantities_in(text)
    return quantity


def kinds(source: str, target: str) -> list[str]:
    return [change.kind for change in compare(claim(source), claim(target))]


def test_sentences_bullets_and_list_items_are_claims() -> None:
    found = claims(
        {"summary": "It rained. Mr. Bell left early; nobody saw him.", "findings": ["- first point", "2) next"]}
    )
    assert [c.text for c in found] == [
        "It rained.",
        "Mr. Bell left early",
        "nobody saw him.",
        "first point",
        "next",
    ]
    assert found[-1].path == ("findings", "1")


def test_a_sentence_may_end_in_a_unit() -> None:
    assert [c.text for c in claims({"text": "The verge is clear along 310 m. The rest is rock."})] == [
        "The verge is clear along 310 m.", "The rest is rock.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "```\nThe count is 12 here\n```",
        '{"count": 12, "name": "x", "more": true}',
        "| site | height |\n| a | 40 |",
        "2026-01-02 10:11:12 INFO the count is 12",
        "  12→def count_all(things):",
        "https://example.org/a/b/c?d=12",
    ],
)
def test_code_tables_logs_and_links_are_no_claims(text: str) -> None:
    assert claims({"text": text}) == []


def test_control_fields_are_no_claims_and_figures_know_their_key() -> None:
    (figure,) = claims({"status": "completed", "confidence": 0.9, "budget_steps": 8, "revenue_eur": 1200000})
    assert figure.is_value
    assert {"revenu", "eur"} <= figure.words
    assert figure.quantities[0].dimension == "money eur"


def test_raw_output_of_a_tool_is_no_claim() -> None:
    assert claims({"tool": "Bash", "text": "All 12 checks have passed."}) == []


@pytest.mark.parametrize(
    ("text", "low", "high", "dimension", "bound"),
    [
        ("twelve hundred plates", 1200, 1200, "count", ""),
        ("1.2k plates", 1200, 1200, "count", ""),
        ("€3.4 million", 3400000, 3400000, "money eur", ""),
        ("four and a half hours", 4.5, 4.5, "time", ""),
        ("around 13 and a half days", 13.5, 13.5, "time", "about"),
        ("2½ hours", 2.5, 2.5, "time", ""),
        ("3 1/2 hours", 3.5, 3.5, "time", ""),
        ("3 and a half-baked plan", 3, 3, "count", ""),
        ("71 to 86 MVA", 71, 86, "apparent power", ""),
        ("between 3 and 5 days", 3, 5, "time", ""),
        ("no more than 90 kg", 90, 90, "mass", "max"),
        ("must not exceed 83 MVA", 83, 83, "apparent power", "max"),
        ("60 percent or more", 60, 60, "percent", "min"),
        ("no full load below 60 percent", 60, 60, "percent", "min"),
        ("about 12 %", 12, 12, "percent", "about"),
        ("-3 °C", -3, -3, "temperature", ""),
        ("50 micrograms per millilitre", 50, 50, "mass/volume", ""),
        ("two dozen eggs", 24, 24, "count", ""),
    ],
)
def test_quantities(text: str, low: float, high: float, dimension: str, bound: str) -> None:
    quantity = one(text)
    assert (quantity.low, quantity.high, quantity.dimension, quantity.bound) == (low, high, dimension, bound)


@pytest.mark.parametrize("text", ["T2 and KLN4", "build v1.2.3", "order QM-77-x", "sha 9f3c2d1", "#4471"])
def test_identifiers_hold_no_quantities(text: str) -> None:
    assert [q for q in quantities_in(text) if not q.label] == []


def test_numbers_that_name_things_are_labels() -> None:
    assert [q.label for q in quantities_in("Mixer 2 stands in room 14 with 3 fans.")] == [True, True, False]


def test_dates_and_times_are_read_in_any_order() -> None:
    dates = [one(text).moment for text in ("24 November", "November 24th", "2026-11-24", "the 24th of November")]
    assert all(m and (m.month, m.day) == (11, 24) for m in dates)
    assert fidelity.same_value(one("at 14:30"), one("at 2:30 pm"))
    assert not fidelity.same_value(one("14 January"), one("15 January"))


@pytest.mark.parametrize(
    ("told", "retold", "is_faithful"),
    [
        ("11.8 %", "about 12 %", True),
        ("11.8 %", "12 %", True),
        ("11.8 %", "15 %", False),
        ("90 min", "1.5 h", True),
        ("0.4 µM", "400 nM", True),
        ("54 km/h", "15 m/s", True),
        ("0.05 mg/ml", "50 micrograms per millilitre", True),
        ("0.85", "85 percent", True),
        ("71 to 86 MVA", "78 MVA", True),
        ("71 to 86 MVA", "96 MVA", False),
        ("523,000", "0.52 million", True),
        ("523,000", "more than 500,000", True),
        ("523,000", "more than 600,000", False),
        ("at most 83 MVA", "at most 88 MVA", False),
    ],
)
def test_fidelity(told: str, retold: str, is_faithful: bool) -> None:
    assert fidelity.faithful(one(told), one(retold)) is is_faithful


def test_a_looser_limit_is_another_limit_where_it_is_said_as_one() -> None:
    limit, looser = one("at most 4.5 hours"), one("five hours")
    assert not fidelity.faithful(limit, looser, "Juno may be on set five hours")
    assert fidelity.faithful(limit, looser, "Juno was on set five hours")


def test_a_scope_ends_with_its_clause() -> None:
    text = "The pump did not start, but the fan ran."
    (negation,) = polarity.negations_in(text)
    assert text[negation.scope_start : negation.scope_end] == "The pump did not start"


@pytest.mark.parametrize(
    "text", ["no more than six", "not only the pump", "No. 14 is free", "no later than Monday"]
)
def test_some_words_with_no_deny_nothing(text: str) -> None:
    assert polarity.negations_in(text) == ()


def test_opposites_come_in_any_form() -> None:
    assert direction.are_opposite(
        *(direction.directions_in(text)[0][0] for text in ("It rose.", "They are falling."))
    )


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("The tank holds 640 litres of brine.", "The tank holds 460 litres of brine.", ["number"]),
        ("The tank holds 640 litres of brine.", "The tank holds 640 millilitres of brine.", ["unit"]),
        ("The gate of the lock is open at night.", "The gate of the lock is closed at night.", ["direction"]),
        ("The lock keeper has not paid the toll.", "The lock keeper has paid the toll.", ["negation"]),
        ("Copper is dearer than iron wire.", "Iron wire is dearer than copper.", ["comparison"]),
        ("No full load below 60 percent methane.", "Full load needs 60 percent methane or more.", []),
        ("Fees of $0 apply to the funds in the filter.", "No fees apply to the funds in the filter.", []),
        ("The truss is heavier than the moon.", "The moon is lighter than the truss.", []),
        ("Of the seeds 35 % sprouted in the tray.", "Of the seeds 65 % had not sprouted in the tray.", []),
    ],
)
def test_compare(source: str, target: str, expected: list[str]) -> None:
    assert kinds(source, target) == expected


VALUES = st.integers(2, 9_999_999)
WORDS = {3: "three", 12: "twelve", 40: "forty", 1200: "twelve hundred", 65: "sixty-five", 2000000: "two million"}


def told(number: str) -> str:
    return f"The survey counted {number} oak trees along the river road"


@given(VALUES)
def test_a_count_is_never_changed_by_its_thousands_separators(value: int) -> None:
    assert kinds(told(f"{value}"), told(f"{value:,}")) == []


@given(st.integers(1, 9999))
def test_a_count_is_never_changed_by_a_scale(thousands: int) -> None:
    assert kinds(told(f"{thousands * 1000}"), told(f"{thousands}k")) == []
    assert kinds(told(f"{thousands * 1000}"), told(f"{thousands / 1000:.3f} million")) == []


@given(st.sampled_from(sorted(WORDS)))
def test_a_count_is_never_changed_by_writing_it_out(value: int) -> None:
    assert kinds(told(str(value)), told(WORDS[value])) == []


@given(
    st.integers(1, 5000),
    st.sampled_from([("h", "min", 60), ("kg", "g", 1000), ("km", "m", 1000), ("min", "s", 60)]),
)
def test_an_amount_is_never_changed_by_conversion(value: int, units: tuple[str, str, int]) -> None:
    large, small, factor = units
    assert kinds(told(f"{value} {large} of"), told(f"{value * factor} {small} of")) == []


@given(st.floats(0.01, 1e6, allow_nan=False), st.integers(2, 6))
def test_rounding_to_two_or_more_places_is_faithful(value: float, digits: int) -> None:
    exact = f"{value:.6f}"
    rounded = f"{float(f'{value:.{digits}g}'):f}".rstrip("0").rstrip(".")
    assert fidelity.faithful(one(f"{exact} %"), one(f"{rounded} %"))


@given(VALUES, VALUES)
def test_a_change_is_seen_from_either_side(left: int, right: int) -> None:
    if not math.isclose(left, right, rel_tol=0.3):
        assert kinds(told(str(left)), told(str(right))) == ["number"]
        assert kinds(told(str(right)), told(str(left))) == ["number"]


@pytest.mark.parametrize("text", ["1" + "0" * 400 + " trees", "9" * 400 + " kg", "0." + "0" * 400 + "1 kg"])
def test_numbers_beyond_any_measure_stop_nothing(text: str) -> None:
    told, retold = claim(f"The tank in the yard holds {text}"), claim("The tank in the yard holds 3 kg")
    list(compare(told, retold))
    list(compare(retold, told))


@pytest.mark.parametrize("text", ["1 " * 60_000, "not " * 40_000, "9" * 100_000, "twenty " * 30_000, "(" * 50_000])
def test_a_text_without_end_is_read_in_no_time(text: str) -> None:
    began = time.process_time()
    for found in claims({"text": text}):
        list(compare(found, found))
    assert time.process_time() - began < 2


@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    for found in claims({"text": text}):
        for quantity in found.quantities:
            assert found.text[quantity.start : quantity.end] == quantity.text
        assert list(compare(found, found)) == []


def test_a_rate_may_have_three_units_and_a_noun_in_it() -> None:
    assert one("The foal gets 6 micrograms per kg per hour").dimension == "mass/mass/time"
    assert one("The soil holds 18 mg of lead per kg").base[0] == pytest.approx(18e-6)


@pytest.mark.parametrize(
    ("text", "hours"), [("half an hour", 0.5), ("an hour and a half", 1.5), ("two and a half hours", 2.5)]
)
def test_halves_are_read(text: str, hours: float) -> None:
    assert one(f"It takes {text} to cool down").base[0] == hours * 3600


def test_a_unit_is_no_name() -> None:
    assert claim("The link runs at 100 Mbps").names.sure == frozenset()


def test_percentages_are_added_up_only_where_a_sum_is_spoken_of() -> None:
    beside = claim("A rate of 4 percent, and 10 percent in May")
    assert not follows(one("14 percent"), [beside], "The rate is 14 percent")
    assert follows(one("14 percent"), [beside], "In total the rate is 14 percent")
