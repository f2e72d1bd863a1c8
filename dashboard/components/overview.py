"""What stands at the top of the trace page: the run in figures, and what was and was not looked for."""

from typing import Any

from misheard.analysis.engine import Check
from misheard.dashboard import theme, units
from misheard.dashboard.components.facts import Fact, fact
from misheard.dashboard.trace_data import Run

NOTES = 5
"""Notes on a run shown one by one; the others are counted."""


def overview_data(run: Run) -> dict[str, Any]:
    """Return the figures of a run, its checks, and the notes made in putting it in order."""
    row = run.roll_up
    notes = [f"Note: {note}" for note in run.trace.notes[:NOTES]]
    if len(run.trace.notes) > NOTES:
        notes.append(f"and {len(run.trace.notes) - NOTES:,} more notes on the order of the messages")
    return {
        "title": run.trace.trace_id,
        "layout": "strip",
        "items": [
            _end(row["complete"], row["end_reason"]),
            fact("Messages", units.count(row["messages"])),
            fact("Agents", units.count(row["agents"])),
            _duration(row),
            _cost(row),
            _confidence(row),
        ],
        "checks": [_check(run, check) for check in run.checks],
        "notes": notes,
    }


def _end(complete: bool | None, reason: str | None) -> Fact:
    return fact(
        "End of the run",
        "complete" if complete else "not complete",
        hint=reason,
        tone=None if complete else "missed",
    )


def _duration(row: Any) -> Fact:
    started, ended = row["started"], row["ended"]
    if started is None or ended is None:
        return fact("Duration", units.MISSING, hint="no times in the log")
    return fact(
        "Duration", units.duration((ended - started).total_seconds()), hint=f"from {units.moment(started)} UTC"
    )


def _cost(row: Any) -> Fact:
    unpriced = int(row["unpriced_messages"] or 0)
    hint = f"{units.plural(unpriced, 'message')} unpriced" if unpriced else None
    if row["cost_cents"] is None:
        return fact("Cost", "unpriced" if unpriced else units.MISSING, hint=hint or "no usage in the log")
    return fact("Cost", units.money(row["cost_cents"]), hint=hint)


def _confidence(row: Any) -> Fact:
    if row["final_confidence"] is None:
        return fact("Final confidence", "not stated", tone="quiet")
    return fact("Final confidence", f"{row['final_confidence']:.0%}", hint=row["final_level"])


def _check(run: Run, check: Check) -> dict[str, str]:
    found = [flag.severity for flag in run.flags.values() if flag.mode == check.mode]
    label = theme.MODE_LABELS[check.mode]
    if not check.checked:
        return {"label": label, "tone": "unchecked", "value": f"could not check, because {check.reason}"}
    if found:
        worst = min(found, key=lambda severity: severity.rank)
        return {
            "label": label, "tone": "found", "value": units.plural(len(found), "flag"), "severity": worst.value,
        }  # fmt: skip
    return {"label": label, "tone": "clean", "value": "checked, nothing found"}
