"""Findings by what is said to stand behind a statement: one person's opinion is told as what studies show."""

from misheard.analysis.claims.certainty_lexicon import pattern
from misheard.analysis.detectors.laundering_claims import Statement, statements_of, words_of
from misheard.analysis.detectors.laundering_finding import Finding, binds, made
from misheard.analysis.detectors.laundering_focus import states
from misheard.analysis.detectors.laundering_kept import is_kept
from misheard.analysis.detectors.laundering_repeats import Repeat, Statements
from misheard.analysis.trace import Trace
from misheard.ingest.message import AgentMessage

LEAST_SAID = 0.45
"""How much of a statement, without the words for the evidence, an opinion must account for."""

_EVIDENCE = pattern("word", "evidence")
_OPINION = pattern("word", "opinion")
_NONE = pattern("word", "no_evidence")


def backed(index: Statements, message: AgentMessage, target: Statement) -> Finding | None:
    """Return the finding that `target` names evidence for what its sender had only heard as an opinion."""
    named = _EVIDENCE.search(target.text)
    if named is None or _NONE.search(target.claim.text) or target.certainty.hedges or not states(target):
        return None
    said = target.words - words_of(named.group())
    sources = [one for one in index.received(target, message.sender, message) if _tells(index, one, said)]
    if not sources or any(not _is_opinion(index.trace, one) for one in sources):
        return None
    repeat = Repeat(sources[0], target, 1.0, said & sources[0].words)
    if not binds(index.trace, repeat, message) or is_kept(target, message, index.trace, sources[0]):
        return None
    return made("attribution-lost", repeat)


def _tells(index: Statements, source: Statement, said: frozenset[str]) -> bool:
    shared = said & source.words
    return len(shared) > 1 and index.weight(shared) >= LEAST_SAID * index.weight(said)


def _is_opinion(trace: Trace, source: Statement) -> bool:
    """Tell whether a statement is somebody's opinion, or the sentence behind it says that nothing backs it."""
    text = source.claim.text
    if _EVIDENCE.search(text) and not _NONE.search(text):
        return False
    told = statements_of(trace, trace.by_id[source.claim.message])
    after = next((s for s in told if s.start > source.claim.end and s.claim.path == source.claim.path), None)
    return bool(_OPINION.search(text) or (after and _NONE.search(after.claim.text)))
