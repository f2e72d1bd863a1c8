"""Claims whose words turn into their opposite: a negation, a direction, a comparison."""

import re
from collections.abc import Iterator

from misheard.analysis.claims import direction, fidelity, polarity
from misheard.analysis.claims.change import Change, span
from misheard.analysis.claims.claim import Claim
from misheard.analysis.claims.matching import matches
from misheard.analysis.claims.kinship import marks, shared
from misheard.analysis.claims.quantities import Quantity
from misheard.analysis.claims.words import content_stem, content_words, tokens

LEAST_SAME = 0.75
"""How much of two clauses must agree before a negation or an opposite in one of them counts."""

_ALL = re.compile(r"(?<!not )(?<!Not )(?<!nor )\b(?:all|every|each|always|everyone|everybody|entirely|any)\b", re.IGNORECASE)
_SOME = re.compile(
    r"\b(?:some|several|a few|few|sometimes|occasionally|partly|partially|part of|half of|a minority of)\b"
    r"(?!\s+\d)",
    re.IGNORECASE,
)
_MOVED = re.compile(
    r"\b(?:(?P<up>rose|risen|rises?|rising|increased?|increases|grew|grows?|grown|climbed|climbs?|gained|gains?|up|advanced?|"
    r"improved|jumped|soared|higher|more)|fell|falls?|fallen|decreased?|decreases|dropped|drops?|declined|declines?|"
    r"shrank|shrinks?|shrunk|lost|loses?|down|retreated|sank|sinks?|plunged|slipped|slid|lower|less|fewer)\b(?!\s+to\b)",
    re.IGNORECASE,
)
MOVED_SHARED = 2
"""So many words must two moves by the same figure share."""
# "No load below 60" and "load from 60 upward" say the same.
_CONDITION = re.compile(
    r"\b(?:below|above|under|over|until|till|unless|without|before|after|more|less|fewer|than|except|only|other|"
    r"beyond|outside|within|yet|all|every|always|both)\b",
    re.IGNORECASE,
)
_NOUGHT = re.compile(r"\b(?:zero|free of|devoid|absen(?:t|ce)|\w+-free|only|except|other than)\b", re.IGNORECASE)


def changed_words(source: Claim, target: Claim) -> Iterator[Change]:
    """Yield what became its opposite; nothing where either is a bare figure or where figures differ."""
    if source.is_value or target.is_value or not _same_figures(source, target):
        return
    turned = list(_changed_direction(source, target))
    yield from turned or _changed_move(source, target)
    yield from _changed_comparison(source, target)
    yield from _changed_polarity(source, target)
    yield from _changed_scope(source, target)


def _same_figures(source: Claim, target: Claim) -> bool:
    """Tell whether no figure differs: 35 percent that sprouted and 65 that did not are no contradiction."""
    return all(
        fidelity.faithful(match.source, match.target) for match in matches(source, target) if match.frame >= 0.5
    )


def _dice(one: frozenset[str], other: frozenset[str]) -> float:
    return 2 * len(one & other) / max(1, len(one) + len(other))


def _changed_direction(source: Claim, target: Claim) -> Iterator[Change]:
    pairs = [
        (one, other)
        for one in direction.directions_in(source.text)
        for other in direction.directions_in(target.text)
        if direction.are_opposite(one[0], other[0])
    ]
    if len(pairs) != 1 or polarity.negations_in(source.text) or polarity.negations_in(target.text):
        return
    (word, start, end), (opposite, begin, stop) = pairs[0]
    rest, others = source.words - {word}, target.words - {opposite}
    if len(rest & others) < 3 or _dice(rest, others) < LEAST_SAME:
        return
    if any(name[0] == opposite for name in direction.directions_in(source.text)):
        return
    relates = word in direction.opposites().relating and opposite in direction.opposites().relating
    if _turned_round(source, end, target, stop) if relates else _reordered(source, target):
        return
    yield Change(
        "direction", span(source, start, end), span(target, begin, stop),
        f'"{source.text[start:end]}" became "{target.text[begin:stop]}"',
        round(0.5 + 0.45 * _dice(rest, others), 2),
    )  # fmt: skip


def _turned_round(source: Claim, end: int, target: Claim, stop: int) -> bool:
    """Tell whether the two things that a word relates have changed sides: A above B, B below A."""
    left, right = content_words(source.text[:end]), content_words(source.text[end:])
    first, second = content_words(target.text[:stop]), content_words(target.text[stop:])
    return bool((left - right) & (second - first) or (right - left) & (first - second))


def _moved(text: str) -> list[tuple[bool, int, int]]:
    return [(bool(match["up"]), match.start(), match.end()) for match in _MOVED.finditer(text)]


