"""The flags of uncertainty laundering: how grave a finding is, what is said of it, and what to do."""

from misheard.analysis.claims.certainty_lexicon import pattern
from misheard.analysis.detectors.laundering_claims import Statement, statements_of
from misheard.analysis.detectors.laundering_fields import Rise, is_rise
from misheard.analysis.detectors.laundering_finding import Finding
from misheard.analysis.detectors.laundering_repeats import index_of
from misheard.analysis.detectors.laundering_status import Cover, gap_of
from misheard.analysis.flag import Flag, Mode, Severity, Span
from misheard.analysis.trace import Trace
from misheard.ingest.contract import Level, confidence_of
from misheard.ingest.message import AgentMessage, MessageType

MOST = 0.6
"""The share of a statement's weight that the final result must repeat to rest on it."""

REMEDY = (
    "Carry the doubt with the claim: repeat its hedge, or give its confidence, its source and what would settle it."
)
_NO_SURER = "Let a result be no surer than its inputs, or name the new evidence among its sources."
REMEDIES = {
    "status-laundered": "Report the work as partial, and name what is missing and why.",
    "part-for-whole": "Say how much of it is there, and name what is missing and why.",
    "confidence-raised": _NO_SURER,
    "surer-than-every-source": _NO_SURER,
    "cause-from-association": "Say that the two go together, and name what else could explain it.",
    "absence-of-evidence": "Say what was searched and that nothing was found there, not that there is nothing.",
}
CONFIDENCE = {
    "hedge-dropped": 0.75,
    "hedge-moved": 0.8,
    "surer-than-every-source": 0.8,
    "cause-from-association": 0.7,
    "absence-of-evidence": 0.7,
    "attribution-lost": 0.7,
    "part-for-whole": 0.7,
}

_ACTS = pattern("talk", "acts")


def _severity(trace: Trace, message: AgentMessage, target: Statement | None = None) -> Severity:
    """An error where a decision rests on it: it is in the final result, or in a task that acts on it."""
    final = trace.end.final
    if final is not None and (message.id == final.id or (target and _is_in(trace, final, target))):
        return Severity.ERROR
    objective = message.payload.get("objective")
    acts = message.type is MessageType.TASK and isinstance(objective, str) and _ACTS.match(objective)
    return Severity.ERROR if acts else Severity.WARNING


def _is_in(trace: Trace, final: AgentMessage, target: Statement) -> bool:
    """Tell whether the final result says most of what `target` says, and holds nothing back."""
    if trace.position[final.id] <= trace.position[target.claim.message]:
        return False
    index = index_of(trace)
    most = MOST * index.weight(target.words)
    said = statements_of(trace, final)
    return any(s.certainty.is_bare and index.weight(s.words & target.words) >= most for s in said)


def word_flag(trace: Trace, found: Finding) -> Flag:
    """Return the flag of a finding by words."""
    source = trace.by_id[found.source.claim.message]
    message = trace.by_id[found.target.claim.message]
    return Flag(
        Mode.UNCERTAINTY_LAUNDERING,
        found.kind,
        _severity(trace, message, found.target),
        CONFIDENCE[found.kind],
        (source.id, message.id),
        tuple(dict.fromkeys((source.sender, message.sender))),
        _word_summary(found, source, message),
        REMEDIES.get(found.kind, REMEDY),
        found.before,
        found.after,
    )


_WHAT = {
    "hedge-dropped": "passes on as a fact what was a guess when",
    "hedge-moved": "moves the doubt to another claim, and states as a fact what was a guess when",
    "surer-than-every-source": "is surer, with nothing new to go by, than when",
    "cause-from-association": "makes a cause of what went together when",
    "absence-of-evidence": "says that there is nothing where nothing was found when",
    "part-for-whole": "speaks of all of it where it was a part when",
    "attribution-lost": "tells as a fact what was somebody's word when",
}


def _word_summary(found: Finding, source: AgentMessage, message: AgentMessage) -> str:
    return (
        f"{message.sender} {_WHAT[found.kind]} {source.sender} told it: “{_short(found.before.text)}” became "
        f"“{_short(found.after.text)}” ({_by(source, message)})"
    )


def _by(source: AgentMessage, message: AgentMessage) -> str:
    """What a finding by words rests on, and what the fields say beside it."""
    before, after = confidence_of(source.payload), confidence_of(message.payload)
    if before is None or after is None:
        return "by the words"
    stated = f"{_shown(before)}, then {_shown(after)}"
    if is_rise(before, after):
        return f"by the words and by the confidence fields: {stated}"
    return f"by the words; the confidence fields say {stated}"


def _shown(confidence: float | Level) -> str:
    return confidence.value if isinstance(confidence, Level) else f"{confidence:g}"


def _short(text: str) -> str:
    return text if len(text) <= 140 else text[:139] + "…"


def _first_span(trace: Trace, message: AgentMessage, near: str = "") -> Span | None:
    found = statements_of(trace, message)
    fitting = [s for s in found if near and near in s.claim.text]
    summary = [s for s in found if s.claim.path[:1] == ("summary",)]
    if not found:
        return None
    claim = (fitting or summary or found)[0].claim
    return Span(message.id, claim.start, claim.end, claim.text)


def rise_flag(trace: Trace, rise: Rise) -> Flag:
    """Return the flag of a confidence that rose."""
    one = len(rise.inputs) == 1
    kind = "confidence-raised" if one else "surer-than-every-source"
    severity = _severity(trace, rise.message) if rise.is_wide else Severity.NOTE
    best = rise.inputs[-1]
    return Flag(
        Mode.UNCERTAINTY_LAUNDERING,
        kind,
        severity,
        0.7 if rise.is_wide else 0.4,
        (*(message.id for message in rise.inputs), rise.message.id),
        tuple(dict.fromkeys((*(message.sender for message in rise.inputs), rise.message.sender))),
        f"{rise.message.sender} states confidence {_shown(rise.after)}, but {_inputs(rise)}, and no new source "
        "is named (by the confidence fields)",
        REMEDIES[kind],
        _first_span(trace, best),
        _first_span(trace, rise.message),
    )


def _inputs(rise: Rise) -> str:
    senders = ", ".join(dict.fromkeys(message.sender for message in rise.inputs))
    if len(rise.inputs) == 1:
        return f"the one result it was made from ({senders}) states {_shown(rise.before)}"
    return f"the surest of the {len(rise.inputs)} results it was made from ({senders}) states {_shown(rise.before)}"


def cover_flag(trace: Trace, cover: Cover) -> Flag:
    """Return the flag of a part that was passed over."""
    gap = gap_of(trace, cover.part)[0] if gap_of(trace, cover.part) else ""
    return Flag(
        Mode.UNCERTAINTY_LAUNDERING,
        "status-laundered",
        _severity(trace, cover.message),
        0.75,
        (cover.part.id, cover.message.id),
        tuple(dict.fromkeys((cover.part.sender, cover.message.sender))),
        f"{cover.message.sender} reports completed, and says nothing of what {cover.part.sender} had left "
        f"{cover.status.value}: “{_short(gap)}” (by the status fields)",
        REMEDIES["status-laundered"],
        _first_span(trace, cover.part, gap),
        _first_span(trace, cover.message),
    )
