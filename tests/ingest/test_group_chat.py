"""The group-chat reader: who speaks to whom comes from what the log says, and a broadcast stays one."""

import json

import pytest
from reading import extras, head_of, items, json_lines, load_bytes, load_paths, payload, record, rows

from misheard.ingest import readers
from misheard.ingest.message import BROADCAST, USER
from misheard.ingest.readers import GROUP_CHAT
from misheard.ingest.readers.base import HEAD, Head
from misheard.ingest.readers.chat_address import addressee_in, says_end, stops
from misheard.ingest.row import Rejected

ORCHESTRATED = {
    "question": "Which ferry is the last one to Skarvik on a Sunday?",
    "ground_truth": "21:40",
    "level": 2,
    "history": [
        {"role": "human", "content": "Which ferry is the last one to Skarvik on a Sunday?"},
        {"role": "Orchestrator (thought)", "content": "Plan: look at the timetable."},
        {"role": "Orchestrator (-> Browser)", "content": "Open the timetable of the Skarvik line."},
        {"role": "Orchestrator (thought)", "content": "Next speaker Browser"},
        {"role": "Browser", "content": "The last ferry on Sunday leaves at 21:40."},
        {"role": "Browser", "content": "The page has a notice about the winter, too."},
        {"role": "Orchestrator (termination condition)", "content": "FINAL ANSWER: 21:40"},
    ],
}


def talk(*pairs, **about):
    """Return a run of `(name, content)` entries as AG2 writes them."""
    entries = [{"name": name, "role": "user", "content": content} for name, content in pairs]
    return {**about, "history": entries}


def spoken(found):
    return [(row.sender, row.recipient, row.type, row.in_reply_to) for row in found]


def test_the_recipient_comes_from_what_the_role_says():
    found = rows(GROUP_CHAT, ORCHESTRATED, "ferry.json")

    assert spoken(found) == [
        (USER, BROADCAST, "task", None),
        ("Orchestrator", "Orchestrator", "info", None),
        ("Orchestrator", "Browser", "task", None),
        ("Orchestrator", "Orchestrator", "info", None),
        ("Browser", "Orchestrator", "result", "m2"),
        ("Browser", BROADCAST, "info", None),
        ("Orchestrator", USER, "result", "m0"),
    ]
    assert [row.id for row in found] == [f"m{number}" for number in range(7)]
    assert {row.trace_id for row in found} == {"ferry"}
    assert {row.timestamp for row in found} == {None}
    assert payload(found[4]) == {"text": "The last ferry on Sunday leaves at 21:40."}


def test_every_key_of_the_log_has_a_home():
    log = talk(("Ann", "Hello all"), ("Ben", "Hello Ann"), question="Who?", system_prompt={"Ann": "be brief"})
    log["history"][1] |= {"turn": 4, "refusal": None, "id": "x9", "models_usage": {"prompt_tokens": 7}}

    found = rows(GROUP_CHAT, log)

    assert extras(found[0]) == {"question": "Who?", "system_prompt": {"Ann": "be brief"}, "role": "user"}
    assert extras(found[1]) == {"turn": 4, "role": "user"}
    assert (found[1].id, found[1].input_tokens, found[1].output_tokens) == ("x9", 7, 0)


def test_what_is_said_of_the_run_stands_once_on_its_first_message():
    found = rows(GROUP_CHAT, ORCHESTRATED)

    assert extras(found[0])["ground_truth"] == "21:40"
    assert not any("ground_truth" in extras(row) for row in found[1:])


def test_the_order_of_the_list_is_no_hand_off():
    found = rows(GROUP_CHAT, talk(("Ann", "I count 12 sites."), ("Ben", "Twelve sites, then."), ("Ann", "Good.")))

    assert {(row.recipient, row.type, row.in_reply_to) for row in found} == {(BROADCAST, "info", None)}


