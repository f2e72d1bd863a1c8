"""A text as `hardening` reads it: small segments, each with its content, its doubts and other tell-tales."""

from dataclasses import dataclass
from functools import lru_cache

from misheard.analysis.claims.certainty_lexicon import Mark
from misheard.analysis.claims.once import once
from misheard.analysis.claims.phrases import Found, Token
from misheard.analysis.claims.words import STOP, content_stem

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

    @once
    def hedges(self) -> tuple[Mark, ...]:
        """The words of doubt."""
        return tuple(mark for mark in self.marks if mark.word_class.hedge)

    @once
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


@lru_cache(maxsize=65536)
def stem_of(word: str) -> str | None:
    """Return the stem of a word that carries content, a number as it is, or None."""
    if word[0].isdigit():
        return word
    if not word[0].isalpha() or word in _MEASURES or word.partition("'")[0] in STOP:
        return None
    return content_stem(word)
