"""What is known of a word as it is written, read once per word and shared by all texts it stands in.

A class of words (the triggers of a check, the words of doubt) is one bit. Each record carries the bits of its
classes, and a sentence those of its words joined, so that "does any of these words stand in it" is one `&`.
"""

import re
from collections.abc import Callable, Iterable

from misheard.analysis.claims import phrases
from misheard.analysis.claims.numerals import VALUES
from misheard.analysis.claims.words import STOP, stem

MOST_KEPT = 65_536
"""So many words are kept; then they are forgotten, all at once, and read anew."""
CONTENT = "wndm"
"""The sorts of tokens that are neither function words nor punctuation."""
_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth",
)  # fmt: skip
_ORDINAL = {word: f"#{place}" for place, word in enumerate(_ORDINALS, start=1)}
_WHOLE = {
    "non": "not",
    "wo": "will",
    "sha": "shall",
    "n't": "not",
    "n’t": "not",
    "it's": "it",
    "let's": "let",
    "t": "not",
}
_MARKS = frozenset('.!?;:,()"“”|•\n-–—/+')
_ENDS = frozenset(".!?\n•|")
_OPENERS = frozenset('-("“')
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")


class Word:
    """A word, number or mark as it is written, wherever it stands; `text`, `lower`, `key`, `sort`: see `Token`.

    `bits` are those of its classes, `spoken` the words that `phrases.words_of` makes of it. `first` is true of the
    record for a word that begins a sentence; `opening` is that record. Behind a mark that `ends`, and behind one
    that `opens` at the beginning of a sentence, the next word begins one.
    """

    __slots__ = (
        "_opening", "bits", "ends", "first", "is_content", "key", "lower", "opens", "sort", "spoken", "text",
    )  # fmt: skip

    text: str
    lower: str
    key: str
    sort: str
    spoken: tuple[str, ...]
    bits: int
    ends: bool
    opens: bool
    first: bool
    is_content: bool

    def __init__(self, text: str, within: "Word | None" = None) -> None:
        """Read a word; at the beginning of a sentence `within` is the record that it has elsewhere."""
        if within is not None:
            self.lower, self.key, self.sort = within.lower, within.key, within.sort
            if within.sort == "n" and not text.isupper():
                self.sort = "w"
            self.spoken, self.bits, self.ends, self.opens = within.spoken, within.bits, within.ends, within.opens
        else:
            self.lower, self.key, self.sort = _read(text)
            self.ends = self.sort == "p" and text[0] in _ENDS
            self.opens = self.sort == "p" and text[0] in _OPENERS
            self.spoken = (text.lower(),) if text.isascii() and text.isalpha() else tuple(phrases.words_of(text))
            self.bits = _BITS.get(self.lower, 0) | spoken_bits(self.spoken)
        self.text, self.first, self.is_content = text, within is not None, self.sort in CONTENT
        self._opening: Word | None = None

    @property
    def opening(self) -> "Word":
        """The record of the same word at the beginning of a sentence."""
        if self._opening is None:
            self._opening = self if self.first else Word(self.text, self)
        return self._opening


class _Table(dict[str, Word]):
    def __missing__(self, text: str) -> Word:
        if len(self) >= MOST_KEPT:
            self.clear()
        found = self[text] = Word(text)
        return found


RECORDS = _Table()
"""The record of each word as it is written; asking for one makes it."""
_BITS: dict[str, int] = {}
_SPOKEN: dict[str, int] = {}
_ALIKE: dict[tuple[frozenset[str], bool], int] = {}
_FORGET: list[Callable[[], None]] = [RECORDS.clear]


def bit_of(words: Iterable[str], *, spoken: bool = False) -> int:
    """Return the bit of a class of words, given in lower case; the same words have the same bit.

    It is in `bits` of each record whose `lower` is among them; with `spoken`, of each that `phrases.words_of` makes
    one of them of. Ask for it while a module is loaded: a sentence that was read before does not know the class.
    """
    known = frozenset(words), spoken
    if known not in _ALIKE:
        _ALIKE[known] = 1 << len(_ALIKE)
        table = _SPOKEN if spoken else _BITS
        for word in known[0]:
            table[word] = table.get(word, 0) | _ALIKE[known]
        for forget in _FORGET:
            forget()
    return _ALIKE[known]


def spoken_bits(words: Iterable[str]) -> int:
    """Return the bits of the `spoken` classes that some words belong to, as `phrases.words_of` gives them."""
    found = 0
    for word in words:
        found |= _SPOKEN.get(word, 0)
    return found


def on_new_class(forget: Callable[[], None]) -> None:
    """Have `forget` called when a class of words is new: what was read before does not know it."""
    _FORGET.append(forget)


def _read(word: str) -> tuple[str, str, str]:
    """Return lower case, key and sort of a word as it is written."""
    head = word[0]
    if head.isdecimal():
        return word, _number(word), "d"
    if not head.isalpha():
        return word, word, "p" if head in _MARKS else "m"
    lower = word.lower().replace("’", "'")
    if lower in VALUES:
        return lower, str(VALUES[lower]), "d"
    if lower in _ORDINAL:
        return lower, _ORDINAL[lower], "d"
    lower = _WHOLE.get(lower, lower).split("'")[0]
    if lower in STOP or (len(lower) == 1 and lower == word):
        return lower, lower, "f"
    return lower, stem(lower), "n" if head.isupper() else "w"


def _number(word: str) -> str:
    if word[-1].isalpha():
        return f"#{word[:-2]}"
    if _THOUSANDS.fullmatch(word):
        word = word.replace(",", "")
    if word.count(".") == 1 and word.replace(".", "").isdigit():
        return word.rstrip("0").rstrip(".")
    return word
