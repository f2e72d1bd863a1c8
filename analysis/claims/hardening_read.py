"""Cuts a text into the segments that `hardening` compares."""

from collections.abc import Iterator

from misheard.analysis.claims.certainty_lexicon import Mark
from misheard.analysis.claims.hardening_marks import marks_of, table
from misheard.analysis.claims.hardening_segments import Reading, Segment, Sentence, stem_of
from misheard.analysis.claims.phrases import Found, Token, look_up, tokens_of

YEAR = 4
"""Digits of a year."""
LEAST_SAID = 2
"""Content words from which a piece between commas says something of its own."""
_CUTS = frozenset(",;:()–—")
_STOPS = frozenset(".!?\n")
_OPENERS = frozenset(("and", "but", "while", "whereas", "though", "although", "because", "which", "so"))


def read(text: str, tokens: list[Token] | None = None) -> Reading:
    """Return `text` cut into segments: at marks, at words that open a clause, and at the ends of sentences."""
    tokens = tokens_of(text) if tokens is None else tokens
    sentences = enumerate(_sentences(text, tokens))
    return Reading(text, tuple(Sentence(tuple(_segments(text, number, each))) for number, each in sentences))


def _sentences(text: str, tokens: list[Token]) -> Iterator[list[Token]]:
    sentence: list[Token] = []
    for token in tokens:
        sentence.append(token)
        ends = token.word in _STOPS and (token.word != "." or text[token.end : token.end + 1] in ("", " ", "\n"))
        if ends and len(sentence) > 2:
            yield sentence
            sentence = []
    if sentence:
        yield sentence


def _segments(text: str, number: int, sentence: list[Token]) -> Iterator[Segment]:
    words = [token.word for token in sentence]
    found = look_up(words, table())
    marks = marks_of(text, sentence, found)
    asks, first = words[-1] == "?", 0
    for piece in _joined(list(_pieces(sentence, words)), marks):
        start, end, behind = piece[0].start, piece[-1].end, first + len(piece)
        inside = tuple(mark for mark in marks if start <= mark.start < end)
        shifted = tuple(
            Found(tag, begin - first, stop - first, phrase)
            for tag, begin, stop, phrase in found
            if begin >= first and stop <= behind
        )
        yield Segment(number, start, end, tuple(piece), inside, shifted, asks)
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
    stems = {
        stem_of(token.word)
        for token in piece
        if (token.word[0].isalpha() or len(token.word) == YEAR)
        and not any(mark.start <= token.start < mark.end for mark in hedged)
    }
    return len(stems - {None})
