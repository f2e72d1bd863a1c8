"""What a retelling says otherwise than its source: the one place where the page asks the analysis."""

from misheard.analysis.claims.claim import Claim
from misheard.analysis.claims.compare import compare

Characters = tuple[int, int]
"""Where some words begin and end in a claim, counted in characters from its beginning."""
Changed = tuple[str, Characters, Characters | None, str]
"""The kind of a change, the words before, the words after (None where they are gone), and a sentence on it."""


def changes(source: str, retelling: str) -> list[Changed]:
    """Return what `retelling` changes of what `source` said, in the order of the comparison."""
    one, other = (Claim(name, 0, len(text), text) for name, text in (("source", source), ("retelling", retelling)))
    return [
        (
            found.kind,
            (found.before.start, found.before.end),
            (found.after.start, found.after.end),
            found.explanation,
        )
        for found in compare(one, other)
    ]