@pytest.mark.parametrize(
    "text",
    [
        "Here is the plan.\n\nBen, please write it.", "Ben, please write it.", "@Ben write it.",
        "Plan.\n\n**Ben** - please write it.", "Plan.\n\n**Ben:** please write it.", "Plan.\n\nBen: could you?",
        "**Ann → Ben:** write it.", "Plan.\n\n@ben over to you",
    ],
)  # fmt: skip
def test_a_name_at_the_start_of_a_text_or_its_last_paragraph_is_an_address(text):
    found = rows(GROUP_CHAT, talk(("Ann", text), ("Cem", "Meanwhile, I rest."), ("Ben", "Written.")))

    assert spoken(found) == [
        ("Ann", "Ben", "task", None),
        ("Cem", BROADCAST, "info", None),
        ("Ben", BROADCAST, "result", "m0"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Ben, Cem and I agree on the plan.", "Ben and Cem: you disagree.", "## Ben - Verification", "**Ben:**\nyes",
        "Ben's output is fine.", "Bend, please, the rules.", "As Ben said, please wait.", "Ben: PASS",
        "Ask Ben, please.", "Plan.\n\nBen, please write it.\n\nNo, leave it.",
    ],
)  # fmt: skip
def test_a_name_that_is_only_mentioned_is_no_address(text):
    found = rows(GROUP_CHAT, talk(("Ann", text), ("Ben", "Written."), ("Cem", "Read.")))

    assert {row.recipient for row in found} == {BROADCAST}


def test_nobody_addresses_themselves():
    found = rows(GROUP_CHAT, talk(("Ann", "Ann, please remember the milk."), ("Ben", "Right.")))

    assert found[0].recipient == BROADCAST


def test_an_answer_that_addresses_the_next_one_is_a_result_all_the_same():
    found = rows(
        GROUP_CHAT,
        talk(("Ann", "Ben, please write it."), ("Ben", "Written.\n\nCem, please check it."), ("Cem", "Checked.")),
    )

    assert spoken(found)[1:] == [("Ben", "Cem", "result", "m0"), ("Cem", BROADCAST, "result", "m1")]


def test_a_last_word_to_terminate_is_the_result_for_the_user():
    found = rows(GROUP_CHAT, talk(("Ann", "It is 4."), ("Ben", "I agree: 4.\n\nTERMINATE")))

    assert spoken(found)[1] == ("Ben", USER, "result", None)


def test_terminate_in_the_middle_of_a_run_or_of_a_text_ends_nothing():
    found = rows(GROUP_CHAT, talk(("Ann", "TERMINATE"), ("Ben", 'Close it by replying only with "TERMINATE".')))

    assert {row.recipient for row in found} == {BROADCAST}


def test_an_ask_that_the_end_of_the_run_answers_is_no_open_task():
    found = rows(
        GROUP_CHAT, talk(("Ann", "Written.\n\nBen, please check it."), ("Ben", "All sound.\n\nTASK COMPLETE"))
    )

    assert spoken(found) == [("Ann", "Ben", "info", None), ("Ben", USER, "result", None)]


def test_the_question_of_the_run_is_a_task_from_the_user_whoever_posted_it():
    log = {
        "trace_id": "run-7",
        "trace": json.dumps(
            {
                "problem_statement": ["Merge two lists."],
                "trajectory": [
                    {"name": "Planner", "role": "user", "content": "Merge two lists."},
                    {"name": "Coder", "role": "user", "content": "Merged.\n\nTERMINATE"},
                ],
            }
        ),
    }

    found = rows(GROUP_CHAT, [log])

    assert spoken(found) == [(USER, BROADCAST, "task", None), ("Coder", USER, "result", "m0")]
    assert {row.trace_id for row in found} == {"run-7"}
    assert extras(found[0]) == {"trace": {"problem_statement": ["Merge two lists."]}, "name": "Planner"}


TOOL_TALK = [
    {"role": "system", "content": "You sell tea."},
    {"role": "user", "content": "Where is my order?"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "c1", "function": {"name": "find_order", "arguments": '{"number": 7}'}}],
    },
    {"role": "tool", "tool_call_id": "c1", "name": "find_order", "content": "on its way"},
    {"role": "assistant", "content": "It is on its way."},
    {"role": "user", "content": "Thank you. ###STOP###"},
]


