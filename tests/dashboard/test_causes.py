"""The chains at the top of the trace page, and in the reports: what is shown of them, and what is said without any."""

import json
from pathlib import Path

from trace_page_builder import BRIEF, HOSTILE, drift, run_of, store_of

from misheard.analysis import engine
from misheard.analysis.flag import Mode, Severity
from misheard.dashboard import trace_data
from misheard.dashboard.components.causes import LONGEST, causes_data


def shown(*messages):
    """Return what the page is given of a run that the analysis itself has seen, and the run."""
    store = store_of(*messages)
    engine.analyse_stored(store)
    run = trace_data.load_run(store, "run")
    assert run is not None
    return causes_data(run, None), run


def test_the_chain_comes_out_of_the_store_as_the_analysis_found_it():
    data, run = shown()
    (first, *_) = data["chains"]
    assert [step["message"] for step in first["steps"]] == ["m3", "m5"]
    assert first["steps"][0]["who"] == "analyst → lead"
    assert first["steps"][0]["flags"][0]["mode"] == "Telephone drift"
    assert (first["steps"][-1]["end"], first["steps"][-1]["says"]) == (True, "passed on")
    assert data["about"] == run.causes.about
    assert "final answer of lead" in data["about"]


def test_a_run_that_was_not_traced_back_says_so():
    data = causes_data(run_of(flags=[drift()]), None)
    assert data["chains"] == []
    assert data["about"] == "What led to the end was not looked for in this analysis."


def test_long_and_hostile_words_are_cut_and_stay_words():
    messages = [
        {**one, "payload": {**one["payload"], "summary": f"30 regions were lost. {HOSTILE} " * 40}}
        if one["id"] == "m5"
        else one
        for one in BRIEF
    ]
    data, _ = shown(*messages)
    text = data["chains"][0]["steps"][-1]["text"]
    assert len(text) <= LONGEST + 2
    assert "<img" in text


def test_the_reports_tell_the_chain(tmp_path: Path):
    from misheard.dashboard.reports import json_form, text_form
    from misheard.dashboard.reports.data import report_of
    from misheard.ingest.load import LoadReport

    report = report_of(store_of(), LoadReport(), fail_on=Severity.ERROR)
    assert "likely (" in text_form.render(report)
    assert "telephone-drift/number at m3 → passed on in m5" in text_form.render(report)
    (trace,) = json.loads(json_form.render(report))["traces"]
    ids = {flag["id"]: flag["mode"] for flag in trace["flags"]}
    assert ids[trace["causes"]["chains"][0]["flag"]] == Mode.TELEPHONE_DRIFT
    assert trace["causes"]["end"] == "m5"
