"""Flags in order of cause: which of them explain how a run ended, by what steps, and how sure that is.

From the visible end of a run, its final answer, the links of `web.py` are followed back to the flags. A flag from
which the end can be reached is part of a chain; one that no other flag leads to is where its chain begins, and a
probable cause. Work done twice, hand-offs that are too big and loops cost time and money and change no answer, so
they begin no chain.
"""

import heapq
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from misheard.analysis.cause.paths import Ways
from misheard.analysis.cause.web import Edge, Link, Node, Web
from misheard.analysis.flag import Flag, Mode, Severity
from misheard.analysis.replies import is_failure
from misheard.analysis.trace import Trace

COSTS_ONLY = frozenset((Mode.DUPLICATE_WORK, Mode.CONTEXT_BLOAT, Mode.RETRY_STORM, Mode.PING_PONG))
"""What these modes waste is time and money; they do not make an answer wrong."""
WEIGHTS = {Severity.ERROR: 1.0, Severity.WARNING: 0.8, Severity.NOTE: 0.5}
"""For how much a cause counts by the severity of its flag: a likely warning ahead of a weak error."""
LIKELY, POSSIBLE = 0.6, 0.35
"""From so sure (0 to 1) on a cause is called likely or possible; below, weak."""
NOTHING = "Nothing was found."
"""What is said of a run that ended well without a flag."""


@dataclass(frozen=True)
class Step:
    """One message of a chain: how it follows from the one before, and the flags whose fault is visible in it."""

    message: str
    says: str
    link: Link
    flags: tuple[str, ...]


@dataclass(frozen=True)
class Chain:
    """A probable cause and how it leads to the end: `flag` is where it begins, the last of `steps` is the end.

    `sure` (0 to 1) is how sure the way is, times how sure the flag is; `link` is the weakest link of the way.
    """

    flag: str
    sure: float
    link: Link
    steps: tuple[Step, ...]

    @property
    def word(self) -> str:
        """How sure it is, in a word."""
        return "likely" if self.sure >= LIKELY else "possible" if self.sure >= POSSIBLE else "weak"


@dataclass(frozen=True)
class Causes:
    """What led to the end of a run: `order` has every flag, causes ahead of what follows from them.

    `end` is the message in which the run visibly ended, None where the log shows none. `about` says in a sentence
    what was found, `chains` begin with the probable causes, those that explain most first, and `apart` are the
    flags (by id) from which no way to the end was found.
    """

    order: tuple[Flag, ...]
    end: str | None
    about: str
    chains: tuple[Chain, ...] = ()
    apart: tuple[str, ...] = ()


@dataclass
class _Found:
    """A flag, where its fault is visible, its way to the end, and the flags ahead of and on that way."""

    flag: Flag
    node: Node
    sure: float | None
    link: Link
    steps: list[Edge]
    above: set[str] = field(default_factory=set)
    below: list["_Found"] = field(default_factory=list)


def causes_of(trace: Trace, flags: Sequence[Flag]) -> Causes:
    """Return what led to the end of `trace`, as far as `flags` and the links between its messages tell."""
    placed = in_place(trace, flags)
    end = trace.end.final
    if end is None:
        about = f"The log shows no final answer to trace back from: {trace.end.reason}."
        return Causes(tuple(placed), None, about, (), tuple(flag.id for flag in placed))
    name = f"the final answer of {end.sender}"
    failed = is_failure(end)
    if not flags:
        about = f"Nothing was found that explains why {name} reports a failure." if failed else NOTHING
        return Causes((), end.id, about)
    found = _found(trace, placed, end.id)
    begins = [one for one in found if one.sure is not None and not one.above and not _is_slight(one)]
    chains = [_chain(one) for one in sorted(begins, key=_weight, reverse=True)]
    apart = tuple(one.flag.id for one in found if one.sure is None)
    order = _ordered(found, chains)
    return Causes(order, end.id, _about(name, len(chains), len(apart), failed), tuple(chains), apart)


def _is_slight(one: _Found) -> bool:
    """Tell a mere note whose way to the end is weak, which explains nothing."""
    return one.flag.severity is Severity.NOTE and (one.sure or 0.0) < POSSIBLE


def _weight(one: _Found) -> float:
    """Return how much a cause explains: how sure it is, and for how much it counts if it is true."""
    return (one.sure or 0.0) * WEIGHTS[one.flag.severity]


def in_place(trace: Trace, flags: Sequence[Flag]) -> list[Flag]:
    """Return flags by where their fault is visible, the worse first where that is the same message."""
    return sorted(flags, key=lambda f: (trace.position[f.messages[-1]], f.severity.rank, -f.confidence))


def _found(trace: Trace, flags: Sequence[Flag], end: str) -> list[_Found]:
    web = Web(trace, flags)
    ways = Ways(web, end)
    found = []
    by_node: dict[Node, list[_Found]] = defaultdict(list)
    for flag in flags:
        node = web.of(flag)
        way = None if flag.mode in COSTS_ONLY else ways.of(node)
        sure = way.sure * flag.confidence if way else None
        one = _Found(flag, node, sure, way.link if way else Link.AGENT, ways.steps(node) if way else [])
        found.append(one)
        if way:
            by_node[node].append(one)
    for one in found:
        for edge in one.steps:
            for other in by_node.get(edge.to, ()):
                if other.node != one.node:
                    one.below.append(other)
                    other.above.add(one.flag.id)
    return found


def _chain(one: _Found) -> Chain:
    flags: dict[str, list[str]] = defaultdict(list)
    for other in one.below:
        flags[other.node[0]].append(other.flag.id)
    steps = [Step(one.node[0], "", Link.CLAIM, (one.flag.id, *flags.get(one.node[0], ())))]
    for edge in one.steps:
        if edge.to[0] != steps[-1].message:
            steps.append(Step(edge.to[0], edge.says, edge.link, tuple(flags.get(edge.to[0], ()))))
    return Chain(one.flag.id, round(one.sure or 0.0, 4), one.link, tuple(steps))


def _ordered(found: Sequence[_Found], chains: Sequence[Chain]) -> tuple[Flag, ...]:
    """Return the flags chain by chain, each behind those that lead to it, and those that lead nowhere last."""
    wish: dict[str, int] = {}
    for chain in chains:
        for step in chain.steps:
            for name in step.flags:
                wish.setdefault(name, len(wish))
    place = {one.flag.id: at for at, one in enumerate(found)}
    by_id = {one.flag.id: one for one in found}
    left = {one.flag.id: len(one.above) for one in found}
    ready = [(wish.get(name, len(wish)), place[name], name) for name, count in left.items() if not count]
    heapq.heapify(ready)
    order = []
    while ready:
        one = by_id[heapq.heappop(ready)[2]]
        order.append(one.flag)
        for name in dict.fromkeys(other.flag.id for other in one.below):
            left[name] -= 1
            if not left[name]:
                heapq.heappush(ready, (wish.get(name, len(wish)), place[name], name))
    return tuple(order)


def _about(name: str, chains: int, apart: int, failed: bool) -> str:
    if not chains and failed:
        return f"Nothing found explains why {name} reports a failure."
    if not chains:
        return f"Nothing found bears on {name}: no way leads there from {_flags(apart, 'the')}."
    one = "One probable cause leads" if chains == 1 else f"{chains} probable causes lead"
    also = f" From {_flags(apart, '')} no way to it was found." if apart else ""
    return f"{one} to {name}.{also}"


def _flags(number: int, article: str) -> str:
    words = "one flag" if number == 1 else f"{number} flags"
    return f"{article} {words}".strip() if number > 1 or not article else "the one flag"
