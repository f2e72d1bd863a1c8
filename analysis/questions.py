"""The five questions a hand-off should answer, and which of them a task leaves open, in fields or in plain
words."""

import re

from misheard.analysis.actions import ACTIONS
from misheard.analysis.gist import ask_of, list_of, objective_of
from misheard.analysis.wording import content, is_fact, sentences
from misheard.ingest.contract import QUESTIONS, read_handoff
from misheard.ingest.message import AgentMessage

ASKED = {
    "objective": re.compile(
        r"\b(what exactly|what (?:do|should|am|are|is it) (?:you|i|we|to)|which task|unclear what|"
        r"what is meant|what to do)\b",
        re.IGNORECASE,
    ),
    "context": re.compile(
        r"\b(which|where (?:is|are|do)|who (?:is|are)|what (?:is|are) the|need (?:to know|the|more|access|details)|"
        r"without (?:the|knowing|any)|missing|not (?:given|stated|specified|provided|attached)|"
        r"no (?:details|access|link|"
        r"file|attachment|information)|cannot (?:find|see|open)|lack\w*)\b",
        re.IGNORECASE,
    ),
    "constraints": re.compile(
        r"\b(by when|how long|how (?:much|many) (?:may|can|time)|budget|deadline|limit|allowed|"
        r"is it ok|"
        r"permitted|until when)\b",
        re.IGNORECASE,
    ),
    "expected_output": re.compile(
        r"\b(what (?:format|form|shape)|in (?:what|which) (?:form|format|unit|language)|how (?:should|shall|"
        r"do) (?:i|we) "
        r"(?:report|return|deliver|send|write)|how detailed|as a (?:table|list|file)\?)",
        re.IGNORECASE,
    ),
    "already_tried": re.compile(
        r"\b(what (?:was|has been|have you|did you) (?:already )?(?:tried|done|checked)|already (?:tried|"
        r"done|been))\b",
        re.IGNORECASE,
    ),
}
"""What a receiver says who misses the answer to a question."""

_LIMITS = re.compile(
    r"\b(must|must not|only|at most|at least|no (?:more|less|later) than|do not|don['’]t|never|without|"
    r"within|under|"
    r"before|by (?:\d|mon|tue|wed|thu|fri|sat|sun|noon|end|the end|tomorrow|tonight)|until|limit\w*|"
    r"deadline|budget|"
    r"maximum|minimum|up to|avoid|keep|except|should not|shall not|exactly|strictly|required|constraint\w*)\b",
    re.IGNORECASE,
)
_OUTPUT = re.compile(
    r"\?|\b(return|report|give (?:me|us)|tell (?:me|us)|send|list|write|draft|number|table|summary|answer|"
    r"output|format|"
    r"json|file|result|deliver|provide|respond|reply|produce|show|percent|yes or no|prepare|create|build|implement|"
    r"findings|come back with|name)\b",
    re.IGNORECASE,
)
_TRIED = re.compile(
    r"\b(tried|already|so far|previous\w*|earlier|failed|did not work|didn['’]t work|last time|again|"
    r"exhausted|before|"
    r"first attempt|nothing (?:was|has been)|not yet|ruled out|closed)\b",
    re.IGNORECASE,
)


def open_questions(task: AgentMessage) -> tuple[str, ...]:
    """Return which of QUESTIONS a task leaves open, in their order.

    An empty list of constraints or of things tried says that there are none, which is an answer; an empty text says
    nothing.
    """
    answered = _in_fields(task) if read_handoff(task.payload) else _in_words(task)
    return tuple(question for question in QUESTIONS if question not in answered)


def says_what(task: AgentMessage) -> bool:
    """Return whether a task in plain words names what is to be done, which is far the cheapest to tell."""
    return _says_something(ask_of(task), least=1)


def open_in_words(task: AgentMessage) -> tuple[str, ...]:
    """Return which of `open_questions` the words of a task leave open, too, in whichever field they stand."""
    return tuple(question for question in open_questions(task) if question not in _in_words(task))


def _in_fields(task: AgentMessage) -> set[str]:
    payload = task.payload
    answered = set()
    if _says_something(objective_of(task)):
        answered.add("objective")
    for names in (("context",), ("expected_output", "expectedOutput")):
        if any("".join(list_of(payload, name)).strip() for name in names):
            answered.add(names[0])
    for names in (("constraints",), ("already_tried", "alreadyTried")):
        if any(payload.get(name) is not None for name in names):
            answered.add(names[0])
    return answered


def _in_words(task: AgentMessage) -> set[str]:
    text = "\n".join([objective_of(task), *list_of(task.payload, "context")])
    core = ask_of(task)
    answered = {
        name
        for name, pattern in (("constraints", _LIMITS), ("expected_output", _OUTPUT), ("already_tried", _TRIED))
        if pattern.search(text)
    }
    if says_what(task):
        answered.add("objective")
    rest = text.replace(core, "", 1)
    if len(content(rest)) >= 4 or sum(map(is_fact, content(core))) >= 1 or len(content(core)) >= 12:
        answered.add("context")
    return answered


def _says_something(ask: str, least: int = 2) -> bool:
    """Tell an objective that names `least` things from one that only says "do it"."""
    things = set(content(ask)) - ACTIONS
    return (
        len(things) >= least
        or any(is_fact(thing) or "_" in thing for thing in things)
        or (bool(sentences(ask)) and len(content(ask)) >= 5)
    )
