from datetime import datetime

import pandas as pd
import pytest

from misheard.dashboard import units


@pytest.mark.parametrize(
    ("cents", "text"),
    [
        (None, "–"), (float("nan"), "–"), (0, "0.00 ¢"), (0.004, "< 0.01 ¢"), (3.2, "3.20 ¢"), (99.99, "99.99 ¢"),
        (99.996, "$1.00"), (120_450, "$1,204.50"),
    ],
)  # fmt: skip
def test_money(cents, text):
    assert units.money(cents) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (None, "–"), (float("nan"), "–"), (0.42, "0.4 s"),
        (9.96, "10 s"), (59.6, "1 min 00 s"), (185, "3 min 05 s"),
        (3720, "1 h 02 min"), (183_600, "2 d 03 h"),
    ],
)  # fmt: skip
def test_duration(seconds, text):
    assert units.duration(seconds) == text


@pytest.mark.parametrize(
    ("seconds", "rounded"), [(0.44, 0.4), (61.4, 61), (3725, 3720), (98_000, 97_200), (100_000, 100_800)]
)
def test_durations_of_columns_keep_two_units(seconds, rounded):
    assert units.two_units(seconds) == pytest.approx(rounded)


def test_moments_and_counts():
    assert units.moment(datetime(2026, 11, 16, 8, 12)) == "2026-11-16 08:12:00"
    assert units.moment(None) == units.moment(pd.NaT) == "–"
    assert units.count(1200) == "1,200"
    assert units.count(float("nan")) == "–"
    assert units.plural(1, "trace") == "1 trace"
    assert units.plural(2, "reply", "replies") == "2 replies"


@pytest.mark.parametrize("absent", [None, float("nan"), pd.NA, pd.NaT, pd.Series([None], dtype="Int64").iloc[0]])
@pytest.mark.parametrize("shown", [units.money, units.duration, units.moment, units.count, units.share])
def test_whatever_is_missing_is_shown_as_missing(shown, absent):
    assert shown(absent) == units.MISSING
    assert units.whole(absent) == 0
