"""A flag's id: the same from one analysis to the next, and different for different findings."""

from dataclasses import replace

import pytest

from misheard.analysis.flag import Flag, Mode, Severity, Span, share

FLAG = Flag(
    Mode.TELEPHONE_DRIFT,
    "number",
    Severity.ERROR,
    0.9,
    ("m1", "m2"),
    ("scout",),
    "3 became 30.",
    "Ask the scout.",
    Span("m1", 0, 9, "3 regions"),
    Span("m2", 0, 10, "30 regions"),
)


def test_an_id_does_not_depend_on_words_confidence_or_severity():
    other = replace(
        FLAG, summary="Other words.", remedy="-", confidence=0.1, severity=Severity.NOTE, waste_tokens=5
    )
    assert other.id == FLAG.id


@pytest.mark.parametrize(
    "changed",
    [
        {"mode": Mode.DUPLICATE_WORK},
        {"kind": "unit"},
        {"messages": ("m1", "m3")},
        {"before": Span("m1", 1, 9, " regions")},
        {"before": Span("m0", 0, 9, "3 regions")},
        {"before": None},
        {"before": None, "after": FLAG.before},
        {"again": 1},
    ],
)
def test_an_id_tells_findings_apart(changed):
    assert replace(FLAG, **changed).id != FLAG.id


def test_a_missing_span_is_not_the_other_span():
    span = FLAG.before
    assert replace(FLAG, before=span, after=None).id != replace(FLAG, before=None, after=span).id


def test_severities_rank_from_the_worst():
    assert sorted(Severity, key=lambda severity: severity.rank) == ["error", "warning", "note"]


def test_a_share_is_written_as_a_percentage():
    assert share(0.256) == "26%"
