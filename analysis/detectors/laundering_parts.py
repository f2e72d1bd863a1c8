"""Findings by how much was done: some of it, or all of it but for one, becomes all of it."""

import re
from collections import defaultdict

from misheard.analysis.claims.certainty_lexicon import pattern
from misheard.analysis.claims.claim import Claim, claims_of
from misheard.analysis.claims.words import content_words
from misheard.analysis.delegations import Delegation
from misheard.analysis.detectors.laundering_claims import Statement, statements_of, words_of
from misheard.analysis.detectors.laundering_finding import Finding, binds, is_background, made
from misheard.analysis.detectors.laundering_repeats import Repeat, Statements
from misheard.analysis.trace import Trace
from misheard.ingest.contract import Status, status_of
from misheard.ingest.message import AgentMessage

PART = "part-for-whole"
LEAST_COMMON = 0.5
"""How much of the weight of "all X are Y" must be in "two of the four X are Y"."""

LEAST_ASKED = 0.6
"""How much of the weight of "X is done" must be in the task to do X."""

_WORSE = (Status.PARTIAL, Status.BLOCKED, Status.FAILED)
_SOME = pattern("parts", "some")
_ALL = pattern("parts", "all")
_PIECES = re.compile(r",\s+|\s+and\s+(?=(?:is|are|was|were|has|have|had)\b)")
_BUT_FOR = re.compile(r"\s*(?:but|except|save|bar|apart\s+from|other\s+than)\s", re.IGNORECASE)
_PLAN = pattern("parts", "plan")
_COUNTED = pattern("parts", "counted")
_DONE = pattern("parts", "done")
_GAP = pattern("evidence", "gap")
_HINT = pattern("evidence", "hint")


def completed(index: Statements, message: AgentMessage, target: Statement) -> Finding | None:
    """Return the finding that `target` speaks of all where its sender had been told that it is a part."""
    if not _says_all(target) or status_of(message.payload) in _WORSE:
        return None
    said = (target.words & _all_of(target.text)) - _counts_in(target)
    for source in index.received(target, message.sender, message):
        part, near = _part_at(index.trace, source)
        core = (source.words - _counts_in(source)) & said
        shared = core | (near & said)
        repeat = Repeat(source, target, 1.0, shared)
        if (
            part
            and core
            and (len(shared) >= 2 or shared == said)
            and index.weight(shared) >= LEAST_COMMON * index.weight(said)
            and (binds(index.trace, repeat, message) or is_background(index.trace, repeat))
            and not _told_more(index.trace, message, repeat)
            and not _tells_gap(index.trace, message, source, said)
        ):
            return made(PART, repeat)
    return None


def _all_of(text: str) -> frozenset[str]:
    """Return the words of the piece that speaks of all: "all was read" of "all was read and is fine"."""
    pieces = [piece for piece in _PIECES.split(text) if _ALL.search(piece)]
    return next((words for piece in pieces if len(words := words_of(piece)) > 1), words_of(text))


def _says_all(target: Statement) -> bool:
    return bool(_ALL.search(target.text)) and _is_whole(target)


def _is_whole(target: Statement) -> bool:
    """Tell whether `target` holds nothing back: it is no plan, names no gap and leaves out no one."""
    after = target.claim.text[target.end - target.claim.start :]
    if _PLAN.search(target.text) or _BUT_FOR.match(after):
        return False
    return not _GAP.search(target.claim.text) and target.certainty.is_bare


def _says_part(source: Statement) -> bool:
    match = _SOME.search(source.text)
    return match is not None and (not match["few"] or says_share(source.text))


def says_share(text: str) -> bool:
    """Tell whether a text counts some out of more, as in "31 of the 40"."""
    match = _SOME.search(text)
    return match is not None and bool(match["few"]) and _number(match["few"]) < _number(match["whole"])


def _part_at(trace: Trace, source: Statement) -> tuple[bool, frozenset[str]]:
    """Tell whether `source`, or what stands next to it, says that it is a part; with the words of all of these."""
    told = statements_of(trace, trace.by_id[source.claim.message])
    place = next((n for n, found in enumerate(told) if found.start == source.start), 0)
    near = [s for s in told[max(0, place - 1) : place + 2] if s.claim.path == source.claim.path]
    return any(_says_part(s) for s in near), source.around.union(*(s.words for s in near))


