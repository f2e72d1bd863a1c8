"""What is said of a figure that itself stayed: its bound, a change by it or to it, each or all together."""

from collections.abc import Iterator, Sequence

from misheard.analysis.claims.checks.base import Found
from misheard.analysis.claims.checks.date_order import is_denied
from misheard.analysis.claims.checks.figure_frame import COPIED, fits
from misheard.analysis.claims.checks.figure_rates import denies
from misheard.analysis.claims.checks.figure_slots import equal, kin
from misheard.analysis.claims.checks.figures import Figure
from misheard.analysis.claims.edits.record import bit_of
from misheard.analysis.claims.edits.telling import Pair, Sentence
from misheard.analysis.claims.lists import words_of

_LIMITS = words_of("limit_words.txt")
_CHANGE = words_of("change_verbs.txt")
_EACH = frozenset(("each", "apiece", "every", "per"))
_TOTAL = frozenset(("total", "altogether", "together", "combined", "overall", "all", "both"))
_BEHIND = {"ago": "ago", "before": "sooner", "earlier": "sooner", "after": "later", "later": "later"}
_CONTRARY = frozenset((
    ("ago", "in"), ("ago", "within"), ("ago", "later"), ("sooner", "later"), ("within", "after"), ("every", "for"),
    ("every", "after"), ("every", "within"), ("for", "within"), ("until", "after"),
))  # fmt: skip
_NEAR_BELOW = frozenset(("nearly", "almost"))
_EXEMPT = frozenset(("exempt", "exempted", "excluded", "free", "spared", "outside", "except", "without"))
_SHARED = _EACH | {"total", "altogether", "combined", "each", "apiece"}
_CHANGING, _SHARING = bit_of(_CHANGE), bit_of(_SHARED)
_NEAR = 5
"""So many words from a figure a word may be said of it."""


def said(pair: Pair, theirs: Sequence[Figure], mine: Sequence[Figure]) -> Iterator[Found]:
    """Yield the first figure that stayed and is said to be something else."""
    for one in theirs:
        same = [other for other in mine if kin(one, other) and equal(one, other)]
        if one.label or len(same) != 1 or any(two is not one and equal(two, one) for two in theirs):
            continue
        other = same[0]
        sure = (
            _period(pair, one, other)
            or _bound(pair, one, other)
            or _by_or_to(pair, one, other)
            or _each_or_total(pair, one, other)
        )
        if sure and (pair.overlap >= COPIED or fits(pair, pair.source, one, other)):
            yield found_number(one, other, pair.source, pair.retelling, sure)
            return


def found_number(one: Figure, other: Figure, told: Sentence, retold: Sentence, sure: float) -> Found:
    """Return the change of one figure into another, or of what is said of it."""
    start, begin = one.start, other.start
    if told.text[start : one.end] == retold.text[begin : other.end]:
        start, begin = _from_word_ahead(told, one), _from_word_ahead(retold, other)
    words = f'"{told.text[start : one.end]}" became "{retold.text[begin : other.end]}"'
    return Found("number", (start, one.end), (begin, other.end), words, sure)


def _from_word_ahead(sentence: Sentence, figure: Figure) -> int:
    ahead = [word.start for word in sentence.tokens if word.end <= figure.start][-2:]
    return ahead[0] if ahead else figure.start


def _bound(pair: Pair, one: Figure, other: Figure) -> float:
    """Return how sure it is that a most became a least, or that either was left out."""
    if one.bound not in ("max", "min"):
        return 0.0
    ahead = _ahead(pair.source, one, 2)
    if other.bound in ("max", "min"):
        turned = other.bound != one.bound and not denies(pair.source.tokens) and not denies(pair.retelling.tokens)
        turned = turned and bool(_EXEMPT & pair.source.lower) == bool(_EXEMPT & pair.retelling.lower)
        return 0.8 if turned and not (one.head == "time" and "over" in ahead) else 0.0
    if one.bound == "min" and _NEAR_BELOW & _ahead(pair.retelling, other, 2):
        return 0.65
    if other.bound or (one.head == "time" and "over" in ahead):
        return 0.0
    small = {word.lower for word in pair.retelling.tokens if word.first or word.text[0] == word.lower[0]}
    return 0.0 if _LIMITS & small else 0.6


def _by_or_to(pair: Pair, one: Figure, other: Figure) -> float:
    """Return how sure it is that a change by a figure became a change to it, or the other way round."""
    if not (pair.source.bits & _CHANGING and pair.retelling.bits & _CHANGING):
        return 0.0
    roles = []
    for sentence, figure in ((pair.source, one), (pair.retelling, other)):
        ahead = [word.lower for word in sentence.tokens if word.end <= figure.start][-_NEAR:]
        near = ahead[-2:]
        role = "by" if "by" in near else "to" if "to" in near and "from" not in ahead else ""
        if not role or not _CHANGE.intersection(ahead):
            return 0.0
        roles.append(role)
    return 0.75 if roles[0] != roles[1] else 0.0


def _each_or_total(pair: Pair, one: Figure, other: Figure) -> float:
    """Return how sure it is that what each has became what all have together, or the other way round."""
    if one.rate or other.rate or one.low == 1:
        return 0.0
    if not (pair.source.bits & _SHARING and pair.retelling.bits & _SHARING):
        return 0.0
    left, right = _around(pair.source, one), _around(pair.retelling, other)
    each_then_total = _EACH & left and not _TOTAL & left and {"total", "altogether", "combined"} & right
    total_then_each = {"total", "altogether", "combined"} & left and {"each", "apiece"} & right
    if each_then_total and not _EACH & pair.retelling.lower:
        return 0.65
    return 0.65 if total_then_each and not _EACH & pair.source.lower and not _TOTAL & right else 0.0


def _period(pair: Pair, one: Figure, other: Figure) -> float:
    """Return how sure it is that a time ahead became one past, a time within which one after which, and so on."""
    if one.head != "time" or is_denied(pair):
        return 0.0
    roles = (_roles(pair.source, one), _roles(pair.retelling, other))
    if "sooner" in roles and "later" in roles and not _behind(pair.source, one) & _behind(pair.retelling, other):
        return 0.0
    return 0.75 if roles in _CONTRARY or roles[::-1] in _CONTRARY else 0.0


def _behind(sentence: Sentence, figure: Figure) -> set[str]:
    return {
        word.key for word in [one for one in sentence.tokens if one.start >= figure.end][1:4] if word.is_content
    }


def _roles(sentence: Sentence, figure: Figure) -> str:
    behind = [word.lower for word in sentence.tokens if word.start >= figure.end][:1]
    if behind and behind[0] in _BEHIND:
        return _BEHIND[behind[0]]
    ahead = [word.lower for word in sentence.tokens if word.end <= figure.start][-1:]
    return ahead[0] if ahead else ""


def _ahead(sentence: Sentence, figure: Figure, count: int) -> set[str]:
    return {word.lower for word in [one for one in sentence.tokens if one.end <= figure.start][-count:]}


def _around(sentence: Sentence, figure: Figure) -> set[str]:
    behind = [word for word in sentence.tokens if word.start >= figure.end][:_NEAR]
    ahead = [word for word in sentence.tokens if word.end <= figure.start][-_NEAR:]
    found: set[str] = set()
    for run in (behind, reversed(ahead)):
        for word in run:
            if word.sort == "d":
                break
            found.add(word.lower)
    return found
