"""A name that the source does not have, in the place of one that the retelling does not have."""

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from rapidfuzz.distance import Levenshtein

from misheard.analysis.claims.checks.base import Found
from misheard.analysis.claims.checks.entity_words import ALIASES, TITLES
from misheard.analysis.claims.checks.mood import COPY, can_be_held
from misheard.analysis.claims.checks.support import opposed, place, quoted, share
from misheard.analysis.claims.edits.record import Word, bit_of
from misheard.analysis.claims.edits.telling import Pair, Sentence, Telling
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.claims.names import CALENDAR
from misheard.analysis.lexicon.wordnet import Kind, is_known, lexical_class, relation, tags

SURE = 0.85
LEAST_LIKE = 0.5
"""So much of the other content must the sentences share, where the names do not stand between the same words."""
LONG = 6
"""Names of so many letters may differ in two of them and still be spellings of one, shorter ones in one."""
LEAST_TOLD = 0.6
"""Or so much of what the retelling says besides the name must be in the source, however worded."""
_NO_NAME = bit_of(CALENDAR | TITLES)
NEAR_KIN = 2
"""A hypernym farther up than so many steps names something else."""
_KIN = frozenset((Kind.SAME, Kind.SYNONYM, Kind.DERIVED, Kind.RELATED, Kind.BROADER, Kind.NARROWER, Kind.SIMILAR))
_OPENING = frozenset(":—–-(|•")
_SKIP = frozenset(["the", "a", "an", "its", "their", "his", "her", "our", "of"])


class Run(NamedTuple):
    """A name of one or more words: tokens [start, end)."""

    start: int
    end: int


def find(pair: Pair) -> Iterator[Found]:
    """Yield the first name put in the place of another."""
    is_likely = pair.new and _may_be_strange(pair.retelling, pair.new) and _may_be_strange(pair.source, pair.gone)
    new = _strange(pair.retelling, pair.told) if is_likely else []
    if not new:
        return
    gone = _strange(pair.source, pair.retold) if can_be_held(pair) else []
    if len(gone) != len(new) or len(new) > 2:
        return
    for one, other in zip(gone, new, strict=True):
        told, retold = pair.source.tokens, pair.retelling.tokens
        if _is_same_name(told, one, retold, other) or not _same_place(pair, one, other):
            continue
        here, there = place(told[one.start : one.end]), place(retold[other.start : other.end])
        yield Found("entity", here, there, quoted(pair, here, there), SURE)
        return


def _may_be_strange(sentence: Sentence, places: Sequence[int]) -> bool:
    """Tell at little cost whether any of the words at some places has a capital."""
    words = sentence.records
    return any(words[i].sort in "wnf" and not words[i].text.islower() for i in places)


def _strange(sentence: Sentence, other: Telling) -> list[Run]:
    """Return the names of a sentence of which the other text has nothing."""
    runs: list[Run] = []
    words = sentence.records
    for i, _word in enumerate(words):
        if not _is_name(words, i):
            continue
        if runs and runs[-1].end == i:
            runs[-1] = Run(runs[-1].start, i + 1)
        else:
            runs.append(Run(i, i + 1))
    return [run for run in runs if not any(_stands_in(words[i], other) for i in range(run.start, run.end))]


def _is_name(words: Sequence[Word], i: int) -> bool:
    word = words[i]
    if word.sort in "pdm" or word.text.islower() or word.bits & _NO_NAME or len(word.text) < 2:
        return False
    if i and words[i - 1].sort == "d":
        return False
    if word.text.isupper() and is_known(word.lower) and tags(word.lower)[:1] != "n":
        return False
    if (word.sort == "n" and not _opens(words, i)) or any(c.isupper() for c in word.text[1:]):
        return True
    if word.sort not in "wn":
        return False
    return not is_known(word.lower) or (lexical_class(word.lower) == "noun.location" and tags(word.lower) == "n")


def _opens(words: Sequence[Word], i: int) -> bool:
    """Tell whether a word begins a sentence or what stands behind a heading: Output: Highly rated."""
    return words[i].first or words[i - 1].text[0] in _OPENING or all(word.sort in "pm" for word in words[:i])


