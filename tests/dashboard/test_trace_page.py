from collections.abc import Iterator
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest
from trace_page_builder import BRIEF, HOSTILE, analysed, drift, store_of

from misheard.analysis import engine
from misheard.analysis.flag import Mode
from misheard.analysis.version import analysed_with
from misheard.dashboard import current, trace_data
from misheard.dashboard.views import trace_time
from misheard.ingest.store import Store


def _script() -> None:
    from misheard.dashboard.views import trace

    trace.page()


@pytest.fixture(autouse=True)
def _forget_the_store() -> Iterator[None]:
    yield
    current.use(None)


def _page(store: Store, **query: str) -> AppTest:
    current.use(store)
    app = AppTest.from_function(_script, default_timeout=30)
    for name, value in query.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    return app


def _said(app: AppTest) -> str:
    return "\n".join(text.value for text in app.text)


def _drawn(app: AppTest, name: str) -> dict[str, Any]:
    """Return what the page gave to a drawn component, by the component's name."""
    import json

    found = [node.proto for node in _nodes(app) if getattr(node, "type", "") == "bidi_component"]
    match = [proto for proto in found if proto.component_name == f"misheard.{name}"]
    assert match, f"{name} was not drawn"
    return json.loads(match[0].json or match[0].mixed.json)


def _nodes(app: AppTest) -> Iterator[Any]:
    stack: list[Any] = [app.main]
    while stack:
        node = stack.pop()
        yield node
        stack += list(reversed(getattr(node, "children", {}).values()))


def test_without_a_trace_it_offers_those_there_are() -> None:
    app = _page(analysed(store_of()))

    assert app.subheader[0].value == "Which trace?"
    assert list(app.dataframe[0].value["trace"]) == ["run"]


def test_without_any_trace_it_says_what_to_do() -> None:
    app = _page(Store.open())

    assert _said(app) == "There are no traces yet."
    assert [button.label for button in app.button] == ["Load some"]


def test_unknown_trace_is_named_with_a_way_back() -> None:
    app = _page(store_of(), trace="nowhere")

    assert "no trace called 'nowhere'" in _said(app)
    assert [button.label for button in app.button] == ["All traces"]


def test_a_trace_that_was_not_analysed_is_analysed_when_it_is_opened() -> None:
    store = store_of()
    app = _page(store, trace="run")

    row = trace_data.roll_up(store, "run")
    assert row is not None
    assert row["analysed_with"] == analysed_with()
    assert _drawn(app, "facts")["title"] == "run"


def test_first_flag_is_selected_and_its_message_is_open() -> None:
    app = _page(analysed(store_of(), [drift()]), trace="run")

    assert _drawn(app, "flags")["chosen"] == drift().id
    assert _drawn(app, "sequence")["chosen"]["row"] == 2
    assert _drawn(app, "words")["panes"][0]["title"] == "Before"


def test_url_selects_flag_and_message() -> None:
    other = engine.load_trace(store_of(), "run").messages[4].id
    app = _page(analysed(store_of(), [drift()]), trace="run", flag=drift().id, message=other)

    chosen = _drawn(app, "sequence")["chosen"]
    assert (chosen["row"], chosen["marked"]) == (4, [1, 2])
    assert _drawn(app, "flags")["chosen"] == drift().id


def test_url_with_a_message_alone_selects_no_flag() -> None:
    app = _page(analysed(store_of(), [drift()]), trace="run", message="m5")

    assert _drawn(app, "flags")["chosen"] == ""
    assert _drawn(app, "sequence")["chosen"]["row"] == 4


def test_unknown_flag_and_message_are_named_and_can_be_dropped() -> None:
    app = _page(analysed(store_of(), [drift()]), trace="run", flag="gone", message="lost")

    assert "no flag 'gone'" in _said(app)
    assert "no message 'lost'" in _said(app)
    app.button(key="without_flag").click().run()
    assert "no flag 'gone'" not in _said(app)
    app.button(key="without_message").click().run()
    assert "no message 'lost'" not in _said(app)


def test_a_run_without_flags_says_how_much_of_it_was_checked() -> None:
    clean = _page(analysed(store_of()), trace="run")
    assert f"Nothing was found. {len(Mode)} failure modes were checked, none left out." in _said(clean)

    partly = _page(analysed(store_of(), unchecked=Mode.CONTEXT_BLOAT), trace="run")
    assert f"{len(Mode) - 1} failure modes were checked; 1 could not be, for the reasons above." in _said(partly)


def test_a_run_that_could_not_be_checked_never_looks_clean() -> None:
    store = analysed(store_of())
    trace = engine.load_trace(store, "run")
    store.replace_analysis(trace.trace_id, {"analysed_with": analysed_with()}, {})

    app = _page(store, trace="run")

    assert "Nothing could be checked, so nothing is known of this run" in _said(app)
    assert {check["tone"] for check in _drawn(app, "facts")["checks"]} == {"unchecked"}


def test_log_text_reaches_no_element_that_reads_markup() -> None:
    messages = [{**one, "sender": HOSTILE, "trace_id": HOSTILE, "payload": {HOSTILE: HOSTILE}} for one in BRIEF]
    app = _page(analysed(store_of(*messages), trace_id=HOSTILE), trace=HOSTILE, message="m3")

    reading = [*app.markdown, *app.subheader, *app.caption, *app.title, *app.header, *app.error, *app.warning]
    assert not [element.value for element in reading if "img" in element.value]
    assert not [node.label for node in _nodes(app) if "img" in str(getattr(node, "label", ""))]
    assert _drawn(app, "facts")["title"] == HOSTILE


@pytest.mark.parametrize("view", ["Timeline", "Agents in this run"])
def test_other_views_are_drawn_when_the_url_names_them(view: str) -> None:
    app = _page(analysed(store_of(), [drift()]), trace="run", view=view)

    drawn = {getattr(node.proto, "component_name", "") for node in _nodes(app) if hasattr(node, "proto")}
    assert "misheard.sequence" not in drawn
    assert ("misheard.graph" in drawn) == (view == "Agents in this run")


@pytest.mark.parametrize(
    ("point", "opened"),
    [
        ({"customdata": ["m3", "new"]}, {"flag": "new", "message": "m3"}),
        ({"customdata": ["m2"]}, {"flag": "old", "message": "m2"}),
        ({"customdata": "m2"}, {"flag": "old", "message": "m2"}),
        ({}, None),
    ],
)
def test_the_mark_of_a_flag_in_the_timeline_selects_the_flag(
    monkeypatch: pytest.MonkeyPatch, point: dict[str, Any], opened: dict[str, str] | None
) -> None:
    put: list[dict[str, str]] = []
    monkeypatch.setattr(trace_time, "sent", lambda key, name: {"points": [point]})
    monkeypatch.setattr(trace_time.state, "put", lambda **values: put.append(values))
    trace_time._open("old")

    assert put == ([opened] if opened else [])
