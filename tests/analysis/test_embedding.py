"""The optional vectors: nothing is fetched, nothing fails without them, and what they align is said to be so."""

import importlib.abc
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import numpy as np
import pytest
from case_runner import trace_from

from misheard.analysis import embedding
from misheard.analysis.engine import analyse, analyse_stored, load_trace
from misheard.analysis.lineage import LEAST_LOOSE, loose_retellings, retellings
from misheard.analysis.version import VERSION, analysed_with
from misheard.ingest import jsontext
from misheard.ingest.load import load
from misheard.ingest.source import Source
from misheard.ingest.store import Store

HEARD = "Milk is withheld for 96 hours after the last tube."
TOLD = "The dairy pours everything away until day four."
CHAIN = [
    {"from": "vet", "to": "lead", "say": f"{HEARD} Two cows were treated on Monday."},
    {"from": "lead", "to": "farmer", "say": TOLD},
    {"from": "lead", "to": "vet", "say": TOLD},
]
NO_NETWORK = """
import logging, os, sys
def watch(event, args):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto"):
        os._exit(3)
sys.addaudithook(watch)
from misheard.analysis import embedding
before = logging.getLogger().level, list(logging.getLogger().handlers)
assert "wordllama" not in sys.modules and "numpy" not in sys.modules
assert embedding.available(), embedding.why_not()
assert embedding.vectors(["The gate is shut."]).shape == (1, 256)
assert (logging.getLogger().level, logging.getLogger().handlers) == before
print(sorted(os.listdir(os.environ["HOME"])))
"""


@pytest.fixture(autouse=True)
def on(monkeypatch):
    monkeypatch.setenv(embedding.SWITCH, "on")
    embedding._state.cache_clear()
    yield
    embedding._state.cache_clear()


class Model:
    """Stands in for the package: texts that speak of milk or a dairy point one way, all others each their own."""

    def __init__(self, failing=False):
        self.loads, self.failing = 0, failing
        self.__file__ = "/nowhere/wordllama/__init__.py"
        self.WordLlama = self

    def load(self, cache_dir, dim, disable_download):
        assert disable_download
        assert dim == embedding.DIMENSIONS
        self.loads += 1
        return self

    def embed(self, texts, norm):
        if self.failing:
            raise ValueError(texts[0])
        rows = np.zeros((len(texts), embedding.DIMENSIONS), dtype=np.float32)
        for place, text in enumerate(texts):
            rows[place, 0 if {"Milk", "dairy"} & set(text.split()) else 1 + place] = 2
        return rows


def stand_in(monkeypatch, model):
    monkeypatch.setitem(sys.modules, "wordllama", model)
    monkeypatch.setattr(embedding, "metadata", SimpleNamespace(version=lambda _name: "0.4.0"))
    return model


class Absent(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "wordllama":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def remove(monkeypatch):
    for name in [name for name in sys.modules if name.partition(".")[0] == "wordllama"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [Absent(), *sys.meta_path])


def by_meaning(trace):
    assert not any(told.by_meaning for told in retellings(trace))
    return [told for told in loose_retellings(trace) if told.by_meaning]


def test_nothing_is_fetched_or_written(tmp_path):
    pytest.importorskip("wordllama")
    env = {"HOME": str(tmp_path), "PATH": "", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-c", NO_NETWORK], env=env, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "[]", "")


def test_vectors_have_unit_length():
    pytest.importorskip("wordllama")
    found = embedding.vectors(["The gate is shut.", "", "\ud800 broken", "word " * 50_000])

    assert found is not None
    assert (found.shape, found.dtype) == ((4, embedding.DIMENSIONS), np.float32)
    assert np.linalg.norm(found, axis=1) == pytest.approx([1, 0, 1, 1], abs=1e-5)


def test_real_vectors_align_what_shares_no_words():
    pytest.importorskip("wordllama")
    heard, said = (
        "The physician prescribed antibiotics for the infection.",
        "The doctor gave medicine against bacteria.",
    )
    (told,) = by_meaning(trace_from([{**CHAIN[0], "say": heard}, {**CHAIN[1], "say": said}]))

    assert (told.source.text, told.target.text) == (heard, said)


def test_without_the_package_alignment_is_lexical(monkeypatch):
    remove(monkeypatch)

    assert by_meaning(trace_from(CHAIN)) == []
    assert not embedding.available()
    assert embedding.vectors(["The gate is shut."]) is None
    assert embedding.why_not() == "the extra `embeddings` is not installed"
    assert (embedding.alignment(), analysed_with()) == ("lexical", VERSION)


def test_what_is_near_in_meaning_is_loose_and_said_to_be(monkeypatch):
    stand_in(monkeypatch, Model())
    trace = trace_from(CHAIN)
    (told,) = by_meaning(trace)

    assert (told.source.text, told.target.text, told.target.message) == (HEARD, TOLD, "m2")
    assert told.score == pytest.approx(LEAST_LOOSE)
    assert embedding.alignment() == "lexical+wordllama-0.4.0"


def test_the_switch_turns_it_off(monkeypatch):
    model = stand_in(monkeypatch, Model())
    monkeypatch.setenv(embedding.SWITCH, "Off")

    assert by_meaning(trace_from(CHAIN)) == []
    assert embedding.why_not() == "switched off by MISHEARD_EMBEDDINGS"
    assert analysed_with() == VERSION
    assert model.loads == 0


def test_it_is_loaded_once_by_many_threads(monkeypatch):
    model = stand_in(monkeypatch, Model())
    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(lambda _number: embedding.available(), range(32)))

    assert model.loads == 1


def test_a_package_that_does_not_load_is_not_available(monkeypatch):
    model = stand_in(monkeypatch, Model())
    monkeypatch.setattr(model, "load", lambda **_how: 1 / 0)

    assert by_meaning(trace_from(CHAIN)) == []
    assert embedding.why_not() == "wordllama could not be loaded: ZeroDivisionError: division by zero"


def test_vectors_that_fail_stop_no_analysis_and_are_not_claimed_for_it(monkeypatch):
    stand_in(monkeypatch, Model(failing=True))
    analysis = analyse(trace_from(CHAIN))

    assert not any("failed" in (check.reason or "") for check in analysis.checks)
    assert embedding.why_not() == "wordllama failed: ValueError"
    assert analysed_with() == VERSION


def test_a_store_is_analysed_anew_with_another_alignment(monkeypatch):
    stand_in(monkeypatch, Model())
    common = {"type": "info", "trace_id": "run"}
    log = [
        {**common, "id": f"m{at}", "sender": one["from"], "recipient": one["to"], "payload": {"text": one["say"]}}
        for at, one in enumerate(CHAIN)
    ]
    store = Store.open()
    load(store, [Source("run.jsonl", content="\n".join(map(jsontext.dumps, log)).encode())])

    assert analyse_stored(store) == ["run"]
    assert store.read("SELECT analysed_with FROM traces") == [(f"{VERSION}+lexical+wordllama-0.4.0",)]
    assert analyse_stored(store) == []
    monkeypatch.setenv(embedding.SWITCH, "off")
    assert analyse_stored(store) == ["run"]
    assert store.read("SELECT analysed_with FROM traces") == [(VERSION,)]
    assert by_meaning(load_trace(store, "run")) == []
