"""Bad input costs itself: a clear sentence with its place, the record among the rejects, and nothing else lost."""

import json
import re

import pytest
from reading import ABSENT, json_lines, line, load_bytes, load_paths, record

from misheard.analysis.engine import load_trace
from misheard.ingest import readers
from misheard.ingest import source as sources
from misheard.ingest.source import Source

DEEP = b"[" * 10_000 + b"]" * 10_000


def ids(store):
    return [row[0] for row in store.read("SELECT id FROM messages ORDER BY source_id, line, part")]


def rejects(store):
    return store.read("SELECT name, line, problem, raw FROM rejects JOIN sources USING (source_id) ORDER BY line")


def notes(store, name):
    return store.read("SELECT notes FROM messages WHERE id = ?", [name])[0][0]


def around(middle):
    """Return a log in which the second of three lines is `middle`."""
    return b"\n".join([line("m1"), middle, line("m3")]) + b"\n"


REFUSED = {
    "cut off": (line("m2")[:-20], "ends in the middle of a record; the log is still being written"),
    "no JSON": (
        b"Traceback (most recent call last):",
        r"is not JSON \(column 1: .*\); each record is one JSON value",
    ),
    "nested 10,000 deep": (line("m2").replace(b'"do m2"', DEEP), "is nested too deeply to read; flatten it"),
    "10,000 open brackets": (DEEP[:10_000], "is nested too deeply to read; flatten it"),
    "NUL bytes": (b"\0" * 40, "is not JSON"),
    "a number": (b"5", "a message is an object, not a number"),
    "a list": (b"[1]", "a message is an object, not a list"),
    "no sender": (line("m2", sender=ABSENT), "missing field 'sender'; each message names who sent it"),
    "no recipient": (line("m2", recipient=ABSENT), "missing field 'recipient'; each message names who it is for"),
    "blank sender": (line("m2", sender="  "), "'sender' is empty; each message names who sent it"),
    "an unknown type": (line("m2", type="gossip"), "'type' must be one of 'task', 'result'"),
    "seconds for a time": (
        line("m2", timestamp=1_700_000_000),
        "'timestamp' is not an ISO 8601 time; write one like",
    ),
    "a day that is none": (line("m2", timestamp="2026-02-30T00:00:00Z"), "'timestamp' is not an ISO 8601 time"),
    "a time out of range": (
        line("m2", timestamp="0001-01-01T00:00:00+14:00"),
        "'timestamp' lies outside the years",
    ),
    "negative tokens": (
        line("m2", usage={"input_tokens": -1}),
        r"'usage.input_tokens' must not be negative; correct",
    ),
    "half a token": (
        line("m2", usage={"input_tokens": 1.5}),
        "'usage.input_tokens' must be a whole number, not a num",
    ),
    "a cost of NaN": (
        line("m2", usage={"cost_cents": float("nan")}),
        "'usage.cost_cents' must be a number, not NaN",
    ),
}


@pytest.mark.parametrize(("middle", "sentence"), REFUSED.values(), ids=REFUSED.keys())
def test_a_bad_line_costs_itself(store, tmp_path, middle, sentence):
    report = load_bytes(store, tmp_path, around(middle))

    assert ids(store) == ["m1", "m3"]
    [said] = report.sentences()
    assert re.fullmatch(rf"{re.escape(str(tmp_path))}/log\.jsonl:2: {sentence}.*", said)
    [(name, number, problem, raw)] = rejects(store)
    assert (name, number, raw) == (str(tmp_path / "log.jsonl"), 2, middle)
    assert said == f"{name}:2: {problem}"


WRONG = {
    "sender": [5, None, True, [1], {"a": 1}],
    "recipient": [5, None, True, [1], {"a": 1}],
    "type": [5, True, [1], {"a": 1}, ""],
    "priority": [5, True, [1], {"a": 1}, ""],
    "trace_id": [5, True, [1], {"a": 1}],
    "timestamp": [5, True, [1], {"a": 1}, ""],
    "payload": [5, True, [1]],
    "id": [5, True, [1], {"a": 1}],
    "in_reply_to": [5, True, [1], {"a": 1}],
    "usage": [5, True, [1], ""],
}


