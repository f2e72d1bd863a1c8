"""How a run came to its end: the probable causes, each with the messages by which it led there."""

from collections.abc import Callable
from typing import Any

from misheard.analysis.cause import Chain, Link, Step
from misheard.analysis.gist import objective_of, report_of, shortened
from misheard.dashboard import theme
from misheard.dashboard.components.drawn import drawn
from misheard.dashboard.components.words import unquoted
from misheard.dashboard.trace_data import Run
from misheard.ingest.message import AgentMessage, MessageType

FIRST = 1
"""So many chains are shown before a person asks for the others."""
LONGEST = 150
"""Characters of a message that a step shows."""
_LINKS = {
    Link.CLAIM: "each step retells the words of the one before",
    Link.DELEGATION: "by way of tasks and their answers; the words themselves were not followed all the way",
    Link.AGENT: "only because an agent had seen it before its last word",
}
_mount = drawn("causes")


def causes_data(run: Run, message: str | None) -> dict[str, Any]:
    """Return the chains of a run, with `message` as the one that is open."""
    causes = run.causes
    return {
        "key": run.trace.trace_id,
        "about": causes.about if causes else "What led to the end was not looked for in this analysis.",
        "open": message or "",
        "first": FIRST,
        "chains": [_chain(run, chain) for chain in (causes.chains if causes else ())],
    }


def _chain(run: Run, chain: Chain) -> dict[str, Any]:
    last = len(chain.steps) - 1
    return {
        "sure": f"{chain.sure:.0%}",
        "word": chain.word,
        "why": _LINKS[chain.link] if len(chain.steps) > 1 else "the fault is in the final answer itself",
        "steps": [_step(run, step, place == last) for place, step in enumerate(chain.steps)],
    }


def _step(run: Run, step: Step, is_end: bool) -> dict[str, Any]:
    message = run.trace.by_id.get(step.message)
    found = [run.flags[name] for name in step.flags if name in run.flags]
    return {
        "message": step.message,
        "who": f"{message.sender} → {message.recipient}" if message else "",
        "says": step.says,
        "end": is_end,
        "text": _gist(message) if message else "",
        "flags": [
            {
                "severity": flag.severity.value,
                "mode": theme.MODE_LABELS[flag.mode],
                "kind": flag.kind.replace("-", " "),
                "summary": unquoted(flag.summary),
            }
            for flag in found
        ],
    }


def _gist(message: AgentMessage) -> str:
    """Return the beginning of what a message asks for or reports."""
    said = objective_of(message) if message.type is MessageType.TASK else report_of(message)
    return shortened(said, LONGEST)


def causes(data: dict[str, Any], key: str, on_open: Callable[[], None]) -> None:
    """Draw the chains; `open` in the component's state is the id of the message a person opened."""
    _mount(data=data, key=key, on_open_change=on_open)
