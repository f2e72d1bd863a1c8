from streamlit.testing.v1 import AppTest


def test_a_sentence_of_ours_is_shown_as_it_is():
    test = AppTest.from_string(
        "from misheard.dashboard import failure\nfrom misheard.ingest.errors import StoreError\n"
        "failure.show(StoreError('x.duckdb: is **gone**'))"
    ).run()
    assert test.text[0].value == "x.duckdb: is **gone**"


def test_a_fault_shows_where_it_is_and_says_that_the_rest_works():
    test = AppTest.from_string(
        "from misheard.dashboard import failure\ntry:\n    1 / 0\nexcept ZeroDivisionError as error:\n"
        "    assert failure.show(error)"
    ).run()
    assert "The rest still works" in test.error[0].value
    assert "ZeroDivisionError" in test.code[0].value
