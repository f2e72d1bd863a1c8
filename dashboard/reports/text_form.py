"""The report for a person at a terminal: the worst run first, each flag with its evidence and its remedy."""

from collections import Counter, defaultdict

from misheard.analysis.flag import Flag, Severity, Span
from misheard.dashboard.reports.data import Report, TraceReport
from misheard.dashboard.units import money, plural
from misheard.dashboard.words import printable, shortened

MARKS = {Severity.ERROR: "✗", Severity.WARNING: "!", Severity.NOTE: "·"}


def render(report: Report) -> str:
    """Return the report as lines of text."""
    lines: list[str] = []
    for trace in sorted(report.traces, key=_worst):
        lines += _trace(trace)
    lines += [""] if lines else []
    lines += [*_unchecked(report), _summary(report)]
    return "\n".join(lines)


def _worst(report: TraceReport) -> int:
    return min((flag.severity.rank for flag in report.flags), default=len(Severity))


def _trace(report: TraceReport) -> list[str]:
    trace, figures = report.trace, report.figures
    line = (
        f"{printable(trace.trace_id)} · {plural(len(trace.messages), 'message')} · "
        f"{plural(len(trace.agents), 'agent')}{_cost(figures)}"
    )
    if not figures["complete"]:
        line += f" · not complete: {printable(str(figures['end_reason']))}"
    checks = report.analysis.checks
    unchecked = [check.mode.value for check in checks if not check.checked]
    partly = f"; not checked: {', '.join(unchecked)}" if unchecked else ""
    if not report.flags:
        return [f"{line} · no flags{partly}"]
    lines = [line, *_causes(report)]
    for flag in report.in_order:
        lines += _flag(report, flag)
    return [*lines, *([f"  ? {partly.removeprefix('; ')}"] if partly else []), ""]


def _causes(report: TraceReport) -> list[str]:
    """Say what led to the end of the run: each chain as a line, from its flag to the final answer."""
    causes = report.analysis.causes
    by_id = {flag.id: flag for flag in report.flags}
    lines = [f"  → {printable(causes.about)}"]
    for chain in causes.chains:
        flag = by_id[chain.flag]
        way = [f"{flag.mode}/{flag.kind} at {chain.steps[0].message}"]
        for step in chain.steps[1:]:
            kinds = ", ".join(f"{by_id[name].mode}/{by_id[name].kind}" for name in step.flags)
            way.append(f"{step.says} {'with ' + kinds + ' ' if kinds else ''}in {step.message}")
        lines.append(f"      {chain.word} ({chain.sure:.0%}): {printable(' → '.join(way))}")
    return lines


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


def _unchecked(report: Report) -> list[str]:
    """Say once, for all runs it holds for, what could not be checked and why."""
    places: dict[tuple[str, str], list[str]] = defaultdict(list)
    for trace in report.traces:
        for check in trace.analysis.checks:
            if not check.checked:
                places[check.mode.value, check.reason or ""].append(trace.trace.trace_id)
    if not places:
        return []
    lines = ["Not checked:"]
    for (mode, reason), traces in places.items():
        where = printable(traces[0]) if len(traces) == 1 else plural(len(traces), "trace")
        lines.append(f"  ? {mode} in {where}, because {printable(reason)}")
    return [*lines, ""]


def _summary(report: Report) -> str:
    by_severity = Counter(flag.severity for flag in report.flags)
    found = ", ".join(plural(by_severity[level], level.value) for level in Severity if by_severity[level])
    silent = [trace for trace in report.traces if not trace.flags]
    partly = sum(1 for trace in silent if not all(check.checked for check in trace.analysis.checks))
    line = f"{plural(len(report.traces), 'trace')}: {found or 'no flags'}"
    if found:
        line += f"; {len(silent):,} without flags"
    if partly:
        line += f", {partly:,} of them only partly checked" if found else f", {partly:,} only partly checked"
    unread = len(report.load.sentences())
    if unread:
        line += f"; {plural(unread, 'problem')} in reading"
    if report.load.left_out:
        line += f"; {plural(len(report.load.left_out), 'file')} left out"
    return line
