"""A rise by a figure that became a fall by the same figure, whatever the words for it."""

import re
from collections.abc import Iterator

from misheard.analysis.claims import fidelity, polarity
from misheard.analysis.claims.change import Change, span
from misheard.analysis.claims.claim import Claim
from misheard.analysis.claims.kinship import marks, shared
from misheard.analysis.claims.quantities import Quantity

_MOVED = re.compile(
    r"\b(?:(?P<up>rose|risen|rises?|rising|increased?|increases|grew|grows?|grown|climbed|climbs?|gained|gains?|"
    r"up|advanced?|"
    r"improved|jumped|soared|higher|more)|fell|falls?|fallen|decreased?|decreases|dropped|drops?|declined|"
    r"declines?|"
    r"shrank|shrinks?|shrunk|lost|loses?|down|retreated|sank|sinks?|plunged|slipped|slid|lower|less|"
    r"fewer)\b(?!\s+to\b)",
    re.IGNORECASE,
)
MOVED_SHARED = 2
"""So many words must two moves by the same figure share."""


def _moved(text: str) -> list[tuple[bool, int, int]]:
    return [(bool(match["up"]), match.start(), match.end()) for match in _MOVED.finditer(text)]


def changed_move(source: Claim, target: Claim) -> Iterator[Change]:
    """Yield a rise by a figure that became a fall by it, whatever the words."""
    one, other = _moved(source.text), _moved(target.text)
    if len(one) != 1 or len(other) != 1 or one[0][0] == other[0][0]:
        return
    if polarity.negations_in(source.text) or polarity.negations_in(target.text):
        return
    (_, start, end), (_, begin, stop) = one[0], other[0]
    left, right = _next_figure(source, end), _next_figure(target, stop)
    if left is None or right is None or not fidelity.same_value(left, right) or left.bound != right.bound:
        return
    common = shared(marks(source.text), marks(target.text)) - marks(source.text[start:end])
    if len([mark for mark in common if not mark.startswith("#")]) >= MOVED_SHARED:
        before, after = span(source, start, left.told_end), span(target, begin, right.told_end)
        yield Change("direction", before, after, f'"{before.text}" became "{after.text}"', 0.85)


def _next_figure(claim: Claim, end: int) -> Quantity | None:
    near = [q for q in claim.quantities if 0 <= q.start - end <= 12 and not q.moment and not q.label]
    return near[0] if near else None
