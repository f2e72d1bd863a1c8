"""Whether a message that repeats a hedged thing still says, in whatever words and place, that it is in doubt."""

from misheard.analysis.claims.certainty import Kind, certainty_of
from misheard.analysis.claims.certainty_lexicon import pattern, read_data
from misheard.analysis.claims.claim import Claim, claims_of
from misheard.analysis.detectors.laundering_claims import Statement, words_of
from misheard.analysis.trace import Trace
from misheard.ingest.message import AgentMessage

_OPENS_BACK = pattern("talk", "opens_back")
_GENERAL = pattern("talk", "general")
_NAMES = frozenset(read_data("hedges.toml")["limited"]["words"])


def known_reservations(source: Statement) -> frozenset[str]:
    """Return the words of `source` that would hold something back, but stood there beside its words of doubt.

    Only words that name a sort of thing are taken so: a condition or the one who said it stays a reservation.
    """
    return frozenset(word for word in source.certainty.reservations if word in _NAMES)


def is_kept(target: Statement, message: AgentMessage, trace: Trace, source: Statement) -> bool:
    """Tell whether the message still says, in whatever words, that the repeated thing is in doubt."""
    known = known_reservations(source)
    if not certainty_of(target.claim.text).holds_back_no_more(known):
        return True
    claims = claims_of(trace, message)
    place = next(n for n, claim in enumerate(claims) if claim.start == target.claim.start)
    following = claims[place + 1] if place + 1 < len(claims) else None
    if following and _OPENS_BACK.match(following.text) and not _is_bare(following, known):
        return True
    about = target.words & (source.words | source.around)
    return any(_keeps(claim, about, known) for claim in claims if claim is not target.claim)


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
