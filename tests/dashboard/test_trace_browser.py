"""The trace page in a real browser: what is drawn, what a selection does to the URL, and how fast it is."""

import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import resources
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from trace_page_builder import BRIEF, HOSTILE, analysed, drift

from misheard.analysis.flag import Severity
from misheard.analysis.version import analysed_with
from misheard.ingest import jsontext
from misheard.ingest.load import load
from misheard.ingest.source import Source
from misheard.ingest.store import Store

pytestmark = pytest.mark.browser

SERVE = "import sys; from pathlib import Path; from misheard.dashboard import serve; " \
        "serve.run(Path(sys.argv[1]), port=int(sys.argv[2]), open_browser=False)"  # fmt: skip
MESSAGES, AGENTS = 5000, 12
LATE = replace(
    drift(Severity.WARNING), kind="unit", messages=("m5",), before=None, after=None, summary="A second flag."
)


def _many() -> list[dict[str, Any]]:
    """Return a long run: tasks and their results among a dozen agents."""
    return [
        {
            "id": f"m{n}", "trace_id": "many", "type": "result" if n % 2 else "task",
            "sender": f"agent_{(n * 7) % AGENTS}", "recipient": f"agent_{(n * 5 + 1) % AGENTS}",
            "timestamp": f"2026-11-16T{8 + n // 3600:02d}:{n // 60 % 60:02d}:{n % 60:02d}Z",
            "in_reply_to": f"m{n - 1}" if n % 2 else None,
            "payload": {"text": f"Step {n} of the work. " + "The figures of the north were read again. " * 12},
        }
        for n in range(MESSAGES)
    ]  # fmt: skip


def _fill(path: Path) -> None:
    hostile = [{**one, "sender": HOSTILE, "trace_id": "hostile", "payload": {HOSTILE: HOSTILE}} for one in BRIEF]
    with Store.open(path) as store:
        for name, messages in (("run", BRIEF), ("hostile", hostile), ("many", _many())):
            log = "\n".join(map(jsontext.dumps, messages)).encode()
            load(store, [Source(f"{name}.jsonl", content=log)])
            if name == "many":
                store.replace_analysis(name, {"analysed_with": analysed_with()}, {})
            else:
                analysed(store, [drift(), LATE] if name == "run" else [], trace_id=name)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    store = tmp_path_factory.mktemp("browser") / "store.duckdb"
    _fill(store)
    port = _free_port()
    server = subprocess.Popen([sys.executable, "-c", SERVE, str(store), str(port)], stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=1).close()
                break
            except OSError:
                time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(10)


class Reader:
    """A page, with every request it made elsewhere and every error it logged."""

    def __init__(self, profile: Any, address: str) -> None:
        self.address = address
        self.page = profile.new_page()
        self.elsewhere: list[str] = []
        self.errors: list[str] = []
        self.page.on("request", self._request)
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _request(self, request: Any) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.elsewhere.append(request.url)

    def _console(self, message: Any) -> None:
        # Streamlit looks for its server under the page's own path first, and says so when it is not there.
        if message.type == "error" and "/_stcore/" not in message.location.get("url", ""):
            self.errors.append(message.text)

    def open(self, query: str, ready: str = ".sequence g.row") -> float:
        """Open the trace page and return the seconds until `ready` is there."""
        start = time.perf_counter()
        self.page.goto(f"{self.address}/trace?{query}", wait_until="commit")
        self.page.wait_for_selector(ready)
        return time.perf_counter() - start

    def query(self) -> dict[str, str]:
        return {name: values[0] for name, values in parse_qs(urlsplit(self.page.url).query).items()}

    def until(self, **query: str) -> None:
        """Wait until the URL says `query`, and the inspector what it is about."""
        self.page.wait_for_function(
            "wanted => Object.entries(wanted).every(([n, v]) => new URLSearchParams(location.search).get(n) === v)",
            arg=query,
        )

    def inspects(self, words: str) -> None:
        self.page.locator(".facts p.lead", has_text=words).wait_for()


