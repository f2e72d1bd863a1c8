"""The Claims view in a real browser: marks are marks, text stays text, and keys reach everything."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from claim_runs import FIRST, HOSTILE_TOLD, SAME, TAG, TOLD, wrong_count
from serving import Server, Visit
from trace_page_builder import HOSTILE, analysed

from misheard.ingest import jsontext
from misheard.ingest.load import load
from misheard.ingest.source import Source
from misheard.ingest.store import Store

pytestmark = pytest.mark.browser
LONG = "north_gate_" * 60
THINGS = "lamp rope crate valve ticket label engine ledger sample window barrel saddle anchor kettle mirror needle"
DEEDS = "painted mended counted washed sorted priced measured weighed packed shipped stored listed tested sealed"
MANY = [f"The {thing} of the harbour was {deed} by hand." for thing in THINGS.split() for deed in DEEDS.split()]
"""More claims than the table draws at once."""


def _fill(path: Path) -> None:
    wide = [{**one, "trace_id": "wide", "payload": {"summary": f"{FIRST[:-1]} of {LONG}."}} for one in TOLD[:2]]
    many = [{**one, "trace_id": "many", "payload": {"findings": MANY}} for one in TOLD[:2]]
    with Store.open(path) as store:
        for name, messages in (("told", TOLD), ("hostile", HOSTILE_TOLD), ("wide", wide), ("many", many)):
            load(store, [Source(f"{name}.jsonl", content="\n".join(map(jsontext.dumps, messages)).encode())])
            analysed(store, [wrong_count()] if name == "told" else [], trace_id=name)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    path = tmp_path_factory.mktemp("claims") / "store.duckdb"
    _fill(path)
    server = Server(path)
    yield server.base
    server.stop()


@pytest.fixture
def visit(profile: Any, address: str) -> Iterator[Visit]:
    visit = Visit(profile, address)
    yield visit
    visit.page.close()


def _open(visit: Visit, trace: str, **query: str) -> Any:
    more = "".join(f"&{name}={value}" for name, value in query.items())
    page = visit.open(f"/trace?trace={trace}&view=Claims{more}")
    page.locator(".hops tbody tr").first.wait_for()
    return page


def _query(page: Any) -> Any:
    return page.evaluate("Object.fromEntries(new URLSearchParams(location.search))")


def test_changed_words_are_marked_and_their_flag_is_named(visit: Visit) -> None:
    page = _open(visit, "told")

    assert page.locator(".hops mark.flagged").all_text_contents() == ["412 meters", "421 meters"]
    plain = page.locator(".hops .claim").first.evaluate("one => getComputedStyle(one).backgroundColor")
    assert page.locator(".hops mark").first.evaluate("one => getComputedStyle(one).backgroundColor") != plain
    assert page.locator(".hops button.flag > span").inner_text() == "Telephone drift · number"
    assert visit.complaints == []


def test_rows_are_chosen_with_the_keys_and_keep_the_focus(visit: Visit) -> None:
    page = _open(visit, "told")
    page.locator(".claims tbody tr.chosen").focus()

    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")

    page.locator(".hops .lead", has_text=SAME).wait_for()
    visit.settle()
    assert _query(page)["claim"].startswith("m1:")
    assert page.locator(".claims tbody tr.chosen:focus").count() == 1
    page.reload()
    page.locator(".hops .lead", has_text=SAME).wait_for()


def test_the_table_is_sought_and_sorted(visit: Visit) -> None:
    page = _open(visit, "told")
    words = page.locator(".claims tbody .claim")
    assert words.all_text_contents() == [FIRST, SAME]

    page.get_by_role("button", name="Claim", exact=True).click()
    assert words.all_text_contents() == [SAME, FIRST]
    assert page.locator(".claims th.words").get_attribute("aria-sort") == "ascending"

    page.locator(".claims input").fill("survey")
    assert words.all_text_contents() == [FIRST]
    page.locator(".claims input").fill("nowhere")
    page.locator(".claims [role=status]", has_text="No claim holds these words.").wait_for()


def test_of_many_claims_the_first_are_drawn_and_all_are_sought(visit: Visit) -> None:
    page = _open(visit, "many")
    rows = page.locator(".claims tbody tr")
    assert page.locator(".claims [role=status]").inner_text() == f"{len(MANY)} claims were told on"
    assert rows.count() == 200

    page.locator(".claims input").fill("needle of the harbour was sealed")
    assert rows.count() == 1
    page.locator(".claims input").fill("")
    page.get_by_role("button", name=f"Show {len(MANY) - 200} more").click()
    assert rows.count() == len(MANY)


def test_message_and_flag_of_a_hop_are_opened(visit: Visit) -> None:
    page = _open(visit, "told")

    page.locator(".hops button[data-message=m3]").click()
    page.locator(".facts p.lead", has_text="Message 3 of 4").wait_for()
    assert _query(page)["message"] == "m3"

    page.locator(".hops button.flag").click()
    page.locator(f".flags li[aria-selected=true][data-flag='{wrong_count().id}']").wait_for()
    assert _query(page)["flag"] == wrong_count().id


def test_hostile_text_stays_text(visit: Visit) -> None:
    page = _open(visit, "hostile")

    assert TAG in page.locator(".claims tbody .claim").first.inner_text()
    assert TAG in page.locator(".hops .claim").first.inner_text()
    assert HOSTILE in page.locator(".hops .origin").inner_text()
    assert page.locator(".hops mark").count() >= 2
    assert page.locator(".claims img, .hops img, .claims script, .hops script").count() == 0
    assert page.evaluate("window.pwned") is None
    assert visit.foreign == []


@pytest.mark.parametrize("query", [{}, {"message": "m2"}])
def test_long_words_wrap(visit: Visit, query: dict[str, str]) -> None:
    page = _open(visit, "wide", **query)

    for name in (".claims", ".hops"):
        wider = page.locator(name).first.evaluate("one => one.scrollWidth - one.clientWidth")
        assert wider <= 0
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
