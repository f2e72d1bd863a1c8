"""The store: what was committed stays, what is there is not added again, and a store that is none is told apart."""

import os
import signal
import subprocess
import sys
from datetime import UTC, datetime

import duckdb
import pytest
from reading import json_lines, line, load_bytes, load_paths, record

from misheard.ingest import migrate
from misheard.ingest.errors import Exit, StoreError, StoreLockedError
from misheard.ingest.store import Store, default_path


@pytest.fixture
def place(tmp_path):
    return tmp_path / "data" / "misheard.duckdb"


def test_a_store_is_made_with_its_folder_and_stamped(place):
    with Store.open(place) as store:
        assert store.read("SELECT max(version) FROM store_version") == [(migrate.version(),)]
    assert place.is_file()


def test_what_was_loaded_is_there_after_opening_again(place, tmp_path):
    with Store.open(place) as store:
        load_bytes(store, tmp_path, json_lines(record("m1"), record("m2")))
    with Store.open(place) as store:
        assert store.read("SELECT count(*) FROM messages") == [(2,)]


def test_loading_twice_adds_nothing_and_says_so(store, tmp_path):
    log = b"\n".join([line("m1"), line("m2"), b"{broken"])

    first = load_bytes(store, tmp_path, log)
    again = load_bytes(store, tmp_path, log)

    assert (first.kept, first.repeated) == (2, 0)
    assert (again.kept, again.repeated) == (0, 2)
    assert len(again.rejected) == 1
    assert store.read("SELECT count(*) FROM messages") == [(2,)]
    assert store.read("SELECT count(*) FROM rejects") == [(1,)]
    assert store.read("SELECT count(*) FROM sources") == [(1,)]


def test_the_same_messages_from_another_file_or_as_an_array_add_nothing(store, tmp_path):
    import json

    log = json_lines(record("m1", payload={"objective": "caf\u00e9", "n": [1, 2]}), record("m2"))
    load_bytes(store, tmp_path, log, "a.jsonl")

    copied = load_bytes(store, tmp_path, log, "b.jsonl")
    array = json.dumps([json.loads(one) for one in log.splitlines()], indent=2, ensure_ascii=False)
    rewritten = load_bytes(store, tmp_path, array.encode(), "c.json")

    assert (copied.kept, copied.repeated) == (0, 2)
    assert (rewritten.kept, rewritten.repeated) == (0, 2)


def test_a_log_that_has_grown_adds_what_is_new(store, tmp_path):
    load_bytes(store, tmp_path, json_lines(record("m1")))

    report = load_bytes(store, tmp_path, json_lines(record("m1"), record("m2")))

    assert (report.kept, report.repeated) == (1, 1)
    assert store.read("SELECT messages FROM traces") == [(2,)]


def test_each_message_says_where_it_came_from(store, tmp_path):
    load_bytes(store, tmp_path, b"\n" + line("m1") + b"\n\n" + line("m2"), "run.jsonl")

    found = [(row["id"], row["source"], row["line"], row["part"]) for row in store.messages("run")]

    assert found == [("m1", str(tmp_path / "run.jsonl"), 2, 0), ("m2", str(tmp_path / "run.jsonl"), 4, 0)]
    assert store.read("SELECT name, format FROM sources") == [(str(tmp_path / "run.jsonl"), "native")]


def test_a_trace_has_a_roll_up(store, tmp_path):
    load_bytes(
        store, tmp_path,
        json_lines(
            record("m1", timestamp="2026-03-02T10:00:00+01:00"),
            record("m2", sender="scout", recipient="*", timestamp="2026-03-02T09:30:00Z"),
            record("m3", trace_id="other"),
        ),
    )  # fmt: skip

    assert store.read("SELECT trace_id, messages, agents, started, ended FROM traces ORDER BY trace_id") == [
        ("other", 1, 2, datetime(2026, 3, 2, 9), datetime(2026, 3, 2, 9)),
        ("run", 2, 2, datetime(2026, 3, 2, 9), datetime(2026, 3, 2, 9, 30)),
    ]
    assert store.stale_traces("v1") == ["other", "run"]


def test_times_at_the_ends_of_the_calendar_come_back(store, tmp_path):
    load_bytes(
        store, tmp_path,
        json_lines(record("m1", timestamp="0001-01-01T00:00:00Z"), record("m2", timestamp="9999-12-31T23:59:59Z")),
    )  # fmt: skip

    assert [row["timestamp"].year for row in store.messages("run")] == [1, 9999]


def test_a_trace_can_be_forgotten(store, tmp_path):
    load_bytes(store, tmp_path, json_lines(record("m1"), record("m2", trace_id="other")))

    assert store.forget_trace("run") == 1
    assert store.read("SELECT trace_id FROM messages") == [("other",)]
    assert store.read("SELECT trace_id FROM traces") == [("other",)]


def test_names_are_values_and_never_become_sql(store, tmp_path):
    hostile = "x'; DROP TABLE messages; --"

    load_bytes(store, tmp_path, json_lines(record(hostile, trace_id=hostile, sender=hostile)), "a'b.jsonl")

    assert store.messages(hostile)[0]["sender"] == hostile
    assert store.forget_trace(hostile) == 1


