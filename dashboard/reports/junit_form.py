"""The report as JUnit XML, which CI systems show: a suite a run, a case a mode."""

from xml.etree import ElementTree as Tree  # writes only; nothing is parsed

from misheard.analysis.flag import Flag
from misheard.dashboard.reports.data import Report, TraceReport
from misheard.dashboard.words import printable


def render(report: Report) -> str:
    """Return the report as JUnit XML."""
    root = Tree.Element("testsuites", name="misheard")
    for trace in report.traces:
        root.append(_suite(trace, report))
    if report.load.sentences():
        suite = Tree.SubElement(root, "testsuite", name="reading", tests="1", errors="1")
        case = Tree.SubElement(suite, "testcase", name="records that could not be read")
        error = Tree.SubElement(case, "error", message=f"{len(report.load.sentences())} could not be read")
        error.text = printable("\n".join(report.load.sentences()))
    Tree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + Tree.tostring(root, encoding="unicode")


def _suite(trace: TraceReport, report: Report) -> Tree.Element:
    name = printable(trace.trace.trace_id)
    suite = Tree.Element("testsuite", name=name)
    failures = skipped = 0
    for check in trace.analysis.checks:
        case = Tree.SubElement(suite, "testcase", classname=name, name=check.mode.value)
        flags = [flag for flag in trace.flags if flag.mode is check.mode]
        bad = [flag for flag in flags if flag.severity.rank <= report.fail_on.rank]
        if not check.checked:
            skipped += 1
            Tree.SubElement(case, "skipped", message=printable(check.reason or ""))
        elif bad:
            failures += 1
            failure = Tree.SubElement(case, "failure", message=printable(bad[0].summary), type=bad[0].kind)
            failure.text = "\n".join(_line(flag) for flag in bad)
        milder = [flag for flag in flags if flag not in bad]
        if milder:
            Tree.SubElement(case, "system-out").text = "\n".join(_line(flag) for flag in milder)
    suite.set("tests", str(len(trace.analysis.checks)))
    suite.set("failures", str(failures))
    suite.set("skipped", str(skipped))
    return suite


def _line(flag: Flag) -> str:
    return printable(f"{flag.severity} {flag.mode}/{flag.kind} at {', '.join(flag.messages)}: {flag.summary}")
