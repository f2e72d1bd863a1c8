"""The list of what went wrong in a run, in order of cause."""

from collections.abc import Callable
from typing import Any

from misheard.analysis.flag import Flag, Severity, share
from misheard.dashboard import theme, units
from misheard.dashboard.components.drawn import drawn
from misheard.dashboard.components.words import unquoted
from misheard.dashboard.trace_data import Run

MANY = 8
"""More flags than this, and the notes among them are hidden until asked for, unless there are only notes."""
AGENTS = 4
"""Agents named on a row; the others are counted."""

_mount = drawn("flags")


def waste_text(flag: Flag) -> str:
    """Return what a flag's fault wasted, as far as it can be counted; empty where it cannot."""
    parts = [units.money(flag.waste_cents)] if flag.waste_cents else []
    parts += [units.plural(flag.waste_tokens, "token")] if flag.waste_tokens else []
    return f"{' and '.join(parts)} wasted" if parts else ""


def agents_text(agents: tuple[str, ...]) -> str:
    """Return the first agents of a flag, and how many more there are."""
    more = len(agents) - AGENTS
    return ", ".join(agents[:AGENTS]) + (f" and {more:,} more" if more > 0 else "")


def hidden_severities(run: Run) -> list[str]:
    """Return the severities that the list leaves out at first."""
    severities = {flag.severity for flag in run.flags.values()}
    crowded = len(run.flags) > MANY and severities != {Severity.NOTE}
    return [Severity.NOTE.value] if crowded and Severity.NOTE in severities else []


def flags_data(run: Run, chosen: str | None) -> dict[str, Any]:
    """Return the rows of the list, and which of them is selected."""
    return {
        "key": f"{run.trace.trace_id}\x1f{run.roll_up['loaded_at']}",
        "chosen": chosen or "",
        "hidden": hidden_severities(run),
        "flags": [
            {
                "id": flag_id,
                "position": place,
                "severity": flag.severity.value,
                "mode": theme.MODE_LABELS[flag.mode],
                "kind": flag.kind.replace("-", " "),
                "summary": unquoted(flag.summary),
                "agents": agents_text(flag.agents),
                "confidence": f"{share(flag.confidence)} sure",
                "waste": waste_text(flag),
            }
            for place, (flag_id, flag) in enumerate(run.flags.items(), start=1)
        ],
    }


def flags(data: dict[str, Any], key: str, on_flag: Callable[[], None]) -> None:
    """Draw the list; `flag` in the component's state is the id of the flag a person selected."""
    _mount(data=data, key=key, on_flag_change=on_flag)