def _stands_in(word: Word, other: Telling) -> bool:
    if word.lower in other.lower or word.key in other.keys:
        return True
    if not ALIASES.get(word.lower, frozenset()).isdisjoint(other.lower):
        return True
    return any(are_one(word.lower, theirs) for theirs in other.lower)


@lru_cache(maxsize=16384)
def are_one(one: str, other: str) -> bool:
    """Tell whether two words in lower case may be one name: Postgres and PostgreSQL, Britain and British."""
    left, right = _plain(one), _plain(other)
    short, long = sorted((left, right), key=len)
    if len(short) >= 3 and (long.startswith(short) or (len(short) >= 5 and short in long)):
        return True
    if len(short) >= 4 and Levenshtein.distance(left, right, score_cutoff=2) <= (1 if len(long) < LONG else 2):
        return True
    link = relation(one, other)
    return link.kind in _KIN and (link.distance or 0) <= NEAR_KIN


@lru_cache(maxsize=16384)
def _plain(word: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))


def _is_same_name(told: Sequence[Token], one: Run, retold: Sequence[Token], other: Run) -> bool:
    """Tell whether one of two names is made of the first letters of the other."""
    left, right = told[one.start : one.end], retold[other.start : other.end]
    return _is_initials(left, right) or _is_initials(right, left)


def _is_initials(short: Sequence[Token], long: Sequence[Token]) -> bool:
    letters = "".join(token.text for token in short)
    return len(short) < len(long) and letters[:1] == long[0].text[0] and len(letters) <= 2 * len(long)


def _same_place(pair: Pair, one: Run, other: Run) -> bool:
    told, retold = pair.source.tokens, pair.retelling.tokens
    left, right = before(told, one.start), before(retold, other.start)
    behind, later = after(told, one.end), after(retold, other.end)
    opposite = _are_opposites(told, one, retold, other)
    if left == right and behind == later and not opposite and ((left and behind) or pair.overlap >= LEAST_LIKE):
        return True
    if _is_camel(told, one) != _is_camel(retold, other):
        return False
    if _is_noun(told, one.end) != _is_noun(retold, other.end):
        return False
    if opposite:
        return pair.overlap >= COPY
    if (left == right or behind == later) and pair.overlap >= LEAST_LIKE:
        return True
    rest = [word for word in retold if not other.start <= retold.index(word) < other.end]
    mine = [word for word in told if not one.start <= told.index(word) < one.end]
    return share(rest, told, loose=True) >= LEAST_TOLD and share(mine, retold, loose=True) >= LEAST_LIKE


def _are_opposites(told: Sequence[Token], one: Run, retold: Sequence[Token], other: Run) -> bool:
    """Tell whether two things are told apart by opposites, as an east and a west bank are."""
    return opposed(told[one.start].lower, retold[other.start].lower)


def _is_camel(words: Sequence[Token], run: Run) -> bool:
    """Tell whether a name is written as in code, with a capital behind a small letter."""
    text = "".join(word.text for word in words[run.start : run.end] if run.end - run.start == 1)
    return any(one.islower() and other.isupper() for one, other in pairwise(text))


def before(words: Sequence[Token | Word], i: int) -> str:
    """Return the key of the word in front of a place, articles and titles passed over; "" at a mark."""
    i -= 1
    while i >= 0 and (words[i].lower in _SKIP or words[i].lower in TITLES):
        i -= 1
    return words[i].key if i >= 0 and words[i].sort != "p" else ""


def after(words: Sequence[Token | Word], i: int) -> str:
    """Return the key of the word at a place, "" at a mark or the end."""
    return words[i].key if i < len(words) and words[i].sort != "p" else ""


def _is_noun(words: Sequence[Token | Word], i: int) -> bool:
    """Tell whether what follows a name makes it an adjective: the French capital."""
    return i < len(words) and words[i].sort == "w" and tags(words[i].lower)[:1] == "n"
