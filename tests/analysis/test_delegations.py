"""Which message answers which task, and what became of each."""

import time
from typing import Any

import pytest
from case_runner import trace_from
from hypothesis import given, settings
from hypothesis import strategies as st

from misheard.analysis.delegations import Delegation, State
from misheard.analysis.detectors.duplicate_work import DETECTOR as DUPLICATES
from misheard.analysis.detectors.incomplete_handoff import DETECTOR as HANDOFFS
from misheard.analysis.detectors.orphaned_subtasks import DETECTOR as ORPHANS
from misheard.analysis.trace import Trace
from misheard.ingest.message import AgentMessage, MessageType

START = {"from": "user", "to": "lead", "type": "task", "say": "Report on the villages."}
END = {"from": "lead", "to": "user", "type": "result", "say": "All villages are reported."}


def say(sender: str, recipient: str, kind: str, text: str, **more: Any) -> dict[str, Any]:
    return {"from": sender, "to": recipient, "type": kind, "say": text, **more}


def of(*messages: dict[str, Any]) -> dict[str, Delegation]:
    return {delegation.task.id: delegation for delegation in trace_from(messages).delegations}


def results(delegation: Delegation) -> list[str]:
    return [result.id for result in delegation.results]


def test_a_reply_wins_over_order_and_words() -> None:
    found = of(
        say("lead", "scout", "task", "Count the boats."),
        say("lead", "scout", "task", "Count the rafts."),
        say("scout", "lead", "result", "Four rafts, that is.", reply="m1"),
    )

    assert results(found["m1"]) == ["m3"]
    assert found["m1"].matched_by == "reply"
    assert results(found["m2"]) == []


def test_a_reply_to_a_question_about_a_task_belongs_to_the_task() -> None:
    found = of(
        say("lead", "scout", "task", "Count the boats."),
        say("lead", "scout", "task", "Count the rafts."),
        say("scout", "lead", "escalation", "Do wrecks count?", reply="m2"),
        say("lead", "scout", "info", "No.", reply="m3"),
        say("scout", "lead", "result", "Four.", reply="m4"),
    )

    assert results(found["m2"]) == ["m5"]
    assert [question.id for question in found["m2"].questions] == ["m3"]


@pytest.mark.parametrize("key", ["task_id", "subtaskId", "call_id"])
def test_a_shared_id_wins_over_order(key: str) -> None:
    found = of(
        say("lead", "scout", "task", "", payload={"text": "Count the boats.", key: "a"}),
        say("lead", "scout", "task", "", payload={"text": "Count the rafts.", key: "b"}),
        say("scout", "lead", "result", "", payload={"text": "Four.", key: "b"}),
        say("scout", "lead", "result", "", payload={"text": "31.", key: "a"}),
    )

    assert results(found["m1"]) == ["m4"]
    assert results(found["m2"]) == ["m3"]
    assert found["m1"].matched_by == "subtask id"


def test_an_id_that_the_whole_run_shares_says_nothing() -> None:
    found = of(
        say("lead", "scout", "task", "", payload={"text": "Count the boats.", "task_id": "run"}),
        say("lead", "clerk", "task", "", payload={"text": "Count the rafts.", "task_id": "run"}),
        say("clerk", "lead", "result", "", payload={"text": "Four rafts.", "task_id": "run"}),
    )

    assert results(found["m2"]) == ["m3"]
    assert results(found["m1"]) == []


def test_two_agents_in_order() -> None:
    found = of(
        say("lead", "scout", "task", "First thing."),
        say("lead", "scout", "task", "Second thing."),
        say("scout", "lead", "result", "Yes."),
        say("scout", "lead", "result", "No."),
    )

    assert results(found["m1"]) == ["m3"]
    assert results(found["m2"]) == ["m4"]
    assert found["m1"].matched_by == "agents in order"


def test_words_decide_among_several_open_tasks() -> None:
    found = of(
        say("lead", "scout", "task", "What does the field at Norwell cost?"),
        say("lead", "scout", "task", "What does the field at Eskmouth cost?"),
        say("lead", "scout", "task", "What does the field at Tarn Bay cost?"),
        say("scout", "lead", "result", "Tarn Bay: 900."),
        say("scout", "lead", "result", "Norwell: 700."),
        say("scout", "lead", "result", "Eskmouth: 400."),
    )

    assert [results(found[task]) for task in ("m1", "m2", "m3")] == [["m5"], ["m6"], ["m4"]]
    assert found["m3"].matched_by == "similar text"


def test_an_answer_to_everyone_counts() -> None:
    found = of(say("lead", "scout", "task", "Count the boats."), say("scout", "*", "result", "31 boats."))

    assert results(found["m1"]) == ["m2"]


