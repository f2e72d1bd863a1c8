import json
from dataclasses import dataclass, fields

import pytest
from shown_runs import sound_run

from misheard.analysis import detectors
from misheard.analysis.flag import Mode
from misheard.dashboard import queries
from misheard.dashboard.queries import Filters
from misheard.dashboard.views import load as page_module
from misheard.dashboard.views.explain import with_values
from misheard.ingest import jsontext
from misheard.ingest.load import SourceReport, load
from misheard.ingest.source import Source


def log(run):
    return "\n".join(jsontext.dumps(record) for record in run).encode()


def press_load(page):
    next(button for button in page.button if button.label == "Load").click().run()
    assert not page.exception
    return page


def told(page):
    """What the list of problems says, by the place of each."""
    lists = [json.loads(node.proto.json or node.proto.mixed.json) for node in nodes(page, "misheard.facts")]
    return {item["label"]: item["value"] for one in lists for item in one["items"]}


def nodes(page, component):
    stack = [page.main]
    while stack:
        node = stack.pop()
        stack += getattr(node, "children", {}).values()
        if getattr(getattr(node, "proto", None), "component_name", "") == component:
            yield node


def test_loads_analyses_and_shows_what_was_found(shown_empty, draw):
    page = draw("load")
    page.file_uploader[0].upload("run.jsonl", log(sound_run()), "application/json")
    press_load(page)
    assert page.success[0].value == "Loaded: 4 new messages."
    row = page.dataframe[0].value.iloc[0]
    assert (row["file"], row["format"], row["read"], row["kept"], row["refused"]) == (
        "run.jsonl",
        "native",
        4,
        4,
        0,
    )
    assert not told(page)
    found = page.dataframe[1].value
    assert list(found["trace"]) == ["sound"]
    assert {mode.value for mode in Mode} <= set(found.columns)
    assert queries.traces(Filters())["analysed"].all()


def test_what_was_refused_is_no_success_and_is_told_in_full(shown_empty, draw):
    page = draw("load")
    content = log(sound_run()) + b'\n{"sender": "a"}\n'
    page.file_uploader[0].upload("run.jsonl", content, "application/json")
    page.file_uploader[0].upload("notes.txt", b"just words\n", "text/plain")
    press_load(page)
    assert not page.success
    assert page.warning[0].value == "Loaded: 4 new messages, 1 record refused, 1 file with a problem."
    problems = told(page)
    assert "recipient" in problems["run.jsonl:5"]
    assert problems["notes.txt"].startswith("is in no log format known here; choose one under Format (")


def test_traces_loaded_before_are_shown_for_a_file_that_adds_nothing(shown_empty, draw):
    load(shown_empty, [Source("run.jsonl", content=log(sound_run()))])
    page = draw("load")
    page.file_uploader[0].upload("copy.jsonl", log(sound_run()), "application/json")
    press_load(page)
    assert page.info[0].value == "Loaded: 0 new messages, 4 already in the store."
    assert list(page.dataframe[1].value["trace"]) == ["sound"]


def test_many_problems_are_counted(shown_empty, draw, monkeypatch):
    monkeypatch.setattr(page_module, "MOST_PROBLEMS", 2)
    page = draw("load")
    page.file_uploader[0].upload("run.jsonl", log(sound_run()) + b'\n{"sender": "a"}' * 1500, "application/json")
    press_load(page)
    assert len(told(page)) == 2
    drawn = [json.loads(node.proto.json or node.proto.mixed.json) for node in nodes(page, "misheard.facts")]
    assert drawn[0]["notes"][0].startswith("and 1,498 more")


def test_asks_for_a_file(shown_empty, draw):
    assert "Choose or drop a file" in press_load(draw("load")).info[0].value


def test_shows_what_was_loaded_and_refused_earlier(shown, draw):
    page = draw("load")
    assert page.dataframe[0].value.iloc[0]["name"] == "runs.jsonl"
    assert page.expander[0].label == "All refused records (1)"
    assert page.dataframe[1].value.iloc[0]["line"] == 11


def test_says_how_many_rejects_are_shown(shown, draw, monkeypatch):
    load(shown, [Source("bad.jsonl", content=b'{"sender": "a"}\n' * 3)], format_name="native")
    monkeypatch.setattr(queries, "MOST_REJECTS", 2)
    texts = [text.value for text in draw("load").text]
    assert any(text.startswith("The first 2 of ") for text in texts)


@pytest.mark.parametrize("detector", detectors.DETECTORS, ids=lambda detector: detector.mode.value)
def test_explains_every_mode_at_its_url(draw, detector):
    page = draw("explain", mode=detector.mode.value)
    assert page.segmented_control[0].value == detector.mode.value if hasattr(page, "segmented_control") else True
    assert page.subheader[0].value
    assert page.markdown


def test_thresholds_are_told_once_with_their_values_beside_their_names():
    @dataclass(frozen=True)
    class Thresholds:
        cap: int = 1500
        least_share: float = 0.5
        hops: int = 3

    told = with_values("`cap`: tokens (1,500) of at most 3 hops (0 to 1). least_share: a share (.5).", Thresholds())
    assert told == (
        "`cap = 1,500`: tokens of at most 3 hops (0 to 1). `least_share = 0.5`: a share."
        "\n\nThe other values: `hops = 3`."
    )


@pytest.mark.parametrize("detector", detectors.DETECTORS, ids=lambda detector: detector.mode.value)
def test_every_threshold_of_a_mode_is_on_its_page_once(draw, detector):
    page = draw("explain", mode=detector.mode.value)
    words = " ".join(text.value for text in page.markdown)
    assert not page.dataframe
    for field in fields(detector.thresholds):
        assert words.count(f"`{field.name} = ") == 1


def test_reads_the_sections_of_a_docstring():
    from misheard.dashboard.views.explain import sections

    doc = """One line.

    ## What it detects

    1. A thing
       in two lines.
    2. Another.

    Thresholds
    ----------
        `cap`: 1

    References:
    A book.
    """
    assert list(sections(doc)) == [
        ("", "One line."),
        ("What it detects", "1. A thing\n   in two lines.\n2. Another."),
        ("Thresholds", "`cap`: 1"),
        ("References", "A book."),
    ]


def test_the_problem_of_a_source_without_a_format_is_said():
    assert "holds no log that is known here" in page_module._problem(SourceReport("a"))
    assert page_module._problem(SourceReport("a", format="native")) is None
