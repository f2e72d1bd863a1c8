"""The command line as its users meet it: data on stdout, talk on stderr, a status that means something."""

import io
import json
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pytest

from misheard.analysis.flag import Mode
from misheard.dashboard import cli

MISHEARD = [sys.executable, "-m", "misheard.dashboard.cli"]


@dataclass
class Done:
    returncode: int
    stdout: bytes
    stderr: bytes


def run(*words: str, stdin: bytes = b"", **env: str) -> Done:
    """Run the command line in this process, as its entry point does."""
    out, talk = io.TextIOWrapper(io.BytesIO()), io.TextIOWrapper(io.BytesIO())
    handler = signal.getsignal(signal.SIGINT)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["misheard", *words])
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", talk)
        for name, value in env.items():
            patch.setenv(name, value)
        try:
            cli.main()
            status = 0
        except SystemExit as end:
            status = int(end.code or 0)
        finally:
            signal.signal(signal.SIGINT, handler)
    out.flush()
    talk.flush()
    return Done(status, out.buffer.getvalue(), talk.buffer.getvalue())  # type: ignore[attr-defined]


def message(number: int, sender: str, recipient: str, kind: str, **payload: object) -> dict[str, object]:
    return {
        "id": f"m{number}",
        "sender": sender,
        "recipient": recipient,
        "type": kind,
        "traceId": "run-1",
        "timestamp": f"2026-03-02T09:{number:02}:00Z",
        "payload": payload,
    }


HEALTHY = [
    message(1, "user", "lead", "task", text="Count the open tickets of the harbour office."),
    message(2, "lead", "clerk", "task", text="Count the open tickets of the harbour office and report the number."),
    message(3, "clerk", "lead", "result", text="There are 41 open tickets."),
    message(4, "lead", "user", "result", text="41 tickets are open."),
]
CHANGED = [*HEALTHY[:3], message(4, "lead", "user", "result", text="There are 141 open tickets.")]


def written(folder: Path, messages: list[dict[str, object]], name: str = "run.jsonl") -> str:
    file = folder / name
    file.write_text("".join(json.dumps(m) + "\n" for m in messages))
    return str(file)


def test_a_healthy_log_passes_and_says_what_was_checked(tmp_path: Path) -> None:
    done = run("check", written(tmp_path, HEALTHY), "--format", "json", MISHEARD_EMBEDDINGS="off")

    report = json.loads(done.stdout)
    trace = report["traces"][0]
    assert done.returncode == 0
    assert report["version"] == 1
    assert report["alignment"] == "lexical"
    assert report["rejected"] == []
    assert (trace["trace_id"], trace["messages"], trace["agents"], trace["complete"]) == ("run-1", 4, 3, True)
    assert trace["started"] == "2026-03-02T09:01:00+00:00"
    assert trace["flags"] == []
    assert set(trace["checked"]) == {mode.value for mode in Mode}


def test_a_changed_number_fails_the_check_with_its_evidence(tmp_path: Path) -> None:
    done = run("check", written(tmp_path, CHANGED), "--format", "json", "--fail-on", "warning")

    flags = [f for f in json.loads(done.stdout)["traces"][0]["flags"] if f["mode"] == "telephone-drift"]
    assert done.returncode == 1
    assert len(flags) == 1
    assert flags[0]["messages"][-1] == "m4"
    assert "41" in flags[0]["before"]["text"]
    assert "141" in flags[0]["after"]["text"]
    text = "There are 141 open tickets."
    assert text[flags[0]["after"]["start"] : flags[0]["after"]["end"]] == flags[0]["after"]["text"]


def test_the_level_that_fails_a_check_is_a_choice(tmp_path: Path) -> None:
    path = written(tmp_path, HEALTHY)
    flags = json.loads(run("check", path, "--format", "json").stdout)["traces"][0]["flags"]
    assert {flag["severity"] for flag in flags} <= {"note"}

    assert run("check", path, "--fail-on", "warning").returncode == 0
    assert run("check", path, "--fail-on", "note").returncode == (1 if flags else 0)


