"""What only a real browser sees: what the page asks for, what it runs, and where a click leads."""

import re

import pytest
from shown_runs import HOSTILE_AGENT, HOSTILE_TRACE

pytestmark = pytest.mark.browser

NAME_COLUMN, FIRST_ROW = 36, 52
"""Where the name in the first row lies in a table, which is drawn and has no elements."""


def click_first_row(visit):
    table = visit.page.locator('[data-testid="stDataFrame"]').first
    table.scroll_into_view_if_needed()
    visit.page.wait_for_selector("canvas")
    visit.page.wait_for_timeout(400)
    table.click(position={"x": NAME_COLUMN, "y": FIRST_ROW})


@pytest.mark.parametrize(
    "path", ["/", "/agents", "/load", "/modes", "/agents?agent=lead", "/trace?trace=drifted", "/?text=nothing"]
)
def test_a_page_asks_nobody_else_and_complains_of_nothing(visit, path):
    visit.open(path)
    assert visit.foreign == []
    assert visit.complaints == []
    assert visit.page.locator('[data-testid="stException"]').count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_follows_the_readers_colours(chromium, served, scheme):
    context = chromium.new_context(color_scheme=scheme)
    page = context.new_page()
    page.goto(served)
    page.wait_for_selector("h1")
    colour = page.evaluate("getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor")
    brightness = sum(map(int, re.findall(r"\d+", colour)[:3])) / 3
    assert brightness > 200 if scheme == "light" else brightness < 60
    context.close()


def test_hostile_names_and_words_call_nobody(visit):
    quoted = {name: visit.page.evaluate("encodeURIComponent", text) for name, text in
              (("trace", HOSTILE_TRACE), ("agent", HOSTILE_AGENT))}  # fmt: skip
    for path in (
        "/agents", "/load", f"/trace?trace={quoted['trace']}", f"/trace?trace={quoted['trace']}&message=h1",
        f"/agents?agent={quoted['agent']}", f"/agents?trace={quoted['trace']}", f"/modes?mode={quoted['trace']}",
        f"/?agents={quoted['agent']}", f"/?text={quoted['trace']}&modes={quoted['trace']}",
        f"/trace?trace={quoted['agent']}",
    ):  # fmt: skip
        page = visit.open(path)
        assert page.locator("img[src*=evil], a[href*=evil], script:text('evil')").count() == 0, path
    assert visit.foreign == []
    assert [line for line in visit.complaints if "evil" in line or "Content Security" in line] == []


def test_a_row_opens_its_trace_and_the_way_back_keeps_the_filters(visit):
    page = visit.open("/?text=orders")
    click_first_row(visit)
    page.wait_for_url("**/trace?trace=drifted")
    visit.settle()
    page.go_back()
    visit.settle()
    page.wait_for_selector("canvas")
    assert page.get_by_placeholder("in messages or ids").input_value() == "orders"
    assert "text=orders" in page.url


def test_sorting_opens_nothing_and_a_name_opens_its_own_trace_after_it(visit):
    page = visit.open("/")
    page.wait_for_selector("canvas")
    page.wait_for_timeout(400)
    page.locator('[data-testid="stDataFrame"]').click(position={"x": 120, "y": 16})  # by name, from a
    visit.settle()
    page.wait_for_timeout(500)
    assert page.url == f"{visit.base}/"
    page.locator('[data-testid="stDataFrame"]').click(position={"x": 120, "y": 16})  # and from z
    page.wait_for_timeout(500)
    click_first_row(visit)
    page.wait_for_url("**/trace?trace=sound")


def test_a_filter_goes_into_the_url(visit):
    page = visit.open("/")
    page.get_by_placeholder("in messages or ids").fill("north region")
    page.keyboard.press("Enter")
    page.wait_for_url("**/?text=north+region")


def test_an_agent_opens_and_closes(visit):
    page = visit.open("/agents")
    click_first_row(visit)
    page.wait_for_url("**/agents?agent=*")
    visit.settle()
    page.get_by_role("button", name="All agents").click()
    page.wait_for_url("**/agents")


def test_figures_are_drawn(visit):
    page = visit.open("/agents")
    page.wait_for_selector(".js-plotly-plot")
    assert page.locator(".js-plotly-plot").count() == 3
    assert page.locator(".js-plotly-plot a").count() == 0


def test_drops_a_log_and_loads_it(profile, serve_store, tmp_path):
    from serving import Visit
    from shown_runs import sound_run

    from misheard.ingest import jsontext

    log = tmp_path / "run.jsonl"
    log.write_text("\n".join(jsontext.dumps(record) for record in sound_run()))
    visit = Visit(profile, serve_store(tmp_path / "store.duckdb").base)
    page = visit.open("/load")
    page.locator("input[type=file]").set_input_files(str(log))
    page.get_by_text("run.jsonl").wait_for()
    page.get_by_role("button", name="Load", exact=True).click()
    page.get_by_text("Loaded: 4 new messages.").wait_for(timeout=20_000)
    assert visit.foreign == []
    page.close()
