"""Loading: the format is chosen by content or by name, and the report says what became of everything."""

import json

import pytest
from reading import json_lines, line, load_bytes, load_paths, record

from misheard.ingest import load as loading
from misheard.ingest import readers
from misheard.ingest.errors import UnreadableSourceError
from misheard.ingest.load import load
from misheard.ingest.source import find

CHAT = [{"role": "user", "content": "How many?"}, {"role": "Ann", "content": "Twelve."}]


def test_each_file_is_read_in_its_own_format(store, tmp_path):
    (tmp_path / "a.jsonl").write_bytes(line())
    (tmp_path / "b.json").write_text(json.dumps(CHAT))
    (tmp_path / "c.jsonl").write_bytes(
        json_lines({"type": "user", "sessionId": "s", "uuid": "u", "message": {"content": "Go."}})
    )

    report = load_paths(store, tmp_path)

    assert [source.format for source in report.sources] == ["native", "group-chat", "claude-code"]
    assert [source.kept for source in report.sources] == [1, 2, 1]
    assert report.kept == 4


def test_a_format_that_is_named_is_used_whatever_the_content(store, tmp_path):
    (tmp_path / "b.json").write_text(json.dumps(CHAT))

    report = load(store, find([str(tmp_path / "b.json")])[0], format_name="native")

    assert report.sources[0].format == "native"
    assert report.kept == 0
    assert next(item.problem for _, item in report.rejected).startswith("record 1: missing field 'sender'")


def test_a_format_that_there_is_not_is_refused_with_those_there_are(store):
    with pytest.raises(UnreadableSourceError) as raised:
        load(store, [], format_name="telepathy")

    assert str(raised.value) == f"no log format is called 'telepathy'; there are: {', '.join(readers.names())}"


def test_every_format_has_a_name_a_line_for_the_help_and_a_field_map():
    assert len(set(readers.names())) == len(readers.READERS)
    for reader in readers.READERS:
        assert reader.about
        assert readers.by_name(reader.name) is reader


def test_a_log_of_many_batches_is_kept_whole_and_progress_is_told(store, tmp_path, monkeypatch):
    monkeypatch.setattr(loading, "BATCH", 100)
    log = json_lines(*[record(f"m{number}", sender=" lead" if number % 7 else "lead") for number in range(1_000)])
    told = []

    (tmp_path / "log.jsonl").write_bytes(log)
    report = load(store, find([str(tmp_path)])[0], progress=lambda name, read: told.append(read))

    assert report.kept == 1_000
    assert told == list(range(100, 1_001, 100))
    assert [row["line"] for row in store.messages("run")] == list(range(1, 1_001))


def test_the_report_counts_what_was_new_known_mended_and_refused(store, tmp_path):
    log = json_lines(record("m1"), record("m1"), record("m2", timestamp="2026-03-02T09:00:00")) + b"5\n"

    [source] = load_bytes(store, tmp_path, log).sources

    assert (source.read, source.kept, source.repeated, source.renamed, source.mended) == (4, 2, 1, 0, 1)
    assert len(source.rejected) == 1
    assert source.problem is None


def test_a_source_names_its_traces_even_where_nothing_in_it_is_new(store, tmp_path):
    (tmp_path / "a.jsonl").write_bytes(json_lines(record(trace_id="one"), record("m2", trace_id="two")))
    (tmp_path / "copy.jsonl").write_bytes(line(trace_id="one"))

    report = load_paths(store, tmp_path)

    assert [source.traces for source in report.sources] == [{"one", "two"}, {"one"}]
    assert report.sources[1].kept == 0