def test_text_report_shows_both_texts_and_their_lines(tmp_path: Path) -> None:
    path = written(tmp_path, CHANGED)

    out = run("check", path).stdout.decode()

    assert "telephone-drift/number" in out
    assert f"{path}:3" in out
    assert f"{path}:4" in out


def test_junit_and_sarif_are_well_formed(tmp_path: Path) -> None:
    path = written(tmp_path, CHANGED)

    junit = ElementTree.fromstring(run("check", path, "--format", "junit", "--fail-on", "warning").stdout)
    sarif = json.loads(run("check", path, "--format", "sarif").stdout)

    assert junit.find(".//testcase[@name='telephone-drift']/failure") is not None
    result = next(r for r in sarif["runs"][0]["results"] if r["ruleId"] == "telephone-drift")
    assert result["locations"][0]["physicalLocation"]["region"]["startLine"] == 4


def test_a_bad_record_costs_itself_and_says_where(tmp_path: Path) -> None:
    path = written(tmp_path, HEALTHY)
    with Path(path).open("a") as file:
        file.write('{"recipient": "lead", "trace_id": "run-1", "payload": {}}\n')

    done = run("check", path, "--format", "json")

    assert done.returncode == 0
    assert f"{path}:5: missing field 'sender'; each message names who sent it" in done.stderr.decode()
    assert json.loads(done.stdout)["rejected"][0]["line"] == 5
    assert json.loads(done.stdout)["traces"][0]["messages"] == 4


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["check", "/no/such/place"], "/no/such/place: no such file or folder"),
        (["check", "/no/such/*.jsonl"], "no such file or folder"),
        (["check"], "Missing argument"),
        (["check", "x", "--format", "pdf"], "text, json, junit, sarif"),
        (["check", "x", "--as-of", "yesterday"], "ISO 8601"),
        (["check", "x", "--log-format", "cobol"], "there are:"),
        (["explain", "gremlins"], "telephone-drift"),
        (["frobnicate"], "No such command"),
    ],
)
def test_wrong_use_is_status_2_and_a_sentence(words: list[str], sentence: str) -> None:
    done = run(*words)

    assert done.returncode == 2
    assert sentence in done.stderr.decode()
    assert b"Traceback" not in done.stderr
    assert done.stdout == b""


def test_standard_input_is_read(tmp_path: Path) -> None:
    raw = Path(written(tmp_path, HEALTHY)).read_bytes()

    done = run("check", "-", "--format", "json", stdin=raw)

    assert json.loads(done.stdout)["traces"][0]["messages"] == 4


def test_check_leaves_the_store_alone(tmp_path: Path) -> None:
    store = tmp_path / "store.duckdb"

    run("check", written(tmp_path, HEALTHY), MISHEARD_DB=str(store))

    assert not store.exists()


def test_loading_twice_adds_nothing_and_says_so(tmp_path: Path) -> None:
    path, store = written(tmp_path, HEALTHY), str(tmp_path / "store.duckdb")

    first = run("ingest", path, "--db", store)
    second = run("ingest", path, MISHEARD_DB=store)

    assert "4 messages loaded" in first.stderr.decode()
    assert "0 messages loaded; 4 were there already" in second.stderr.decode()


def test_a_locked_store_is_status_3_and_a_sentence(tmp_path: Path) -> None:
    from misheard.ingest.store import Store

    store = tmp_path / "store.duckdb"
    with Store.open(store):
        words = [*MISHEARD, "ingest", written(tmp_path, HEALTHY), "--db", str(store)]
        done = subprocess.run(words, capture_output=True, timeout=60, check=False)

    assert done.returncode == 3
    assert "is open in another misheard process" in done.stderr.decode()
    assert b"Traceback" not in done.stderr