def test_with_two_parties_the_role_says_who_is_addressed():
    found = rows(GROUP_CHAT, TOOL_TALK)

    assert spoken(found) == [
        ("system", "assistant", "info", None),
        (USER, "assistant", "task", None),
        ("assistant", "find_order", "task", None),
        ("find_order", "assistant", "result", "c1"),
        ("assistant", USER, "result", "m1"),
        (USER, "assistant", "status", None),
    ]
    assert payload(found[2]) == {"tool": "find_order", "arguments": {"number": 7}}
    assert payload(found[3]) == {"tool": "find_order", "text": "on its way"}


def test_a_call_of_a_tool_in_a_group_is_a_task_to_it():
    log = [
        {"name": "Ann", "content": "Let me look.", "tool_calls": [{"id": "c1", "function": {"name": "search"}}]},
        {"role": "tool", "tool_call_id": "c1", "content": "3 hits"},
        {"name": "Ben", "content": "Three, then."},
    ]

    assert spoken(rows(GROUP_CHAT, log)) == [
        ("Ann", BROADCAST, "info", None),
        ("Ann", "search", "task", None),
        ("search", "Ann", "result", "c1"),
        ("Ben", BROADCAST, "info", None),
    ]


def test_parts_that_are_no_text_are_kept_without_their_bytes():
    image = {"type": "image", "source": {"type": "base64", "data": "A" * 5_000}}

    found = rows(
        GROUP_CHAT,
        [{"role": "user", "content": [{"type": "text", "text": "See"}, image]}, {"role": "A", "content": "x"}],
    )

    assert payload(found[0])["text"] == "See"
    assert payload(found[0])["parts"][0]["source"]["data"] == "(5000 characters left out)"


def test_a_time_is_taken_where_the_log_has_one_and_never_made_up():
    log = [
        {"source": "Ann", "content": "Hi", "created_at": "2026-03-02T09:00:00+00:00"},
        {"source": "Ben", "content": "Hi", "timestamp": 1_700_000_000},
    ]

    found = rows(GROUP_CHAT, log)

    assert found[0].timestamp == 1_772_442_000_000_000
    assert found[1].timestamp is None
    assert extras(found[1]) == {"timestamp": 1_700_000_000}


WRAPPINGS = {
    "history": lambda entries: {"history": entries},
    "trajectory": lambda entries: {"trajectory": entries},
    "JSON text": lambda entries: {"trajectory": json.dumps(entries)},
    "messages": lambda entries: {"messages": entries},
    "a bare list": lambda entries: entries,
    "under trace": lambda entries: {"trace": {"history": entries}},
    "a list under trace": lambda entries: {"trace": entries},
    "JSON text under trace": lambda entries: {"trace": json.dumps({"trajectory": entries})},
    "a list of runs": lambda entries: [{"history": entries}],
}


@pytest.mark.parametrize("wrap", WRAPPINGS.values(), ids=WRAPPINGS.keys())
def test_a_run_is_found_however_it_is_wrapped(wrap):
    log = wrap(ORCHESTRATED["history"])

    assert readers.sniff(head_of(log)) is GROUP_CHAT
    assert [row.id for row in rows(GROUP_CHAT, log)] == [f"m{number}" for number in range(7)]


def test_json_lines_hold_runs_or_the_entries_of_one():
    runs = json_lines({"id": "r1", "history": ORCHESTRATED["history"]}, {"history": ORCHESTRATED["history"]})
    entries = json_lines(*ORCHESTRATED["history"])

    assert readers.sniff(head_of(runs)) is GROUP_CHAT
    assert readers.sniff(head_of(entries)) is GROUP_CHAT
    assert {row.trace_id for row in rows(GROUP_CHAT, runs, "day.jsonl")} == {"r1", "day#2"}
    found = rows(GROUP_CHAT, entries, "day.jsonl")
    assert {row.trace_id for row in found} == {"day"}
    assert [row.line for row in found] == list(range(1, 8))


def test_runs_without_an_id_are_told_apart_by_folder_and_file(store, tmp_path):
    for folder in ("first", "second"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "1.json").write_text(json.dumps({**ORCHESTRATED, "question_ID": "q7"}))

    report = load_paths(store, tmp_path)

    assert report.kept == 14
    assert report.sources[0].renamed == 0
    assert store.read("SELECT trace_id FROM traces ORDER BY 1") == [("first/1",), ("second/1",)]


