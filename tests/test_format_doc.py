"""The examples of `docs/format.md` are as the format reads them, and its tables name every field there is."""

import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from misheard.ingest import jsontext
from misheard.ingest.contract import AgentResult, Handoff, read_handoff, read_result
from misheard.ingest.load import load
from misheard.ingest.message import LONG_TYPE_NAMES, AgentMessage, MessageType, Priority, Usage
from misheard.ingest.source import find
from misheard.ingest.store import Store

PAGE = (Path(__file__).parent.parent / "docs" / "format.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(json|python)\n(.*?)```", PAGE, flags=re.DOTALL)
EXAMPLES = [jsontext.loads(text.encode())[0] for language, text in BLOCKS if language == "json"]


def test_json_examples_are_a_message_a_handoff_and_a_result() -> None:
    message, handoff, result = EXAMPLES

    assert AgentMessage.model_validate(message).type is MessageType.TASK
    assert read_handoff(message["payload"]) is not None
    assert read_handoff(handoff) is not None
    assert read_result(result) is not None


@pytest.mark.parametrize("model", [AgentMessage, Usage, Handoff, AgentResult])
def test_every_field_has_a_row_with_its_other_spelling(model: type[BaseModel]) -> None:
    rows = {row.split("|")[1].strip(" `"): row for row in PAGE.splitlines() if row.startswith("| `")}

    for name, field in model.model_fields.items():
        choices = getattr(field.validation_alias, "choices", [name])
        missing = [spelling for spelling in choices if f"`{spelling}`" not in rows[name]]
        assert missing == []


def test_every_name_of_a_type_and_priority_is_told() -> None:
    names = [*MessageType, *Priority, *LONG_TYPE_NAMES]

    assert [name for name in names if f"`{name}`" not in PAGE] == []


def test_python_examples_write_what_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for language, text in BLOCKS:
        if language == "python":
            exec(text, names)

    with Store.open() as store:
        report = load(store, find(["run.jsonl"])[0])
        messages = store.messages("run-1")

    assert report.sentences() == []
    assert [row["type"] for row in messages] == ["task", "result"]
    assert messages[1]["in_reply_to"] == messages[0]["id"]
    assert isinstance(names["message"], AgentMessage)
