"""Tables of any shape: what a column means is said by who loads it, and everything else is kept."""

import io
import json
from datetime import UTC, datetime

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from reading import extras, head_of, items, json_lines, payload, rows

from misheard.ingest import readers
from misheard.ingest.errors import UnreadableSourceError
from misheard.ingest.load import load
from misheard.ingest.row import Rejected
from misheard.ingest.source import find

MAP = "table:sender=from,recipient=to,type=kind,trace=run,id=nr,timestamp=at,text=words,output_tokens=tokens"
TABLE = readers.by_name(MAP)
RECORDS = [
    {"nr": 1, "run": "r1", "from": "lead", "to": "scout", "kind": "task", "at": "2026-03-02T09:00:00Z",
     "words": "Count the boats, please.", "tokens": 12, "mood": "calm"},
    {"nr": 2, "run": "r1", "from": "scout", "to": "", "kind": "result", "at": "2026-03-02T09:00:05Z",
     "words": "41", "tokens": None, "mood": None},
]  # fmt: skip


def as_csv(delimiter=",", records=RECORDS):
    quote = [
        [f'"{one}"' if isinstance(one, str) else "" if one is None else str(one) for one in r.values()]
        for r in records
    ]
    return "\n".join(delimiter.join(cells) for cells in [list(records[0]), *quote]).encode()


def as_parquet(records):
    out = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(records), out)
    return out.getvalue()


TIMED = [{**one, "at": datetime.fromisoformat(one["at"]).astimezone(UTC)} for one in RECORDS]
WRITTEN = {
    "csv": as_csv(), "semicolons": as_csv(";"),
    "tabs": b"\xef\xbb\xbf" + as_csv("\t"), "parquet": as_parquet(TIMED),
    "lines": json_lines(*RECORDS), "a list": json.dumps(RECORDS, indent=1).encode(),
}  # fmt: skip


@pytest.mark.parametrize("raw", WRITTEN.values(), ids=WRITTEN)
def test_the_same_rows_are_read_from_every_kind_of_table(raw):
    found = sorted(rows(TABLE, raw), key=lambda row: row.id)
    assert [(row.id, row.trace_id, row.sender, row.recipient, row.type) for row in found] == [
        ("1", "r1", "lead", "scout", "task"), ("2", "r1", "scout", "*", "result"),
    ]  # fmt: skip
    assert payload(found[0]) == {"text": "Count the boats, please."}
    assert found[0].timestamp == 1_772_442_000_000_000
    assert (found[0].output_tokens, found[1].output_tokens) == (12, None)
    assert (extras(found[0]), extras(found[1])) == ({"mood": "calm"}, {})


def test_a_payload_is_a_column_of_json_or_several_columns():
    whole = readers.by_name("table:sender=a,payload=p")
    assert payload(rows(whole, [{"a": "x", "p": '{"objective": "Go."}'}])[0]) == {"objective": "Go."}
    parts = readers.by_name("table:sender=a,payload.objective=goal,payload.budget_steps=steps")
    row = rows(parts, [{"a": "x", "goal": "Go.", "steps": 4}], "runs.csv")[0]
    assert (payload(row), row.trace_id) == ({"objective": "Go.", "budget_steps": 4}, "runs.csv")


def test_a_broken_row_costs_only_itself():
    raw = as_csv() + b'\n3,r1,,scout,task,"2026-03-02T09:00:06Z",x,,\n4,r1,lead,scout,task,yesterday,x,,,too,many\n'
    found = items(TABLE, raw)
    assert [one.problem.split(";")[0] for one in found if isinstance(one, Rejected)] == [
        "missing field 'sender'", "'timestamp' is not an ISO 8601 time",
    ]  # fmt: skip
    assert len(found) == 4


def test_a_cell_may_hold_several_lines_and_odd_bytes():
    raw = b'from,words,run\r\nlead,"one,\n\xff ""two""",r1\r\n\r\nlead,three,r1\r\n'
    found = rows(readers.by_name("table:sender=from,text=words,trace=run"), raw)
    assert [payload(row)["text"] for row in found] == ['one,\n\ufffd "two"', "three"]


@pytest.mark.parametrize(
    ("mapping", "problem"),
    [
        ("sender", "write field=column"),
        ("sander=a", "write field=column"),
        ("recipient=a", "name the column of the sender"),
    ],
)
def test_a_wrong_mapping_is_told_at_once(mapping, problem):
    with pytest.raises(UnreadableSourceError, match=problem):
        readers.by_name(f"table:{mapping}")


@pytest.mark.parametrize("raw", [b"from,to\na,b\n", as_parquet([{"from": "a"}])], ids=["csv", "parquet"])
def test_a_column_that_is_not_there_is_named_with_those_that_are(raw):
    with pytest.raises(UnreadableSourceError, match=r"has no column who; there are: from"):
        items(readers.by_name("table:sender=who"), raw)


def test_a_damaged_parquet_file_says_so():
    with pytest.raises(UnreadableSourceError, match="damaged or cut off"):
        items(TABLE, WRITTEN["parquet"][:200])


def test_a_table_is_never_recognised_and_loading_it_twice_adds_nothing(store, tmp_path):
    assert not TABLE.knows(head_of(WRITTEN["csv"]))
    place = tmp_path / "calls.csv"
    place.write_bytes(WRITTEN["csv"])
    sources, _ = find([str(place)])
    assert load(store, sources, format_name=MAP).kept == 2
    assert load(store, sources, format_name=MAP).kept == 0
