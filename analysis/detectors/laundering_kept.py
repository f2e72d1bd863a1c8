"""Whether a message that repeats a hedged thing still says, in whatever words and place, that it is in doubt."""

from misheard.analysis.claims.certainty import Kind, certainty_of
from misheard.analysis.claims.certainty_lexicon import pattern, read_data
from misheard.analysis.claims.claim import Claim, claims_of
from misheard.analysis.detectors.laundering_claims import Statement, said_in, statements_of, words_of
from misheard.analysis.trace import Trace
from misheard.ingest.message import AgentMessage

_OPENS_BACK = pattern("talk", "opens_back")
_GENERAL = pattern("talk", "general")
_AHEAD = frozenset(("would", "should"))
"""What somebody "reckons would be" is no surer for the "would"."""
_NAMES = frozenset(read_data("hedges.toml")["limited"]["words"])


def known_reservations(source: Statement) -> frozenset[str]:
    """Return the words of `source` that would hold something back, but stood there beside its words of doubt.

    Only words that name a sort of thing, and "would", are taken so: a condition or the one who said it stays a
    reservation.
    """
    return frozenset(word for word in source.certainty.reservations if word in _NAMES or word in _AHEAD)


def is_kept(target: Statement, message: AgentMessage, trace: Trace, source: Statement) -> bool:
    """Tell whether the message still says, in whatever words, that the repeated thing is in doubt."""
    known = known_reservations(source)
    if not certainty_of(said_in(target.claim)).holds_back_no_more(known) and not _doubts_another(
        target, message, trace, source
    ):
        return True
    claims = claims_of(trace, message)
    place = next(n for n, claim in enumerate(claims) if claim.start == target.claim.start)
    following = claims[place + 1] if place + 1 < len(claims) else None
    if following and _OPENS_BACK.match(following.text) and not _is_bare(following, known):
        return True
    about = target.words & (source.words | source.around)
    return any(_keeps(claim, about, known) for claim in claims if claim is not target.claim)


def doubts_what_was_plain(statement: Statement, source: Statement, trace: Trace) -> bool:
    """Tell whether a doubtful statement is about another thing, which the message of `source` told as a fact."""
    if not statement.certainty.hedges:
        return False
    first = trace.by_id[source.claim.message]
    least = max(2, len(statement.words) // 2, len(statement.words & source.words) + 1)
    plain = (s for s in statements_of(trace, first) if not s.certainty.hedges)
    return any(len(statement.words & other.words) >= least for other in plain)


def _doubts_another(target: Statement, message: AgentMessage, trace: Trace, source: Statement) -> bool:
    """Tell whether all doubt in the sentence of `target` is about something else, that had been told as a fact."""
    beside = [s for s in statements_of(trace, message) if s.claim is target.claim and s is not target]
    doubtful = [s for s in beside if not s.certainty.is_bare]
    return bool(doubtful) and all(doubts_what_was_plain(s, source, trace) for s in doubtful)


def _keeps(claim: Claim, about: frozenset[str], known: frozenset[str]) -> bool:
    if _is_bare(claim, known):
        return False
    found = certainty_of(claim.text)
    words = words_of(claim.text)
    shared = words & about
    if shared and (len(shared) >= 2 or len(words) <= 5 or len(about) == 1):
        return True
    return (
        bool(found.hedges)
        and found.kind is not Kind.NUMBER
        and bool(_GENERAL.search(claim.text))
        and len(words) <= 8
    )


def _is_bare(claim: Claim, known: frozenset[str]) -> bool:
    found = certainty_of(claim.text)
    return found.holds_back_no_more(known) or (found.kind is Kind.NOT_STATED and not claim.is_question)
