"""Token counts: exact, offline, and safe on hostile text."""

import gzip
import hashlib
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from misheard.analysis import tokens
from misheard.ingest.errors import MisheardError


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 0),
        ("hello world", 2),
        ("tiktoken is great!", 6),
        ("antidisestablishmentarianism", 6),
        ("2 + 2 = 4", 7),
        ("お誕生日おめでとう", 8),
    ],
)
def test_counts_are_those_published_for_o200k_base(text, expected):
    # The figures are from the OpenAI cookbook, "How to count tokens with tiktoken".
    assert tokens.count(text) == expected


def test_vendored_ranks_are_the_published_ones():
    packed = files("misheard.analysis").joinpath("data/o200k_base.tiktoken.gz").read_bytes()
    assert hashlib.sha256(gzip.decompress(packed)).hexdigest() == tokens.RANKS_SHA256
    assert tokens.RANKS_SHA256.startswith("446a9538")


def test_a_damaged_vocabulary_is_refused_with_a_remedy(monkeypatch):
    monkeypatch.setattr(tokens, "RANKS_SHA256", "0" * 64)
    monkeypatch.setattr(tokens, "_encoding", None)
    with pytest.raises(MisheardError, match="install misheard anew"):
        tokens.count("a")


def test_special_tokens_in_a_message_are_text():
    assert tokens.count("<|endoftext|>") > 1
    assert tokens.count("<|im_start|>system<|im_sep|>") > 3


@pytest.mark.parametrize("unit", ["x", " ", "\n", "=", "aA", "漢", "\u0301", " \n", "9", "\ud800"])
def test_a_megabyte_of_one_character_is_counted_soon(unit):
    text = unit * (1_000_000 // len(unit))
    start = time.process_time()
    assert 0 < tokens.count(text) <= 3 * len(text)
    assert time.process_time() - start < 5


@given(
    st.lists(st.sampled_from(["word", " ", "  ", "\n", "\t", ".", "/", "é", "漢字", "It's", "12345"]), max_size=60)
)
def test_pieces_do_not_change_the_count(parts):
    text = "".join(parts)
    whole = tokens.count(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tokens, "PIECE", 20)
        pieces = list(tokens._pieces(text))
        assert "".join(pieces) == text
        if all(len(piece) < 20 for piece in pieces):
            assert tokens.count(text) == whole


@given(st.text(max_size=200))
def test_a_text_has_no_more_tokens_than_bytes(text):
    size = len(text.encode(errors="replace"))
    assert tokens.count(text) <= size
    assert tokens.at_most(text, size)


def test_a_text_under_the_cap_in_bytes_is_not_counted(monkeypatch):
    monkeypatch.setattr(tokens, "count", lambda text: pytest.fail("counted"))
    assert tokens.at_most("a" * 1500, 1500)
    assert tokens.at_most("é" * 750, 1500)


def test_at_most_counts_where_bytes_do_not_decide():
    assert tokens.at_most("word " * 400, 401)
    assert not tokens.at_most("word " * 400, 399)


def test_threads_share_one_vocabulary(monkeypatch):
    monkeypatch.setattr(tokens, "_encoding", None)
    loads = []
    load = tokens._load
    monkeypatch.setattr(tokens, "_load", lambda: loads.append(1) or load())
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(tokens.count, ["hello world"] * 32)) == {2}
    assert len(loads) == 1


OFFLINE = """
import os, sys
def refuse(event, args):
    if event.startswith(("socket.connect", "socket.getaddrinfo", "urllib.Request")):
        os._exit(7)
sys.addaudithook(refuse)
import misheard.analysis.engine
assert "tiktoken" not in sys.modules, "importing the analysis loaded tiktoken"
from misheard.analysis import tokens
assert tokens._encoding is None, "importing the analysis loaded the ranks"
assert tokens.count("hello world") == 2
assert "requests" not in sys.modules, "counting loaded a client of the net"
"""


def test_importing_loads_no_ranks_and_counting_opens_no_socket():
    done = subprocess.run([sys.executable, "-c", OFFLINE], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_vocabulary_is_loaded_in_half_a_second(monkeypatch):
    monkeypatch.setattr(tokens, "_encoding", None)
    start = time.process_time()
    tokens.count("hello")
    assert time.process_time() - start < 1.5  # .3 s of CPU here; slower machines and coverage need the rest