@pytest.mark.parametrize(("field", "value"), [(field, value) for field in WRONG for value in WRONG[field]])
def test_a_wrong_type_in_a_field_is_named_and_costs_one_message(store, tmp_path, field, value):
    report = load_bytes(store, tmp_path, around(line("m2", **{field: value})))

    assert ids(store) == ["m1", "m3"]
    [said] = report.sentences()
    assert said.startswith(f"{tmp_path / 'log.jsonl'}:2: '{field}' ")
    assert ";" in said or "must be one of" in said


MENDED = {
    "bytes that are not UTF-8": (line("m2").replace(b"do m2", b"\xff\xfe"), "not UTF-8", "\ufffd\ufffd"),
    "half a surrogate pair": (line("m2").replace(b"do m2", b"a\\ud800b"), "half a surrogate pair", "a\ufffdb"),
    "a bare NUL": (line("m2").replace(b"do m2", b"a\0b"), "control characters", "a\0b"),
    "NaN": (line("m2").replace(b'"do m2"', b"NaN"), "NaN and Infinity are not JSON numbers", "NaN"),
    "minus infinity": (line("m2").replace(b'"do m2"', b"-Infinity"), "NaN and Infinity", "-Infinity"),
    "no zone": (line("m2", timestamp="2026-03-02T09:00:00"), "states no zone; taken as UTC", "do m2"),
    "no time": (line("m2", timestamp=ABSENT), "has no timestamp; its place in the log is kept", "do m2"),
}


@pytest.mark.parametrize(("middle", "note", "objective"), MENDED.values(), ids=MENDED.keys())
def test_what_can_be_mended_is_kept_with_a_note(store, tmp_path, middle, note, objective):
    report = load_bytes(store, tmp_path, around(middle))

    assert report.sentences() == []
    assert sorted(ids(store)) == ["m1", "m2", "m3"]
    assert note in notes(store, "m2")
    assert report.sources[0].mended == 1
    trace = load_trace(store, "run")
    assert trace.by_id["m2"].payload == {"objective": objective}


def test_an_escaped_nul_needs_no_mending(store, tmp_path):
    report = load_bytes(store, tmp_path, around(line("m2", payload={"objective": "a\0b"}, sender="le\0ad")))

    assert report.kept == 3
    assert load_trace(store, "run").by_id["m2"].sender == "le\0ad"


@pytest.mark.parametrize("data", [b"", b"\n\n  \n"], ids=["no bytes", "blank lines"])
def test_an_empty_file_is_said_to_be_empty(store, tmp_path, data):
    report = load_bytes(store, tmp_path, data)

    assert report.sentences() == [f"{tmp_path / 'log.jsonl'}: is empty; nothing to read"]


def test_a_file_of_no_known_format_is_reported_only_where_it_was_named(store, tmp_path):
    (tmp_path / "notes.log").write_text("met with the team\n")
    (tmp_path / "run.jsonl").write_bytes(line())

    named = load_paths(store, tmp_path / "notes.log")
    found = load_paths(store, tmp_path)

    assert named.sentences() == [
        f"{tmp_path / 'notes.log'}: is in no log format known here; name one with --log-format "
        f"({', '.join(readers.names())})"
    ]
    assert found.kept == 1


def test_a_record_of_an_array_is_named_by_its_number(store, tmp_path):
    log = json.dumps([record("m1"), record("m2", sender=ABSENT), 5, record("m4")]).encode()

    report = load_bytes(store, tmp_path, log, "log.json")

    assert ids(store) == ["m1", "m4"]
    assert report.sentences() == [
        f"{tmp_path / 'log.json'}:1: record 2: missing field 'sender'; each message names who sent it",
        f"{tmp_path / 'log.json'}:1: record 3: a message is an object, not a number",
    ]


@pytest.mark.parametrize("indent", [None, 1])
def test_an_array_that_is_cut_off_gives_the_records_ahead_of_the_cut(store, tmp_path, indent):
    log = json.dumps([record("m1"), record("m2"), record("m3")], indent=indent).encode()[:-30]

    report = load_bytes(store, tmp_path, log, "log.json")

    assert ids(store) == ["m1", "m2"]
    [said] = report.sentences()
    assert "ends in the middle of a record" in said
    [(_, _, _, raw)] = rejects(store)
    assert raw.startswith(b"{")
    assert b"m3" in raw