@pytest.fixture
def reader(profile: Any, address: str) -> Iterator[Reader]:
    reader = Reader(profile, address)
    yield reader
    reader.page.close()


def test_a_message_opened_by_click_is_in_the_url_and_the_url_opens_it(reader: Reader, profile: Any) -> None:
    reader.open("trace=run")
    reader.inspects("Message 3 of 5")

    reader.page.locator(".sequence g.row[role=option] .words").nth(4).click()

    reader.until(trace="run", flag=drift().id, message="m5")
    reader.inspects("Message 5 of 5")
    again = Reader(profile, reader.address)
    again.open(urlsplit(reader.page.url).query)
    again.inspects("Message 5 of 5")
    assert again.page.locator(".flags li[aria-selected=true]").count() == 1
    assert again.page.locator(".words mark").all_text_contents() == ["3 regions", "30 regions"]
    again.page.close()
    assert not reader.errors


def test_keys_move_and_open(reader: Reader) -> None:
    reader.open("trace=run&message=m5")
    reader.inspects("Message 5 of 5")
    reader.page.locator(".sequence .scroll").focus()

    for key, message in (("Home", "m1"), ("j", "m2"), ("ArrowDown", "m3"), ("k", "m2")):
        reader.page.keyboard.press(key)
        reader.page.keyboard.press("Enter")
        reader.until(message=message)


def test_the_next_flag_comes_with_its_message_its_evidence_and_its_url(reader: Reader) -> None:
    reader.open("trace=run&message=m5")
    reader.inspects("Message 5 of 5")
    scroll = reader.page.locator(".sequence .scroll")
    scroll.focus()

    stops = (
        ("F", drift().id, "Message 3 of 5"),
        ("f", LATE.id, "Message 5 of 5"),
        ("f", drift().id, "Message 3 of 5"),
    )
    for key, flag, words in stops:
        reader.page.keyboard.press(key)
        reader.until(flag=flag)
        reader.inspects(words)
        assert "message" not in reader.query()
        reader.page.locator(f".flags li[aria-selected=true][data-flag='{flag}']").wait_for()
        place = int(words.split()[1]) - 1
        reader.page.locator(f".sequence g[role=option]#m{place}.cursor.chosen").wait_for()
    assert reader.page.locator(".words mark").all_text_contents()[:2] == ["3 regions", "30 regions"]

    reader.page.get_by_role("button", name="Next flag").click()
    reader.until(flag=LATE.id)
    reader.inspects("Message 5 of 5")


def test_selecting_a_flag_marks_its_messages(reader: Reader) -> None:
    reader.open("trace=run&message=m5")
    assert reader.page.locator(".sequence g[role=option].marked").count() == 0

    reader.page.locator(".flags li").first.click()

    reader.until(flag=drift().id)
    reader.page.locator(".sequence g[role=option].marked").nth(1).wait_for()
    assert reader.page.locator(".sequence g[role=option] .mark.error").count() == 1
    assert reader.page.locator(".sequence g[role=option] .mark.evidence").count() == 1
    assert "message" not in reader.query()


def test_search_finds_words_beyond_the_snippet(reader: Reader) -> None:
    reader.open("trace=many")

    reader.page.locator(".sequence input").fill("step 4321 of")

    reader.page.locator(".sequence [role=status]", has_text="1 found").wait_for()
    reader.page.locator("#m4321").wait_for()


def test_one_agent_shows_its_messages_and_several_those_among_them(reader: Reader) -> None:
    reader.open("trace=run")
    rows = reader.page.locator(".sequence g[role=option]")
    name = reader.page.locator(".sequence .name")

    name.filter(has_text="lead").click()
    assert rows.count() == 5
    name.filter(has_text="analyst").click()
    assert [row.get_attribute("id") for row in rows.all()] == [
        "m1",
        "m2",
        "m3",
    ]  # numbered from 0: two, and a broadcast
    reader.page.get_by_role("button", name="Show all agents").click()
    assert rows.count() == 5


