"""Findings by a look that nobody took: what was never tested is told to be clean, what was never read as read."""

import re

from misheard.analysis.claims.certainty_change import searched_in_vain
from misheard.analysis.claims.certainty_lexicon import pattern
from misheard.analysis.claims.claim import claims_of
from misheard.analysis.claims.polarity import negations_in
from misheard.analysis.detectors.laundering_claims import Statement, statements_of, words_of
from misheard.analysis.detectors.laundering_finding import Finding, binds, made
from misheard.analysis.detectors.laundering_focus import states
from misheard.analysis.detectors.laundering_kept import is_kept
from misheard.analysis.detectors.laundering_repeats import Repeat, Statements
from misheard.analysis.flag import Span
from misheard.analysis.trace import Trace
from misheard.ingest.message import BROADCAST, AgentMessage

NEWEST = 40
"""So many of the looks that nobody took are held against a statement."""
NEXT = 24
"""Characters behind a statement by which the claim that goes on from it is known."""
LEAST_NAMED = 0.6
"""How much of the weight of the words for a thing must be there before a text is about it."""

_UNDONE = pattern("undone", "act")
_WELL = pattern("undone", "well")
_ACTED = pattern("undone", "acted")
_ONLY = pattern("undone", "only")
_FOUND_NONE = pattern("undone", "found_none")
_GAP = pattern("evidence", "gap")
_REASON = re.compile(r"\b(?:because|since|as|due\s+to|owing\s+to|for\s+lack|for\s+want)\b", re.IGNORECASE)
_BACK = re.compile(r"\b(?:it|its|they|them|there|this|that|these|those)\b", re.IGNORECASE)
_NO_THING = re.compile(
    r"\b(?:no|without)\s+(?:damage|faults?|defects?|findings?|errors?|problems?|issues?|shortfall|loss(?:es)?|leaks?|\w+s)\b",
    re.IGNORECASE,
)
_LABEL = re.compile(r"\b(?=[\w-]*[\dA-Z])[A-Z0-9][A-Z0-9-]*\b(?!['’])(?<!\bI)(?<!\bA(?=\s[a-z]))")
_RANGE = re.compile(r"\b([A-Z]|\d{1,3})\s*(?:to|through|[-–])\s*([A-Z]|\d{1,3})\b")


def unseen(index: Statements, message: AgentMessage, target: Statement) -> Finding | None:
    """Return the finding that `target` tells of a look at a thing that nobody looked at, as its sender knew."""
    if (
        not _never_done(index.trace)
        or not _tells_look(target)
        or _UNDONE.search(target.claim.text)
        or not states(target)
    ):
        return None
    trace = index.trace
    about = _about(trace, message, target)
    for source in _undone(trace, message):
        labels = labels_in(source.claim.text)
        whole = _covers(target, labels) and _speaks_of(trace, source, target)
        named = labels & labels_in(about) if labels else _same_thing(index, source, about)
        repeat = Repeat(source, target, 1.0, source.words & target.words)
        if not (whole or named) or not binds(trace, repeat, message):
            continue
        if not whole and is_kept(target, message, trace, source):
            continue
        if not _names_gap(trace, message, target, labels or frozenset(named)):
            kind = "part-for-whole" if whole else "absence-of-evidence"
            claim = source.claim
            return made(kind, repeat, Span(claim.message, claim.start, claim.end, claim.text))
    return None


def _same_thing(index: Statements, source: Statement, about: str) -> frozenset[str]:
    """Return the words for the thing that nobody looked at, where a text is about that thing."""
    thing = words_of(_UNDONE.sub(" ", _REASON.split(source.text)[0]))
    shared = thing & words_of(about)
    enough = len(shared) > 1 and index.weight(shared) >= LEAST_NAMED * index.weight(thing)
    return shared if enough else frozenset()