def test_one_broken_line_of_an_array_costs_itself(store, tmp_path):
    log = b"[\n" + line("m1") + b",\n" + line("m2")[:40] + b",\n" + line("m3") + b"\n]\n"

    report = load_bytes(store, tmp_path, log, "log.json")

    assert ids(store) == ["m1", "m3"]
    assert [number for _, number, _, _ in rejects(store)] == [3]
    assert report.sentences()[0].startswith(f"{tmp_path / 'log.json'}:3: ends in the middle of a record")


def test_a_line_of_50_megabytes_is_read(store, tmp_path):
    text = "word " * (10 * 2**20)

    report = load_bytes(store, tmp_path, around(line("m2", payload={"text": text})))

    assert report.kept == 3
    assert store.read("SELECT length(payload) FROM messages WHERE id = 'm2'")[0][0] > 50 * 2**20


def test_a_line_over_the_cap_costs_itself(store, tmp_path, monkeypatch):
    for module in ("source", "readers.native"):
        monkeypatch.setattr(f"misheard.ingest.{module}.LINE_CAP", 1 << 20)

    report = load_bytes(store, tmp_path, around(line("m2", payload={"text": "x" * 2_000_000})))

    assert ids(store) == ["m1", "m3"]
    assert report.sentences() == [f"{tmp_path / 'log.jsonl'}:2: is longer than 1 MiB; split it up"]


def test_a_document_over_the_cap_is_refused_in_a_sentence(store, tmp_path, monkeypatch):
    monkeypatch.setattr("misheard.ingest.source.DOCUMENT_CAP", 1 << 20)
    log = json.dumps([record(f"m{n}", payload={"text": "x" * 5_000}) for n in range(400)], indent=0).encode()

    report = load_bytes(store, tmp_path, log, "log.json")

    assert "is one JSON document of more than 1 MiB; write one message a line instead" in report.sentences()[0]


def test_a_second_message_of_the_same_id_is_kept_under_an_id_of_its_own(store, tmp_path):
    log = json_lines(record("m1"), record("m1"), record("m1", payload={"objective": "another thing"}))

    first = load_bytes(store, tmp_path, log)
    again = load_bytes(store, tmp_path, log)

    assert (first.kept, first.repeated, first.sources[0].renamed) == (2, 1, 1)
    assert (again.kept, again.repeated) == (0, 3)
    kept = ids(store)
    assert kept[0] == "m1"
    assert re.fullmatch(r"m1~[0-9a-f]{8}", kept[1])
    assert "its id was taken" in notes(store, kept[1])


def test_the_same_id_in_another_trace_is_no_conflict(store, tmp_path):
    report = load_bytes(store, tmp_path, json_lines(record("m1"), record("m1", trace_id="other")))

    assert report.kept == 2
    assert report.sources[0].renamed == 0


def test_a_message_without_a_trace_id_belongs_to_its_file(store, tmp_path):
    load_bytes(store, tmp_path, json_lines(record("m1", trace_id=ABSENT)), "friday.jsonl")

    assert store.read("SELECT trace_id FROM traces") == [("friday",)]
    assert "taken as part of 'friday', after its file" in notes(store, "m1")


ODD_RUNS = {
    "a reply to a missing message": (
        [record("m1"), record("m2", in_reply_to="m0")],
        ["m1", "m2"],
        "m2 replies to m0, which is not in the log|m2: replies to a message that is not in the log",
    ),
    "a circle of replies": (
        [record("m1", in_reply_to="m3"), record("m2", in_reply_to="m1"), record("m3", in_reply_to="m2")],
        ["m1", "m2", "m3"],
        "in a circle",
    ),
    "a reply to itself": ([record("m1", in_reply_to="m1")], ["m1"], "replies? to itself"),
    "an end ahead of its start": (
        [
            record("m1", timestamp="2026-03-02T09:00:00Z"),
            record("m2", timestamp="2026-03-02T08:00:00Z", in_reply_to="m1", type="result"),
        ],
        ["m1", "m2"],
        "m2",
    ),
}