def test_another_agent_may_answer_in_ones_place() -> None:
    found = of(
        say("lead", "scout", "task", "Count the boats in the harbour."),
        say("clerk", "lead", "result", "In the harbour lie 31 boats."),
    )

    assert results(found["m1"]) == ["m2"]
    assert found["m1"].matched_by == "similar text"


def test_a_result_of_another_agent_on_another_matter_does_not_count() -> None:
    found = of(
        say("lead", "scout", "task", "Count the boats in the harbour."),
        say("clerk", "lead", "result", "The tax is paid."),
    )

    assert results(found["m1"]) == []


def test_a_status_that_states_the_finding_is_an_answer() -> None:
    found = of(
        say("lead", "scout", "task", "Count the boats in the harbour."),
        say("scout", "lead", "status", "Boats in the harbour counted and confirmed: 31 in all."),
    )

    assert results(found["m1"]) == ["m2"]


@pytest.mark.parametrize(
    "text",
    [
        "Noted, will come back.",
        "On it.",
        "Launched in the background.",
        "Reading the first half now.",
        "I'll start soon.",
    ],
)
@pytest.mark.parametrize("kind", ["status", "info"])
def test_an_acknowledgement_is_no_answer(kind: str, text: str) -> None:
    found = of(START, say("lead", "scout", "task", "Count the boats."), say("scout", "lead", kind, text), END)

    assert found["m2"].state is State.ACKNOWLEDGED
    assert [message.id for message in found["m2"].acknowledgements] == ["m3"]


def test_a_result_that_begins_politely_is_still_one() -> None:
    found = of(
        say("lead", "scout", "task", "Count the boats."),
        say("scout", "lead", "result", "Sure. 31 boats lie there."),
    )

    assert results(found["m1"]) == ["m2"]


def test_failed_and_told() -> None:
    found = of(
        START,
        say("lead", "scout", "task", "Read the gauge at Tarn Bay."),
        say("scout", "lead", "result", "Could not read it, the gauge is under ice."),
        say("lead", "user", "result", "All done, but the gauge at Tarn Bay could not be read."),
    )

    assert found["m2"].state is State.FAILED_TOLD
    assert found["m2"].admitted_in == "m4"


def test_a_failure_that_everybody_can_see_is_not_hidden() -> None:
    found = of(START, {**END, "payload": {"status": "failed", "summary": "The road is closed."}})

    assert found["m1"].state is State.FAILED_TOLD


def test_work_a_person_stopped_is_no_orphan() -> None:
    found = of(
        START,
        say("lead", "scout", "task", "Read the gauge."),
        {
            **say("scout", "lead", "result", ""),
            "payload": {"status": "failed", "text": "[Request interrupted by user]"},
        },
        END,
    )

    assert found["m2"].state is State.FAILED_TOLD


def test_a_result_of_which_nothing_is_ever_said_again() -> None:
    found = of(
        START,
        say("lead", "scout", "task", "Who runs the ferry?"),
        say("scout", "lead", "result", "Odell Marine with 4 boats since 1988, fare 12.50, office in Quay House."),
        say("lead", "user", "result", "The villages are small and quiet."),
    )

    assert found["m2"].state is State.NEVER_USED


def test_a_task_says_which_one_it_serves() -> None:
    found = of(
        START,
        say("lead", "sub", "task", "Count what floats."),
        say("sub", "scout", "task", "Count the boats."),
        say("scout", "sub", "result", "31."),
        say("sub", "lead", "result", "31."),
        END,
    )

    assert found["m2"].serves == "m1"
    assert found["m3"].serves == "m2"


@pytest.mark.parametrize("state", [State.UNANSWERED, State.ACKNOWLEDGED, State.NEVER_STARTED])
def test_every_reason_is_one_sentence(state: State) -> None:
    spoken = {
        State.UNANSWERED: [say("scout", "clerk", "info", "Good morning.")],
        State.ACKNOWLEDGED: [say("scout", "lead", "status", "On it.")],
        State.NEVER_STARTED: [],
    }[state]
    found = of(START, say("lead", "scout", "task", "Count the boats."), *spoken, END)

    assert found["m2"].state is state
    assert found["m2"].reason.endswith(".")
    assert "\n" not in found["m2"].reason


NAMES = st.sampled_from(["user", "lead", "scout", "*", "Bash"])
TEXTS = st.one_of(
    st.sampled_from(["On it.", "Count the 31 boats at Norwell.", "Failed: no key.", "31 boats.", "Which?", ""]),
    st.text(),
)
MESSAGES = st.lists(
    st.fixed_dictionaries(
        {
            "from": NAMES,
            "to": NAMES,
            "type": st.sampled_from([kind.value for kind in MessageType]),
            "payload": st.dictionaries(
                st.sampled_from(
                    ["text", "objective", "status", "findings", "task_id", "already_tried", "tool", "arguments"]
                ),
                st.one_of(
                    TEXTS, st.integers(), st.none(), st.lists(TEXTS, max_size=2), st.dictionaries(TEXTS, TEXTS)
                ),
                max_size=3,
            ),
            "reply": st.one_of(st.none(), st.integers(1, 14).map(lambda number: f"m{number}")),
        }
    ),
    max_size=14,
)


