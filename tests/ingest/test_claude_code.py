"""The Claude Code reader: prompts, tools, sub-agents and their files as messages of one trace."""

from claude_logs import SESSION, USAGE, Log, call, of, spoken, text
from reading import extras, payload


def test_a_turn_is_a_prompt_the_calls_it_led_to_and_a_result():
    log = Log().says("How many teas are there?")
    log.answers({"type": "thinking", "thinking": "I should count."}, answer="a1")
    log.answers(text("Let me count."), answer="a1")
    log.answers(
        call("Bash", "toolu_1", command="wc -l teas.txt"), answer="a1", usage={**USAGE, "output_tokens": 40}
    )
    log.returns("toolu_1", "12 teas.txt", toolUseResult={"stdout": "12 teas.txt"})
    log.answers(text("There are 12."), answer="a2")

    found = of(log)

    assert spoken(found) == [
        ("user", "claude", "task", None),
        ("claude", "user", "status", "u0"),
        ("claude", "Bash", "task", None),
        ("Bash", "claude", "result", "toolu_1"),
        ("claude", "user", "result", "u0"),
    ]
    assert [row.id for row in found] == ["u0", "a1:text0", "toolu_1", "toolu_1:result", "a2:text0"]
    assert {row.trace_id for row in found} == {SESSION}
    assert payload(found[2]) == {"tool": "Bash", "arguments": {"command": "wc -l teas.txt"}}
    assert payload(found[3]) == {"tool": "Bash", "text": "12 teas.txt"}
    assert extras(found[1])["thinking"] == "I should count."
    assert found[0].timestamp == 1_772_442_000_000_000


def test_the_usage_of_an_answer_counts_once_and_as_last_logged():
    log = Log().says("Count.")
    log.answers(text("One."), answer="a1", usage={**USAGE, "output_tokens": 1})
    log.answers(call("Bash", "toolu_1"), answer="a1", usage={**USAGE, "output_tokens": 40})

    found = of(log)

    assert [(row.model, row.input_tokens, row.cached_tokens, row.output_tokens) for row in found[1:]] == [
        ("claude-x", 1_103, 1_000, 40),
        (None, None, None, None),
    ]


def test_of_the_copies_of_a_streamed_block_the_last_is_kept():
    log = Log().says("Count.")
    log.answers(text("\n\n"), answer="a1")
    log.answers(text("There are"), answer="a1")
    log.answers(text("There are 12."), answer="a1")
    log.answers(call("Bash", "toolu_1"), answer="a1")
    log.answers(call("Bash", "toolu_1", command="wc"), answer="a1")

    found = of(log)

    assert [row.id for row in found] == ["u0", "a1:text0", "toolu_1"]
    assert payload(found[1]) == {"text": "There are 12."}
    assert payload(found[2])["arguments"] == {"command": "wc"}


def test_a_call_of_a_sub_agent_is_a_task_to_it_and_its_answer_a_result():
    asked = {"description": "Find teas", "prompt": "Find all teas.", "subagent_type": "Explore"}
    log = Log().says("Find.")
    log.answers(call("Task", "toolu_aaaa1111", **asked), call("Agent", "toolu_bbbb2222", **asked), answer="a1")
    log.returns(
        "toolu_aaaa1111",
        [text("12 teas")],
        toolUseResult={"status": "completed", "agentId": "x1", "totalTokens": 900, "content": [text("12 teas")]},
    )
    log.returns("toolu_bbbb2222", "no such agent", is_error=True)

    found = of(log)

    assert spoken(found)[1:] == [
        ("claude", "Explore#1111", "task", None),
        ("claude", "Explore#2222", "task", None),
        ("Explore#1111", "claude", "result", "toolu_aaaa1111"),
        ("Explore#2222", "claude", "result", "toolu_bbbb2222"),
    ]
    assert payload(found[1]) == asked
    assert payload(found[3]) == {"status": "completed", "text": "12 teas"}
    assert extras(found[3])["toolUseResult"] == {"status": "completed", "agentId": "x1", "totalTokens": 900}
    assert payload(found[4]) == {"status": "failed", "text": "no such agent"}


