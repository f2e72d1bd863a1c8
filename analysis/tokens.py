"""Exact token counts (o200k_base) from a vocabulary that ships with the package: nothing is ever downloaded.

o200k_base is the vocabulary of OpenAI's models since GPT-4o. Other makers' counts of ordinary prose differ by some
ten to twenty per cent, which a cap of round numbers has to bear.
"""

import gzip
import hashlib
import re
import threading
from binascii import a2b_base64
from collections.abc import Iterator
from importlib.resources import files
from typing import TYPE_CHECKING

from misheard.ingest.errors import MisheardError

if TYPE_CHECKING:
    from tiktoken import Encoding

RANKS_SHA256 = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"
"""Of the unpacked ranks, as published with tiktoken."""

WORDS = "|".join(
    [
        r"""[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?""",
        r"""[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?""",
        r"""\p{N}{1,3}""",
        r""" ?[^\s\p{L}\p{N}]+[\r\n/]*""",
        r"""\s*[\r\n]+""",
        r"""\s+(?!\S)""",
        r"""\s+""",
    ]
)
"""How o200k_base cuts a text into words (tiktoken, tiktoken_ext/openai_public.py)."""

PIECE = 50_000
"""Characters that are encoded at a time; tiktoken's pattern overflows on some hundred thousand blanks in a row."""

_BEFORE_BLANK = re.compile(r"\S(?=[ \t])")
_lock = threading.Lock()
_encoding: "Encoding | None" = None


def count(text: str) -> int:
    """Return how many tokens `text` is; words such as `<|endoftext|>` in it are text like any other.

    Exact, but for texts with more than PIECE characters between two blanks, which may come out a few too many.
    """
    if not text:
        return 0
    encoding = _loaded()
    return sum(len(encoding.encode_ordinary(piece)) for piece in _pieces(text))


def rank(word: str) -> int | None:
    """Return the place of a word that follows a blank among the commonest (0 first); None where it has none.

    The vocabulary was built by merging what is most frequent in general text, so that its order is a list of words
    by frequency; a word of several tokens is rare.
    """
    found = _loaded().encode_ordinary(f" {word}")
    return found[0] if len(found) == 1 else None


def at_most(text: str, cap: int) -> bool:
    """Return whether `text` is no more than `cap` tokens; a text of no more bytes than that is not counted."""
    if 4 * len(text) <= cap or len(text.encode(errors="replace")) <= cap:
        return True
    return count(text) <= cap


def _pieces(text: str) -> Iterator[str]:
    """Cut a long text where a word ends and a blank follows, which no token of o200k_base spans."""
    start = 0
    while len(text) - start > PIECE:
        end = _last_cut(text, start + PIECE // 2, start + PIECE) or start + PIECE
        yield text[start:end]
        start = end
    yield text[start:]


def _last_cut(text: str, low: int, high: int) -> int | None:
    last = None
    for match in _BEFORE_BLANK.finditer(text, low, high):
        last = match.end()
    return last


def _loaded() -> "Encoding":
    global _encoding  # noqa: PLW0603  (one vocabulary for the process: it takes 200 ms and 30 MB)
    if _encoding is None:
        with _lock:
            if _encoding is None:
                _encoding = _load()
    return _encoding


def _load() -> "Encoding":
    from tiktoken import Encoding

    raw = gzip.decompress(files("misheard.analysis").joinpath("data/o200k_base.tiktoken.gz").read_bytes())
    if hashlib.sha256(raw).hexdigest() != RANKS_SHA256:
        raise MisheardError(
            "o200k_base.tiktoken.gz: is not the vocabulary this version was made with; install misheard anew"
        )
    fields = raw.split()
    ranks = dict(zip(map(a2b_base64, fields[::2]), map(int, fields[1::2]), strict=True))
    return Encoding("o200k_base", pat_str=WORDS, mergeable_ranks=ranks, special_tokens={})
