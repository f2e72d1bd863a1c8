"""ChatDev logs: who speaks to whom in each chat, and what the program says itself, in both ways of writing."""

import pytest
from reading import extras, head_of, items, load_bytes, payload, rows

from misheard.ingest import readers
from misheard.ingest.readers import CHATDEV
from misheard.ingest.row import Rejected

NEW = """[2023-06-10 15:43:05 INFO] **[Preprocessing]**

**ChatDev Starts** (20231006154305)

**task_prompt**: Count the bells of a parish.

[2023-06-10 15:43:05 INFO] flask app.py did not start for online log
[2023-06-10 15:43:05 INFO] System: **[RolePlaying]**

| Parameter | Value |
| --- | --- |
| **assistant_role_name** | Programmer |
| **user_role_name** | Code Reviewer |
| **model_type** | ModelType.GPT_3_5_TURBO |

[2023-06-10 15:43:06 INFO] Code Reviewer: **[Start Chat]**

[You are Programmer.
Here is a new customer's task: Count the bells of a parish.]

Write the counter.

[2023-06-10 15:43:08 INFO] **[OpenAI_Usage_Info Receive]**
prompt_tokens: 400
completion_tokens: 20
total_tokens: 420
cost: $0.0015

[2023-06-10 15:43:09 INFO] Programmer: **Programmer<->Code Reviewer on : Coding, turn 0**

[You are Code Reviewer.]

Which bells?

[2023-06-10 15:43:10 INFO] Code Reviewer: **Programmer<->Code Reviewer on : Coding, turn 0**

The ones that ring.

[2023-06-10 15:43:12 INFO] Programmer: **Programmer<->Code Reviewer on : Coding, turn 1**

<INFO> Seven.

[2023-06-10 15:43:12 INFO] **[Seminar Conclusion]**:

 Seven bells, then.

[2023-06-10 15:43:13 INFO] **[Update Codes]**

main.py updated.

[2023-06-10 15:43:14 INFO] **[Post Info]**

Software Info: 1 file
"""
OLD = """[2023-25-06 20:10:30 INFO] AgentTech Starts (20230625201030)

[2023-25-06 20:10:31 INFO] PhaseType: PhaseType.CODING

[2023-25-06 20:10:31 INFO] \x1b[32mAI Assistant (Programmer) sys message:
SystemMessage(role_name='Programmer')
[2023-25-06 20:10:31 INFO] \x1b[34mAI User (Chief Executive Officer) sys message:
SystemMessage(role_name='Chief Executive Officer')
[2023-25-06 20:10:31 INFO] \x1b[33mTask prompt:
Count the bells.
[2023-25-06 20:10:32 INFO] \x1b[34mAI User (Chief Executive Officer):

Write the counter.
[2023-25-06 20:10:33 INFO] [OpenAI_Usage_Info]
prompt_tokens: 10
completion_tokens: 2
[2023-25-06 20:10:33 INFO] [OpenAI_Usage_Info]
prompt_tokens: 20
completion_tokens: 3
[2023-25-06 20:10:34 INFO] \x1b[32m[0] AI Assistant (SPEAKER):

<INFO> Done.
[2023-25-06 20:10:34 INFO] \x1b[31m[0] AI Assistant (Programmer) terminated the chat.

[2023-25-06 20:10:40 INFO] AgentTech Ends (20230625201040)
"""


def spoken(raw):
    return [(row.sender, row.recipient, row.type, row.in_reply_to) for row in rows(CHATDEV, raw, "bells.log")]


def test_chats_are_tasks_and_results_between_those_who_hold_them():
    assert spoken(NEW.encode()) == [
        ("user", "*", "task", None),
        ("Code Reviewer", "Programmer", "task", None),
        ("Programmer", "Code Reviewer", "info", "L16"),
        ("Code Reviewer", "Programmer", "info", "L16"),
        ("Programmer", "Code Reviewer", "result", "L16"),
        ("ChatDev", "ChatDev", "status", None),
        ("ChatDev", "user", "result", "L1"),
    ]


def test_time_tokens_model_prompt_phase_and_conclusion_have_their_places():
    found = rows(CHATDEV, NEW.encode(), "bells.log")
    asked, first, last = found[1], found[2], found[4]
    assert payload(asked) == {"text": "Write the counter."}
    assert extras(asked)["system_prompt"].startswith("You are Programmer.")
    assert (first.model, first.input_tokens, first.output_tokens) == ("gpt-3.5-turbo", 400, 20)
    assert first.cost_cents == pytest.approx(0.15)
    assert (payload(last), extras(last)) == (
        {"text": "<INFO> Seven."}, {"conclusion": "Seven bells, then.", "phase": "Coding"},
    )  # fmt: skip
    assert first.timestamp == 1_696_606_989_000_000
    assert "no zone" in (first.notes or "")


def test_the_first_way_of_writing_is_read_too():
    raw = OLD.replace("SPEAKER", "Programmer").encode()
    assert spoken(raw) == [
        ("user", "*", "task", None),
        ("Chief Executive Officer", "Programmer", "task", None),
        ("Programmer", "Chief Executive Officer", "result", "L11"),
        ("ChatDev", "user", "result", "L9"),
    ]
    answer = rows(CHATDEV, raw)[2]
    assert (answer.input_tokens, answer.output_tokens) == (30, 5)
    assert "2 model calls" in (answer.notes or "")


def test_a_chat_in_which_only_its_opener_is_heard_is_no_task_without_an_answer():
    kinds = [entry[:3] for entry in spoken(OLD.replace("SPEAKER", "Chief Executive Officer").encode())]
    assert kinds[1:3] == [("Chief Executive Officer", "Programmer", "info")] * 2


def test_a_log_that_ends_in_a_chat_still_has_its_task():
    cut = NEW[: NEW.index("[2023-06-10 15:43:08")].encode()
    assert spoken(cut)[-1] == ("Code Reviewer", "Programmer", "task", None)


def test_whom_nobody_names_is_not_guessed():
    log = b"[2023-25-06 20:10:34 INFO] \x1b[32m[0] AI Assistant (Programmer):\n\nDone.\n"
    assert spoken(log) == [("Programmer", "*", "info", None)]


def test_odd_bytes_never_raise_and_a_second_reading_adds_nothing(store, tmp_path):
    raw = b"noise\n" + NEW.encode() + b"[2023-99-99 15:43:14 INFO] \xff\xfe odd\n"
    found = items(CHATDEV, raw)
    assert [one.problem for one in found if isinstance(one, Rejected)] == [
        "'timestamp' is not an ISO 8601 time; write one like 2026-11-16T08:12:00Z"
    ]
    assert load_bytes(store, tmp_path, raw, "bells.log").kept == 7
    assert load_bytes(store, tmp_path, raw, "bells.log").kept == 0


def test_it_is_known_by_its_heads_and_its_agents():
    assert readers.sniff(head_of(NEW.encode())) is CHATDEV
    assert readers.sniff(head_of(OLD.encode())) is CHATDEV
    assert not CHATDEV.knows(head_of(b"[2023-25-06 20:10:30 INFO] server started\n"))
