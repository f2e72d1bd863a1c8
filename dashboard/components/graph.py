"""Who spoke to whom in a run, as a small graph."""

from collections import Counter
from typing import Any

from misheard.analysis.flag import Severity
from misheard.dashboard.components.drawn import drawn
from misheard.dashboard.trace_data import Run

EVERYONE = -1
"""Stands for the recipient of a broadcast."""

_mount = drawn("graph")


def graph_data(run: Run) -> dict[str, Any]:
    """Return the agents of a run and how often each spoke to each, and how many of those messages are flagged.

    A broadcast is counted with its sender, and is no arrow.
    """
    agents = run.trace.agents
    place = {agent: at for at, agent in enumerate(agents)}
    spoken: Counter[tuple[int, int]] = Counter()
    flagged: Counter[tuple[int, int]] = Counter()
    for message in run.trace.messages:
        pair = place[message.sender], place.get(message.recipient, EVERYONE)
        spoken[pair] += 1
        flagged[pair] += run.severity_at(message.id) is not None
    return {
        "key": f"{run.trace.trace_id}\x1f{run.roll_up['loaded_at']}",
        "nodes": [
            {
                "name": agent,
                "sent": sum(count for (sender, _), count in spoken.items() if sender == at),
                "received": sum(count for (_, recipient), count in spoken.items() if recipient == at),
                "broadcasts": spoken[at, EVERYONE],
                **_flags_of(run, agent),
            }
            for agent, at in place.items()
        ],
        "edges": [
            {"from": sender, "to": recipient, "messages": count, "flags": flagged[sender, recipient]}
            for (sender, recipient), count in spoken.items()
            if recipient != EVERYONE and count
        ],
    }


def _flags_of(run: Run, agent: str) -> dict[str, Any]:
    found = [flag.severity for flag in run.flags.values() if agent in flag.agents]
    worst = min(found, key=lambda severity: severity.rank, default=None)
    return {"flags": len(found), "severity": worst.value if isinstance(worst, Severity) else ""}


def graph(data: dict[str, Any], key: str) -> None:
    """Draw the graph."""
    _mount(data=data, key=key)
