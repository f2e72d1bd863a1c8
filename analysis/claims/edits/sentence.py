"""One sentence of a text, and what is read from it once: its words, their classes, its numbers."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import TypeVar

from misheard.analysis.claims.edits.record import Word
from misheard.analysis.claims.edits.tokens import Token, placed, records
from misheard.analysis.claims.once import once
from misheard.analysis.claims.quantities import Quantity, quantities_in

_T = TypeVar("_T")


def joined_bits(words: Iterable[Word]) -> int:
    """Return the bits of all classes that one of some words belongs to."""
    found = 0
    for word in words:
        found |= word.bits
    return found


class Sentence:
    """One sentence of a text; `start` is its place in the text, and the places of its tokens count from there."""

    def __init__(self, text: str, start: int) -> None:
        """Take the text of the sentence alone, and where it begins in the whole."""
        self.text, self.start = text, start

    @once
    def records(self) -> list[Word]:
        """The words, numbers and marks without their places: as `tokens`, and much quicker to come by."""
        return records(self.text)

    @once
    def tokens(self) -> list[Token]:
        """The words, numbers and marks, with their places."""
        return placed(self.text, self.records)

    @once
    def bits(self) -> int:
        """The bits of all classes that a word of it belongs to, see `record.bit_of`."""
        return joined_bits(self.records)

    def numbers_of(self, bits: int) -> list[int]:
        """Return the numbers of the tokens that belong to one of some classes."""
        return [n for n, word in enumerate(self.records) if word.bits & bits] if self.bits & bits else []

    @once
    def keys(self) -> frozenset[str]:
        """The keys of the content words and numbers."""
        return frozenset([word.key for word in self.records if word.sort in "wnd"])

    @once
    def lower(self) -> frozenset[str]:
        """Every word in lower case, function words too."""
        return frozenset(self.words)

    @once
    def words(self) -> list[str]:
        """Every word in lower case, in order, one for each token."""
        return [word.lower for word in self.records]

    @once
    def has_number(self) -> bool:
        """True where a number stands in it, in digits or as a word."""
        return "d" in [word.sort for word in self.records]

    @property
    def quantities(self) -> tuple[Quantity, ...]:
        """The numbers, amounts, dates and times in it, placed from the beginning of the sentence."""
        return quantities_in(self.text)


def read_once(read: Callable[[Sentence], _T]) -> Callable[[Sentence], _T]:
    """Keep what is read from a sentence with the sentence, and no longer than it is kept itself."""
    name = f"{read.__module__}.{read.__qualname__}"

    @wraps(read)
    def kept(sentence: Sentence) -> _T:
        held = sentence.__dict__
        if name not in held:
            held[name] = read(sentence)
        found: _T = held[name]
        return found

    return kept
