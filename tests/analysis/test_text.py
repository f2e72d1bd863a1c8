"""The layout of a payload as text: spans point at exactly the words of a value."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from misheard.analysis.text import DEEPEST, view_of

LEAVES = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=20))
PAYLOADS = st.dictionaries(
    st.text(max_size=5),
    st.recursive(
        LEAVES,
        lambda inner: st.one_of(
            st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=3), inner, max_size=4)
        ),
    ),
    max_size=6,
)


def at(payload, path):
    for part in path:
        payload = payload[int(part)] if isinstance(payload, list) else payload[part]
    return payload


@given(PAYLOADS)
def test_every_segment_quotes_its_value(payload):
    view = view_of(payload)
    end = -1
    for segment in view.segments:
        assert segment.start == end + 1
        end = segment.end
        words, value = view.text[segment.start : segment.end], at(payload, segment.path)
        if isinstance(value, str):
            assert segment.is_text
            assert words == value
        elif isinstance(value, bool):
            assert words == ("true" if value else "false")
        else:
            assert words == str(value)
    assert end in (-1, len(view.text))


@given(PAYLOADS)
def test_segment_at_finds_the_segment_of_a_character(payload):
    view = view_of(payload)
    for segment in view.segments:
        for place in range(segment.start, segment.end):
            assert view.segment_at(place) == segment


@pytest.mark.parametrize("payload", [{}, {"a": None}, {"a": ""}, {"a": []}, {"a": {}}, {"a": [{}, [], ""]}])
def test_a_payload_without_words_has_an_empty_text(payload):
    view = view_of(payload)
    assert view.text == ""
    assert view.segments == ()
    assert view.segment_at(0) is None


def test_values_come_in_the_order_of_the_payload_and_keys_are_left_out():
    view = view_of({"objective": "count", "limits": ["two", 3], "urgent": True})
    assert view.text == "count\ntwo\n3\ntrue"
    assert [segment.key for segment in view.segments] == ["objective", "limits", "limits", "urgent"]


def test_under_yields_the_values_below_an_outermost_key():
    view = view_of({"a": {"b": "x", "c": ["y"]}, "d": "z"})
    assert [words for _, words in view.under("a")] == ["x", "y"]
    assert [words for _, words in view.under("d", "none")] == ["z"]


def test_what_is_nested_deeper_than_the_limit_is_one_piece_with_its_words():
    payload = {"a": {"x": "deep", "y": ["words", None, ""]}}
    for _ in range(DEEPEST):
        payload = {"a": payload}
    view = view_of(payload)
    assert len(view.segments) == 1
    assert view.text == "deep words"


def test_nesting_of_any_depth_is_laid_out():
    inner = "core"
    for _ in range(50_000):
        inner = [inner]
    assert view_of({"a": inner}).text == "core"


def test_a_number_too_long_to_write_out_does_not_stop_the_layout():
    assert "digits" in view_of({"n": 10**5000}).text