def says_only_unseen(statement: Statement) -> bool:
    """Tell whether a statement says of a thing that nobody looked at it, and nothing else of the thing."""
    hedge, undone = statement.hedge, _UNDONE.search(statement.text)
    if hedge is None or undone is None or not _ONLY.search(statement.text[: undone.start()]):
        return False
    return hedge.start <= undone.start() and not words_of(statement.text[undone.end() :])


def _tells_look(target: Statement) -> bool:
    """Tell whether a clause says that something is well, that nothing was found in it, or that it was looked at."""
    if searched_in_vain(target.text):
        return True
    look = _WELL.search(target.text) or _ACTED.search(target.text)
    return bool(look) and not negations_in(_FOUND_NONE.sub(" ", target.text))


def _about(trace: Trace, message: AgentMessage, target: Statement) -> str:
    """Return what a clause is about: its own words, and those of what stands ahead where it only says "it"."""
    if not _BACK.search(target.text) or labels_in(target.text):
        return target.text
    claims = claims_of(trace, message)
    place = next(n for n, one in enumerate(claims) if one.start == target.claim.start)
    ahead = claims[place - 1].text if place and claims[place - 1].path == target.claim.path else ""
    own = target.claim.text[: target.start - target.claim.start]
    return f"{own} {target.text}" if labels_in(own) else f"{ahead} {target.text}"


def labels_in(text: str) -> frozenset[str]:
    """Return the names of single items in a text: "N-0120", "C", "7"."""
    return frozenset(match.group() for match in _LABEL.finditer(text))


def _undone(trace: Trace, message: AgentMessage) -> list[Statement]:
    """Return what the sender was told of looks that nobody took, the newest first."""
    place = trace.position[message.id]
    told = []
    for source in reversed(_never_done(trace)):
        other = trace.by_id[source.claim.message]
        heard = other.recipient in (message.sender, BROADCAST) and other.sender != message.sender
        if heard and trace.position[other.id] < place:
            told.append(source)
            if len(told) == NEWEST:
                break
    return told


def _never_done(trace: Trace) -> list[Statement]:
    """Return every statement of a run that tells of a look nobody took; found once per trace."""
    found: list[Statement] | None = trace.__dict__.get("_never_done")
    if found is None:
        every = (one for message in trace.messages for one in statements_of(trace, message))
        found = trace.__dict__["_never_done"] = [one for one in every if _UNDONE.search(one.text)]
    return found


def _speaks_of(trace: Trace, source: Statement, target: Statement) -> bool:
    """Tell whether a statement has a word in common with the message of another, other than for the look itself."""
    return bool(
        words_of(_ACTED.sub(" ", target.claim.text)) & words_of(trace.text(trace.by_id[source.claim.message]))
    )


def _covers(target: Statement, labels: frozenset[str]) -> bool:
    """Tell whether a look was taken at a run of items, such as "A to D", that holds one of `labels`."""
    if not _ACTED.search(target.text):
        return False
    for first, last in _RANGE.findall(target.claim.text):
        same = [label for label in labels if label.isdigit() == first.isdigit() and len(label) <= len(last)]
        if first.isdigit() == last.isdigit() and any(_rank(first) <= _rank(one) <= _rank(last) for one in same):
            return True
    return False


def _rank(label: str) -> int:
    return int(label) if label.isdigit() else ord(label[0])


def _names_gap(trace: Trace, message: AgentMessage, target: Statement, names: frozenset[str]) -> bool:
    """Tell whether the message says anywhere that these items were not looked at, or goes on to say so."""
    beside = trace.text(message)[target.end : target.end + NEXT].lstrip()
    behind = beside[1:].lstrip() if beside.startswith(";") else ""
    for claim in claims_of(trace, message):
        text = _NO_THING.sub(" ", _FOUND_NONE.sub(" ", claim.text))
        gap = _UNDONE.search(text) or _GAP.search(text)
        goes_on = bool(behind) and claim.text.startswith(behind)
        if gap and (goes_on or names & (labels_in(claim.text) | words_of(claim.text))):
            return True
    return False
