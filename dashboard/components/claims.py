"""The table of the claims of a run that travelled: to search, to sort, and to choose one."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from misheard.dashboard.claim_paths import REWORDED, UNCHANGED, UNCOMPARED, Path, rank_of, words_at, worst_of
from misheard.dashboard.components.drawn import drawn
from misheard.dashboard.components.words import route
from misheard.dashboard.trace_data import Run
from misheard.dashboard.words import shortened

SHOWN = 240
"""Characters of a claim in the table; its hops show all of them."""
PLAIN: Mapping[str, str] = {UNCHANGED: "unchanged", REWORDED: "reworded", UNCOMPARED: "loosely retold"}
"""What the table says of a claim in which no change was found."""
CHANGED = 3
"""The rank of a change without a flag; those of flags are 0 to 2, and those of claims without a change follow."""

_mount = drawn("claims")


def kind_text(kind: str) -> str:
    """Return the kind of a change as a person reads it."""
    return kind.replace("-", " ")


def rows_of(run: Run, paths: Sequence[Path], compare: bool = True) -> list[dict[str, Any]]:
    """Return a row per claim; `rank`, `first` and `last` are what the columns are sorted by."""
    return [_row(run, path, compare) for path in paths]


def _row(run: Run, path: Path, compare: bool) -> dict[str, Any]:
    trace = run.trace
    severity, kind = worst_of(path, run.flags, compare)
    last = path.hops[-1].target.message
    return {
        "id": path.first.id,
        "words": shortened(words_at(trace, path.first), SHOWN),
        "by": trace.by_id[path.first.message].sender,
        "first": trace.position[path.first.message],
        "hops": len(path.hops),
        "severity": severity.value if severity else "",
        "change": kind_text(kind) if severity else PLAIN.get(kind, f"{kind_text(kind)}, not flagged"),
        "rank": severity.rank if severity else CHANGED + rank_of(kind),
        "last": trace.position[last],
        "where": route(trace.by_id[last]),
    }


def claims_data(run: Run, rows: list[dict[str, Any]], chosen: str | None) -> dict[str, Any]:
    """Return what the component draws; `rows` are those of `rows_of`, made once per run."""
    return {
        "key": f"{run.trace.trace_id}\x1f{run.roll_up['loaded_at']}",
        "rows": rows,
        "chosen": chosen or "",
    }


def claims(data: dict[str, Any], key: str, on_claim: Callable[[], None]) -> None:
    """Draw the table; `claim` in the component's state is the id of the claim a person chose."""
    _mount(data=data, key=key, on_claim_change=on_claim)