def launched(agent):
    about = {"isAsync": True, "status": "async_launched", "agentId": agent}
    return {"content": "Async agent launched successfully.\nagentId: x1", "toolUseResult": about}


FETCHED = (
    "<retrieval_status>success</retrieval_status>\n<task_id>x1</task_id>\n<task_type>local_agent</task_type>\n"
    "<status>completed</status>\n<output>\n12 teas\n</output>"
)
NOTICE = (
    "<task-notification>\n<task-id>x1</task-id>\n<status>completed</status>\n<summary>Agent done</summary>\n"
    "<result>12 teas</result>\n</task-notification>"
)


def in_background():
    log = Log().says("Find.")
    log.answers(call("Task", "toolu_1111", prompt="Find all teas.", subagent_type="Explore"), answer="a1")
    return log.returns("toolu_1111", **launched("x1"))


def test_a_launch_in_the_background_is_an_acknowledgement_and_the_notice_the_result():
    found = of(in_background().says(NOTICE))

    assert spoken(found)[2:] == [
        ("Explore#1111", "claude", "status", "toolu_1111"),
        ("Explore#1111", "claude", "result", "toolu_1111"),
    ]
    assert payload(found[3]) == {"status": "completed", "text": "Agent done\n12 teas"}


def test_a_launch_is_known_by_its_words_where_nothing_else_tells():
    log = Log().says("Find.").answers(call("Agent", "toolu_1111", prompt="Find."), answer="a1")
    log.returns("toolu_1111", "Agent launched in the background as task 7")

    assert spoken(of(log))[2] == ("general-purpose#1111", "claude", "status", "toolu_1111")


def test_what_is_fetched_from_the_background_is_the_result_of_the_sub_agent():
    log = in_background().answers(call("TaskOutput", "toolu_2", task_id="x1"), answer="a2")
    log.returns("toolu_2", FETCHED).says(NOTICE)

    found = of(log)

    assert spoken(found)[3:] == [
        ("claude", "TaskOutput", "task", None),
        ("Explore#1111", "claude", "result", "toolu_1111"),
        ("TaskOutput", "claude", "result", "toolu_2"),
        ("Explore#1111", "claude", "status", "toolu_1111"),
    ]
    assert payload(found[4]) == {"status": "completed", "text": FETCHED}


def test_what_is_not_ready_yet_is_no_result_of_the_sub_agent():
    log = in_background().answers(call("TaskOutput", "toolu_2", task_id="x1"), answer="a2")
    log.returns("toolu_2", FETCHED.replace("success", "not_ready").replace("completed", "running"))

    assert not [row for row in of(log) if row.sender == "Explore#1111" and row.type == "result"]


def test_notices_and_commands_are_no_prompts():
    log = Log().says("Go.").says("Caveat: the messages below", isMeta=True)
    log.says("<command-name>/ide</command-name>").says("<local-command-stdout>ok</local-command-stdout>")
    log.says("<system-reminder>mind the gap</system-reminder>").says("[Request interrupted by user]")
    log.says("<task-notification><task-id>b7</task-id><status>completed</status></task-notification>")

    assert spoken(of(log)) == [
        ("user", "claude", "task", None),
        ("claude-code", "claude", "info", None),
        ("user", "claude", "status", None),
        ("user", "claude", "status", None),
        ("claude-code", "claude", "info", None),
        ("user", "claude", "status", None),
        ("claude-code", "claude", "info", None),
    ]


def test_what_an_interrupted_agent_said_last_is_no_result():
    log = Log().says("Go.").answers(text("I am about to")).says("[Request interrupted by user]").says("Stop it.")

    assert [row.type for row in of(log)] == ["task", "status", "status", "task"]


