"""The way of one claim, hop by hop: who told whom, the words before and after, and what changed in them."""

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

from misheard.analysis.flag import Flag, Mode, Span
from misheard.analysis.trace import Trace
from misheard.dashboard import theme, units
from misheard.dashboard.claim_changes import Changed
from misheard.dashboard.claim_paths import Hop, Path, words_at
from misheard.dashboard.components.claims import kind_text
from misheard.dashboard.components.drawn import drawn
from misheard.dashboard.components.words import label_of, route, unquoted
from misheard.dashboard.lineage import Place
from misheard.dashboard.trace_data import Run

Piece = list[Any]
"""Some words, and how they are marked: not at all, as `changed`, or as `flagged`."""

MOST = 500
"""Hops of one claim that are drawn; the page says so where there are more."""

NOT_FLAGGED = "A change without a flag is one that the check let pass: not sure enough, or explained by the run."
"""Said under hops with such a change."""

_mount = drawn("hops")


def pieces(text: str, changed: Iterable[tuple[int, int]], flagged: Iterable[tuple[int, int]]) -> list[Piece]:
    """Return `text` cut where a mark begins or ends; where two lie on one another, that of a flag is shown."""
    marks = {"changed": list(changed), "flagged": list(flagged)}
    edges = {place for spans in marks.values() for span in spans for place in span if 0 < place < len(text)}
    cuts = [0, *sorted(edges), len(text)]
    found: list[Piece] = []
    for start, end in pairwise(cuts):
        mark = next((m for m in ("flagged", "changed") if any(a <= start < b for a, b in marks[m])), "")
        if found and found[-1][1] == mark:
            found[-1][0] += text[start:end]
        else:
            found.append([text[start:end], mark])
    return found


def hops_data(run: Run, path: Path, flag_id: str | None, message: str | None) -> dict[str, Any]:
    """Return what the component draws of one claim."""
    trace = run.trace
    shown = _shown(path)
    told = [_hop(run, number, hop) for number, hop in shown]
    return {
        "key": f"{trace.trace_id}\x1f{path.first.id}",
        "claim": words_at(trace, path.first),
        "first": _told(trace, path.first),
        "hops": told,
        "flag": flag_id or "",
        "message": message or "",
        "cut": f"{len(shown):,} of {len(path.hops):,} hops: those with a flag, and the first of the others."
        if len(shown) < len(path.hops)
        else "",
        "note": _note(run) if any(not change["flag"] for hop in told for change in hop["changes"]) else "",
    }


def _note(run: Run) -> str:
    """Return what it means that a change has no flag."""
    check = next((one for one in run.checks if one.mode is Mode.TELEPHONE_DRIFT), None)
    if check and not check.checked:
        return f"Telephone drift could not be checked in this run, so no change has a flag of it: {check.reason}."
    return NOT_FLAGGED


def _shown(path: Path) -> list[tuple[int, Hop]]:
    """Return the hops that are drawn, numbered from 1: those with a flag, and the first others up to MOST."""
    numbered = list(enumerate(path.hops, start=1))
    first = sorted(numbered, key=lambda one: not one[1].flags)[:MOST]
    return sorted(first, key=lambda one: one[0])


def _told(trace: Trace, place: Place) -> dict[str, Any]:
    message = trace.by_id[place.message]
    return {
        "id": message.id,
        "place": trace.position[message.id] + 1,
        "route": route(message),
        "type": message.type.value,
        "time": f"{units.moment(message.timestamp)} UTC" if message.timestamp else "no time logged",
        "under": _label(trace, place),
    }


def _label(trace: Trace, place: Place) -> str:
    segment = trace.view(trace.by_id[place.message]).segment_at(place.start)
    return label_of(segment) if segment else ""


def _hop(run: Run, number: int, hop: Hop) -> dict[str, Any]:
    trace = run.trace
    flags = {one: run.flags[one] for one in hop.flags if one in run.flags}
    changes = hop.changes or ()
    left = _within(hop.source, [flag.before for flag in flags.values()])
    right = _within(hop.target, [flag.after for flag in flags.values()])
    return {
        **_told(trace, hop.target),
        "number": number,
        "heard": _told(trace, hop.source),
        "before": pieces(hop.before, [change[1] for change in changes], left),
        "after": pieces(hop.after, [change[2] for change in changes if change[2]], right),
        "changes": [
            *(_flagged(flag_id, flag) for flag_id, flag in flags.items()),
            *(_unflagged(change) for change in changes if not _is_in(change, right)),
        ],
        "plain": "" if changes or flags else _plain(hop),
    }


def _within(place: Place, spans: Iterable[Span | None]) -> list[tuple[int, int]]:
    """Return where the words of flags stand in a claim, as far as they lie in it."""
    return [
        (max(span.start, place.start) - place.start, min(span.end, place.end) - place.start)
        for span in spans
        if span and span.message == place.message and place.overlap(span.start, span.end)
    ]


def _is_in(change: Changed, flagged: Iterable[tuple[int, int]]) -> bool:
    """Tell whether a flag is about the very words of a change."""
    words = change[2]
    return words is not None and any(start < words[1] and words[0] < end for start, end in flagged)


def _flagged(flag_id: str, flag: Flag) -> dict[str, str]:
    return {
        "flag": flag_id,
        "severity": flag.severity.value,
        "kind": f"{theme.MODE_LABELS[flag.mode]} · {kind_text(flag.kind)}",
        "text": unquoted(flag.summary),
    }


def _unflagged(change: Changed) -> dict[str, str]:
    kind, _, after, explanation = change
    gone = "" if after else " (left out)"
    return {"flag": "", "severity": "", "kind": f"{kind_text(kind)}{gone}", "text": unquoted(explanation)}


def _plain(hop: Hop) -> str:
    if hop.verbatim:
        return "word for word"
    return "loosely retold; not compared" if hop.changes is None else "reworded; no change found"


def hops(data: dict[str, Any], key: str, on_open: Callable[[], None], on_flag: Callable[[], None]) -> None:
    """Draw the hops; `open` and `flag` in the component's state are the ids of what a person went to."""
    _mount(data=data, key=key, on_open_change=on_open, on_flag_change=on_flag)
