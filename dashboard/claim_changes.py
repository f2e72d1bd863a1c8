"""What a retelling says otherwise than its source: the one place where the page asks the analysis."""

from functools import lru_cache

from misheard.analysis import compare_claims

Characters = tuple[int, int]
"""Where some words begin and end in a claim, counted in characters from its beginning."""
Changed = tuple[str, Characters, Characters | None, str]
"""The kind of a change, the words before, the words after (None where they are gone), and a sentence on it."""
ALIGNED = 0.7
"""A retelling that shares less with its source (0 to 1) is not held against it: it speaks of other things too."""
COPY = 0.85
"""From here on a change is told that no typed check found, as for telephone drift."""
SURE = 0.5
"""How sure (0 to 1) a change must be, as for telephone drift."""


@lru_cache(maxsize=8192)
def changes(source: str, retelling: str) -> tuple[Changed, ...] | None:
    """Return what `retelling` changes of what `source` said, in order; None where the two share too little."""
    compared = compare_claims(source, retelling)
    if compared.aligned < ALIGNED:
        return None
    return tuple(
        (
            found.kind,
            (found.before.start, found.before.end),
            (found.after.start, found.after.end) if found.after else None,
            found.explanation,
        )
        for found in compared.changes
        if found.sure >= SURE and (found.typed or compared.aligned >= COPY)
    )
