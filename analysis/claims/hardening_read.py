"""Cuts a text into the segments that `hardening` compares."""

from collections.abc import Iterator
from dataclasses import dataclass

from misheard.analysis.claims.certainty_lexicon import Mark
from misheard.analysis.claims.hardening_marks import marks_of, may_give_a_chance, may_hedge, table
from misheard.analysis.claims.hardening_segments import Segment, stem_of
from misheard.analysis.claims.once import once
from misheard.analysis.claims.phrases import Found, Token, look_up, lowered, placed

LEAST_WORDS = 3
"""Tokens of a sentence, its stop counted: "2." ends none."""
YEAR = 4
"""Digits of a year."""
LEAST_SAID = 2
"""Content words from which a piece between commas says something of its own."""
_CUTS = frozenset(",;:()–—")
_STOPS = frozenset(".!?\n")
_OPENERS = frozenset(("and", "but", "while", "whereas", "though", "although", "because", "which", "so"))


class Sentence:
    """One sentence: what is found in it, and its segments; all of it is worked out when it is asked for."""

    def __init__(self, text: str, number: int, words: list[str], tokens: list[Token] | None = None) -> None:
        """Take the text it stands in, its number and its words; without `tokens` it is the whole text."""
        self.text, self.number, self.words, self._tokens = text, number, words, tokens

    @once
    def tokens(self) -> list[Token]:
        """The words with their places."""
        return placed(lowered(self.text), self.words) if self._tokens is None else self._tokens

    @once
    def found(self) -> list[Found]:
        """The words and phrases of hardening_words.toml."""
        return look_up(self.words, table())

    @once
    def marks(self) -> list[Mark]:
        """The words of doubt, and others that say how sure it is."""
        return marks_of(self.text, self.tokens, self.found)

    @once
    def segments(self) -> tuple[Segment, ...]:
        """The sentence cut into segments."""
        return tuple(_segments(self))

    @once
    def tags(self) -> frozenset[str]:
        """The tags of all that is found."""
        return frozenset(one.tag for one in self.found)

    @once
    def stems(self) -> frozenset[str]:
        """The content stems of all segments."""
        return frozenset().union(*(segment.stems for segment in self.segments))

    @once
    def hedged(self) -> bool:
        """True where any word of doubt stands in it."""
        words = self.words
        if not (may_hedge(words) or may_give_a_chance(words) or "hedge" in self.tags):
            return False
        return any(mark.word_class.hedge for mark in self.marks)

    @property
    def asks(self) -> bool:
        """True for a question."""
        return self.words[-1] == "?"

    def has(self, tag: str) -> bool:
        """Tell whether anything is found under a tag."""
        return tag in self.tags

    def place(self, first: int, behind: int) -> tuple[int, int]:
        """Return where some tokens stand in the text."""
        return self.tokens[first].start, self.tokens[behind - 1].end


@dataclass(frozen=True, eq=False)
class Reading:
    """A text, cut into segments."""

    text: str
    sentences: tuple[Sentence, ...]

    @once
    def segments(self) -> tuple[Segment, ...]:
        """The segments of all sentences."""
        return tuple(segment for sentence in self.sentences for segment in sentence.segments)


def read(text: str, words: list[str], tokens: list[Token] | None = None) -> Reading:
    """Return `text` cut into sentences, and those at marks and at words that open a clause.

    `words` are those of `phrases.words_of`, `tokens` those of `phrases.tokens_of` where they are at hand.
    """
    if words and _STOPS.isdisjoint(words[LEAST_WORDS - 1 : -1]):
        return Reading(text, (Sentence(text, 0, words, tokens),))
    cut = _sentences(text, placed(lowered(text), words) if tokens is None else tokens)
    return Reading(
        text, tuple(Sentence(text, number, [token.word for token in one], one) for number, one in enumerate(cut))
    )


def _sentences(text: str, tokens: list[Token]) -> Iterator[list[Token]]:
    sentence: list[Token] = []
    for token in tokens:
        sentence.append(token)
        ends = token.word in _STOPS and (token.word != "." or text[token.end : token.end + 1] in ("", " ", "\n"))
        if ends and len(sentence) >= LEAST_WORDS:
            yield sentence
            sentence = []
    if sentence:
        yield sentence


def _segments(sentence: Sentence) -> Iterator[Segment]:
    first = 0
    for piece in _joined(list(_pieces(sentence.tokens, sentence.words)), sentence.marks):
        start, end, behind = piece[0].start, piece[-1].end, first + len(piece)
        inside = tuple(mark for mark in sentence.marks if start <= mark.start < end)
        shifted = tuple(
            Found(tag, begin - first, stop - first, phrase)
            for tag, begin, stop, phrase in sentence.found
            if begin >= first and stop <= behind
        )
        yield Segment(sentence.number, start, end, tuple(piece), inside, shifted, sentence.asks)
        first = behind


def _pieces(sentence: list[Token], words: list[str]) -> Iterator[list[Token]]:
    piece: list[Token] = []
    for place, token in enumerate(sentence):
        opens = token.word in _OPENERS and not (token.word == "because" and words[place + 1 : place + 2] == ["of"])
        if opens and piece:
            yield piece
            piece = []
        piece.append(token)
        if token.word in _CUTS:
            yield piece
            piece = []
    if piece:
        yield piece


def _joined(pieces: list[list[Token]], marks: list[Mark]) -> list[list[Token]]:
    """Join a piece that says nothing of its own to the one it belongs to."""
    if len(pieces) == 1:
        return pieces
    hedged = [mark for mark in marks if mark.word_class.hedge]
    made: list[list[Token]] = []
    waiting: list[Token] = []
    for piece in pieces:
        whole = [*waiting, *piece]
        waiting = []
        said = _said(piece, hedged)
        doubt = any(piece[0].start <= mark.start < piece[-1].end for mark in hedged)
        heads = doubt and piece[-1].word == ":" and said < LEAST_SAID
        if not heads and (said >= LEAST_SAID or (said and doubt)):
            made.append(whole)
        elif made and not heads and not (doubt and piece is not pieces[-1]):
            made[-1] = [*made[-1], *whole]
        else:
            waiting = whole
    if waiting:
        made = [*made[:-1], [*made[-1], *waiting]] if made else [waiting]
    return made


def _said(piece: list[Token], hedged: list[Mark]) -> int:
    """Return how many words of content a piece has; words of doubt are none, and of figures only a year is one."""
    words = [token for token in piece if token.word[0].isalpha() or len(token.word) == YEAR]
    if hedged:
        words = [token for token in words if not any(mark.start <= token.start < mark.end for mark in hedged)]
    return len({stem_of(token.word) for token in words} - {None})
