"""Reads from a sentence what it says holds, and on what condition."""

from collections.abc import Sequence
from typing import NamedTuple

from misheard.analysis.claims.certainty_lexicon import read_data
from misheard.analysis.claims.checks.phrases import Hit, Phrases
from misheard.analysis.claims.checks.support import content
from misheard.analysis.claims.edits.record import bit_of
from misheard.analysis.claims.edits.telling import Sentence, Telling, read_once
from misheard.analysis.claims.edits.tokens import Token

_DATA = read_data("condition_words.toml")
PHRASES = Phrases(_DATA["markers"])
UNBOUND = Phrases(_DATA["unbound"])
WORDS = {name: frozenset(words) for name, words in _DATA["words"].items()}
TRIGGERS = WORDS["triggers"]
_TRIGGER = bit_of(TRIGGERS)
_MARKER = PHRASES.bit | bit_of(WORDS["verb_first"])
"""A sentence with none of these has no condition."""
_STOPS = frozenset(".;:()!?—–")
_JOINTS = frozenset(("and", "but", "so", "while", "whereas", "although", "though", "because", "then"))
_PLACES = frozenset(("in", "by", "to", "with", "from", "on", "at", "for", "as"))
_DETERMINERS = frozenset(("the", "a", "an", "any", "this", "these", "your", "our", "its", "all", "as"))
_BE = frozenset(("is", "are", "was", "were", "be", "been", "being", "not"))
_PLAIN = frozenset(("if", "once", "when", "after", "as", "where", "upon"))
_SPEAKER = frozenset(("i", "we", "let", "let's", "us", "me"))
_FOLLOWS = frozenset(
    ("this", "that", "it", "these", "they", "which", "but", "however", "only", "though", "provided")
)
FAR = 7
"""A sentence that adds a condition to the one ahead of it has the condition's first word within so many tokens."""


class Conditional(NamedTuple):
    """What holds (`main`) on what (`terms`), with the tag of the phrase between; `words` are both."""

    tag: str
    main: list[Token]
    terms: list[Token]
    words: list[Token]


def conditionals(sentence: Sentence) -> list[Conditional]:
    """Return the conditions of a sentence that has any, in order."""
    bits = sentence.bits
    return _read(sentence) if bits & _TRIGGER and bits & _MARKER else []


@read_once
def _read(sentence: Sentence) -> list[Conditional]:
    words = tuple(sentence.tokens)
    hits = [hit for hit in PHRASES.find_in(sentence) if hit.tag != "none"]
    if (
        words[0].lower in WORDS["verb_first"]
        and words[-1].text[0] != "?"
        and any(word.text == "," for word in words)
    ):
        hits.insert(0, Hit("if", 0, 1))
    found = []
    for hit in hits:
        stop = _stop(words, hit)
        terms = list(words[hit.end : stop])
        main = _behind(words, stop) if _is_front(words, hit.start) else _ahead(words, hit.start)
        if content(terms) and content(main) and not _is_idle(words, hit, main):
            found.append(Conditional(hit.tag, main, terms, list(words[hit.start : stop])))
    return found


def _is_idle(words: Sequence[Token], hit: Hit, main: Sequence[Token]) -> bool:
    """Tell whether a phrase opens no condition: the provided link, once we have the list I go on to the next."""
    if words[hit.start].lower == "provided" and hit.end - hit.start == 1:
        behind = words[hit.end].lower if hit.end < len(words) else ""
        ahead = words[hit.start - 1] if hit.start else None
        return behind in _PLACES or (ahead is not None and (ahead.lower in _DETERMINERS or ahead.lower in _BE))
    return words[hit.start].lower in _PLAIN and any(word.lower in _SPEAKER for word in main[:3])


def _is_front(words: Sequence[Token], start: int) -> bool:
    ahead = [word for word in words[max(0, start - 2) : start] if word.lower not in _JOINTS]
    if start > 1 and words[start - 1].lower in _JOINTS and words[start - 2].text[0] in ",;.":
        return any(word.text == "," for word in words[start:])
    return start == 0 or (start <= 2 and not content(ahead)) or words[start - 1].text[0] in ".;:!?—–•"


def _stop(words: Sequence[Token], hit: Hit) -> int:
    """Return the token at which a condition ends: a comma at the front, another end or an adversative behind."""
    front = _is_front(words, hit.start)
    for at in range(hit.end, len(words)):
        mark = words[at].text[0]
        if mark in _STOPS or (front and words[at].lower == "then"):
            return at
        if mark == "," and (front or _turns(words, at)):
            return at
    return len(words)


def _turns(words: Sequence[Token], comma: int) -> bool:
    following = words[comma + 1].lower if comma + 1 < len(words) else ""
    return following in _JOINTS or following in ("which", "or", "in", "not")


def _behind(words: Sequence[Token], at: int) -> list[Token]:
    main: list[Token] = []
    for word in words[at:]:
        if main and word.text[0] in _STOPS:
            break
        if len(main) > 1 and word.lower in PHRASES.first and word.lower in _PLAIN:
            break
        if word.sort != "p" and not (not main and word.lower == "then"):
            main.append(word)
    return main


def _ahead(words: Sequence[Token], start: int) -> list[Token]:
    """Return the clause ahead of a condition; all that stands ahead where the clause says too little."""
    end = start
    while end and (words[end - 1].sort == "p" or words[end - 1].lower in _JOINTS or _is_loose(words, end - 1)):
        end -= 1
    begin = end
    while begin and not _opens(words, begin):
        begin -= 1
    main = list(words[begin:end])
    return main if len(content(main)) >= 2 else list(words[:end])


def _is_loose(words: Sequence[Token], at: int) -> bool:
    """Tell whether a word belongs to the condition behind it: but only if, but not before."""
    ahead = words[at - 1].lower if at else ""
    return words[at].lower == "only" or (words[at].lower == "not" and ahead in ("but", ",", "though"))


def _opens(words: Sequence[Token], at: int) -> bool:
    """Tell whether a clause begins at a token."""
    ahead = words[at - 1]
    return ahead.text[0] in _STOPS or (ahead.lower in _JOINTS and words[at - 2].text[0] == ",")


def added(told: Telling, sentence: Sentence) -> Conditional | None:
    """Return the condition that the sentence behind this one sets on it: "This holds only if ..."."""
    index = told.sentences.index(sentence) + 1
    if index >= len(told.sentences):
        return None
    behind = told.sentences[index]
    words = tuple(behind.tokens)
    if not words or not (words[0].lower in _FOLLOWS or words[0].lower in PHRASES.first):
        return None
    for hit in PHRASES.find(words):
        if hit.tag in ("only", "if", "unless") and hit.end <= FAR and len(content(words[: hit.start])) <= 1:
            stop = next((at for at in range(hit.end, len(words)) if words[at].text[0] in ".;,"), len(words))
            terms = list(words[hit.end : stop])
            if content(terms):
                return Conditional(hit.tag, list(sentence.tokens), terms, list(words[hit.start : stop]))
    return None
