"""The report for a person at a terminal: what went wrong first, each with its evidence and its remedy."""

from collections import Counter

from misheard.analysis.flag import Flag, Severity, Span
from misheard.dashboard.reports.data import Report, TraceReport
from misheard.dashboard.units import money, plural
from misheard.dashboard.words import printable, shortened

MARKS = {Severity.ERROR: "✗", Severity.WARNING: "!", Severity.NOTE: "·"}


def render(report: Report) -> str:
    """Return the report as lines of text."""
    lines: list[str] = []
    for trace in report.traces:
        lines += _trace(trace)
    lines += _summary(report)
    return "\n".join(lines)


def _trace(report: TraceReport) -> list[str]:
    trace, figures = report.trace, report.figures
    end = "" if figures["complete"] else f" · not complete: {figures['end_reason']}"
    lines = [
        f"{printable(trace.trace_id)} · {plural(len(trace.messages), 'message')} · "
        f"{plural(len(trace.agents), 'agent')}{_cost(figures)}{printable(end)}"
    ]
    for flag in report.flags:
        lines += _flag(report, flag)
    if not report.flags:
        lines.append("  no flags")
    for check in report.analysis.checks:
        if not check.checked:
            lines.append(f"  ? {check.mode}: not checked, because {printable(check.reason or '')}")
    return [*lines, ""]


def _cost(figures: dict[str, object]) -> str:
    cents, unpriced = figures["cost_cents"], figures["unpriced_messages"]
    text = f" · {money(cents)}" if isinstance(cents, float) else ""
    if isinstance(unpriced, int) and unpriced:
        text += f" · {plural(unpriced, 'message')} unpriced"
    return text


def _flag(report: TraceReport, flag: Flag) -> list[str]:
    head = f"  {MARKS[flag.severity]} {flag.severity} {flag.mode}/{flag.kind} ({flag.confidence:.0%} sure)"
    lines = [f"{head} at {printable(', '.join(flag.messages))}", f"      {printable(flag.summary)}"]
    lines += _evidence(report, "before", flag.before)
    lines += _evidence(report, "after ", flag.after)
    waste = []
    if flag.waste_tokens:
        waste.append(plural(flag.waste_tokens, "token"))
    if flag.waste_cents:
        waste.append(money(flag.waste_cents))
    if waste:
        lines.append(f"      wasted: {', '.join(waste)}")
    lines.append(f"      remedy: {printable(flag.remedy)}")
    return lines


def _evidence(report: TraceReport, name: str, span: Span | None) -> list[str]:
    if span is None:
        return []
    place = report.places.get(span.message)
    where = f" ({place.source}:{place.line})" if place else ""
    return [f"      {name} {printable(span.message)}: “{printable(shortened(span.text))}”{printable(where)}"]


def _summary(report: Report) -> list[str]:
    by_severity = Counter(flag.severity for flag in report.flags)
    found = ", ".join(plural(by_severity[level], level.value) for level in Severity if by_severity[level])
    silent = sum(1 for trace in report.traces if not trace.flags)
    line = f"{plural(len(report.traces), 'trace')}: {found or 'no flags'}"
    if found:
        line += f"; {silent} without flags"
    unread = len(report.load.sentences())
    return [line + (f"; {plural(unread, 'problem')} in reading (above, or in --format json)" if unread else "")]