def test_a_turn_ends_where_the_next_prompt_or_its_duration_stands():
    log = Log().says("One?").answers(text("One."), answer="a1").says("Two?").answers(text("Two."), answer="a2")
    log.add("system", subtype="turn_duration", durationMs=5).answers(text("Three."), answer="a3")

    assert [(row.type, row.in_reply_to) for row in of(log)] == [
        ("task", None), ("result", "u0"), ("task", None), ("result", "u2"), ("result", "u2"),
    ]  # fmt: skip


def test_compaction_is_noted_and_its_summary_comes_from_the_compaction():
    log = (
        Log()
        .says("Go.")
        .add(
            "system",
            subtype="compact_boundary",
            content="compacted",
            compactMetadata={"trigger": "auto", "preTokens": 9},
        )
    )
    log.says("This session is being continued ...", isCompactSummary=True)

    found = of(log)

    assert spoken(found)[1:] == [
        ("claude-code", "claude", "info", None),
        ("compaction", "claude", "info", None),
    ]
    assert payload(found[1]) == {"text": "compacted", "trigger": "auto", "preTokens": 9}


def test_what_was_typed_while_the_agent_worked_is_kept():
    log = Log().says("Go.")
    for operation, content in [
        ("enqueue", "rebase first"),
        ("enqueue", "/skills"),
        ("remove", None),
        ("remove", None),
    ]:
        log.add("queue-operation", operation=operation, content=content)
    log.add("queue-operation", operation="enqueue", content="taken back").add("queue-operation", operation="popAll")
    log.add("queue-operation", operation="enqueue", content="a prompt of its own").add(
        "queue-operation", operation="dequeue"
    )

    found = of(log)

    assert [(row.sender, row.type, payload(row)) for row in found[1:]] == [
        ("user", "info", {"text": "rebase first"})
    ]


def test_records_without_messages_are_dropped_in_silence():
    log = Log().says("Go.")
    for kind in ("progress", "file-history-snapshot", "summary", "pr-link", "attachment"):
        log.add(kind, data={"type": "hook_progress"})
    log.add("system", subtype="stop_hook_summary")

    assert len(of(log)) == 1


def test_keys_that_are_mapped_nowhere_are_extras_and_the_constant_ones_stand_once():
    log = (
        Log(gitBranch="main")
        .says("Go.", permissionMode="plan", parentUuid="p")
        .answers(text("Gone."), requestId="r")
    )

    found = of(log)

    assert extras(found[0]) == {
        "uuid": "u0", "parentUuid": "p", "permissionMode": "plan", "cwd": "/home/ann/tea", "version": "2.1.0",
        "gitBranch": "main",
    }  # fmt: skip
    assert extras(found[1]) == {"uuid": "u1", "requestId": "r"}


def test_a_file_that_starts_in_the_middle_reads_on():
    log = Log().returns("toolu_gone", "12").answers(text("Twelve."))

    assert spoken(of(log)) == [("tool", "claude", "result", "toolu_gone"), ("claude", "user", "result", None)]


def test_a_large_answer_of_a_tool_stays_whole_and_the_bytes_of_an_image_do_not():
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "A" * 9_000}}
    log = Log().says("Go.").answers(call("Read", "toolu_1"))
    log.returns("toolu_1", [text("x" * 100_000), image])

    answer = payload(of(log)[2])

    assert len(answer["text"]) == 100_000
    assert answer["parts"][0]["source"]["data"] == "(9000 characters left out)"


def test_an_error_of_the_service_is_a_failed_result():
    log = Log().says("Go.").answers(text("API Error: 529"), isApiErrorMessage=True)
    log.records[-1]["message"]["model"] = "<synthetic>"

    found = of(log)

    assert payload(found[1]) == {"status": "failed", "text": "API Error: 529"}
    assert found[1].model is None