def test_loading_a_chat_twice_adds_nothing(store, tmp_path):
    log = json.dumps(talk(*[("Ann", "Next.")] * 5)).encode()

    assert load_bytes(store, tmp_path, log, "run.json").kept == 5
    again = load_bytes(store, tmp_path, log, "run.json")

    assert (again.kept, again.repeated) == (0, 5)


def test_an_entry_that_is_none_costs_itself():
    log = talk(("Ann", "One."), ("Ben", "Two."))
    log["history"][1:1] = [5, {"content": "by nobody"}, {"role": "Ann"}, {"role": "Ann", "content": None}]

    found = items(GROUP_CHAT, log, "chat.json")

    refused = [item for item in found if isinstance(item, Rejected)]
    assert [item.problem for item in refused] == [
        "message 2 of run 'chat' is a number; an entry is an object with role or name, and content",
        "message 3 of run 'chat' has no role and no name; each entry says who speaks",
        "message 4 of run 'chat' has no content; each entry says something or calls a tool",
    ]
    assert [item.raw for item in refused] == [b"5", b'{"content":"by nobody"}', b'{"role":"Ann"}']
    assert [row.id for row in found if not isinstance(row, Rejected)] == ["m0", "m4", "m5"]


def test_a_chat_that_is_cut_off_is_read_as_far_as_it_goes():
    log = json.dumps(ORCHESTRATED, indent=1).encode()
    cut = log[: log.index(b"The page has")]

    found = items(GROUP_CHAT, cut, "ferry.json")

    [refused] = [item for item in found if isinstance(item, Rejected)]
    assert "ends in the middle of a record" in refused.problem
    assert refused.line == cut.count(b"\n") + 1
    kept = [item for item in found if not isinstance(item, Rejected)]
    assert [row.id for row in kept] == ["m0", "m1", "m2", "m3", "m4"]
    assert extras(kept[0])["ground_truth"] == "21:40"
    assert "breaks off or is damaged" in kept[0].notes


NOT_CHATS = {
    "a native message": record(),
    "native messages": [record(), record("m2")],
    "labels": {"meta": {}, "labels": {"run-7": {"mode": "1.1", "notes": "role ignored, content fine"}}},
    "a list of labels": [{"trajectory_id": "1", "failures": [{"step": 1}]}],
    "metadata": {"checkpoint_id": "a", "session_id": "b", "files_touched": ["x"]},
    "an empty history": {"history": []},
    "text": "role name content",
    "spans": {"spans": [{"name": "x"}], "messages": [{"role": "user", "content": "x"}]},
}


@pytest.mark.parametrize("log", NOT_CHATS.values(), ids=NOT_CHATS.keys())
def test_what_is_no_chat_is_not_taken_for_one(log):
    assert not GROUP_CHAT.knows(head_of(log))
    assert not GROUP_CHAT.knows(head_of(json.dumps(log, indent=1).encode()))


def test_an_entry_on_a_line_of_another_format_makes_no_chat():
    other = b'{"events": [\n{"role": "user", "content": "x"}\n, {"a": 1}]}'

    assert not GROUP_CHAT.knows(head_of(other))


@pytest.mark.parametrize("wrap", WRAPPINGS.values(), ids=WRAPPINGS.keys())
def test_a_chat_larger_than_the_head_is_known_by_its_beginning(wrap):
    big = [{"role": "Ann", "content": "word " * 30_000}, {"role": "Ben", "content": "word " * 30_000}] * 2
    raw = json.dumps(wrap(big)).encode()

    assert readers.sniff(Head(raw[:HEAD], False)) is GROUP_CHAT


def test_words_that_end_a_run():
    assert says_end("Done.\nTERMINATE")
    assert says_end("**TASK COMPLETE**")
    assert not says_end("The task is complete.")
    assert not says_end("Say TERMINATE when done")
    assert stops("Bye ###STOP###")
    assert not stops("Do not stop")


def test_a_chat_of_very_many_speakers_is_not_searched_for_names():
    assert addressee_in("Ben, please", "Ann", ["Ann", "Ben"]) == "Ben"
    assert addressee_in("Ben, please", "Ann", ["Ann", "Ben", *map(str, range(300))]) is None
