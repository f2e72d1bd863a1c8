"""The Claims view of the trace page: the table, the hops of a claim, and what is said where there is none."""

from collections.abc import Iterator
from typing import Any

import pytest
from claim_runs import FIRST, SAME, told, told_store, wrong_count
from streamlit.testing.v1 import AppTest
from test_trace_page import _drawn, _nodes, _page, _said
from trace_page_builder import analysed, run_of, store_of

from misheard.analysis.flag import Mode
from misheard.dashboard import current
from misheard.dashboard.views import trace_claims, trace_events
from misheard.ingest.store import Store


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    yield
    current.use(None)


def _claims(store: Store, **query: str) -> AppTest:
    return _page(store, trace="told", view="Claims", **query)


def _id(app: AppTest, words: str) -> str:
    return next(row["id"] for row in _drawn(app, "claims")["rows"] if row["words"] == words)


def test_the_url_names_the_view_and_the_worst_claim_is_chosen() -> None:
    app = _claims(told_store(wrong_count()))

    table, hops = _drawn(app, "claims"), _drawn(app, "hops")
    assert {row["words"] for row in table["rows"]} == {FIRST, SAME}
    assert table["chosen"] == _id(app, FIRST)
    assert hops["claim"] == FIRST
    assert [hop["route"] for hop in hops["hops"]] == ["clerk → lead", "lead → editor"]
    assert hops["hops"][1]["changes"][0]["flag"] == wrong_count().id
    drawn = {getattr(node.proto, "component_name", "") for node in _nodes(app) if hasattr(node, "proto")}
    assert "misheard.sequence" not in drawn


def test_the_url_chooses_the_claim() -> None:
    store = told_store(wrong_count())
    other = _id(_claims(store), SAME)

    app = _claims(store, claim=other)

    assert _drawn(app, "claims")["chosen"] == other
    assert _drawn(app, "hops")["claim"] == SAME


def test_a_long_run_says_what_its_table_leaves_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trace_claims, "MOST_COMPARED", 0)
    app = _claims(told_store())

    assert [caption.value for caption in app.caption] == [trace_claims.LONG]
    assert {row["change"] for row in _drawn(app, "claims")["rows"]} == {"reworded", "unchanged"}
    assert _drawn(app, "hops")["hops"]


def test_an_unknown_claim_is_named_and_can_be_dropped() -> None:
    app = _claims(told_store(), claim="gone:0-9")
    assert "No claim 'gone:0-9' of this trace was told on" in _said(app)

    app.button(key="without_claim").click().run()

    assert "gone:0-9" not in _said(app)
    assert not app.exception


def test_a_message_of_the_url_is_read_beside_the_hops() -> None:
    app = _claims(told_store(), message="m3")

    assert _drawn(app, "hops")["message"] == "m3"
    heads = [node.proto for node in _nodes(app) if getattr(node, "type", "") == "bidi_component"]
    assert any("Message 3 of 4" in (proto.json or proto.mixed.json) for proto in heads)


def test_a_chosen_claim_goes_into_the_url_and_the_rest_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    put: list[dict[str, Any]] = []
    monkeypatch.setattr(trace_events, "sent", lambda key, name: "m1:0-9" if name == "claim" else None)
    monkeypatch.setattr(trace_events.state, "put", lambda **values: put.append(values))

    trace_events.selects_claim("claims")()

    assert put == [{"claim": "m1:0-9"}]


def test_a_run_in_which_nothing_was_told_on_says_so() -> None:
    alone = told("m1", "scout", "clerk", "result", summary=FIRST)
    app = _claims(analysed(store_of(alone), trace_id="told"))

    assert "No claim was passed on: of 1 claim in this run, none came up again" in _said(app)


def test_a_run_without_words_says_so_and_why_it_was_not_checked() -> None:
    run = run_of(told("m1", "scout", "clerk", "status", status="completed"), unchecked=Mode.TELEPHONE_DRIFT)

    said = trace_claims.nothing_travelled(run)

    assert said.startswith("No claim was passed on: no message of this run states anything in words.")
    assert said.endswith("Telephone drift could not be checked: no token counts.")


def test_a_trace_that_was_not_analysed_says_so() -> None:
    def script() -> None:
        from dataclasses import replace

        from trace_page_builder import run_of

        from misheard.dashboard.views import trace_claims

        run = run_of()
        trace_claims.draw(replace(run, roll_up={**run.roll_up, "analysed_with": None}), None)

    app = AppTest.from_function(script, default_timeout=30).run()

    assert not app.exception
    assert "This trace was not analysed yet" in _said(app)
