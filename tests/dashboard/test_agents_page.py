import pandas as pd
import pytest
from shown_runs import HOSTILE_AGENT

from misheard.dashboard import pages, queries, state
from misheard.dashboard.figures import agents as figures
from misheard.dashboard.figures.plain import plain


def test_an_empty_store_says_what_to_do_next(shown_empty, draw):
    assert "empty" in draw("agents").info[0].value


def test_lists_every_agent(shown, draw):
    table = draw("agents").dataframe[0].value
    assert set(table["agent"]) == {"user", "lead", "analyst", "counter", HOSTILE_AGENT}


def test_narrows_to_the_trace_of_the_url(shown, draw):
    page = draw("agents", trace="sound")
    assert set(page.dataframe[0].value["agent"]) == {"user", "lead", "analyst"}
    assert page.code[0].value == "sound"
    page.button[0].click().run()
    assert len(page.dataframe[0].value) == 5


def test_a_trace_that_is_not_there_is_said(shown, draw):
    assert "no analysis of this trace" in draw("agents", trace="nowhere").info[0].value


def test_shows_one_agent_with_its_traces(shown, draw):
    page = draw("agents", agent="lead")
    figures_of = {metric.label: metric.value for metric in page.metric}
    assert figures_of["Sent"] == "4"
    assert figures_of["Cost"] == "$3.01"
    assert figures_of["Stated confidence"] == "0.90"
    assert list(page.dataframe[0].value["trace"]) == ["drifted", "sound"]
    assert "lead" in [code.value for code in page.code]


def test_unpriced_messages_are_said_and_not_free(shown, draw):
    figures_of = {metric.label: metric.value for metric in draw("agents", agent="analyst").metric}
    assert figures_of["Cost"] == "– + 1 unpriced"


def test_an_agent_that_nobody_knows_is_said(shown, draw):
    page = draw("agents", agent="nobody")
    assert "No analysed trace" in page.info[0].value


def test_opening_a_row_leads_to_the_agent(shown, draw, monkeypatch):
    left = []
    monkeypatch.setattr(state, "clicked_row", lambda key: 0)
    monkeypatch.setattr(state, "go", lambda page, query: left.append((page, query)))
    draw("agents")
    assert left == [(pages.AGENTS, {"agent": queries.agents()["agent"].iloc[0]})]


def test_figures_hold_the_figures(shown):
    agents = queries.agents()
    cost = figures.cost(agents)
    assert list(cost.data[0].x) == pytest.approx([3.01, 0.05])
    assert cost.layout.xaxis.title.text == "US dollars"
    bars = {trace.name: sum(trace.x) for trace in figures.results(agents).data}
    assert bars == {"completed": 3, "partial": 2, "blocked": 0, "failed": 0, "unstated": 0}
    lead = list(agents["agent"]).index("lead")
    stated = figures.confidence(agents).data[-1]
    assert agents["confidence"].iloc[lead] in list(stated.x)
    told = figures.confidence(agents).data[-2]
    assert (told.name, stated.name) == ("inherited", "stated")
    assert told.marker.symbol != stated.marker.symbol
    assert told.marker.color != stated.marker.color


def test_there_is_no_figure_without_figures():
    agents = pd.DataFrame(
        {
            "agent": ["a"], "cost_cents": [None], "confidence": [None], "inherited": [None],
            **{status: [0] for status in figures.STATUSES},
        }
    ).astype({"cost_cents": float, "confidence": float, "inherited": float})  # fmt: skip
    assert figures.cost(agents) is None
    assert figures.results(agents) is None
    assert figures.confidence(agents) is None


def test_figures_name_the_top_and_say_so():
    agents = pd.DataFrame({"agent": [f"a{n}" for n in range(40)], "cost_cents": [float(n + 1) for n in range(40)]})
    figure = figures.cost(agents)
    assert figure.layout.title.text == "Cost: the top 15 of 40"
    assert figure.layout.yaxis.ticktext[0] == "a39"


@pytest.mark.parametrize("name", [HOSTILE_AGENT, "<b>x</b>", "a & b", "<a href='javascript:alert(1)'>x</a>"])
def test_labels_of_figures_are_text(name):
    assert "<" not in plain(name, 200)
    assert ">" not in plain(name, 200)


def test_labels_are_cut_ahead_of_escaping():
    assert plain("&" * 40, 5) == "&amp;" * 4 + "…"