_SMALL = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_NUMBERS = {word: number for number, word in enumerate(_SMALL, 1)} | {
    word: 10 * number for number, word in enumerate(_TENS, 2)
}


def _number(word: str) -> int:
    return int(word.replace(",", "")) if word[0].isdigit() else _NUMBERS[word.lower()]


def _numbers_in(text: str) -> set[int]:
    words = re.findall(r"\d[\d,]*|[a-z]+", text.lower())
    return {_number(word) for word in words if word[0].isdigit() or word in _NUMBERS}


def _counts_in(statement: Statement) -> frozenset[str]:
    """The words that only say how many: they differ by rights between a part and the whole."""
    return frozenset(word for word in statement.words if word[0].isdigit() or _COUNTED.fullmatch(word))


def _told_more(trace: Trace, message: AgentMessage, repeat: Repeat) -> bool:
    """Tell whether the sender heard of the same things again, after it was told of the part."""
    heard = trace.heard_between(repeat.source.claim.message, message)
    return any(repeat.shared & words_of(trace.text(other)) for other in heard)


def _tells_gap(trace: Trace, message: AgentMessage, source: Statement, said: frozenset[str]) -> bool:
    """Tell whether the message speaks of what is missing: of the thing itself, or of what the source says of it."""
    near = content_words(source.claim.text) | said
    about = near | source.around
    match = _SOME.search(source.claim.text)
    few = match["few"] if match else None
    claims = claims_of(trace, message)
    if few and any(_number(few) in _numbers_in(claim.text) and words_of(claim.text) & about for claim in claims):
        return True
    return any(
        (_GAP.search(claim.text) and content_words(claim.text) & about)
        or (_HINT.search(claim.text) and not _whole(claim.text) and _touches(claim, near, about))
        for claim in claims
    )


def _whole(text: str) -> bool:
    return bool(_ALL.search(text) or _DONE.search(text))


def _touches(claim: Claim, near: frozenset[str], about: frozenset[str]) -> bool:
    """Tell whether a claim is about the thing itself, or shares more than one word with what stands around it."""
    words = content_words(claim.text)
    return bool(words & near) or len(words & about) >= 2


def finished(index: Statements, message: AgentMessage, target: Statement) -> Finding | None:
    """Return the finding that `target` calls work done whose result came back partial, blocked or failed."""
    if not _DONE.search(target.text) or not _is_whole(target) or status_of(message.payload) in _WORSE:
        return None
    trace, said = index.trace, target.words - _counts_in(target)
    for work, result in _unfinished(trace).get(message.sender, ()):
        if trace.position[result.id] > trace.position[message.id] or result.recipient == message.recipient:
            continue
        shared = said & words_of(trace.text(work.task))
        source = _gap_in(trace, result)
        if source is None or len(shared) < 2 or index.weight(shared) < LEAST_ASKED * index.weight(said):
            continue
        repeat = Repeat(source, target, 1.0, shared)
        if not _told_more(trace, message, repeat) and not _tells_gap(trace, message, source, said):
            return made(PART, repeat)
    return None


def _unfinished(trace: Trace) -> dict[str, list[tuple[Delegation, AgentMessage]]]:
    """Return what came back partial, blocked or failed, by who had asked for it; found once per trace."""
    found: dict[str, list[tuple[Delegation, AgentMessage]]] | None = trace.__dict__.get("_unfinished")
    if found is None:
        found = trace.__dict__["_unfinished"] = defaultdict(list)
        for work in trace.delegations:
            if work.result is not None and status_of(work.result.payload) in _WORSE:
                found[work.parent].append((work, work.result))
    return found


def _gap_in(trace: Trace, result: AgentMessage) -> Statement | None:
    """Return the statement of a result that says what is missing, or else its last one."""
    told = statements_of(trace, result)
    return next((s for s in told if _GAP.search(s.text)), told[-1] if told else None)
