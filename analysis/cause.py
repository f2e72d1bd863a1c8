"""Puts a trace's flags in order of cause: what came first, and what may have followed from it."""

from misheard.analysis.flag import Flag
from misheard.analysis.trace import Trace


def in_order_of_cause(trace: Trace, flags: list[Flag]) -> list[Flag]:
    """Return `flags` by where their fault is first visible, the worse first where that is the same place."""

    def key(flag: Flag) -> tuple[int, int, float]:
        place = trace.position.get(flag.messages[-1], len(trace.messages)) if flag.messages else -1
        return place, flag.severity.rank, -flag.confidence

    return sorted(flags, key=key)