def test_ctrl_c_ends_with_a_sentence_and_keeps_the_store_sound(tmp_path: Path) -> None:
    from misheard.ingest.store import Store

    store = tmp_path / "store.duckdb"
    lines = b"".join(json.dumps({**m, "id": None}).encode() + b"\n" for m in HEALTHY)
    process = subprocess.Popen(
        [*MISHEARD, "ingest", "-", "--db", str(store)], stdin=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin is not None
    process.stdin.write(lines)
    process.stdin.flush()
    deadline = time.monotonic() + 30
    while not store.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.5)

    process.send_signal(signal.SIGINT)
    _, talk = process.communicate(timeout=30)

    assert process.returncode == 130
    assert talk.decode().strip() == "stopped; what was loaded before is kept"
    Store.open(store).close()


def test_a_message_cannot_steer_the_terminal(tmp_path: Path) -> None:
    hostile = "\x1b]0;owned\x07There are 141 open tickets.\x1b[2J"
    path = written(tmp_path, [*HEALTHY[:3], message(4, "lead", "user", "result", text=hostile)])

    out = run("check", path).stdout

    assert b"\x1b" not in out
    assert b"\x07" not in out


def test_explain_shows_the_detectors_own_words() -> None:
    from misheard.analysis.detectors import DETECTORS

    for detector in DETECTORS:
        out = run("explain", detector.mode.value).stdout.decode()
        assert detector.doc.strip() in out
        for heading in ("What it detects", "Why it matters", "How it decides", "Thresholds", "False alarms"):
            assert heading in out, f"{detector.mode} does not say: {heading}"


def test_schema_describes_the_message_and_its_payloads() -> None:
    document = json.loads(run("schema").stdout)

    assert {"AgentMessage", "Usage", "Handoff", "AgentResult"} <= set(document["$defs"])
    assert {"sender", "recipient", "trace_id"} <= set(document["$defs"]["AgentMessage"]["required"])


def test_help_is_quick_and_loads_nothing_heavy() -> None:
    code = (
        "import sys, misheard.dashboard.cli; "
        "print([m for m in ('streamlit', 'duckdb', 'pandas', 'plotly', 'tiktoken') if m in sys.modules])"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)

    assert done.stdout.strip() == b"[]"


def test_the_version_says_how_claims_are_aligned() -> None:
    lines = run("--version", MISHEARD_EMBEDDINGS="off").stdout.decode().splitlines()

    assert lines[0].startswith("misheard ")
    assert lines[1:] == ["alignment: lexical (switched off by MISHEARD_EMBEDDINGS)"]


@pytest.mark.parametrize("command", ["demo", "open", "ingest", "serve", "check", "explain", "schema"])
def test_every_command_has_help_with_an_example(command: str) -> None:
    assert "Example" in run(command, "--help").stdout.decode()


def test_a_check_loads_nothing_of_the_page(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom misheard.dashboard import cli\n"
        f"sys.argv = ['misheard', 'check', {written(tmp_path, HEALTHY)!r}]\n"
        "try:\n    cli.main()\nexcept SystemExit:\n    pass\n"
        "print([m for m in ('streamlit', 'plotly') if m in sys.modules], file=sys.stderr)"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)

    assert done.stderr.decode().strip() == "[]"


def test_files_of_a_folder_that_are_no_logs_are_said_to_be_left_out(tmp_path: Path) -> None:
    written(tmp_path, HEALTHY)
    (tmp_path / "metadata.json").write_text('{"owner": "nobody"}')
    (tmp_path / "empty.jsonl").write_text("")

    done = run("check", str(tmp_path), "--format", "json")

    assert done.returncode == 0
    assert "left out, for they are in no log format known here" in done.stderr.decode()
    assert [Path(name).name for name in json.loads(done.stdout)["left_out"]] == ["empty.jsonl", "metadata.json"]
    assert "2 files left out" in run("check", str(tmp_path)).stdout.decode()


def test_what_was_not_checked_is_said_once_with_its_reason(tmp_path: Path) -> None:
    chat = [message(number, f"agent_{number}", "*", "info", text="Let us meet at noon.") for number in range(1, 4)]

    out = run("check", written(tmp_path, chat)).stdout.decode()

    assert "no flags; not checked: " in out
    assert "? orphaned-subtask in run-1, because " in out
    assert out.rstrip().endswith("1 trace: no flags, 1 only partly checked")
