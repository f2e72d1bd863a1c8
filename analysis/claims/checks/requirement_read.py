"""Reads from a sentence how binding each thing is that it asks, allows or forbids."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from misheard.analysis.claims.certainty_lexicon import read_data
from misheard.analysis.claims.checks.phrases import Hit, Phrases
from misheard.analysis.claims.checks.support import content
from misheard.analysis.claims.edits.record import bit_of
from misheard.analysis.claims.edits.telling import Sentence, Telling, read_once
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.lexicon.wordnet import tags

_DATA = read_data("requirement_words.toml")
PHRASES = Phrases(_DATA["levels"])
WORDS = {name: frozenset(words) for name, words in _DATA["words"].items()}
TRIGGERS = WORDS["triggers"]
_STOPS = frozenset(".;:()!?—–,")
_BREAKS = frozenset(("but", "while", "whereas", "though", "although", "because", "since", "so"))
_TURNED = {"may": "must_not", "must": "may"}
_OPENERS = frozenset(("please", "always", "then", "also", "and", "so"))
_ABLE = frozenset(("can", "may"))
_PERSONS = frozenset(("i", "we", "you", "they", "he", "she", "it"))
_RELATIVE = frozenset(("that", "which", "who", "what"))
_BINDING = frozenset(("must", "must_not", "order", "should_not"))
_DETERMINERS = frozenset(
    ("the", "a", "an", "all", "each", "every", "no", "at", "any", "only", "your", "it", "them", "in", "to")
)

_DETERMINES = bit_of(_DETERMINERS)
_OPENING = bit_of(_BREAKS | _OPENERS)


class Rule(NamedTuple):
    """Something asked or allowed: how binding (must, should, may, must_not, should_not, order), and of what act.

    `order` is a plain imperative. `only` is leave for some. `words` is the clause; `act` is the clause
    without the words that make it binding.
    """

    level: str
    act: list[Token]
    words: list[Token]
    verb: str
    """What is to be done, where a verb such as must or a "to" stands just ahead of it; else ""."""


def rules(sentence: Sentence) -> list[Rule]:
    """Return what a sentence asks, allows or forbids, clause by clause."""
    return _read(sentence)


@read_once
def _read(sentence: Sentence) -> list[Rule]:
    if not (PHRASES.may_stand_in(sentence) or _may_order(sentence)):
        return []
    words = tuple(sentence.tokens)
    hits = [hit for hit in PHRASES.find_in(sentence) if not _is_quality(words, hit)]
    found = []
    for start, stop in _clauses(words, hits):
        clause = words[start:stop]
        inside = [hit for hit in hits if start <= hit.start < stop]
        used = {at for hit in inside for at in range(hit.start, hit.end)}
        act = [words[at] for at in range(start, stop) if at not in used and words[at].sort != "p"]
        level = _level(words, start, inside) if inside else _order(clause)
        if level and content(act):
            verb = _verb(words, inside[-1].end, stop) if inside else ""
            found.append(Rule(level, act, list(clause), verb))
    return found


@lru_cache(maxsize=16384)
def _commands(word: str) -> bool:
    """Tell whether a word in lower case has the form of a verb that opens an order."""
    return "v" in tags(word) and not word.endswith(("s", "ed", "ing"))


def _may_order(sentence: Sentence) -> bool:
    """Tell at little cost whether any clause may open as an order does."""
    opens, commands = True, False
    for word in sentence.records:
        if word.sort == "p":
            opens = opens or word.text[0] in _STOPS
            continue
        if commands and (word.sort == "d" or word.bits & _DETERMINES):
            return True
        commands = opens and _commands(word.lower)
        opens = bool(word.bits & _OPENING)
    return False


def is_fewer(told: Telling, retold: Telling) -> bool:
    """Tell whether the retelling has fewer duties and bans, however they are worded."""
    one, other = (
        sum(rule.level in _BINDING for sentence in text.sentences for rule in rules(sentence))
        for text in (told, retold)
    )
    return other < one


def _verb(words: Sequence[Token], at: int, stop: int) -> str:
    """Return the verb that a phrase of a rule governs, in lower case; "" where it governs none."""
    if words[at - 1].lower not in WORDS["governing"] and not (at < stop and words[at].lower == "to"):
        return ""
    return next((word.lower for word in words[at:stop] if word.sort == "w" and tags(word.lower) != "r"), "")


def _is_quality(words: Sequence[Token], hit: Hit) -> bool:
    """Tell whether a word says which thing is meant (the required form) or what the speaker means to do."""
    behind = words[hit.end].lower if hit.end < len(words) else ""
    if words[hit.start].lower == "if" and behind == "to":
        return True
    ahead = words[hit.start - 1] if hit.start else None
    if ahead is None:
        return False
    if ahead.lower in ("as", "we", "i"):
        return True
    if hit.start > 1 and words[hit.start].lower in _ABLE:
        is_bare = ahead.lower in _PERSONS and words[hit.start - 2].sort in "wn"
        if is_bare or ahead.lower in _RELATIVE:
            return True
    if hit.end - hit.start > 1 or words[hit.start].lower not in WORDS["attributive"]:
        return False
    return ahead.lower in WORDS["determiners"]


def _clauses(words: Sequence[Token], hits: Sequence[Hit]) -> Iterator[tuple[int, int]]:
    """Yield the clauses: pieces between stops, cut at "and" between two phrases; short ones are joined."""
    cuts = [at for at, word in enumerate(words) if word.text[0] in _STOPS or word.lower in _BREAKS]
    starts = [hit.start for hit in hits]
    for one, other in pairwise(starts):
        joints = [at for at in range(one, other) if words[at].lower == "and"]
        if joints and not any(one < cut < other for cut in cuts):
            cuts.append(joints[-1])
    begin = 0
    for cut in [*sorted(cuts), len(words)]:
        piece = words[begin:cut]
        if len(content(piece)) >= 2 or cut == len(words) or words[min(cut, len(words) - 1)].text[0] in ".;:":
            yield begin, cut
            begin = cut + 1


def _level(words: Sequence[Token], start: int, hits: Sequence[Hit]) -> str:
    """Return how binding a clause is; "" where its words do not agree; must if possible is should."""
    levels = {_turn(words, start, hit) for hit in hits}
    lowers = {word.lower for word in words[start : hits[-1].end + 2]}
    if "only" in lowers and "may" in levels:
        return "only"
    if len(levels) == 1:
        return levels.pop()
    if levels <= {"must", "should"}:
        return "should"
    if levels <= {"must_not", "should_not", "should"} and "never" not in lowers:
        return "should_not"
    return "must_not" if levels == {"must", "must_not"} else ""


def _turn(words: Sequence[Token], start: int, hit: Hit) -> str:
    """Return the level of a phrase, turned where it is denied: is not currently allowed, no visitor may."""
    ahead = [word.lower for word in words[max(start, hit.start - 3) : hit.start]]
    single = words[hit.start].lower
    if hit.tag in _TURNED and single not in ("must", "shall") and ("not" in ahead or "never" in ahead):
        return _TURNED[hit.tag]
    if hit.tag in _TURNED and _has_nobody(words[start : hit.start + 1]):
        return "must_not" if single in ("must", "shall", "may", "can", "allowed", "permitted") else "may"
    return hit.tag


def _has_nobody(words: Sequence[Token]) -> bool:
    """Tell whether a clause has nobody for its subject; `no more than six` is a limit."""
    return any(
        one.lower in WORDS["nobody"] and other.lower not in WORDS["compared"] for one, other in pairwise(words)
    )


def _order(clause: Sequence[Token]) -> str:
    """Return "order" for a clause that opens with a verb as a command does."""
    words = [word for word in clause if word.sort != "p"]
    while words and words[0].lower in _OPENERS:
        words = words[1:]
    if len(words) < 2 or not _commands(words[0].lower):
        return ""
    return "order" if words[1].lower in _DETERMINERS or words[1].sort == "d" else ""
