"""How much of everything said in a trace an agent has been given: near to all, and it is not isolated."""

from collections.abc import Iterable

from misheard.analysis.copying import runs_of
from misheard.analysis.trace import Trace
from misheard.ingest.message import BROADCAST


def given_shares(trace: Trace, agents: Iterable[str]) -> dict[str, float]:
    """Return for each of `agents` which share (0 to 1) of what the others said it was sent, as said or pasted.

    Counted in distinct runs of words (see `copying.WINDOW`), so that what is said twice counts once; a run belongs
    to whoever said it first. 0 where nobody else said anything.
    """
    first: dict[int, str] = {}
    given: dict[str, set[int]] = {agent: set() for agent in agents}
    for message in trace.messages:
        runs = runs_of(trace.text(message))
        for run in runs:
            first.setdefault(run, message.sender)
        for agent in given if message.recipient == BROADCAST else {message.recipient} & given.keys():
            if agent != message.sender:
                given[agent].update(runs)
    own = dict.fromkeys(given, 0)
    for speaker in first.values():
        if speaker in own:
            own[speaker] += 1
    return {
        agent: sum(first[run] != agent for run in runs) / max(len(first) - own[agent], 1)
        for agent, runs in given.items()
    }