def test_a_batch_that_fails_leaves_nothing_behind(store, tmp_path):
    load_bytes(store, tmp_path, json_lines(record("m1")))

    def half(cursor):
        cursor.execute("DELETE FROM messages")
        raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError):
        store._write(half)
    assert store.read("SELECT count(*) FROM messages") == [(1,)]


def test_a_newer_store_is_refused_with_the_remedy(place):
    with Store.open(place) as store:
        store._cursor().execute("INSERT INTO store_version VALUES (999)")

    with pytest.raises(StoreError) as raised:
        Store.open(place)

    assert str(raised.value) == (
        f"{place}: has schema 999 and this misheard knows {migrate.version()}; update misheard, or name another "
        "store with --db FILE"
    )
    assert raised.value.exit_status is Exit.STORE


def test_an_older_store_is_brought_up_to_date(place, tmp_path, monkeypatch):
    files = migrate._files()
    monkeypatch.setattr(migrate, "_files", lambda: files[:3])
    with Store.open(place) as store:
        assert store.read("SELECT max(version) FROM store_version") == [(3,)]
    monkeypatch.setattr(migrate, "_files", lambda: files)

    with Store.open(place) as store:
        assert store.read("SELECT max(version) FROM store_version") == [(files[-1][0],)]
        assert load_bytes(store, tmp_path, line()).kept == 1


def test_a_file_that_is_no_store_is_refused_and_left_as_it_is(tmp_path):
    place = tmp_path / "padlock.txt"
    place.write_text("my shopping list\n" * 500)

    with pytest.raises(StoreError) as raised:
        Store.open(place)

    assert not isinstance(raised.value, StoreLockedError)
    assert str(raised.value).startswith(f"{place}: is no readable store (")
    assert str(raised.value).endswith("; name another one with --db FILE")
    assert place.read_text().startswith("my shopping list")


def test_a_duckdb_file_of_something_else_is_refused_and_left_as_it_is(tmp_path):
    place = tmp_path / "other.duckdb"
    with duckdb.connect(str(place)) as other:
        other.execute("CREATE TABLE tea (name VARCHAR)")

    with pytest.raises(StoreError, match="is a DuckDB file of something else than misheard; name another store"):
        Store.open(place)
    with duckdb.connect(str(place)) as other:
        assert other.execute("SELECT table_name FROM duckdb_tables()").fetchall() == [("tea",)]


def test_a_folder_that_cannot_be_made_is_refused(tmp_path):
    (tmp_path / "file").write_text("")

    with pytest.raises(StoreError, match=r"cannot make its folder .*; name another place with --db FILE"):
        Store.open(tmp_path / "file" / "misheard.duckdb")


def test_the_place_of_the_store_can_be_named_in_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("MISHEARD_DB", str(tmp_path / "x.duckdb"))
    assert default_path() == tmp_path / "x.duckdb"

    monkeypatch.delenv("MISHEARD_DB")
    assert default_path().name == "misheard.duckdb"


HOLD = """
import sys, time
from pathlib import Path
from misheard.ingest.store import Store
store = Store.open(Path(sys.argv[1]))
print("open", flush=True)
time.sleep(60)
"""

LOAD = """
import sys
from pathlib import Path
from misheard.ingest import load as loading
from misheard.ingest.source import find
from misheard.ingest.store import Store
loading.BATCH = 500
store = Store.open(Path(sys.argv[1]))
loading.load(store, find([sys.argv[2]])[0], progress=lambda name, read: print(read, flush=True))
"""


def python(code, *arguments):
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_store_that_another_process_has_open_gives_a_sentence(place):
    with python(HOLD, place) as holder:
        try:
            assert holder.stdout.readline() == "open\n"
            with pytest.raises(StoreLockedError) as raised:
                Store.open(place)
        finally:
            holder.kill()

    assert str(raised.value) == (
        f"{place}: is open in another misheard process; stop that one, or name another store with --db FILE"
    )
    assert raised.value.exit_status is Exit.STORE


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs a signal that no process can catch")
def test_a_load_that_is_killed_keeps_what_was_committed_and_the_rest_loads_later(place, tmp_path):
    log = tmp_path / "many.jsonl"
    log.write_bytes(b"\n".join(line(f"m{number}", trace_id=f"t{number % 50}") for number in range(30_000)))
    place.parent.mkdir()

    with python(LOAD, place, log) as loader:
        for _ in range(2):
            assert loader.stdout.readline()
        os.kill(loader.pid, signal.SIGKILL)
        loader.wait()

    with Store.open(place) as store:
        [(kept,)] = store.read("SELECT count(*) FROM messages")
        assert kept > 0
        assert store.read("SELECT count(*) FROM (SELECT trace_id, id FROM messages GROUP BY ALL)") == [(kept,)]
        assert store.read("SELECT sum(messages) FROM traces") == [(kept,)]
        report = load_paths(store, log)
        assert (report.kept, report.repeated) == (30_000 - kept, kept)


def test_threads_share_a_store(store, tmp_path):
    from concurrent.futures import ThreadPoolExecutor

    def one(number):
        return load_bytes(store, tmp_path, line(f"m{number}"), f"{number}.jsonl").kept

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(one, range(12))) == 12
    assert store.read("SELECT messages FROM traces") == [(12,)]
    assert datetime.now(UTC).replace(tzinfo=None) > store.read("SELECT loaded_at FROM traces")[0][0]
