"""A text to be compared: its tokens and sentences, and which sentences of two texts speak of the same thing."""

from functools import lru_cache

from misheard.analysis.claims.edits.record import Word, on_new_class
from misheard.analysis.claims.edits.sentence import Sentence, joined_bits, read_once
from misheard.analysis.claims.edits.tokens import Token, denies, placed, plain_records
from misheard.analysis.claims.once import once
from misheard.analysis.claims.prose import LONGEST_PROSE, LONGEST_SENTENCE, sentences

__all__ = ["Pair", "Sentence", "Telling", "only_in", "overlap", "pairs", "read_once", "telling"]

LEAST_OVERLAP = 0.25
"""Sentences of longer texts that share less of their content than this are not compared."""
SOURCES = 2
"""One sentence of a retelling is compared with at most so many sentences of the source, the likest first."""
FEW = 3
"""A sentence of fewer words is not held to be in another because the one or two it has are."""
KEPT = 16
"""So many texts are kept as they were read: more would be for the garbage collector to walk than save reading."""
RIVAL = 0.6
"""The second of them must share at least so much of what the first shares."""


class Telling:
    """A whole text: what one message says of some matter.

    `unread` is how many of its sentences are longer than `prose.LONGEST_SENTENCE`; no typed check reads them.
    """

    def __init__(self, text: str, sentences: tuple[Sentence, ...], unread: int = 0) -> None:
        """Take the text, its sentences, and how many were too long to be read."""
        self.text, self.sentences, self.unread = text, sentences, unread

    @once
    def records(self) -> list[Word]:
        """The words, numbers and marks of all sentences, without their places."""
        if len(self.sentences) == 1:
            return self.sentences[0].records
        return [word for sentence in self.sentences for word in sentence.records]

    @once
    def tokens(self) -> list[Token]:
        """The words, numbers and marks of all sentences, placed from the beginning of the text."""
        if len(self.sentences) == 1 and self.sentences[0].start == 0:
            return self.sentences[0].tokens
        return [token for one in self.sentences for token in placed(one.text, one.records, one.start)]

    @once
    def _heard(self) -> Sentence | None:
        """The only sentence, where it is the whole text and no contracted `not` is cut in it."""
        only = self.sentences[0]
        return only if only.text is self.text and not denies(self.text) else None

    @once
    def spoken(self) -> list[str]:
        """The words and marks of the whole text, as `phrases.words_of` gives them."""
        records = self._heard.records if self._heard else plain_records(self.text)
        return [word for record in records for word in record.spoken]

    @once
    def spoken_bits(self) -> int:
        """The bits of all classes, `spoken` ones too, that a word of the whole text belongs to."""
        return self._heard.bits if self._heard else joined_bits(plain_records(self.text))

    @once
    def keys(self) -> frozenset[str]:
        """The keys of the content words and numbers of all sentences."""
        first, *others = self.sentences
        return first.keys.union(*(sentence.keys for sentence in others)) if others else first.keys

    @once
    def lower(self) -> frozenset[str]:
        """Every word in lower case, function words too."""
        first, *others = self.sentences
        return first.lower.union(*(sentence.lower for sentence in others)) if others else first.lower


class Pair:
    """Two sentences that speak of the same thing, and the texts they stand in.

    `overlap` (0 to 1) is the share of the smaller one's content that the other has too.
    """

    def __init__(
        self, source: Sentence, retelling: Sentence, overlap: float, told: Telling, retold: Telling
    ) -> None:
        """Take two sentences and the texts they stand in."""
        self.source, self.retelling, self.overlap, self.told, self.retold = source, retelling, overlap, told, retold

    @once
    def bits(self) -> int:
        """The bits of all classes that a word of either sentence belongs to, see `record.bit_of`."""
        return self.source.bits | self.retelling.bits

    @once
    def lower(self) -> frozenset[str]:
        """Every word that either sentence has, in lower case."""
        return self.source.lower | self.retelling.lower

    @once
    def gone(self) -> list[int]:
        """The numbers of the tokens of the source of which the text of the retelling has no form."""
        return only_in(self.source, self.retold)

    @once
    def new(self) -> list[int]:
        """The numbers of the tokens of the retelling of which the text of the source has no form."""
        return only_in(self.retelling, self.told)


def only_in(sentence: Sentence, other: Sentence | Telling) -> list[int]:
    """Return the numbers of the tokens of a sentence of which another text has no form."""
    new = sentence.lower - other.lower
    if not new:
        return []
    keys = other.keys
    return [n for n, word in enumerate(sentence.records) if word.lower in new and word.key not in keys]


@lru_cache(maxsize=KEPT)
def telling(text: str) -> Telling:
    """Return the sentences of `text`; a text that is no prose counts as one sentence."""
    if "\n" not in text and ". " not in text and ";" not in text and "? " not in text and "! " not in text:
        return Telling(text, (Sentence(text, 0),), int(len(text) > LONGEST_SENTENCE))
    every = list(sentences(text, LONGEST_PROSE))
    read = tuple(Sentence(text[start:end], start) for start, end in every if end - start <= LONGEST_SENTENCE)
    if read:
        return Telling(text, read, len(every) - len(read))
    return Telling(text, (Sentence(text, 0),), int(len(text) > LONGEST_SENTENCE))


on_new_class(telling.cache_clear)


def pairs(told: Telling, retold: Telling) -> list[Pair]:
    """Return the sentences of two texts that speak of the same thing, in order of the retelling.

    A copy of a sentence is paired with that sentence alone. One of more than `prose.LONGEST_SENTENCE` characters is
    no sentence, and paired with none: what the checks look for in it takes the square of its length.
    """
    if max(len(told.sentences[0].text), len(retold.sentences[0].text)) > LONGEST_SENTENCE:
        return []
    if len(told.sentences) == len(retold.sentences) == 1:
        one, other = told.sentences[0], retold.sentences[0]
        return [Pair(one, other, overlap(one.keys, other.keys), told, retold)]
    found = []
    copies = {sentence.text: sentence for sentence in told.sentences}
    for sentence in retold.sentences:
        same = copies.get(sentence.text)
        found += [Pair(same, sentence, 1.0, told, retold)] if same else _sources(sentence, told, retold)
    return found


def _sources(sentence: Sentence, told: Telling, retold: Telling) -> list[Pair]:
    scored = [(overlap(one.keys, sentence.keys), one) for one in told.sentences]
    best = sorted((score for score in scored if score[0] >= LEAST_OVERLAP), key=lambda pair: -pair[0])[:SOURCES]
    return [Pair(one, sentence, score, told, retold) for score, one in best if score >= RIVAL * best[0][0]]


def overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """Return how much of the content of the smaller set, `FEW` words at least, the other has."""
    return len(one & other) / max(FEW, min(len(one), len(other)))
