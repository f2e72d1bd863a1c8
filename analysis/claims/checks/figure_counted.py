"""Two figures that have changed places, though what they are figures of is told in other words.

Two counts: 2 CPT and 3 FO, told on as three captains and two FOs. Two values set against one another: B slower
than A, 1.42 s against 1.31 s, told on as B ahead, 1.31 s against 1.42 s.
"""

from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple

from misheard.analysis.claims.checks.base import Check, Found
from misheard.analysis.claims.checks.figures import Figure, figures_in, is_telling
from misheard.analysis.claims.edits.record import bit_of
from misheard.analysis.claims.edits.telling import Pair, Sentence, read_once
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.lexicon.wordnet import Kind, is_known, relation, tags

BOTH, ONE = 0.85, 0.75
MOST_COUNTS = 8
"""In a longer list the counts are rather those of a table."""
_ALIKE = frozenset((Kind.SAME, Kind.SYNONYM))
_SHORT = 5
_AGAINST = {"against": (), "versus": (), "vs": (), "compared": ("with", "to"), "opposed": ("to",)}
_AGAINST_BIT = bit_of(_AGAINST)
_OTHERS = bit_of(("unlike", "respectively", "former", "latter", "vice"))
_OF = frozenset(("for", "from", "in", "at", "of", "with", "by", "on"))
_BEHIND = frozenset(("than", "over", "against", "versus", "vs", "to", "with", "from", "unlike"))
_SKIPPED = frozenset(("the", "a", "an", "model", "variant", "version", "option", "type"))


class _Count(NamedTuple):
    figure: Figure
    noun: tuple[Token, ...]


def _find(pair: Pair) -> Iterator[Found]:
    if pair.bits & _OTHERS or pair.retelling.text.rstrip().endswith("?"):
        return
    found = next(_counts_crossed(pair), None)
    if found is None and pair.source.bits & _AGAINST_BIT and pair.retelling.bits & _AGAINST_BIT:
        found = _set_against(pair)
    if found is not None:
        yield found


# Two counts.


@read_once
def _counts(sentence: Sentence) -> tuple[_Count, ...]:
    """Return the whole numbers of a sentence with the one or two words of what they count."""
    found = []
    for figure in figures_in(sentence):
        named = figure.label and not sentence.text[: figure.start].rstrip().endswith(":")
        if figure.head == "count" and not named and not figure.rate and figure.low == figure.high:
            behind = [token for token in sentence.tokens if token.start >= figure.end][:2]
            noun = tuple(token for token in behind[:1] if _may_be_counted(token))
            if noun and len(behind) > 1 and behind[1].sort in "wn":
                noun = (*noun, behind[1])
            if noun:
                found.append(_Count(figure, noun))
    return tuple(found) if len(found) <= MOST_COUNTS else ()


def _may_be_counted(token: Token) -> bool:
    return token.sort == "n" or (token.sort == "w" and tags(token.lower)[:1] != "a")


def _counts_crossed(pair: Pair) -> Iterator[Found]:
    numbers = [
        {one.low for one in figures_in(side) if one.head == "count"} for side in (pair.source, pair.retelling)
    ]
    if len(numbers[0] & numbers[1]) < 2:
        return
    theirs, mine = _counts(pair.source), _counts(pair.retelling)
    for one, two in permutations(theirs, 2):
        if one.figure.low == two.figure.low or _is_one(one.noun, two.noun):
            continue
        of_one = [count for count in mine if _is_one(one.noun, count.noun)]
        of_two = [count for count in mine if _is_one(two.noun, count.noun)]
        if len(of_one) != 1 or len(of_two) > 1 or of_one[0].figure.low != two.figure.low:
            continue
        other = of_two[0] if of_two else _unknown(pair, mine, one)
        if other is None or other.figure.low != one.figure.low or other is of_one[0]:
            continue
        before, after = _place(one), _place(of_one[0])
        words = f'"{pair.source.text[slice(*before)]}" became "{pair.retelling.text[slice(*after)]}"'
        yield Found("number", before, after, words, BOTH if of_two else ONE, anchored=True)


