"""The colours and words of the page, said once: modes, severities, message types, statuses."""

from misheard.analysis.flag import Mode, Severity
from misheard.ingest.contract import Status
from misheard.ingest.message import MessageType

MODE_COLOURS: dict[Mode, str] = {
    Mode.TELEPHONE_DRIFT: "#0072b2",
    Mode.UNCERTAINTY_LAUNDERING: "#cc79a7",
    Mode.DUPLICATE_WORK: "#009e73",
    Mode.ORPHANED_SUBTASK: "#d55e00",
    Mode.CONTEXT_BLOAT: "#e69f00",
    Mode.INCOMPLETE_HANDOFF: "#56b4e9",
    Mode.RETRY_STORM: "#a2663a",
    Mode.PING_PONG: "#7b7f3a",
    Mode.EMPTY_RESULT: "#7f8694",
}
"""Okabe and Ito's palette (https://jfly.uni-koeln.de/color/), told apart by people with any colour vision.

Its black and yellow do not show on both a dark and a light page; a brown and an olive stand for them.
What is empty is grey.
"""

MODE_LABELS: dict[Mode, str] = {
    Mode.TELEPHONE_DRIFT: "Telephone drift",
    Mode.UNCERTAINTY_LAUNDERING: "Uncertainty laundering",
    Mode.DUPLICATE_WORK: "Duplicate work",
    Mode.ORPHANED_SUBTASK: "Orphaned subtask",
    Mode.CONTEXT_BLOAT: "Context bloat",
    Mode.INCOMPLETE_HANDOFF: "Incomplete hand-off",
    Mode.RETRY_STORM: "Retry storm",
    Mode.PING_PONG: "Ping-pong",
    Mode.EMPTY_RESULT: "Empty result",
}

MODE_SHORT: dict[Mode, str] = {
    Mode.TELEPHONE_DRIFT: "Drift",
    Mode.UNCERTAINTY_LAUNDERING: "Launder",
    Mode.DUPLICATE_WORK: "Dupl.",
    Mode.ORPHANED_SUBTASK: "Orphan",
    Mode.CONTEXT_BLOAT: "Bloat",
    Mode.INCOMPLETE_HANDOFF: "Hand-off",
    Mode.RETRY_STORM: "Retries",
    Mode.PING_PONG: "Ping",
    Mode.EMPTY_RESULT: "Empty",
}
"""Names that fit above a narrow column."""

MODE_WIDTHS: dict[Mode, int] = {
    Mode.TELEPHONE_DRIFT: 48,
    Mode.UNCERTAINTY_LAUNDERING: 66,
    Mode.DUPLICATE_WORK: 50,
    Mode.ORPHANED_SUBTASK: 60,
    Mode.CONTEXT_BLOAT: 50,
    Mode.INCOMPLETE_HANDOFF: 64,
    Mode.RETRY_STORM: 60,
    Mode.PING_PONG: 48,
    Mode.EMPTY_RESULT: 52,
}
"""Pixels that those names take."""

RARE = frozenset((Mode.RETRY_STORM, Mode.PING_PONG, Mode.EMPTY_RESULT))
"""Modes that take no room in the list of traces where no trace has a flag of them."""

MODE_MEANINGS: dict[Mode, str] = {
    Mode.TELEPHONE_DRIFT: "A claim changed its meaning on the way from agent to agent.",
    Mode.UNCERTAINTY_LAUNDERING: "A doubt was lost: a claim came out surer than it went in.",
    Mode.DUPLICATE_WORK: "Two agents did the same work.",
    Mode.ORPHANED_SUBTASK: "A task was given and never answered.",
    Mode.CONTEXT_BLOAT: "A hand-off carried far more text than the work needed.",
    Mode.INCOMPLETE_HANDOFF: "A hand-off left a question open that the receiver needed answered.",
    Mode.RETRY_STORM: "The same step failed again and again, and nothing was changed in between.",
    Mode.PING_PONG: "Two agents sent the same words to and fro.",
    Mode.EMPTY_RESULT: "A task was taken as done, and its result said nothing.",
}

SEVERITY_COLOURS: dict[Severity, str] = {
    Severity.ERROR: "#d62f3a",
    Severity.WARNING: "#c98500",
    Severity.NOTE: "#6b7f94",
}

SEVERITY_SIGNS: dict[Severity, str] = {Severity.ERROR: "▲", Severity.WARNING: "◆", Severity.NOTE: "●"}
"""A shape beside each colour, so that neither colour nor print is needed to tell them apart."""

TYPE_COLOURS: dict[MessageType, str] = {
    MessageType.TASK: "#0072b2",
    MessageType.RESULT: "#009e73",
    MessageType.STATUS: "#8a94a0",
    MessageType.ESCALATION: "#d55e00",
    MessageType.INFO: "#b07fb0",
}

STATUS_COLOURS: dict[str, str] = {
    Status.COMPLETED: "#009e73",
    Status.PARTIAL: "#e69f00",
    Status.BLOCKED: "#cc79a7",
    Status.FAILED: "#d55e00",
    "unstated": "#8a94a0",
}

ACCENT = "#0072b2"
QUIET = "#8a94a0"

STREAMLIT: dict[str, object] = {
    "theme.light.primaryColor": ACCENT,
    "theme.light.backgroundColor": "#ffffff",
    "theme.light.secondaryBackgroundColor": "#f3f5f7",
    "theme.light.textColor": "#1c2733",
    "theme.light.borderColor": "#d9dfe5",
    "theme.dark.primaryColor": "#56b4e9",
    "theme.dark.backgroundColor": "#12171d",
    "theme.dark.secondaryBackgroundColor": "#1b222a",
    "theme.dark.textColor": "#e6ebf0",
    "theme.dark.borderColor": "#303a45",
    "theme.baseRadius": "small",
    "theme.baseFontSize": 15,
    "theme.headingFontSizes": ["1.7rem", "1.3rem", "1.1rem", "1rem", "0.9rem", "0.9rem"],
    "theme.metricValueFontSize": "1.5rem",
    "theme.paddingTop": "1.2rem",
    "theme.paddingBottom": "2rem",
    "theme.showWidgetBorder": True,
}
"""Streamlit's own settings; light or dark follows the reader's system."""

STYLE = """
<style>
.stMainBlockContainer { padding-left: 1rem; padding-right: 1rem; }
</style>
"""
"""What no setting of Streamlit reaches: the wide empty margins."""


def severity_label(severity: Severity) -> str:
    """Return a severity with its sign, as tables and lists show it."""
    return f"{SEVERITY_SIGNS[severity]} {severity.value}"