@pytest.mark.parametrize(("records", "order", "note"), ODD_RUNS.values(), ids=ODD_RUNS.keys())
def test_an_odd_run_keeps_all_its_messages_and_says_what_is_odd(store, tmp_path, records, order, note):
    report = load_bytes(store, tmp_path, json_lines(*records))

    trace = load_trace(store, "run")

    assert report.sentences() == []
    assert [message.id for message in trace.messages] == order
    assert re.search(note, " ".join(trace.notes))


def test_a_folder_without_logs_is_reported_with_what_was_looked_for(store, tmp_path):
    (tmp_path / "readme.md").write_text("nothing here")

    report = load_paths(store, tmp_path)

    assert report.sentences() == [
        f"{tmp_path}: holds no log files "
        "(.jsonl, .ndjson, .json, .log, .pb, .binpb, .otlp, .eval, also with .gz or .zst)"
    ]


def test_a_missing_path_is_reported(store, tmp_path):
    assert load_paths(store, tmp_path / "gone.jsonl").sentences() == [
        f"{tmp_path / 'gone.jsonl'}: no such file or folder"
    ]


def test_an_unreadable_file_costs_itself(store, tmp_path, monkeypatch):
    (tmp_path / "good.jsonl").write_bytes(line())
    (tmp_path / "shut.jsonl").write_bytes(line())
    whole = Source._raw

    def shut(self):
        if self.name.endswith("shut.jsonl"):
            raise PermissionError(13, "Permission denied")
        return whole(self)

    monkeypatch.setattr(Source, "_raw", shut)
    report = load_paths(store, tmp_path)

    assert report.kept == 1
    assert report.sentences() == [f"{tmp_path / 'shut.jsonl'}: cannot be read (Permission denied)"]


def test_a_file_that_fails_half_way_keeps_what_came_before(store, tmp_path, monkeypatch):
    (tmp_path / "log.jsonl").write_bytes(b"\n".join(line(f"m{n}") for n in range(60_000)))

    class Failing:
        def __init__(self, inner):
            self.inner, self.left = inner, 5_000_000

        def __getattr__(self, name):
            return getattr(self.inner, name)

        def __enter__(self):
            return self

        def __exit__(self, *_):
            self.inner.close()

        def seekable(self):
            return False

        def read(self, size=-1):
            if self.left <= 0:
                raise OSError(5, "Input/output error")
            data = self.inner.read(min(size, self.left) if size > 0 else self.left)
            self.left -= len(data)
            return data

    monkeypatch.setattr(sources, "_unpacked", lambda name, raw: Failing(raw))
    report = load_paths(store, tmp_path / "log.jsonl")

    assert report.kept > 10_000
    assert "cannot be read on (Input/output error); what came before was read" in report.sentences()[-1]


DEEP_RECORDS = {
    "group-chat": b'[{"role": "user", "content": "x"}, {"role": "a", "name": "A", "content": ["x", '
    + DEEP
    + b"]}]",
    "claude-code": b'{"type": "user", "sessionId": "s", "uuid": "u", "message": {"content": "x"}}\n'
    b'{"type": "user", "sessionId": "s", "uuid": "v", "message": {"content": ' + DEEP + b"}}",
}


@pytest.mark.parametrize("name", DEEP_RECORDS)
def test_deep_nesting_costs_itself_in_every_format(store, tmp_path, name):
    report = load_bytes(store, tmp_path, DEEP_RECORDS[name], "log.json")

    assert report.sources[0].format == name
    assert report.kept == 1
    assert "is nested too deeply to read" in " ".join(report.sentences())


@pytest.mark.parametrize("depth", [200, 700, 990])
@pytest.mark.parametrize("name", ["native", "group-chat", "claude-code"])
def test_nesting_near_the_limit_of_the_interpreter_is_no_crash(store, tmp_path, name, depth):
    deep = "[" * depth + "]" * depth
    log = {
        "native": json.dumps(record("m2")).replace('"do m2"', deep),
        "group-chat": '[{"role": "user", "content": "x"}, {"role": "A", "content": ' + deep + "}]",
        "claude-code": '{"type": "user", "sessionId": "s", "uuid": "v", "message": {"content": ' + deep + "}}",
    }[name]

    report = load_bytes(store, tmp_path, log.encode(), "log.json")

    assert report.sources[0].read >= 1 or report.sentences()
    for (trace_id,) in store.read("SELECT trace_id FROM traces"):
        load_trace(store, trace_id)
