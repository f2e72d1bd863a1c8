import pytest
from shown_runs import sound_run

from misheard.analysis import detectors
from misheard.dashboard import queries
from misheard.dashboard.queries import Filters
from misheard.dashboard.views import load as page_module
from misheard.ingest import jsontext
from misheard.ingest.load import load
from misheard.ingest.source import Source


def log(run):
    return "\n".join(jsontext.dumps(record) for record in run).encode()


def press_load(page):
    next(button for button in page.button if button.label == "Load").click().run()
    assert not page.exception
    return page


def test_loads_analyses_and_reports(shown_empty, draw):
    page = draw("load")
    content = log(sound_run()) + b'\n{"sender": "a"}\n'
    page.file_uploader[0].upload("run.jsonl", content, "application/json")
    press_load(page)
    assert page.success[0].value == "Loaded: 4 new messages, 1 refused."
    row = page.dataframe[0].value.iloc[0]
    assert (row["file"], row["format"], row["read"], row["kept"], row["refused"]) == (
        "run.jsonl",
        "native",
        5,
        4,
        1,
    )
    refused = page.dataframe[1].value.iloc[0]
    assert refused["Line"] == 5
    assert "recipient" in refused["Problem"]
    assert list(page.dataframe[2].value["trace_id"]) == ["sound"]
    assert queries.traces(Filters())["analysed"].all()


def test_says_that_a_log_was_loaded_before(shown_empty, draw):
    load(shown_empty, [Source("run.jsonl", content=log(sound_run()))])
    page = draw("load")
    page.file_uploader[0].upload("run.jsonl", log(sound_run()), "application/json")
    press_load(page)
    assert page.info[0].value == "Loaded: 0 new messages, 4 already in the store."


def test_says_why_a_file_is_no_log(shown_empty, draw):
    page = draw("load")
    page.file_uploader[0].upload("notes.txt", b"just words\n", "text/plain")
    press_load(page)
    assert "choose one under Format" in page.dataframe[0].value.iloc[0]["problem"]
    assert page.warning


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
    assert page_module._problem(None, None) == "holds no log that is known here"
    assert page_module._problem(None, "native") is None
