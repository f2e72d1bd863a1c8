"""A text as `hardening` reads it: small segments, each with its content, its doubts and other tell-tales."""

from dataclasses import dataclass
from functools import cached_property

from misheard.analysis.claims.certainty_lexicon import Mark
from misheard.analysis.claims.phrases import Found, Token
from misheard.analysis.claims.words import content_stem

_MEASURES = frozenset(("odds", "chance", "chances", "probability", "likelihood", "confidence", "certainty"))
"""Words that only say how sure somebody is of something."""


@dataclass(frozen=True, eq=False)
class Segment:
    """A piece of a sentence that says one thing."""

    sentence: int
    start: int
    end: int
    tokens: tuple[Token, ...]
    marks: tuple[Mark, ...]
    found: tuple[Found, ...]
    asks: bool = False

    @cached_property
    def hedges(self) -> tuple[Mark, ...]:
        """The words of doubt."""
        return tuple(mark for mark in self.marks if mark.word_class.hedge)

    @cached_property
    def stems(self) -> frozenset[str]:
        """The content stems and the numbers, without the words of doubt."""
        return self.stems_outside([mark[:2] for mark in self.hedges])

    def stems_outside(self, spans: list[tuple[int, int]]) -> frozenset[str]:
        """Return the content stems and the numbers but for those in some places of the text."""
        kept = (token.word for token in self.tokens if not any(start <= token.start < end for start, end in spans))
        return frozenset(stem for word in kept if (stem := stem_of(word)))

    def place(self, one: Found) -> tuple[int, int]:
        """Return where a phrase stands in the text."""
        return self.tokens[one.first].start, self.tokens[one.behind - 1].end

    def tags(self, tag: str) -> list[Found]:
        """Return what is found under a tag; tokens are counted from the first of the segment."""
        return [one for one in self.found if one.tag == tag]

    def has(self, tag: str) -> bool:
        """Tell whether anything is found under a tag."""
        return any(one.tag == tag for one in self.found)


def stem_of(word: str) -> str | None:
    """Return the stem of a word that carries content, a number as it is, or None."""
    if word[0].isdigit():
        return word
    return content_stem(word) if word[0].isalpha() and word not in _MEASURES else None


@dataclass(frozen=True, eq=False)
class Sentence:
    """The segments of one sentence."""

    segments: tuple[Segment, ...]

    @cached_property
    def tokens(self) -> list[Token]:
        """All tokens."""
        return [token for segment in self.segments for token in segment.tokens]

    @cached_property
    def words(self) -> list[str]:
        """The words in lower case."""
        return [token.word for token in self.tokens]

    @cached_property
    def stems(self) -> frozenset[str]:
        """The content stems of all segments."""
        return frozenset().union(*(segment.stems for segment in self.segments))

    @property
    def hedged(self) -> bool:
        """True where any word of doubt stands in it."""
        return any(segment.hedges for segment in self.segments)

    @property
    def asks(self) -> bool:
        """True for a question."""
        return self.segments[-1].asks

    def has(self, tag: str) -> bool:
        """Tell whether anything is found under a tag."""
        return any(segment.has(tag) for segment in self.segments)

    def place(self, first: int, behind: int) -> tuple[int, int]:
        """Return where some tokens stand in the text."""
        return self.tokens[first].start, self.tokens[behind - 1].end


@dataclass(frozen=True, eq=False)
class Reading:
    """A text, cut into segments."""

    text: str
    sentences: tuple[Sentence, ...]

    @cached_property
    def segments(self) -> tuple[Segment, ...]:
        """The segments of all sentences."""
        return tuple(segment for sentence in self.sentences for segment in sentence.segments)
