"""Finds calls of a tool that repeat an earlier one: same tool, same arguments, same answer."""

import hashlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from misheard.analysis.delegations import Delegation
from misheard.analysis.gist import report_of
from misheard.analysis.replies import is_failure
from misheard.analysis.toolcalls import Call, call_of
from misheard.analysis.trace import Trace
from misheard.ingest.readers.claude_agents import COMPACTION

ENOUGH = 80
"""Characters of an answer below which two equal answers ("ok", "no results") say nothing."""


@dataclass(frozen=True)
class Again:
    """Calls with the same arguments and the same answer; the first one and those that repeat it."""

    call: Call
    delegations: tuple[Delegation, ...]

    @property
    def callers(self) -> frozenset[str]:
        """Who made the calls."""
        return frozenset(delegation.parent for delegation in self.delegations)


def repeated_calls(trace: Trace) -> Iterator[Again]:
    """Yield each group of calls that brought the same answer to the same arguments."""
    groups: dict[tuple[str, str], list[Delegation]] = defaultdict(list)
    calls: dict[tuple[str, str], Call] = {}
    for delegation in trace.delegations:
        call = call_of(delegation.task)
        answer = delegation.result
        if call is None or answer is None or call.watches or is_failure(answer):
            continue
        text = " ".join(report_of(answer).split())
        if len(text) < ENOUGH:
            continue
        key = (call.key, hashlib.blake2b(text.encode(errors="replace"), digest_size=12).hexdigest())
        groups[key].append(delegation)
        calls[key] = call
    forgotten = _compactions(trace)
    for key, found in groups.items():
        group = _unforgotten(trace, found, forgotten)
        if len(group) > 1:
            yield Again(calls[key], tuple(group))


def _compactions(trace: Trace) -> dict[str, list[int]]:
    """Return where each agent's conversation was shortened, after which reading again is fair."""
    places: dict[str, list[int]] = defaultdict(list)
    for place, message in enumerate(trace.messages):
        if message.sender == COMPACTION:
            places[message.recipient].append(place)
    return places


def _unforgotten(trace: Trace, group: list[Delegation], forgotten: dict[str, list[int]]) -> list[Delegation]:
    kept = group[:1]
    for delegation in group[1:]:
        since, now = trace.position[kept[-1].task.id], trace.position[delegation.task.id]
        if any(since < place < now for place in forgotten.get(delegation.parent, ())):
            kept = [delegation]
        else:
            kept.append(delegation)
    return kept
