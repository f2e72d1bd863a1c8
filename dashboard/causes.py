"""What led to the end of one run, as the analysis stored it."""

from typing import Any

from misheard.analysis.cause import Causes, Chain, Link, Step
from misheard.ingest import jsontext


def causes_from(rows: list[tuple[Any, ...]], flags: list[str]) -> Causes | None:
    """Return what the rows of the table `causes` tell of a run with these flags (ids); None without rows."""
    if not rows:
        return None
    _, about, end, *_ = rows[0]
    chains = tuple(_chain(row) for row in rows[1:])
    led = {name for chain in chains for step in chain.steps for name in step.flags}
    return Causes((), end, about or "", chains, tuple(name for name in flags if name not in led))


def _chain(row: tuple[Any, ...]) -> Chain:
    _, _, _, flag, sure, link, steps = row
    return Chain(flag, sure, Link(link), tuple(_step(step) for step in jsontext.loads_stored(steps)))


def _step(step: dict[str, Any]) -> Step:
    return Step(step["message"], step["says"], Link(step["link"]), tuple(step["flags"]))
