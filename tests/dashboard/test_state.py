import pytest
from streamlit.testing.v1 import AppTest

from misheard.dashboard import state

SCRIPT = "from misheard.dashboard import pages, state\n"


def run(script, **query):
    test = AppTest.from_string(SCRIPT + script)
    for name, value in query.items():
        test.query_params[name] = value
    test.run()
    assert not test.exception
    return test


def test_reads_what_the_url_names():
    script = """
import streamlit as st
st.json([state.trace_id(), state.flag_id(), state.message_id(), state.agent(), state.mode()])
"""
    test = run(script, trace="t 1/2", flag="f", message="~m", agent="a&b")
    assert test.json[0].value == '["t 1/2", "f", "~m", "a&b", null]'


def test_an_empty_name_is_none():
    assert run("import streamlit as st\nst.text(str(state.trace_id()))", trace="").text[0].value == "None"


def test_writes_names_and_takes_them_out():
    test = run("state.put(flag='f2', message=None, agent=None)", trace="t", message="m", flag="f1")
    assert dict(test.query_params) == {"trace": "t", "flag": "f2"}


@pytest.mark.parametrize(
    ("call", "page", "query"),
    [
        ("open_trace('t')", "trace", {"trace": "t"}),
        ("open_trace('t', flag='f', message='m')", "trace", {"trace": "t", "flag": "f", "message": "m"}),
        ("open_agent('<b>')", "agents", {"agent": "<b>"}),
        ("go(pages.LOAD)", "load", {}),
    ],
)
def test_leaves_for_a_page_with_its_query(monkeypatch, call, page, query):
    left = []
    monkeypatch.setattr(state.st, "switch_page", lambda to, query_params: left.append((to.url_path, query_params)))
    run(f"state.{call}")
    assert left == [(page, query)]


def test_remembers_and_forgets():
    test = run("state.remember('k', 1)\nassert state.remembered('k') == 1\nstate.forget('k', 'never')")
    assert "k" not in test.session_state


def test_the_filters_come_back_once():
    script = """
import streamlit as st
state.restore_filters()
st.text_input("Text", key=state.FILTER_TEXT, bind="query-params")
state.keep_filters()
"""
    test = AppTest.from_string(SCRIPT + script)
    test.session_state["filters_left"] = {state.FILTER_TEXT: "orders"}
    test.query_params["trace"] = "t"
    test.run()
    assert test.text_input[0].value == "orders"
    test.text_input[0].set_value("").run()
    assert test.text_input[0].value == ""


def test_filters_of_the_url_are_stronger_than_those_left():
    script = """
import streamlit as st
state.restore_filters()
st.text_input("Text", key=state.FILTER_TEXT, bind="query-params")
state.keep_filters()
"""
    test = AppTest.from_string(SCRIPT + script)
    test.session_state["filters_left"] = {state.FILTER_TEXT: "orders"}
    test.query_params["text"] = "north"
    test.query_params["trace"] = "t"
    test.run()
    assert test.text_input[0].value == "north"
