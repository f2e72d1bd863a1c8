"""Claims whose words turn into their opposite: a negation, a direction, a comparison."""

import re
from collections.abc import Iterator

from misheard.analysis.claims import direction, fidelity, polarity
from misheard.analysis.claims.change import Change, span
from misheard.analysis.claims.claim import Claim
from misheard.analysis.claims.kinship import marks
from misheard.analysis.claims.matching import matches
from misheard.analysis.claims.moves import changed_move
from misheard.analysis.claims.words import content_stem, content_words, tokens

LEAST_SAME = 0.75
"""How much of two clauses must agree before a negation or an opposite in one of them counts."""

_ALL = re.compile(
    r"(?<!not )(?<!Not )(?<!nor )\b(?:all|every|each|always|everyone|everybody|entirely|any)\b", re.IGNORECASE
)
_SOME = re.compile(
    r"\b(?:some|several|a few|few|sometimes|occasionally|partly|partially|part of|half of|a minority of)\b"
    r"(?!\s+\d)",
    re.IGNORECASE,
)
# "No load below 60" and "load from 60 upward" say the same.
_CONDITION = re.compile(
    r"\b(?:below|above|under|over|until|till|unless|without|before|after|more|less|fewer|than|except|only|other|"
    r"beyond|outside|within|yet|all|every|always|both)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"[,;:()]|\s[-–—]\s|\b(?:but|although|though|whereas|while|because|since|so|which|that|and then)\b"
    r"|\band\b(?=(?:\s[\w-]+){1,5}?\s(?:is|are|was|were|has|have|can|may|must|will)\b)"
)
_ONLY_IF = re.compile(r"\b(?:if|unless|whether|either|when|until|except|otherwise|neither)\b", re.IGNORECASE)
_TERMS = re.compile(
    r"\b(?:if|unless|until|before|after|only|except|when|without|from|once|otherwise|while)\b", re.IGNORECASE
)
_THAN = re.compile(r"\b(?:than|as)\b", re.IGNORECASE)
_NOUGHT = re.compile(r"\b(?:zero|free of|devoid|absen(?:t|ce)|\w+-free|only|except|other than)\b", re.IGNORECASE)


def changed_words(source: Claim, target: Claim) -> Iterator[Change]:
    """Yield what became its opposite; nothing where either is a bare figure or where figures differ."""
    if source.is_value or target.is_value or not _same_figures(source, target):
        return
    turned = list(_changed_direction(source, target))
    yield from turned or changed_move(source, target)
    yield from _changed_comparison(source, target)
    yield from _changed_polarity(source, target)
    yield from _changed_scope(source, target)


def changed_clauses(source: Claim, target: Claim) -> Iterator[Change]:
    """Yield what a clause of a longer sentence says otherwise than a clause of another."""
    theirs, mine = _clauses(source), _clauses(target)
    if source.is_value or target.is_value or (len(theirs) == 1 and len(mine) == 1):
        return
    if _ONLY_IF.search(source.text) or _ONLY_IF.search(target.text):
        return
    for one in theirs:
        for other in mine:
            if len(marks(one.text) & marks(other.text)) >= 3 and _same_figures(one, other):
                found = list(_changed_direction(one, other)) or list(_changed_polarity(one, other))
                if found:
                    yield found[0]
                    return


def _clauses(claim: Claim) -> list[Claim]:
    pieces, start = [], 0
    for stop, after in [*((m.start(), m.end()) for m in _CLAUSE.finditer(claim.text)), (len(claim.text),) * 2]:
        text = claim.text[start:stop]
        if text.strip():
            pieces.append(Claim(claim.message, claim.start + start, claim.start + stop, text, claim.path))
        start = after
    return pieces


def _same_figures(source: Claim, target: Claim) -> bool:
    """Tell whether no figure differs: 35 percent that sprouted and 65 that did not are no contradiction."""
    return all(
        fidelity.faithful(match.source, match.target) for match in matches(source, target) if match.frame >= 0.5
    )


def _dice(one: frozenset[str], other: frozenset[str]) -> float:
    return 2 * len(one & other) / max(1, len(one) + len(other))


def _opposites(source: Claim, target: Claim) -> list[tuple[tuple[str, int, int], tuple[str, int, int]]]:
    return [
        (one, other)
        for one in direction.directions_in(source.text)
        for other in direction.directions_in(target.text)
        if direction.are_opposite(one[0], other[0])
    ]


def _changed_direction(source: Claim, target: Claim) -> Iterator[Change]:
    pairs = _opposites(source, target)
    if len(pairs) != 1 or polarity.negations_in(source.text) or polarity.negations_in(target.text):
        return
    (word, start, end), (opposite, begin, stop) = pairs[0]
    rest, others = source.words - {word}, target.words - {opposite}
    if len(rest & others) < 3 or _dice(rest, others) < LEAST_SAME:
        return
    if any(name[0] == opposite for name in direction.directions_in(source.text)):
        return
    terms, others_terms = _terms(source.text), _terms(target.text)
    if (terms ^ others_terms) - {source.text[start:end].lower(), target.text[begin:stop].lower()}:
        return
    relates = word in direction.opposites().relating and opposite in direction.opposites().relating
    if relates and _turned_round(source, end, target, stop):
        return
    if not relates and rest != others and _reordered(source, target):
        return
    yield Change(
        "direction", span(source, start, end), span(target, begin, stop),
        f'"{source.text[start:end]}" became "{target.text[begin:stop]}"',
        round(0.5 + 0.45 * _dice(rest, others), 2),
    )  # fmt: skip


def _terms(text: str) -> set[str]:
    """Return the words that say on what terms something holds: forbidden before, allowed from a day."""
    return {match.lower() for match in _TERMS.findall(text)}


def _turned_round(source: Claim, end: int, target: Claim, stop: int) -> bool:
    """Tell whether the two things that a word relates have changed sides: A above B, B below A."""
    left, right = content_words(source.text[:end]), content_words(source.text[end:])
    first, second = content_words(target.text[:stop]), content_words(target.text[stop:])
    return bool((left - right) & (second - first) or (right - left) & (first - second))


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
    # The small oven, the big one: what both sides have (oven) tells them not apart.
    swapped = (front & right) - left and (behind & left) - right
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
    # An opposite makes up for a negation: needed above 500, not needed below 500.
    if _opposites(source, target):
        return
    negation = (denied or asserted)[0]
    conditions = _CONDITION.findall(with_not.text[negation.start : negation.scope_end])
    if any(re.search(rf"\b{word}\b", without.text, re.IGNORECASE) is None for word in conditions):
        return
    words = content_words(with_not.text[negation.scope_start : negation.scope_end])
    left, right = with_not.words - without.words, without.words - with_not.words
    same = _dice(with_not.words, without.words)
    # A word that only one side has, on both sides, may make up for the negation: not clear, blocked.
    if (left and right) or same < LEAST_SAME or len(words & without.words) < 2:
        return
    if _reordered(source, target) and (left or right or _THAN.search(source.text)):
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
