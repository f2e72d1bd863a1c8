"""Proposes pairs of tasks that may be the same work, in about linear time: they share their rare words."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from misheard.analysis.facets import Work

RAREST = 6
"""How many of a task's rarest words propose partners."""
PARTNERS = 6
"""How many earlier tasks with the same word are proposed; in template tasks a word is shared by thousands."""
SMALL = 60
"""In a run of so few tasks every pair is proposed."""
IN_COMMON = 2
"""How many words a pair must have in common."""


def pairs(works: Sequence[Work]) -> Iterator[tuple[Work, Work]]:
    """Yield pairs (earlier, later) of tasks that share rare words, a command, or all of their words."""
    if len(works) <= SMALL:
        yield from combinations(works, 2)
        return
    spread = Counter(token for work in works for token in work.objects)
    by_word: dict[str, list[int]] = defaultdict(list)
    whole: dict[frozenset[str], list[int]] = defaultdict(list)
    for place, work in enumerate(works):
        votes: Counter[int] = Counter()
        told_apart = (token for token in work.objects if spread[token] > 1)
        rarest = sorted(told_apart, key=lambda token: (spread[token], token))[:RAREST]
        for token in rarest:
            votes.update(by_word[token][-PARTNERS:])
        proposed = {other for other, shared in votes.items() if shared >= IN_COMMON}
        proposed.update(whole[work.ask][-PARTNERS:])
        for command in work.commands:
            key = frozenset({command})
            proposed.update(whole[key][-PARTNERS:])
            whole[key].append(place)
        for token in rarest:
            by_word[token].append(place)
        whole[work.ask].append(place)
        for other in sorted(proposed):
            yield works[other], work
