"""The chains at the top of the trace page and in the reports, and what is said where there are none."""

import json

from trace_page_builder import HOSTILE, drift, run_of, store_of

from misheard.analysis import engine
from misheard.analysis.flag import Mode, Severity
from misheard.dashboard import trace_data
from misheard.dashboard.components.causes import LONGEST, causes_data
from misheard.dashboard.reports import json_form, text_form
from misheard.dashboard.reports.data import report_of
from misheard.ingest.load import LoadReport, load
from misheard.ingest.source import Source


def said(name, sender, recipient, kind, text, reply=None):
    """Return one message of the run."""
    return {
        "trace_id": "run", "id": name, "sender": sender, "recipient": recipient, "type": kind,
        "in_reply_to": reply, "payload": {"text": text},
    }  # fmt: skip


BOATS = [
    said("m1", "user", "lead", "task", "How many boats?"),
    said("m2", "lead", "scout", "task", "Count them."),
    said("m3", "scout", "lead", "result", "The quay takes 14 boats by night.", "m2"),
    said("m4", "lead", "writer", "task", "Write that the quay takes 41 boats by night."),
    said("m5", "writer", "lead", "result", "The quay takes 41 boats by night.", "m4"),
    said("m6", "lead", "user", "result", "The quay takes 41 boats by night.", "m1"),
]
"""A run in which 14 boats became 41."""


def shown(*messages):
    """Return what the page is given of a run that the analysis itself has seen, and the run."""
    store = store_of(*messages)
    engine.analyse_stored(store)
    run = trace_data.load_run(store, "run")
    assert run is not None
    return causes_data(run, None), run


def test_the_chain_comes_out_of_the_store_as_the_analysis_found_it():
    data, run = shown(*BOATS)
    (first, *_) = data["chains"]
    assert [step["message"] for step in first["steps"]] == ["m4", "m5", "m6"]
    assert first["steps"][0]["who"] == "lead → writer"
    assert first["steps"][0]["flags"][0]["mode"] == "Telephone drift"
    assert (first["steps"][-1]["end"], first["steps"][-1]["says"]) == (True, "passed on")
    assert data["about"] == run.causes.about
    assert "final answer of lead" in data["about"]


def test_a_run_that_was_not_traced_back_says_so():
    data = causes_data(run_of(flags=[drift()]), None)
    assert data["chains"] == []
    assert data["about"] == "What led to the end was not looked for in this analysis."


def test_long_and_hostile_words_are_cut_and_stay_words():
    last = {**BOATS[-1], "payload": {"text": f"The quay takes 41 boats by night. {HOSTILE} " * 40}}
    data, _ = shown(*BOATS[:-1], last)
    text = data["chains"][0]["steps"][-1]["text"]
    assert len(text) <= LONGEST + 2
    assert "<img" in text


def test_the_reports_tell_the_chain():
    report = report_of(store_of(*BOATS), LoadReport(), fail_on=Severity.ERROR)
    text = text_form.render(report)
    assert "likely (" in text
    assert "telephone-drift/number at m4 → passed on in m5 → passed on in m6" in text
    (trace,) = json.loads(json_form.render(report))["traces"]
    modes = {flag["id"]: flag["mode"] for flag in trace["flags"]}
    assert modes[trace["causes"]["chains"][0]["flag"]] == Mode.TELEPHONE_DRIFT
    assert trace["causes"]["end"] == "m6"


def test_two_runs_of_one_log_are_traced_back_each_on_its_own():
    """The second run tells the figure as it was, so the cause of the first is none of its own."""
    other = [
        said(
            f"f{one['id']}", one["sender"], one["recipient"], one["type"],
            one["payload"]["text"].replace("41", "14"),
            f"f{one['in_reply_to']}" if one["in_reply_to"] else None,
        ) | {"trace_id": "faithful"}
        for one in BOATS
    ]  # fmt: skip
    store = store_of(*BOATS, *other)
    engine.analyse_stored(store)
    first, second = trace_data.load_run(store, "run"), trace_data.load_run(store, "faithful")
    assert [step.message for step in first.causes.chains[0].steps] == ["m4", "m5", "m6"]
    begins = [chain.steps[0].message for chain in second.causes.chains]
    assert "fm4" not in begins
    assert all(step.message in second.trace.by_id for chain in second.causes.chains for step in chain.steps)
    assert all(flag.mode is not Mode.TELEPHONE_DRIFT for flag in second.flags.values())


def test_the_page_says_that_nothing_explains_a_failed_end(shown, draw):
    """A run without flags whose last word is a failure is not just called clean."""
    failed = said("f2", "lead", "user", "result", "", "f1")
    failed["payload"] = {"status": "failed", "summary": "The harbour office did not pick up."}
    rows = [said("f1", "user", "lead", "task", "Ring the harbour office."), failed]
    log = "\n".join(json.dumps({**row, "trace_id": "failed"}) for row in rows).encode()
    load(shown, [Source("failed.jsonl", content=log)])
    engine.analyse_stored(shown)
    page = draw("trace", trace="failed")
    assert any("explains why the final answer of lead reports a failure" in one.value for one in page.text)
