"""Compares two tellings of one matter: does the retelling say what the source supports, and is it as sure of it?

Three readings go together. Typed checks (`checks/`) find what cannot both hold, however the rest is worded. Where
the retelling is a near copy, a fitted model (`edits/judge.py`) weighs each word put in place of another.
`hardening` reads how sure each side is. Whether the two speak of the same thing at all is told by `aligned` alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from misheard.analysis.claims.checks.base import Found
from misheard.analysis.claims.checks.registry import CHECKS
from misheard.analysis.claims.checks.turns import is_same_turned
from misheard.analysis.claims.edits.judge import Judged, Judgement, judge
from misheard.analysis.claims.edits.naming import explain, kind_of
from misheard.analysis.claims.edits.record import bit_of
from misheard.analysis.claims.edits.telling import Telling, pairs, telling
from misheard.analysis.claims.edits.wordpair import nearness
from misheard.analysis.claims.hardening import hardening
from misheard.analysis.claims.hardening_types import Hardened, Hardening
from misheard.analysis.flag import Span

LEAST = 0.5
"""From here on the detectors would flag."""
UNSUPPORTED = 0.45
"""How likely a retelling with no word of its source is held to be changed, where nothing contradicts it."""
MOST_UNFLAGGED = 0.49
"""What is below a flag stays below it."""
WIDER = 3
"""By so many words at most are two places widened that read the same."""
SHOWN = 3
"""At most so many edits of a near copy are named; the likeliest come first."""
NEAR = 5
"""A word that stands so near to another speaks of the same thing."""
_CHECKS = tuple(
    (check.find, bit_of(check.triggers) if check.triggers else 0, check.figures, check.copies) for check in CHECKS
)
"""The typed checks; their triggers as one bit, 0 where there are none."""


@dataclass(frozen=True)
class Change:
    """One change from source to retelling.

    `kind` is one of number, unit, date, direction, negation, entity, scope, condition, comparison, attribution,
    cause, requirement, loss; predicate or addition where a near copy says something else or more; or a kind of
    uncertainty laundering. `before` and `after` are places in the two texts, in characters (`after` is None where
    words are only lost; the spans name no message). `explanation` is one sentence, `sure` runs from 0 to 1.
    `typed` is true where a typed check found it, and false where the fitted model holds a word against it;
    `anchored` where what was found shows by itself that both texts speak of one thing (see `checks.base.Found`).
    """

    kind: str
    before: Span
    after: Span | None
    explanation: str
    sure: float = LEAST
    typed: bool = True
    anchored: bool = False


@dataclass(frozen=True)
class Comparison:
    """How a retelling stands to its source; all three scores run from 0 to 1.

    `aligned`: how much of the retelling speaks of what the source speaks of. `changed`: how likely it says what the
    source does not support; from 0.5 on telephone drift would flag it. `hardened`: how likely it is surer than the
    source or claims a stronger relation; from 0.5 on uncertainty laundering would flag it. `changes` names all of
    it; `hardening` repeats what concerns certainty, with plain places in the two texts. `unread` is how many
    sentences of the two have more than 1,500 characters (`prose.LONGEST_SENTENCE`): no typed check reads those.
    """

    aligned: float
    changed: float
    hardened: float
    changes: tuple[Change, ...]
    hardening: tuple[Hardened, ...] = ()
    unread: int = 0


@dataclass(frozen=True)
class Content:
    """How a retelling stands to its source in what it says, how sure it is left aside; see `Comparison`."""

    aligned: float
    changed: float
    changes: tuple[Change, ...]
    unread: int = 0


@lru_cache(maxsize=1024)
def compare_claims(source: str, retelling: str, *, scale: str = "icd203") -> Comparison:
    """Compare what `retelling` says with what `source` said; each is a sentence or a few, as plain text.

    `scale` names the published scale that words of probability are read on (see `claims.certainty.scales`).
    Example: `compare_claims("Latency possibly rose by 3 ms.", "Latency rose by 30 ms.")` has `changed` and
    `hardened` above 0.5, and names "3 ms" and "possibly".

    Raises:
        KeyError: there is no scale of that name.
    """
    content = compare_content(source, retelling)
    firm = hardening(source, retelling, scale=scale)
    changes = (*content.changes, *_hardened(firm, source, retelling))
    return Comparison(content.aligned, content.changed, round(firm.score, 4), changes, firm.changes, content.unread)


@lru_cache(maxsize=4096)
def compare_content(source: str, retelling: str) -> Content:
    """Compare what two texts say, as `compare_claims` does, without looking at how sure they are."""
    told, retold = telling(source), telling(retelling)
    judged = judge(told.records, retold.records)
    if judged.changed >= LEAST and _is_same_turned(told, retold):
        judged = judged._replace(changed=0.0)
    found = _checked(told, retold)
    aligned = _aligned(judged)
    changed = _graded(max([judged.changed, *(change.sure for change in found)]), aligned)
    changes = (*found, *_edited(judged, told, retold, found))
    return Content(aligned, round(changed, 4), changes, told.unread + retold.unread)


def _is_same_turned(told: Telling, retold: Telling) -> bool:
    """Tell whether a denial says no more than another amount does; only single sentences are read so."""
    found = pairs(told, retold) if len(told.sentences) == len(retold.sentences) == 1 else []
    return any(is_same_turned(pair) for pair in found)


def _checked(told: Telling, retold: Telling) -> list[Change]:
    """Return what the typed checks find, in order of the retelling: of two that meet in one place the surer one."""
    every: list[Change] = []
    if told.text == retold.text:
        return []
    for pair in pairs(told, retold):
        copied = pair.source.text == pair.retelling.text
        bits, first, second = pair.bits, pair.source.start, pair.retelling.start
        for find, trigger, figures, copies in _CHECKS:
            if (
                (copied and not copies)
                or (trigger and not trigger & bits)
                or (figures and not (pair.source.quantities and pair.retelling.quantities))
            ):
                continue
            if found := list(find(pair)):
                every += [_placed(one, told.text, retold.text, first, second) for one in found]
    if not every:
        return every
    kept: list[Change] = []
    for change in sorted(every, key=lambda one: -one.sure):
        if not any(_overlap(change, other) for other in kept):
            kept.append(change)
    return sorted(kept, key=lambda one: (one.after or one.before).start)


def _placed(found: Found, source: str, retelling: str, first: int, second: int) -> Change:
    before = _span(source, found.before[0] + first, found.before[1] + first)
    if found.after is None:
        return Change(found.kind, before, None, found.explanation, found.sure, anchored=found.anchored)
    after = _span(retelling, found.after[0] + second, found.after[1] + second)
    wide = _told_apart(source, before, retelling, after)
    if wide == (before, after):
        return Change(found.kind, before, after, found.explanation, found.sure, anchored=found.anchored)
    explained = explain(wide[0].text, wide[1].text)
    return Change(found.kind, *wide, explained, found.sure, anchored=found.anchored)


def _told_apart(source: str, before: Span, retelling: str, after: Span) -> tuple[Span, Span]:
    """Return two places with so many words ahead of them that they differ: because of rain, despite rain."""
    one, other = before, after
    for _ in range(WIDER):
        if one.text.lower() != other.text.lower():
            return one, other
        one, other = _wider(source, one), _wider(retelling, other)
    return (one, other) if one.text.lower() != other.text.lower() else (before, after)


def _wider(text: str, place: Span) -> Span:
    start = text.rfind(" ", 0, max(0, place.start - 1)) + 1
    return _span(text, start, place.end)


def _span(text: str, start: int, end: int) -> Span:
    return Span("", start, end, text[start:end])


def _edited(judged: Judgement, told: Telling, retold: Telling, found: list[Change]) -> Iterator[Change]:
    """Yield the likeliest edits of a near copy that is changed, those left out that a check has named."""
    if judged.changed < LEAST:
        return
    named = 0
    for one in judged.edits:
        if named == SHOWN or (named and one.likely < LEAST):
            return
        change = _of_edit(judged, one, told, retold)
        if not any(_overlap(change, other) for other in found):
            named += 1
            yield change


def _of_edit(judged: Judgement, one: Judged, told: Telling, retold: Telling) -> Change:
    made, edit = judged.alignment, one.edit
    theirs = None if edit.before is None else told.tokens[edit.before]
    mine = None if edit.after is None else retold.tokens[edit.after]
    # Where nothing stood, the place is the end of the last word that both texts share ahead of it.
    before = Span("", theirs.start, theirs.end, theirs.text) if theirs else _gap(judged, told, edit.after)
    after = Span("", mine.start, mine.end, mine.text) if mine else None
    said = explain(before.text, after.text if after else "")
    return Change(kind_of(made, edit), before, after, said, round(one.likely, 4), typed=False)


def _gap(judged: Judgement, told: Telling, after: int | None) -> Span:
    made = judged.alignment
    block = made.blocks[made.away[after]] if after is not None else None
    place = told.tokens[block.s0 - 1].end if block and block.s0 else 0
    return Span("", place, place, "")


def _overlap(one: Change, other: Change) -> bool:
    if one.after and other.after:
        return one.after.start < other.after.end and other.after.start < one.after.end
    return one.before.start < other.before.end and other.before.start < one.before.end


def _hardened(firm: Hardening, source: str, retelling: str) -> Iterator[Change]:
    for change in firm.changes:
        after = _span(retelling, *change.retelling) if change.retelling else None
        yield Change(change.kind, _span(source, *change.source), after, change.explanation, firm.score)


def _graded(changed: float, aligned: float) -> float:
    """Return `changed`, raised by what the source says nothing of; that alone is no flag."""
    raised = 1 - (1 - changed) * (1 - UNSUPPORTED * (1 - aligned))
    return raised if changed >= LEAST else min(raised, MOST_UNFLAGGED)


def _aligned(judged: Judgement) -> float:
    """Return the share of the retelling's content that the source has, in the same or a near word."""
    retelling = judged.alignment.retelling
    content = len([1 for word in retelling if word.is_content])
    if not content:
        return 0.0
    missing = 0.0
    for kind, before, after in judged.alignment.edits:
        if after is None or kind == "move" or not retelling[after].is_content:
            continue
        if before is not None:
            near = nearness(judged.alignment.source[before].lower, retelling[after].lower)
            missing += 0.25 if near >= NEAR else 0.5
        else:
            missing += 1.0
    return round(max(0.0, 1 - missing / content), 4)