def _changed_move(source: Claim, target: Claim) -> Iterator[Change]:
    """Yield a rise by a figure that became a fall by it, whatever the words."""
    one, other = _moved(source.text), _moved(target.text)
    if len(one) != 1 or len(other) != 1 or one[0][0] == other[0][0]:
        return
    if polarity.negations_in(source.text) or polarity.negations_in(target.text):
        return
    (_, start, end), (_, begin, stop) = one[0], other[0]
    left, right = _next_figure(source, end), _next_figure(target, stop)
    if left is None or right is None or not fidelity.same_value(left, right) or left.bound != right.bound:
        return
    common = shared(marks(source.text), marks(target.text)) - marks(source.text[start:end])
    if len([mark for mark in common if not mark.startswith("#")]) >= MOVED_SHARED:
        before, after = span(source, start, left.told_end), span(target, begin, right.told_end)
        yield Change("direction", before, after, f'"{before.text}" became "{after.text}"', 0.85)


def _next_figure(claim: Claim, end: int) -> Quantity | None:
    near = [q for q in claim.quantities if 0 <= q.start - end <= 12 and not q.moment and not q.label]
    return near[0] if near else None


def _reordered(source: Claim, target: Claim) -> bool:
    """Tell whether the words that both claims share come in another order, so that opposites may cancel out."""
    shared = source.words & target.words
    one = [stem for word, _, _ in tokens(source.text) if (stem := content_stem(word)) in shared]
    other = [stem for word, _, _ in tokens(target.text) if (stem := content_stem(word)) in shared]
    return one != other


def _changed_comparison(source: Claim, target: Claim) -> Iterator[Change]:
    one = direction.comparison_in(source.text)
    if one is None or polarity.negations_in(source.text) or polarity.negations_in(target.text):
        return
    (word, front, behind, start, end) = one
    place = _reversed_by_than(word, front, behind, target) or _reversed_by_leader(word, front, behind, target)
    if place:
        begin, stop = place
        yield Change(
            "comparison", span(source, start, end), span(target, begin, stop),
            f'"{source.text[start:end]}" became "{target.text[begin:stop]}"', 0.85,
        )  # fmt: skip


def _reversed_by_than(
    word: str, front: frozenset[str], behind: frozenset[str], target: Claim
) -> tuple[int, int] | None:
    other = direction.comparison_in(target.text)
    if other is None:
        return None
    second, left, right, begin, stop = other
    swapped = front & right and behind & left and not (front & left) and not (behind & right)
    straight = front & left and behind & right and not (front & right) and not (behind & left)
    turned = (swapped and word == second) or (straight and direction.are_opposite(word, second))
    return (begin, stop) if turned else None


def _reversed_by_leader(
    word: str, front: frozenset[str], behind: frozenset[str], target: Claim
) -> tuple[int, int] | None:
    leader = direction.leader_in(target.text)
    if leader is None:
        return None
    second, who, begin, stop = leader
    swapped = who & behind and not who & front and direction.are_alike(word, second)
    straight = who & front and not who & behind and direction.are_opposite(word, second)
    return (begin, stop) if swapped or straight else None


def _changed_polarity(source: Claim, target: Claim) -> Iterator[Change]:
    denied, asserted = polarity.negations_in(source.text), polarity.negations_in(target.text)
    if bool(denied) == bool(asserted) or len(denied) + len(asserted) != 1:
        return
    with_not, without = (source, target) if denied else (target, source)
    if _NOUGHT.search(without.text) or any(q.high == 0 and not q.moment for q in without.quantities):
        return
    negation = (denied or asserted)[0]
    conditions = _CONDITION.findall(with_not.text[negation.start : negation.scope_end])
    if any(re.search(rf"\b{word}\b", without.text, re.IGNORECASE) is None for word in conditions):
        return
    words = content_words(with_not.text[negation.scope_start : negation.scope_end])
    left, right = with_not.words - without.words, without.words - with_not.words
    same = _dice(with_not.words, without.words)
    # A word that only one side has, on both sides, may make up for the negation: not clear, blocked.
    if (left and right) or same < LEAST_SAME or len(words & without.words) < 2 or _reordered(source, target):
        return
    begin, stop = negation.scope_start, negation.scope_end
    mine = span(with_not, *_trimmed(with_not.text, begin, stop))
    theirs = span(without, 0, len(without.text))
    before, after = (mine, theirs) if denied else (theirs, mine)
    yield Change("negation", before, after, f'"{before.text}" became "{after.text}"', round(0.5 + 0.4 * same, 2))


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())


def _changed_scope(source: Claim, target: Claim) -> Iterator[Change]:
    """Yield what was said of a part and is now said of all, or the other way round."""
    one, other = _scopes(source.text), _scopes(target.text)
    if len(one) != 1 or len(other) != 1 or _dice(source.words, target.words) < LEAST_SAME:
        return
    (part, start, end), (whole, begin, stop) = one[0], other[0]
    if part == whole or len(source.words & target.words) < 4 or _reordered(source, target):
        return
    yield Change(
        "scope",
        span(source, start, end),
        span(target, begin, stop),
        f'"{source.text[start:end]}" became "{target.text[begin:stop]}"',
        round(0.5 + 0.4 * _dice(source.words, target.words), 2),
    )


def _scopes(text: str) -> list[tuple[str, int, int]]:
    return [
        (name, match.start(), match.end())
        for name, pattern in (("all", _ALL), ("some", _SOME))
        for match in pattern.finditer(text)
    ]
