"""The way of each claim through a run: who said it first, and every hop on which it was told on.

A claim may retell several; its hop comes from the one a flag names, or else from the one it shares most words with.
So every claim has one way back, and the claims that nobody had told before are the first ends of the paths.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from misheard.analysis.claims.claim import claims_of
from misheard.analysis.flag import Flag, Mode, Severity, Span
from misheard.analysis.trace import Trace
from misheard.dashboard.claim_changes import Changed, changes
from misheard.dashboard.lineage import Place, Retold
from misheard.dashboard.trace_data import Run

FOLLOWED = (Mode.TELEPHONE_DRIFT, Mode.UNCERTAINTY_LAUNDERING)
"""The modes whose flags are about a claim on its way."""
UNCHANGED, REWORDED, UNCOMPARED = "unchanged", "reworded", "not compared"
"""What is said of a claim in which no change was found: the same words, others, or too unlike."""


@dataclass(frozen=True)
class Hop:
    """One telling on: the claim at `target`, with the words `after`, retells the one at `source`, `before`.

    `flags` are the ids of those that lie on this hop.
    """

    source: Place
    target: Place
    before: str
    after: str
    flags: tuple[str, ...] = ()

    @property
    def verbatim(self) -> bool:
        """True where it was told on word for word."""
        return self.before == self.after

    @cached_property
    def changes(self) -> tuple[Changed, ...] | None:
        """What was changed, found when it is first asked for; None where the two are too unlike to be compared."""
        if self.verbatim:
            return ()
        try:
            return changes(self.before, self.after)
        except Exception:
            return None  # one pair that cannot be compared costs the page no other

    @property
    def kind(self) -> str:
        """The kind of its first change, or what to say where there is none."""
        if self.changes:
            return self.changes[0][0]
        return UNCHANGED if self.verbatim else UNCOMPARED if self.changes is None else REWORDED


@dataclass(frozen=True)
class Path:
    """A claim that travelled: where it was said first, and its hops in the order of the messages."""

    first: Place
    hops: tuple[Hop, ...]

    @cached_property
    def flags(self) -> tuple[str, ...]:
        """The ids of the flags on its hops."""
        return tuple(dict.fromkeys(flag for hop in self.hops for flag in hop.flags))


def paths(run: Run, retold: Iterable[Retold]) -> tuple[Path, ...]:
    """Return the way of every claim of a run that travelled, in the order in which they were said first."""
    trace = run.trace
    known = [one for one in retold if _is_earlier(trace, one.source, one.target)]
    parents: dict[Place, Place] = {}
    for one in known:
        parents.setdefault(one.target, one.source)
    flags: dict[Place, list[str]] = defaultdict(list)
    for flag_id, source, target in _flagged(trace, run.flags):
        if not flags[target] and source not in _ancestors(target, parents):
            parents[target] = source
        flags[target].append(flag_id)
    children: dict[Place, list[Hop]] = defaultdict(list)
    for target, source in parents.items():
        words = words_at(trace, source), words_at(trace, target)
        children[source].append(Hop(source, target, *words, tuple(flags.get(target, ()))))
    firsts = sorted((one for one in children if one not in parents), key=lambda one: _order(trace, one))
    return tuple(Path(first, _hops(trace, first, children)) for first in firsts)


def words_at(trace: Trace, place: Place) -> str:
    """Return the words of a claim."""
    return trace.text(trace.by_id[place.message])[place.start : place.end]


def _order(trace: Trace, place: Place) -> tuple[int, int]:
    return trace.position[place.message], place.start


def _is_earlier(trace: Trace, source: Place, target: Place) -> bool:
    known = source.message in trace.position and target.message in trace.position
    return known and trace.position[source.message] < trace.position[target.message]


def _hops(trace: Trace, first: Place, children: Mapping[Place, list[Hop]]) -> tuple[Hop, ...]:
    found: list[Hop] = []
    ahead = [first]
    while ahead:
        onwards = children.get(ahead.pop(), ())
        found += onwards
        ahead += [hop.target for hop in onwards]
    return tuple(sorted(found, key=lambda hop: _order(trace, hop.target)))


def _ancestors(place: Place, parents: Mapping[Place, Place]) -> Iterable[Place]:
    at = parents.get(place)
    while at is not None:
        yield at
        at = parents.get(at)


def _flagged(trace: Trace, flags: Mapping[str, Flag]) -> Iterable[tuple[str, Place, Place]]:
    """Yield the flags about a claim on its way, the worst first, with the claims that hold their words."""
    about = [(key, flag) for key, flag in flags.items() if flag.mode in FOLLOWED and flag.before and flag.after]
    for flag_id, flag in sorted(about, key=lambda one: one[1].severity.rank):
        source, target = _claim_with(trace, flag.before), _claim_with(trace, flag.after)
        if source and target and _is_earlier(trace, source, target):
            yield flag_id, source, target


def _claim_with(trace: Trace, span: Span | None) -> Place | None:
    message = trace.by_id.get(span.message) if span else None
    if span is None or message is None:
        return None
    claims = [Place(claim.message, claim.start, claim.end) for claim in claims_of(trace, message)]
    best = max(claims, key=lambda one: one.overlap(span.start, span.end), default=None)
    return best if best and best.overlap(span.start, span.end) else None


def unlike_pairs(paths: Iterable[Path]) -> int:
    """Return how many comparisons `worst_of` would make: unlike words on the hops of paths without a flag."""
    return len(
        {(hop.before, hop.after) for path in paths if not path.flags for hop in path.hops if not hop.verbatim}
    )


def worst_of(path: Path, flags: Mapping[str, Flag], compare: bool = True) -> tuple[Severity | None, str]:
    """Return how bad the worst flag on a path is and its kind, or None and the kind of its gravest change.

    Without `compare` no change is looked for: what was not told on word for word is said to be reworded.
    """
    named = min((flags[one] for one in path.flags), key=lambda flag: flag.severity.rank, default=None)
    if named:
        return named.severity, named.kind
    if not compare:
        return None, UNCHANGED if all(hop.verbatim for hop in path.hops) else REWORDED
    return None, min((hop.kind for hop in path.hops), key=rank_of)


def rank_of(kind: str) -> int:
    """Return the place of what was found on a hop: changes first, word for word last."""
    return {REWORDED: 1, UNCOMPARED: 2, UNCHANGED: 3}.get(kind, 0)
