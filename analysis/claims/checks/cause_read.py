"""Reads from a sentence what it names as the cause of what."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from misheard.analysis.claims.certainty_lexicon import read_data
from misheard.analysis.claims.checks.phrases import Hit, Phrases
from misheard.analysis.claims.edits.record import bit_of
from misheard.analysis.claims.edits.telling import Sentence, read_once
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.lexicon.wordnet import tags

_DATA = read_data("cause_words.toml")
LINKS, NOUNS = Phrases(_DATA["links"], "none"), Phrases(_DATA["nouns"])
_AROUND = {word: prep for prep, words in _DATA["around"].items() for word in words}
WORDS = {name: frozenset(words) for name, words in _DATA["words"].items()}
MARKS = LINKS.rarest | frozenset(_AROUND) | NOUNS.rarest
_IS_AROUND = bit_of(_AROUND)
_STOPS = frozenset(".;:()!?—–")
_NEEDS_COMMA = frozenset(("so",))
_RIVALS = frozenset((("rather", "than"), ("and", "not"), ("instead", "of"), ("as", "opposed")))
_JOINTS = frozenset(("and", "but", "while", "whereas"))
_RUNNING = frozenset(("by", "to", "from"))
_BETWEEN = frozenset(("be", "been", "being", "simply", "just", "merely", "the", "a", "in", "have", "directly"))
_NOT = frozenset(("not", "never", "neither", "nor", "no"))


AHEAD = 4
"""So many words ahead of a link may say whether it is one cause of several."""


class Link(NamedTuple):
    """A cause and its effect; `sort` is cause, despite or aim, and `denied` tells that it is named as no cause."""

    sort: str
    cause: list[Token]
    effect: list[Token]
    denied: bool
    words: list[Token]
    """The link itself with what stands just ahead of it."""


@read_once
def read(sentence: Sentence) -> list[Link]:
    """Return the causes that the words of a sentence name, in order; a side may be but a pronoun."""
    if not (sentence.bits & _IS_AROUND or LINKS.may_stand_in(sentence) or NOUNS.may_stand_in(sentence)):
        return []
    words = tuple(sentence.tokens)
    words = tuple(_without_rivals(words, sentence.words))
    hits = [hit for hit in LINKS.find(words) if hit.tag != "none" and _is_link(words, hit)]
    found = [one for hit in hits for one in _parted(_link(words, hit, hits), words[hit.end - 1].lower)]
    return [*found, *_around(words), *_nouns(words)]


def _parted(one: Link, preposition: str) -> Iterator[Link]:
    """Yield a link, in two where its words run on: the delay was caused by snow and the damage by poor packing."""
    lowers = [word.lower for word in one.cause]
    joint = next((at for at, word in enumerate(lowers) if word == "and" and preposition in lowers[at + 1 :]), 0)
    if not joint or preposition not in _RUNNING:
        yield one
        return
    second = lowers.index(preposition, joint)
    yield one._replace(cause=one.cause[:joint])
    yield one._replace(cause=one.cause[second + 1 :], effect=one.cause[joint + 1 : second])


def _without_rivals(words: Sequence[Token], lowers: Sequence[str]) -> Sequence[Token]:
    """Leave out what a cause is set against, up to the next comma: a fault, rather than the update, made ..."""
    if _RIVALS.isdisjoint(pairwise(lowers)):
        return words
    for at in range(1, len(words) - 1):
        if (lowers[at], lowers[at + 1]) in _RIVALS:
            stop = next((i for i in range(at, len(words)) if words[i].text == ","), len(words))
            return (*words[:at], *words[stop:])
    return words


def _is_link(words: Sequence[Token], hit: Hit) -> bool:
    first = words[hit.start].lower
    if hit.end - hit.start > 1:
        return True
    if first == "since":
        following = words[hit.end : hit.end + 3]
        is_time = any(word.sort == "d" or word.lower in WORDS["times"] for word in following)
        return not is_time and len(following) > 2
    ahead = words[hit.start - 1] if hit.start else None
    if first in _NEEDS_COMMA:
        behind = words[hit.end] if hit.end < len(words) else None
        is_clause = behind is not None and tags(behind.lower)[:1] not in ("a", "r")
        return is_clause and ahead is not None and (ahead.text[0] in ",;" or ahead.lower == "and")
    if first in WORDS["verbs_only"]:
        return ahead is not None and ahead.lower not in WORDS["no_subject"]
    return True


def _link(words: Sequence[Token], hit: Hit, hits: Sequence[Hit]) -> Link:
    """Return the cause and effect on both sides of a link, up to the next one; a front link has both behind."""
    begin = max((one.end for one in hits if one.end <= hit.start), default=0)
    stop = min((one.start for one in hits if one.start >= hit.end), default=len(words))
    left, right = _left(words, begin, hit.start), _right(words[:stop], hit.end)
    if hit.start == 0 and hit.tag in ("back", "despite", "aim"):
        comma = next((at for at in range(hit.end, stop) if words[at].text == ","), 0)
        if comma:
            left, right = _right(words[:stop], comma + 1), list(words[hit.end : comma])
    if hit.end - hit.start == 1 and words[hit.start].lower in WORDS["verbs_only"]:
        left = _subject(words, begin, hit.start) or left
    denied = _is_denied(words, hit.start)
    near = list(words[max(0, hit.start - AHEAD) : hit.end])
    if hit.tag == "on":
        return Link("cause", left, right, denied, near)
    sort = "cause" if hit.tag == "back" else hit.tag
    return Link(sort, right, left, denied, near)


def _subject(words: Sequence[Token], begin: int, end: int) -> list[Token]:
    """Return what stands ahead of a verb from the last comma on: with one line idle, the plant made as many."""
    comma = next((at for at in range(end - 1, begin, -1) if words[at].text == ","), begin - 1)
    return list(words[comma + 1 : end])


def _is_denied(words: Sequence[Token], at: int) -> bool:
    """Tell whether a link that begins at `at` is denied: not because, was not simply caused by."""
    ahead = [word.lower for word in words[max(0, at - 2) : at]]
    return bool(ahead) and (ahead[-1] in _NOT or (ahead[0] in _NOT and ahead[-1] in _BETWEEN))


def _left(words: Sequence[Token], start: int, end: int) -> list[Token]:
    """Return the words back to a stop, or to a comma with an "and" behind it."""
    begin = end
    while begin > start and words[begin - 1].text[0] not in _STOPS:
        if words[begin - 1].text == "," and begin + 1 < end and words[begin].lower in _JOINTS:
            break
        begin -= 1
    return [word for word in words[begin:end] if word.sort != "p"]


def _right(words: Sequence[Token], start: int) -> list[Token]:
    """Return the words up to a stop, or to a comma that a denied cause or another clause follows."""
    found = []
    for at in range(start, len(words)):
        word = words[at]
        if word.text[0] in _STOPS or (word.text == "," and _turns(words, at)):
            break
        if word.sort != "p":
            found.append(word)
    return found


def _turns(words: Sequence[Token], comma: int) -> bool:
    following = words[comma + 1].lower if comma + 1 < len(words) else ""
    return following in ("not", "which", "but", "and", "while", "so", "rather", "although", "though", "as")


def _around(words: Sequence[Token]) -> Iterator[Link]:
    """Yield causes of the form: traced the double charges to a retry."""
    for at, word in enumerate(words):
        preposition = _AROUND.get(word.lower)
        if preposition is None:
            continue
        stop = next((i for i in range(at + 2, len(words)) if words[i].lower == preposition), 0)
        if stop:
            denied, near = _is_denied(words, at), list(words[max(0, at - AHEAD) : at])
            yield Link("cause", _right(words, stop + 1), list(words[at + 1 : stop]), denied, near)


def _nouns(words: Sequence[Token]) -> Iterator[Link]:
    """Yield causes of the form: the reason for the delay was a strike; the strike was the reason for the delay."""
    for hit in NOUNS.find(words):
        copula = next((at for at in range(hit.end, len(words)) if words[at].lower in WORDS["copula"]), 0)
        if copula:
            near = list(words[max(0, hit.start - AHEAD) : hit.end])
            denied = copula + 1 < len(words) and words[copula + 1].lower in _NOT
            yield Link("cause", _right(words, copula + 1), list(words[hit.end : copula]), denied, near)