@pytest.mark.parametrize("width", [1280, 1920])
def test_the_rows_fill_the_width_they_have(reader: Reader, width: int) -> None:
    reader.page.set_viewport_size({"width": 1100, "height": 900})
    reader.open("trace=many")
    reader.page.set_viewport_size({"width": width, "height": 900})
    reader.page.wait_for_timeout(300)

    scroll, lanes = reader.page.locator(".sequence .scroll"), reader.page.locator(".sequence .lanes")
    seen = scroll.evaluate("element => element.clientWidth")
    gutter = reader.page.locator(".sequence .gutter").evaluate("element => element.getBoundingClientRect().width")
    drawn = gutter + lanes.evaluate("element => element.getBoundingClientRect().width")
    assert drawn == pytest.approx(seen, abs=12)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("researcher#12", ["researcher", "#12"]),
        ("WebSurfer", ["Web", "Surfer"]),
        ("bid_reader", ["bid_", "reader"]),
    ],
)
def test_names_of_lanes_break_where_their_parts_meet(reader: Reader, name: str, parts: list[str]) -> None:
    script = (resources.files("misheard.dashboard.components") / "sequence_aside.js").read_text("utf-8")
    assert reader.page.evaluate(f"name => {{ {script}; return breakable(name); }}", name) == "\u200b".join(parts)


def test_the_number_of_a_late_message_stays_clear_of_its_time(reader: Reader) -> None:
    reader.open("trace=many&message=m4990")
    rows = reader.page.locator(".sequence .gutter g").filter(has_text="4,991")
    rows.wait_for()
    number, clock = rows.locator(".number").bounding_box(), rows.locator(".time").first.bounding_box()
    assert number["x"] + number["width"] + 3 <= clock["x"]


def test_only_the_rows_in_view_are_drawn(reader: Reader) -> None:
    reader.open("trace=many")
    assert reader.page.locator(".sequence g[role=option]").count() < 40


@pytest.mark.parametrize("query", ["trace=hostile&message=m3", "trace=hostile&view=Timeline&message=m3",
                                   "trace=hostile&view=Agents+in+this+run"])  # fmt: skip
def test_hostile_text_stays_text(reader: Reader, query: str) -> None:
    reader.open(query, ready=".sequence g.row, .js-plotly-plot, .graph svg")
    reader.page.wait_for_timeout(200)

    assert reader.page.evaluate("window.pwned") is None
    assert reader.page.locator("img[src=x], a[href^='javascript:']").count() == 0
    assert reader.elsewhere == []
    assert reader.errors == []


def test_unknown_trace_leads_back_to_the_list(reader: Reader) -> None:
    reader.open(f"trace={quote(HOSTILE)}", ready="text=The store holds no trace")
    reader.page.get_by_role("button", name="All traces").click()
    reader.page.wait_for_function("() => location.pathname === '/'")


def _reaction(reader: Reader, act: Callable[[], None], words: str) -> float:
    start = time.perf_counter()
    act()
    reader.inspects(words)
    return time.perf_counter() - start


@pytest.mark.slow
def test_five_thousand_messages_open_and_react_at_once(reader: Reader) -> None:
    """A short run shows what the browser itself needs; the long one may add a second to it."""
    small = min(reader.open("trace=run") for _ in range(2))
    large = min(reader.open("trace=many") for _ in range(2))
    assert large < small + 1.0

    keyboard = reader.page.keyboard
    reader.page.locator(".sequence .scroll").focus()
    seconds = []
    for key, words in (
        ("j", "Message 1 of"),
        ("End", "Message 5,000 of"),
        ("k", "Message 4,999 of"),
        ("Home", "Message 1 of"),
    ):
        seconds.append(_reaction(reader, lambda key=key: (keyboard.press(key), keyboard.press("Enter")), words))
    assert median(seconds) < 1.0
