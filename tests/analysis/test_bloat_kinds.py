"""Context bloat by kind: a case file for each, whose texts stand in one place.

`{name}` in a case stands for the text of that name in `cases/context-bloat-texts.toml`; `after` names what was said
ahead of the case's own messages.
"""

import re
import tomllib
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from case_runner import FOLDER, cases, check_case, trace_from

from misheard.analysis.detectors.context_bloat import DETECTOR, Thresholds
from misheard.analysis.isolation import given_shares

SMALL = replace(DETECTOR, thresholds=Thresholds(cap=150, worth_it=50))
KINDS = ("over-cap", "grows-per-hop", "copied-transcript", "everyone-sees-all")
LEAST = 8
"""Cases that are flagged, and cases that are not, which each kind has at least."""

_written = tomllib.loads((FOLDER / "context-bloat-texts.toml").read_text(encoding="utf-8"))
TEXTS = {**_written["paragraphs"], **_written["findings"], **_written["orders"], **_written["records"]}
RUNS = _written["runs"]


def spelled_out(value: Any) -> Any:
    """Return a value of a case with its texts put in."""
    if isinstance(value, dict):
        return {key: spelled_out(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [spelled_out(inner) for inner in value]
    if isinstance(value, str):
        return re.sub(r"\{(\w+)\}", lambda found: spelled_out(TEXTS[found[1]]), value)
    return value


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_has_cases_of_both_sorts(kind):
    count = Counter(bool(param.values[0].get("expect")) for param in cases(f"context-bloat-{kind}"))
    assert min(count[True], count[False]) >= LEAST
    flagged = [wanted for param in cases(f"context-bloat-{kind}") for wanted in param.values[0].get("expect", ())]
    assert {wanted["kind"] for wanted in flagged} == {kind}


@pytest.mark.parametrize("case", [case for kind in KINDS for case in cases(f"context-bloat-{kind}")])
def test_case(case):
    messages = [*RUNS.get(case.get("after"), ()), *case["messages"]]
    check_case({**case, "messages": spelled_out(messages)}, SMALL)


def test_an_agent_is_given_what_it_was_sent_however_it_was_pasted():
    messages = spelled_out(
        [
            {"from": "a", "to": "b", "type": "info", "say": "{damp}"},
            {"from": "b", "to": "c", "type": "task", "say": "{damp} {damp}"},
            {"from": "b", "to": "*", "type": "info", "say": "{bees}"},
            {"from": "c", "to": "b", "type": "result", "say": "{pump}"},
        ]
    )
    given = given_shares(trace_from(messages), ["a", "b", "c", "nobody"])
    assert given["b"] == 1
    assert given["c"] == 1
    assert 0.3 < given["a"] < 0.7
    assert 0.2 < given["nobody"] < 0.5, "what was said to everyone"
    assert given_shares(trace_from(messages), []) == {}
