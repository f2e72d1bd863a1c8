"""Copies: a passage is found wherever it stands, and words are cut alike however they are cut."""

from case_runner import trace_from
from hypothesis import given, settings
from hypothesis import strategies as st

from misheard.analysis.copying import WINDOW, copied_in, longest_passage, words_of

TEXT = "the pilot boat left berth four at six and met the tanker two miles west of the buoy"
PASSAGE = TEXT.split()
BETWEEN = st.sampled_from([" ", "\n", ", ", " – ", "\t", "; "])


@settings(max_examples=80)
@given(st.text(alphabet=st.characters(max_codepoint=0x3100), max_size=80))
def test_each_word_has_a_place_and_a_run_begins_at_each_but_the_last(text):
    words = words_of(text)
    assert len(words.runs) == max(len(words.spans) - WINDOW + 1, 0)


@settings(max_examples=80)
@given(st.text(alphabet=st.characters(max_codepoint=127), max_size=80))
def test_plain_text_is_cut_like_any_other(text):
    assert words_of(text).runs == words_of(f"{text} é").runs[: len(words_of(text).runs)]


@settings(max_examples=60)
@given(before=st.integers(0, 300), after=st.integers(0, 300), between=BETWEEN)
def test_a_copy_is_found_wherever_it_stands_and_however_its_words_are_parted(before, after, between):
    ahead = [f"ahead{number}" for number in range(before)]
    behind = [f"behind{number}" for number in range(after)]
    trace = trace_from(
        [
            {"from": "scout", "to": "lead", "type": "result", "say": " ".join(PASSAGE)},
            {"from": "lead", "to": "clerk", "type": "task", "say": between.join([*ahead, *PASSAGE, *behind])},
        ]
    )
    task = trace.messages[1]
    copied = copied_in(trace, {task.id: words_of(trace.text(task))})[task.id]
    assert sorted(copied.origins) == list(range(before, before + len(PASSAGE) - WINDOW + 1))
    source, copy = longest_passage(trace, copied)
    assert (source.text, copy.text) == (" ".join(PASSAGE), between.join(PASSAGE))


def test_what_another_agent_was_told_is_no_copy():
    trace = trace_from(
        [
            {"from": "scout", "to": "porter", "type": "result", "say": " ".join(PASSAGE)},
            {"from": "lead", "to": "clerk", "type": "task", "say": " ".join(PASSAGE)},
        ]
    )
    task = trace.messages[1]
    assert copied_in(trace, {task.id: words_of(trace.text(task))})[task.id].origins == {}
