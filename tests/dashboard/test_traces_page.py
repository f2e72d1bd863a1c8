import json

import pytest
from shown_runs import HOSTILE_TRACE, sound_run

from misheard.analysis.flag import Mode
from misheard.dashboard import pages, queries, state
from misheard.dashboard.components.trace_table import LONGEST, as_shown, label
from misheard.dashboard.queries import Filters
from misheard.ingest import jsontext
from misheard.ingest.load import load
from misheard.ingest.source import Source


def metrics(page):
    return {metric.label: metric.value for metric in page.metric}


def test_an_empty_store_says_what_to_do_next(shown_empty, draw):
    page = draw("traces")
    assert "empty" in page.info[0].value
    assert page.code[0].value == "misheard open PATH…"
    assert not page.dataframe
    assert not page.metric


def test_counts_what_is_listed(shown, draw):
    page = draw("traces")
    assert metrics(page) == {
        "Traces": "3", "Messages": "10", "Cost": "$3.06 + 2 unpriced", "Telephone drift": "2",
        "Uncertainty laundering": "0",
        "Duplicate work": "0", "Orphaned subtask": "1", "Context bloat": "0", "Incomplete hand-off": "0",
    }  # fmt: skip
    assert list(page.dataframe[0].value["trace"]) == ["drifted", label(HOSTILE_TRACE), "sound"]


def test_takes_its_filters_from_the_url(shown, draw):
    page = draw(
        "traces", modes="orphaned-subtask", severity="error", text="orders", agents="counter", until="2026-11-18"
    )
    assert metrics(page)["Traces"] == "1 of 3"
    assert list(page.dataframe[0].value["trace"]) == ["drifted"]
    assert page.text_input(key=state.FILTER_TEXT).value == "orders"
    assert page.multiselect(key=state.FILTER_AGENTS).value == ["counter"]


def test_an_agent_of_the_url_need_not_be_among_the_busiest(shown, draw, monkeypatch):
    monkeypatch.setattr(queries, "MOST_NAMES", 1)
    page = draw("traces", agents="counter")
    assert list(page.dataframe[0].value["trace"]) == ["drifted"]


def test_nothing_found_offers_a_reset_that_works(shown, draw):
    page = draw("traces", text="no such words")
    assert "No trace fits" in page.info[0].value
    assert not page.dataframe
    reset = next(button for button in page.button if button.label == "Reset the filters")
    reset.click().run()
    assert metrics(page)["Traces"] == "3"
    assert page.text_input(key=state.FILTER_TEXT).value == ""


def test_says_where_traces_await_their_analysis(shown, draw):
    new = "\n".join(jsontext.dumps(record) for record in sound_run("new")).encode()
    load(shown, [Source("new.jsonl", content=new)])
    page = draw("traces")
    assert page.warning[0].value.startswith("1 trace not analysed yet")
    row = page.dataframe[0].value.set_index("trace").loc["new"]
    assert row["worst"] == "not analysed yet"


def test_words_tell_none_found_from_not_checked(shown):
    rows = as_shown(queries.traces(Filters())).set_index("trace")
    assert rows.loc["drifted", "worst"] == "▲ error"
    assert rows.loc["sound", "worst"] == "✓ none"
    assert rows.loc["sound", "confidence"] == "0.90 high"
    assert rows.loc["sound", "unpriced"] == 1
    shown._write(lambda cursor: cursor.execute("UPDATE checks SET checked = false WHERE mode = 'context-bloat'"))
    rows = as_shown(queries.traces(Filters())).set_index("trace")
    assert rows.loc["sound", "worst"] == f"none; {len(Mode) - 1} of {len(Mode)} checked"


def test_opening_a_row_leads_to_its_trace(shown, draw, monkeypatch):
    left = []
    monkeypatch.setattr(state, "clicked_row", lambda key: 1)
    monkeypatch.setattr(state, "go", lambda page, query: left.append((page, query)))
    draw("traces")
    assert left == [(pages.TRACE, {"trace": HOSTILE_TRACE})]


@pytest.mark.parametrize("bad", [{"from": "yesterday"}, {"modes": "no-such-mode"}, {"severity": "terrible"}])
def test_nonsense_in_the_url_filters_nothing(shown, draw, bad):
    assert metrics(draw("traces", **bad))["Traces"] == "3"


def test_a_long_id_keeps_both_its_ends():
    long = "run-of-the-night-of-2026-11-16-number-001"
    assert label("short") == "short"
    assert len(label(long)) == LONGEST
    assert label(long) != label(long[:-1] + "2")
    assert label(long).startswith("run-of-the-n")


def test_the_table_fits_a_page_of_1280_pixels(shown, draw):
    columns = json.loads(draw("traces").dataframe[0].proto.columns)
    assert "unpriced" in columns
    assert sum(column["width"] for column in columns.values() if not column.get("hidden")) <= 1280 - 2 * 15
