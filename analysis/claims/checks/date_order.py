"""Before for after: an event or hour on both sides, and what happens on the other side of it; two events turned."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from misheard.analysis.claims.checks.base import Found
from misheard.analysis.claims.checks.calendar_items import TRIGGERS
from misheard.analysis.claims.checks.figure_lists import word_list
from misheard.analysis.claims.checks.figure_rates import denies
from misheard.analysis.claims.checks.mood import are_in_one_mood
from misheard.analysis.claims.edits.record import bit_of
from misheard.analysis.claims.edits.telling import Pair, Sentence
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.claims.edits.wordpair import are_opposite
from misheard.analysis.lexicon.wordnet import Kind, relation

LEAST = 0.6
"""So much of the content must the two sentences share."""
_BEFORE = frozenset(("before", "by", "prior", "until", "till", "through"))
_AFTER = frozenset(("after", "following", "once", "since", "from", "starting"))
_OF_TIMES = frozenset(("by", "until", "till", "through", "since", "from", "starting"))
"""These count only with a time behind them."""
_DENYING = word_list("denying")
_ORDERING = frozenset(("before", "after", "then", "following", "once", "afterwards", "subsequently", "followed"))
_MARKERS = _BEFORE | _AFTER | _ORDERING | {"earliest", "latest", "later", "earlier", "sooner"}
_MARKING = bit_of(_MARKERS)
_TURNING = bit_of(_BEFORE | _AFTER | {"earliest", "latest", "later", "earlier", "sooner"})
_IN_ORDER = bit_of(_ORDERING)
_HEAD = 5
"""So many tokens behind the word are looked through for what it goes with."""
_SKIPPED = frozenset(
    ("to", "of", "the", "a", "an", "his", "her", "its", "their", "our", "my", "your", "that", "this")
)


class Turn(NamedTuple):
    """A word such as before, and the keys of what stands behind it."""

    is_before: bool
    keys: frozenset[str]
    start: int
    end: int


def turned(pair: Pair) -> Iterator[Found]:
    """Yield a `before` that became `after` with the same event behind it, and two events in the other order."""
    if pair.overlap < LEAST or not (pair.source.bits & _MARKING and pair.retelling.bits & _MARKING):
        return
    found = _turned(pair) or _swapped(pair)
    if found and not is_denied(pair) and are_in_one_mood(pair):
        yield found


def _turned(pair: Pair) -> Found | None:
    """Return a `before` that became `after`; looked for only where either may be read in both."""
    if not (pair.source.bits & _TURNING and pair.retelling.bits & _TURNING):
        return None
    theirs = _turns(pair.source)
    mine = _turns(pair.retelling) if theirs else []
    for other in mine:
        same = [one for one in theirs if one.keys & other.keys]
        if len(same) == 1 and same[0].is_before != other.is_before and not _has_opposites(pair):
            return _found(pair, (same[0].start, same[0].end), (other.start, other.end))
    return None


def _swapped(pair: Pair) -> Found | None:
    if not (pair.source.bits & _IN_ORDER and pair.retelling.bits & _IN_ORDER):
        return None
    told = order_of(pair.source.tokens)
    retold = order_of(pair.retelling.tokens) if told else None
    return _found(pair, told.place, retold.place) if told and retold and _is_swapped(told, retold) else None


def _found(pair: Pair, one: tuple[int, int], other: tuple[int, int]) -> Found:
    before, after = pair.source.text[slice(*one)], pair.retelling.text[slice(*other)]
    return Found("date", one, other, f'"{before}" became "{after}"', 0.8)


class Order(NamedTuple):
    """Two events of a sentence: the keys of the earlier and of the later one, those that open it, the marker."""

    earlier: frozenset[str]
    later: frozenset[str]
    opening: frozenset[str]
    place: tuple[int, int]


def _is_swapped(told: Order, retold: Order) -> bool:
    crossed = told.earlier & retold.later and told.later & retold.earlier
    return bool(crossed) and not told.later & retold.later and not (told.earlier & retold.earlier) - told.opening


def order_of(words: Sequence[Token]) -> Order | None:
    """Return what a sentence with one word of order (before, after, then) says comes first, and what second."""
    marks = [n for n, word in enumerate(words) if word.lower in _ORDERING]
    if len(marks) != 1:
        return None
    at = marks[0]
    left, right = _keys(words[:at]), _keys(words[at + 1 :])
    is_first = not left
    if is_first:
        comma = next((n for n in range(at, len(words)) if words[n].text == ","), None)
        if comma is None:
            return None
        right, left = _keys(words[at + 1 : comma]), _keys(words[comma + 1 :])
    if not left or not right:
        return None
    lower = words[at].lower
    opening = frozenset(word.key for word in words[:3] if word.is_content)
    if lower in ("after", "following", "once") and (is_first or words[at + 1].text != ","):
        left, right = right, left
    elif is_first and lower != "before":
        return None
    return Order(left, right, opening, (words[at].start, words[at].end))


def _keys(words: Sequence[Token]) -> frozenset[str]:
    return frozenset(word.key for word in words if word.sort in "wn")


def _has_opposites(pair: Pair) -> bool:
    """Tell whether a word became its opposite, too: closed until Friday, open from Friday."""
    left, right = (
        [word.lower for word in one.tokens if word.sort == "w" and word.key not in other.keys]
        for one, other in ((pair.source, pair.retelling), (pair.retelling, pair.source))
    )
    left, right = ([word for word in words if word not in _MARKERS] for words in (left, right))
    return any(are_opposite(one, other) or is_antonym(one, other) for one in left for other in right)


def is_antonym(one: str, other: str) -> bool:
    """Tell whether the lexicon has two words as opposites."""
    return relation(one, other).kind in (Kind.ANTONYM, Kind.INDIRECT_ANTONYM, Kind.CO_ANTONYM)


def is_denied(pair: Pair) -> bool:
    """Tell whether one sentence denies and the other does not."""
    one, other = (
        denies(sentence.tokens) or bool(_DENYING & sentence.lower) for sentence in (pair.source, pair.retelling)
    )
    return one != other


def _turns(sentence: Sentence) -> list[Turn]:
    found = []
    words = sentence.tokens
    for place in sentence.numbers_of(_TURNING):
        word, lower = words[place], words[place].lower
        if lower in ("earliest", "latest") and place > 1:
            keys = frozenset(one.key for one in words[max(0, place - 5) : place] if one.is_content)
            found.append(Turn(lower == "latest", keys, words[max(0, place - 4)].start, word.end))
            continue
        if (
            lower in ("later", "earlier", "sooner")
            and 0 < place < len(words) - 1
            and words[place + 1].lower == "than"
        ):
            if words[place - 1].lower in ("no", "not"):
                keys, end = _behind(words, place + 1)
                found.append(Turn(lower == "later", keys, words[place - 1].start, end))
            continue
        if lower not in _BEFORE and lower not in _AFTER:
            continue
        keys, end = _behind(words, place)
        if not keys or (lower in _OF_TIMES and not _is_time(words, place)):
            continue
        is_denied = place > 0 and words[place - 1].lower in ("not", "never")
        found.append(Turn((lower in _BEFORE) != is_denied, keys, words[place - is_denied].start, end))
    return found


def _behind(words: Sequence[Token], place: int) -> tuple[frozenset[str], int]:
    keys: set[str] = set()
    end = words[place].end
    for word in words[place + 1 : place + 1 + _HEAD]:
        if word.sort == "p" or (word.lower == "to" and keys) or (word.sort == "f" and word.lower not in _SKIPPED):
            break
        if word.is_content:
            keys.add(word.key)
            end = word.end
    return frozenset(keys), end


def _is_time(words: Sequence[Token], place: int) -> bool:
    behind = words[place + 1 : place + 1 + _HEAD]
    return any(
        word.lower in TRIGGERS
        or (word.sort == "d" and (":" in word.text or (len(word.text) == 4 and word.text.isdigit())))
        for word in behind
    )
