"""What retells what is stored with the rest of an analysis, and replaced with it."""

import pytest

from misheard.analysis import engine, records
from misheard.analysis.lineage import retellings
from misheard.analysis.version import analysed_with
from misheard.dashboard.lineage import Retold, lineage
from misheard.ingest import jsontext
from misheard.ingest.load import load
from misheard.ingest.source import Source
from misheard.ingest.store import Store

HANDOFF = {
    "objective": "Repair the north gate of the reservoir.",
    "context": "The pump at the north gate failed on Monday evening.",
    "constraints": ["Spend no more than 400 euros on spare gaskets."],
}


def message(name: str, sender: str, to: str, kind: str, **payload: object) -> dict[str, object]:
    minute = int(name[1:])
    return {
        "trace_id": "run", "id": name, "sender": sender, "recipient": to, "type": kind, "payload": payload,
        "timestamp": f"2026-11-16T08:{minute:02d}:00Z",
    }  # fmt: skip


TOLD = [
    message("m1", "lead", "fitter", "task", **HANDOFF),
    message(
        "m2", "fitter", "helper", "task", objective="Help repair the north gate of the reservoir.",
        context="The pump at the north gate failed on Monday evening, says the lead.",
        constraints=["Spend no more than 400 euros on spare gaskets."],
    ),
    message("m3", "helper", "fitter", "result", summary="The pump at the north gate failed on Monday evening."),
]  # fmt: skip


def stored(*messages: dict[str, object]) -> Store:
    store = Store.open()
    load(store, [Source("run.jsonl", content="\n".join(map(jsontext.dumps, messages)).encode())])
    engine.analyse_stored(store)
    return store


def words(store: Store, told: Retold) -> tuple[str, str]:
    trace = engine.load_trace(store, "run")
    ends = (trace.text(trace.by_id[end.message])[end.start : end.end] for end in (told.source, told.target))
    return next(ends), next(ends)


def test_what_is_stored_is_what_the_lineage_found() -> None:
    store = stored(*TOLD)

    found = {
        (one.source.message, one.source.start, one.source.end, one.target.message, one.target.start,
         one.target.end, one.score) for one in retellings(engine.load_trace(store, "run"))
    }  # fmt: skip
    kept = {
        (one.source.message, one.source.start, one.source.end, one.target.message, one.target.start,
         one.target.end, one.score) for one in lineage(store, "run")
    }  # fmt: skip

    assert kept == found
    assert kept


@pytest.mark.parametrize("field", ["objective", "context", "constraints"])
def test_what_a_hand_off_says_is_followed_down_the_chain(field: str) -> None:
    store = stored(*TOLD)
    said = HANDOFF[field] if isinstance(HANDOFF[field], str) else HANDOFF[field][0]

    onwards = [words(store, one) for one in lineage(store, "run") if one.target.message == "m2"]

    assert said in [source for source, _ in onwards]


def test_analysing_again_leaves_nothing_of_the_analysis_before() -> None:
    store = stored(*TOLD)
    before = lineage(store, "run")
    engine.analyse_stored(store, ["run"])
    assert lineage(store, "run") == before

    trace = engine.load_trace(store, "run")
    store.replace_analysis("run", records.roll_up_of(trace), {})
    assert lineage(store, "run") == ()


def test_a_trace_that_is_forgotten_leaves_no_lineage() -> None:
    store = stored(*TOLD)
    store.forget_trace("run")
    assert store.read("SELECT count(*) FROM lineage") == [(0,)]


def test_a_run_whose_claims_cannot_be_followed_is_stored_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(trace: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("misheard.analysis.lineage.retellings", fails)
    store = stored(*TOLD)

    assert lineage(store, "run") == ()
    assert engine.load_trace(store, "run").messages
    assert store.stale_traces(analysed_with()) == []
