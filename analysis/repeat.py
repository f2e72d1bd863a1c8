"""The kinds of repeated work, and what is told of one."""

from dataclasses import dataclass

from misheard.analysis.facets import Work

SAME_TASK, SAME_CALL = "same-task", "same-call"
ALREADY_TRIED, RULED_OUT = "already-tried", "ruled-out"
ALREADY_KNOWN, REDONE = "already-known", "redone-after-success"
ORDERED_AGAIN = "ordered-again"


@dataclass(frozen=True)
class Repeat:
    """That the later of two tasks repeats the earlier one: how, how sure (0 to 1), and on what evidence."""

    first: Work
    second: Work
    kind: str
    confidence: float
    why: str
    before: str = ""
    after: str = ""
