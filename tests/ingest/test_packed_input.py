"""Packed logs: read, cut off, damaged, and such as expand beyond all measure."""

import gzip
import random

import pytest
import zstandard
from reading import line, load_bytes

from misheard.ingest import source as sources


def ids(store):
    return [row[0] for row in store.read("SELECT id FROM messages ORDER BY source_id, line, part")]


def unlike(count):
    chance = random.Random(count)
    return b"".join(line(f"m{n}", payload={"seed": chance.randbytes(40).hex()}) + b"\n" for n in range(count))


# The zstd command writes a checksum of the content unless told otherwise; without one, damage may decode.
PACKERS = {
    "gz": lambda data: gzip.compress(data, 6),
    "zst": lambda data: zstandard.ZstdCompressor(write_checksum=True).compress(data),
}


@pytest.mark.parametrize("ending", PACKERS)
def test_a_packed_file_is_read(store, tmp_path, ending):
    assert load_bytes(store, tmp_path, PACKERS[ending](unlike(50)), f"log.jsonl.{ending}").kept == 50


@pytest.mark.parametrize("ending", PACKERS)
def test_a_packed_file_that_is_cut_off_gives_what_is_there(store, tmp_path, ending):
    packed = PACKERS[ending](unlike(4_000))

    report = load_bytes(store, tmp_path, packed[: len(packed) * 3 // 4], f"log.jsonl.{ending}")

    assert report.kept > 2_000
    assert any("cut off" in said for said in report.sentences())


@pytest.mark.parametrize("ending", PACKERS)
def test_a_damaged_packed_file_says_so(store, tmp_path, ending):
    packed = bytearray(PACKERS[ending](unlike(4_000)))
    packed[len(packed) // 2 : len(packed) // 2 + 40] = bytes(40)

    report = load_bytes(store, tmp_path, bytes(packed), f"log.jsonl.{ending}")

    assert any("is damaged or cut off" in said for said in report.sentences())


def test_garbage_behind_the_mark_of_a_packed_file_says_so(store, tmp_path):
    report = load_bytes(store, tmp_path, b"\x1f\x8b\x08\x00" + b"garbage" * 5, "log.jsonl.gz")

    assert "is damaged or cut off" in report.sentences()[0]


@pytest.mark.parametrize("ending", PACKERS)
@pytest.mark.parametrize("filling", ["messages", "zeros"])
def test_a_bomb_is_stopped_and_what_came_before_is_kept(store, tmp_path, monkeypatch, ending, filling):
    monkeypatch.setattr(sources, "RATIO_FREE", 2 << 20)
    start = line("m0", payload={"text": "x" * 300_000}) + b"\n"
    filler = (
        (line("m1", payload={"text": "x" * 500}) + b"\n") * 40_000 if filling == "messages" else bytes(24 << 20)
    )

    report = load_bytes(store, tmp_path, PACKERS[ending](start + filler), f"log.jsonl.{ending}")

    assert "m0" in ids(store)
    assert any("expands to more than 200 times its size, which no log does" in said for said in report.sentences())
    assert report.sources[0].read < 30_000
