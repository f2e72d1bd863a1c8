"""What may have made a sender surer between hearing a thing and passing it on: new evidence, named or received."""

import re
from collections import defaultdict
from collections.abc import Iterable

from misheard.analysis.claims.certainty_lexicon import LONGEST_READ, pattern
from misheard.analysis.claims.certainty_scope import NEAR
from misheard.analysis.claims.claim import claims_of
from misheard.analysis.claims.words import content_words
from misheard.analysis.detectors.laundering_claims import Statement, statements_of, words_of
from misheard.analysis.detectors.laundering_repeats import Statements
from misheard.analysis.toolcalls import call_of
from misheard.analysis.trace import Trace
from misheard.ingest.contract import body_of
from misheard.ingest.message import BROADCAST, AgentMessage, MessageType

LEAST_SAME = 0.5
"""A later statement that shares this much of the weight of a statement's words is about the same thing."""

_PASSED_ON = pattern("evidence", "passed_on")
_NAMED = pattern("evidence", "named")
_DENIED = pattern("evidence", "denied")
_OWN_LOOK = pattern("evidence", "own_look")


def names_new_evidence(text: str) -> bool:
    """Tell whether `text` says that something was checked or found out since."""
    text = text[:LONGEST_READ]
    return any(
        not _DENIED.search(text[max(0, match.start() - NEAR) : match.start()]) for match in _NAMED.finditer(text)
    )


def sources_of(message: AgentMessage) -> list[str]:
    """Return the entries of a message's `sources` that are texts."""
    given = body_of(message.payload).get("sources")
    given = given if isinstance(given, list) else [given]
    return [entry for entry in given if isinstance(entry, str) and entry.strip()]


def is_passed_on(entry: str, agents: Iterable[str]) -> bool:
    """Tell whether a source is only what another agent had sent, such as "hand-off from lead"."""
    text = entry.lower()
    agents = [agent for agent in agents if _opening(agent) in text]
    for agent in agents:
        text = text.replace(agent.lower(), " ").replace(agent.lower().replace("_", " "), " ")
    words = [
        word
        for word in re.findall(r"[a-z-]+", text)
        if word not in ("from", "the", "of", "by", "a", "and", "s", "to")
    ]
    return all(_PASSED_ON.fullmatch(word) for word in words)


def _opening(agent: str) -> str:
    """Return what a text must hold if it names an agent: `deep_reader` may be told as "deep reader"."""
    return agent.lower().partition("_")[0]


def only_passes_on(message: AgentMessage, trace: Trace) -> bool:
    """Tell whether a message names sources, and all of them are what its sender was sent; found once."""
    made: dict[str, bool] = trace.__dict__.setdefault("_passes_on", {})
    found = made.get(message.id)
    if found is None:
        given = sources_of(message)
        found = made[message.id] = bool(given) and all(is_passed_on(entry, trace.agents) for entry in given)
    return found


def new_sources(message: AgentMessage, trace: Trace) -> list[str]:
    """Return the sources that a message names and that nothing its sender had been sent, or had sent, speaks of."""
    entries = [entry for entry in sources_of(message) if not is_passed_on(entry, trace.agents)]
    return [entry for entry in entries if _is_mostly_new(entry, message, trace)]


def new_checks(message: AgentMessage, trace: Trace) -> list[str]:
    """Return the sentences by which a message says that its sender looked, unless it had been told the same."""
    texts = [claim.text for claim in claims_of(trace, message)]
    told = [text for text in texts if names_new_evidence(text)]
    looks = [match["what"] for text in texts for match in _OWN_LOOK.finditer(text)]
    looks = [what for what in looks if not is_passed_on(what, trace.agents)]
    new = [text for text in told if _is_mostly_new(text, message, trace)]
    return new + [what for what in looks if len(_known(words_of(what), message, trace)) < len(words_of(what))]


def _is_mostly_new(text: str, message: AgentMessage, trace: Trace) -> bool:
    words = content_words(text)
    return len(_known(words, message, trace)) * 2 < len(words)


def _known(words: Iterable[str], message: AgentMessage, trace: Trace) -> list[str]:
    """Return which words stood in what the sender of a message was sent, or had sent, ahead of it."""
    first: _FirstMet | None = trace.__dict__.get("_first_met")
    if first is None:
        first = trace.__dict__["_first_met"] = _FirstMet(trace)
    return [word for word in words if first.place(word, message.sender) < trace.position[message.id]]


class _FirstMet:
    """Where in a run each agent first met each word, in what it was sent or had sent."""

    def __init__(self, trace: Trace) -> None:
        self._never = len(trace.messages)
        self._places: dict[str, dict[str, int]] = defaultdict(dict)
        for place, message in enumerate(trace.messages):
            words = words_of(trace.text(message))
            for agent in {message.sender, message.recipient}:
                known = self._places[agent]
                for word in words - known.keys():
                    known[word] = place

    def place(self, word: str, agent: str) -> int:
        """Return the place of the first such message; behind the last one where there is none."""
        return min(self._places[reader].get(word, self._never) for reader in (agent, BROADCAST))


def heard_since(index: Statements, source: Statement, target: Statement, message: AgentMessage) -> bool:
    """Tell whether the sender was told of the same thing without a hedge, or by a tool, after `source`."""
    trace = index.trace
    for other in trace.heard_between(source.claim.message, message):
        counts = other.type is not MessageType.TASK and not only_passes_on(other, trace)
        if counts and _tells(index, other, source, target):
            return True
    return False


def _tells(index: Statements, other: AgentMessage, source: Statement, target: Statement) -> bool:
    trace = index.trace
    if _is_tool_answer(other, trace):
        return _speaks_of(index, trace.text(other), target)
    core = source.words & target.words
    if other.sender == trace.by_id[source.claim.message].sender:
        again = core & words_of(trace.text(other))
        if core and len(again) >= min(2, len(core)):
            return True
    return any(not s.certainty.hedges and _same(index, s, target, source) for s in statements_of(trace, other))


def _same(index: Statements, statement: Statement, target: Statement, source: Statement) -> bool:
    shared = statement.words & target.words
    return bool(shared & source.words) and index.weight(shared) >= LEAST_SAME * index.weight(target.words)


def _speaks_of(index: Statements, text: str, target: Statement) -> bool:
    shared = content_words(text) & target.words
    return index.weight(frozenset(shared)) >= LEAST_SAME * index.weight(target.words)


def _is_tool_answer(message: AgentMessage, trace: Trace) -> bool:
    task = trace.by_id.get(message.in_reply_to or "")
    return task is not None and call_of(task) is not None
