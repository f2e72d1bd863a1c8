"""What `hardening` returns."""

from typing import NamedTuple


class Hardened(NamedTuple):
    """One thing that a retelling says surer than its source: its kind, where it stands in both, and why."""

    kind: str
    source: tuple[int, int]
    retelling: tuple[int, int] | None
    explanation: str


class Hardening(NamedTuple):
    """How much surer a retelling is than its source.

    `score` lies between 0 and 1 and is 0.5 or more exactly where there are `changes`. Below, it ranks pairs by how
    much stronger the link is that the retelling claims, and by how much surer it sounds; it is no probability.
    """

    score: float
    changes: tuple[Hardened, ...]


def quoted(text: str) -> str:
    """Return words as they are shown in an explanation."""
    words = " ".join(text.split())
    return f"“{words}”" if len(words) <= 80 else f"“{words[:79]}…”"