def _unknown(pair: Pair, mine: tuple[_Count, ...], one: _Count) -> _Count | None:
    """Return the only count of the retelling with the number of `one` and a noun that the source has not."""
    same = [count for count in mine if count.figure.low == one.figure.low]
    known = any(_is_one(count.noun, told.noun) for count in same for told in _counts(pair.source))
    return same[0] if len(same) == 1 and not known and same[0].noun[0].key not in pair.told.keys else None


def _place(count: _Count) -> tuple[int, int]:
    return count.figure.start, count.noun[0].end


def _is_one(one: tuple[Token, ...], other: tuple[Token, ...]) -> bool:
    """Tell whether two nouns name the same: in some form, as synonyms, or one of them short for the other."""
    left, right = one[0], other[0]
    if left.key == right.key or _plain(left) == _plain(right):
        return len(one) == 1 or len(other) == 1 or one[1].key == other[1].key or left.sort == "n"
    if relation(left.lower, right.lower).kind in _ALIKE:
        return True
    return _is_short(left, other) or _is_short(right, one)


def _plain(token: Token) -> str:
    """Return an acronym without the ending of its plural, and any other word as it is."""
    return token.text[:-1] if token.text[-1:] == "s" and token.text[:-1].isupper() else token.text


def _is_short(token: Token, words: tuple[Token, ...]) -> bool:
    """Tell whether a word in capitals is short for words: FO for first officers, CPT for captains."""
    short = _plain(token).lower()
    if not _plain(token).isupper() or not 1 < len(short) <= _SHORT or _plain(words[0]).isupper():
        return False
    if len(words) > 1 and short == words[0].lower[0] + words[1].lower[0]:
        return True
    return short[0] == words[0].lower[0] and len(short) > 2 and _runs_through(short, words[0].lower)


def _runs_through(short: str, word: str) -> bool:
    letters = iter(word)
    return all(letter in letters for letter in short)


# Two values set against one another.


def _set_against(pair: Pair) -> Found | None:
    was, now = _against(pair.source), _against(pair.retelling)
    if was is None or now is None or not (_same(was[0], now[1]) and _same(was[1], now[0])):
        return None
    if was[0].low == was[1].low or not is_telling(was[0]) or not is_telling(was[1]):
        return None
    first, then = _first_name(pair.source, was), _first_name(pair.retelling, now)
    if first is None or then is None or first.key != then.key or first.text[0].lower() != then.text[0].lower():
        return None
    before, after = (was[0].start, was[1].end), (now[0].start, now[1].end)
    words = f'"{pair.source.text[slice(*before)]}" became "{pair.retelling.text[slice(*after)]}"'
    return Found("number", before, after, words, ONE, anchored=True)


def _same(one: Figure, other: Figure) -> bool:
    return one.unit == other.unit and one.shown == other.shown


def _against(sentence: Sentence) -> tuple[Figure, Figure] | None:
    """Return the only two figures of a sentence that `against` stands between, none said to be of another thing."""
    for one, two in zip(figures_in(sentence), figures_in(sentence)[1:], strict=False):
        between = [token.lower for token in sentence.tokens if one.end <= token.start and token.end <= two.start]
        if one.unit == two.unit and any(word in _AGAINST for word in between):
            behind = [token for token in sentence.tokens if token.start >= two.end][:3]
            said_of = any(_is_name(token) for token in behind) or (behind and behind[0].lower in _OF - {"in"})
            return (
                None
                if said_of or any(word in _OF and word not in {"with", "in"} for word in between)
                else (one, two)
            )
    return None


def _first_name(sentence: Sentence, figures: tuple[Figure, Figure]) -> Token | None:
    """Return the first name or label ahead of two figures, if it is what the sentence says them of."""
    ahead = [token for token in sentence.tokens if token.end <= figures[0].start]
    for place, token in enumerate(ahead):
        if _is_name(token):
            back = next((one.lower for one in reversed(ahead[:place]) if one.lower not in _SKIPPED), "")
            return None if back in _BEHIND else token
    return None


def _is_name(token: Token) -> bool:
    if not token.text[0].isupper() or token.sort == "d":
        return False
    return len(token.text) == 1 or token.sort == "n" or not is_known(token.lower)


CHECK = Check(_find, figures=True)
