"""Which claims could have been heard before they were told on."""

import pytest
from case_runner import trace_from

from misheard.analysis.lineage import received_claims

RAIN = {"type": "info", "say": "The north gate flooded on Monday evening."}
PUMP = {"type": "info", "say": "The pump at the north gate was switched off."}


@pytest.mark.parametrize(
    ("ways", "heard"),
    [
        ([("scout", "*"), ("clerk", "*")], True),
        ([("scout", "*"), ("scout", "*")], False),
        ([("scout", "clerk"), ("clerk", "lead")], True),
        ([("scout", "lead"), ("clerk", "lead")], False),
    ],
)
def test_a_claim_counts_as_received_by_whom_it_reached(ways: list[tuple[str, str]], heard: bool) -> None:
    trace = trace_from([{**said, "from": a, "to": b} for said, (a, b) in zip((RAIN, PUMP), ways, strict=True)])

    assert received_claims(trace) is heard
