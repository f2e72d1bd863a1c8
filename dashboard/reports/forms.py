"""The forms that a report is written in, by the name that `--format` takes."""

from collections.abc import Callable

from misheard.dashboard.reports import json_form, junit_form, sarif_form, text_form
from misheard.dashboard.reports.data import Report

FORMS: dict[str, Callable[[Report], str]] = {
    "text": text_form.render,
    "json": json_form.render,
    "junit": junit_form.render,
    "sarif": sarif_form.render,
}
