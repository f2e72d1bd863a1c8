"""Where logs come from: files, folders, globs, packed files, standard input."""

import io
import os
import sys

import pytest
from reading import line, load_paths

from misheard.ingest.source import Source, document, find, lines


def names(tmp_path, *paths):
    return [source.name.removeprefix(f"{tmp_path}/") for source in find([str(path) for path in paths])[0]]


@pytest.fixture
def folder(tmp_path):
    for name in ("b.jsonl", "a.json", "sub/c.ndjson.gz", "sub/D.LOG", "sub/e.jsonl.zst", "notes.md", "f.csv"):
        place = tmp_path / name
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(line())
    return tmp_path


def test_a_folder_is_searched_for_log_files_in_order(folder):
    assert names(folder, folder) == ["a.json", "b.jsonl", "sub/D.LOG", "sub/c.ndjson.gz", "sub/e.jsonl.zst"]


def test_hidden_files_and_folders_are_left_alone_unless_they_are_named(folder):
    (folder / ".hidden.jsonl").write_bytes(line())
    (folder / ".git").mkdir()
    (folder / ".git" / "x.json").write_bytes(line())

    assert not [name for name in names(folder, folder) if "." in name.split("/")[0][:1]]
    assert names(folder, folder / ".hidden.jsonl", folder / ".git") == [".hidden.jsonl", ".git/x.json"]


def test_a_file_counts_once_however_it_is_named(folder, monkeypatch):
    monkeypatch.chdir(folder)
    (folder / "link.jsonl").symlink_to(folder / "b.jsonl")

    sources, problems = find(["b.jsonl", "./b.jsonl", str(folder / "b.jsonl"), "link.jsonl", "b*.jsonl", "-", "-"])

    assert [source.name for source in sources] == ["b.jsonl", "-"]
    assert problems == []


def test_folders_that_contain_themselves_end(folder):
    (folder / "sub" / "up").symlink_to(folder)

    assert len(names(folder, folder)) == 5


def test_a_link_to_nowhere_is_no_log(folder):
    (folder / "dead.jsonl").symlink_to(folder / "gone.jsonl")

    assert "dead.jsonl" not in names(folder, folder)
    assert find([str(folder / "dead.jsonl")])[1] == [f"{folder / 'dead.jsonl'}: no such file or folder"]


def test_a_glob_finds_files_and_folders(folder):
    assert names(folder, folder / "*.jsonl") == ["b.jsonl"]
    assert names(folder, folder / "**" / "*.gz") == ["sub/c.ndjson.gz"]
    assert names(folder, folder / "s*b") == ["sub/D.LOG", "sub/c.ndjson.gz", "sub/e.jsonl.zst"]


def test_a_file_with_the_marks_of_a_glob_in_its_name_is_that_file(folder):
    (folder / "run[1].jsonl").write_bytes(line())

    assert names(folder, folder / "run[1].jsonl") == ["run[1].jsonl"]


@pytest.mark.parametrize("path", ["a\0b", "x" * 5_000, "[", "", "/nowhere/**/x"])
def test_a_path_that_cannot_be_gets_a_sentence(path):
    sources, problems = find([path])

    assert sources == []
    assert len(problems) == 1
    assert problems[0].startswith(f"{path}: ")


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("runs/friday.jsonl", "friday"), ("friday.json.gz", "friday"), ("friday.zst", "friday"), ("-", "stdin"),
        ("v1.2.log", "v1.2"), (".jsonl", "stdin"), ("Friday.JSONL.GZ", "Friday"),
    ],
)  # fmt: skip
def test_the_stem_is_the_name_without_known_endings(name, stem):
    assert Source(name).stem == stem


def piped(data):
    """Return the reading end of a pipe that holds `data`."""
    reading, writing = os.pipe()
    os.write(writing, data)
    os.close(writing)
    return reading


def test_standard_input_is_read(store, monkeypatch):
    reading = piped(line("m1") + b"\n" + line("m2"))
    with os.fdopen(reading, "rb") as pipe, io.TextIOWrapper(pipe) as text:
        monkeypatch.setattr(sys, "stdin", text)
        report = load_paths(store, "-")

    assert report.kept == 2
    assert store.read("SELECT name FROM sources") == [("-",)]


def test_a_pipe_with_a_name_is_read(store, tmp_path):
    reading = piped(line("m1"))

    report = load_paths(store, f"/dev/fd/{reading}")
    os.close(reading)

    assert report.kept == 1


def test_dropped_content_is_read_without_a_file(store):
    from misheard.ingest.load import load

    report = load(store, [Source("dropped.jsonl", content=line())])

    assert report.kept == 1


def test_lines_are_numbered_and_stand_without_their_ends():
    assert list(lines(io.BytesIO(b"a\n\nb\r\nc"))) == [(1, b"a"), (2, b""), (3, b"b\r"), (4, b"c")]
    assert list(lines(io.BytesIO(b""))) == []
    assert list(lines(io.BytesIO(b"a\n"))) == [(1, b"a")]


def test_a_line_over_the_cap_is_none_and_the_next_is_read(monkeypatch):
    monkeypatch.setattr("misheard.ingest.source.LINE_CAP", 10)
    monkeypatch.setattr("misheard.ingest.source.CHUNK", 4)

    assert list(lines(io.BytesIO(b"short\n" + b"x" * 50 + b"\nend"))) == [(1, b"short"), (2, None), (3, b"end")]


def test_a_document_is_put_together_from_its_lines():
    numbered = lines(io.BytesIO(b"[\n1,\n2]"))
    _, first = next(numbered)

    assert document("x.json", first, numbered) == b"[\n1,\n2]"