@settings(max_examples=150, deadline=None)
@given(MESSAGES)
def test_any_log_has_one_delegation_a_task_and_no_result_ahead_of_it(messages: list[dict[str, Any]]) -> None:
    trace = trace_from(messages)

    tasks = [message.id for message in trace.messages if message.type is MessageType.TASK]
    assert [delegation.task.id for delegation in trace.delegations] == tasks
    for delegation in trace.delegations:
        places = [trace.position[result.id] for result in delegation.results]
        assert all(place > trace.position[delegation.task.id] for place in places)
    for detector in (ORPHANS, DUPLICATES, HANDOFFS):
        detector.cannot(trace)
        for flag in detector.detect(trace, detector.thresholds):
            assert all(message in trace.by_id for message in flag.messages)


def test_a_task_to_everyone_is_not_called_never_started() -> None:
    found = of(START, say("lead", "*", "task", "Who has the key of the shed?"), END)["m2"]

    assert found.state is State.UNANSWERED
    assert "went to everyone" in found.reason


def test_a_task_to_everyone_is_answered_where_the_chat_was_ended_for_everyone() -> None:
    found = of(
        say("user", "*", "task", "Write a sorter."),
        say("coder", "*", "info", "Here is the sorter."),
        say("tester", "*", "info", "All tests pass. TERMINATE"),
    )["m1"]

    assert found.state is State.ANSWERED
    assert "tester ended the chat in m3" in found.reason


def test_one_answer_can_stand_for_two_tasks() -> None:
    found = of(
        START,
        say("lead", "scout", "task", "Check the rafts."),
        say("lead", "scout", "task", "Check the pumps."),
        say("scout", "lead", "result", "The rafts are in date, the pumps give 6 bar."),
        END,
    )

    assert results(found["m2"]) == results(found["m3"]) == ["m4"]
    assert "along with another" in (found["m2"].matched_by, found["m3"].matched_by)


def long_run(count: int) -> Trace:
    """A lead that gives `count` tasks of one template; one in ten is never answered."""
    sites = [f"site {number} in {['Norwell', 'Eskmouth', 'Tarn Bay'][number % 3]}" for number in range(count)]
    messages = [
        AgentMessage(id="t", sender="user", recipient="lead", type="task", trace_id="x", payload={"text": "Go"})
    ]
    for number, site in enumerate(sites):
        objective = f"Measure the coverage of {site} with a mast of {20 + number % 7} m."
        task = {"objective": objective, "context": f"The owner is number {number}."}
        messages.append(
            AgentMessage(id=f"t{number}", sender="lead", recipient="scout", type="task", trace_id="x", payload=task)
        )
        if number % 10:
            told = {"status": "completed", "summary": f"{site}: {number % 97} percent."}
            messages.append(
                AgentMessage(
                    id=f"r{number}", sender="scout", recipient="lead", type="result", trace_id="x", payload=told
                )
            )
    final = {"status": "completed", "summary": "All sites are measured."}
    messages.append(
        AgentMessage(id="end", sender="lead", recipient="user", type="result", trace_id="x", payload=final)
    )
    return Trace.of("x", messages)


def test_a_run_of_five_thousand_messages_takes_no_more_than_seconds() -> None:
    trace = long_run(2600)
    start = time.process_time()

    for detector in (ORPHANS, DUPLICATES, HANDOFFS):
        list(detector.detect(trace, detector.thresholds))

    assert time.process_time() - start < 6


def silent_run(count: int) -> Trace:
    """A lead that gives `count` tasks, of which none is ever answered, and reports all done."""
    pairs = [("user", "lead", "task", "Go")]
    pairs += [
        ("lead", f"scout{n % 9}", "task", f"Measure the coverage of site {n} in Norwell.") for n in range(count)
    ]
    pairs += [("lead", "user", "result", "All sites are measured.")]
    return Trace.of(
        "x",
        [
            AgentMessage(id=f"m{n}", sender=a, recipient=b, type=kind, trace_id="x", payload={"text": text})
            for n, (a, b, kind, text) in enumerate(pairs)
        ],
    )


def test_a_task_costs_the_same_in_a_long_run() -> None:
    def cost(count: int) -> float:
        trace = silent_run(count)
        start = time.process_time()
        assert sum(d.state is State.NEVER_STARTED for d in trace.delegations) == count
        return (time.process_time() - start) / count

    cost(200)

    assert cost(16_000) < 3 * cost(2_000)
