"""What kind of action a task asks for: to find out, to make, to check, to change or to act."""

import re
from enum import StrEnum

from misheard.analysis.wording import raw_words, sentences, stem


class Action(StrEnum):
    """The classes of action; two tasks of different classes are never the same work."""

    LEARN = "find out"
    MAKE = "make"
    CHECK = "check"
    CHANGE = "change"
    ACT = "act"


_VERBS = {
    Action.LEARN: """find search locate look get fetch retrieve collect gather list count measure determine
        establish identify discover extract read see learn research investigate analyse
        analyze calculate compute estimate model forecast price cost evaluate assess
        rate score rank compare reconstruct work reckon ask interview inspect examine
        survey study scan query lookup go pull figure explore map match sum add describe
        diagnose trace know report note name tally quantify sample test classify
        summarise summarize relate hunt dig browse speak call quote value track gauge
        run review-of explain enumerate detect show display""",
    Action.MAKE: """write draft compose prepare build create design plan make produce generate develop set
        lay formulate devise implement code assemble outline sketch document translate
        edit-new propose recommend decide schedule put-together arrange construct""",
    Action.CHECK: """check verify review proof proofread validate confirm audit cross-check double-check
        recheck crosscheck certify approve sign-off critique""",
    Action.CHANGE: """fix change correct update modify edit revise remove replace rename move adjust repair
        refactor rewrite shorten enter finish complete finalise finalize swap exchange trade switch resolve solve
        improve patch convert merge split delete clean optimise optimize tune""",
    Action.ACT: """book order send buy reserve hire notify tell inform contact deliver ship publish submit
        file apply invite cancel pay sign install deploy register issue have secure
        request write-to announce chase upload release restart start stop open close
        dispatch reach transfer email post""",
}
_CLASS = {stem(verb.split("-")[0]): action for action, verbs in _VERBS.items() for verb in verbs.split()}
_CLASS |= {stem("proof"): Action.CHECK, stem("sign"): Action.ACT, stem("put"): Action.CHANGE}
_CLASS |= {stem("write"): Action.MAKE}

ACTIONS = frozenset(_CLASS) | {
    stem(word) for word in ["task", "result", "report", "answer", "please", "number", "page", "text", "data"]
}
"""Stems of words that say what is done rather than to what."""

_LEADING = re.compile(
    r"\A\W*(?:please|kindly|now|then|next|first|also|and|go(?: and| through| over)?|could you|can you|would you|"
    r"you (?:should|must|need to|are to)|i (?:need|want|would like) you to|we need (?:you )?to|let'?s|"
    r"your (?:task|job) is to|try to|help (?:me|us)(?: to)?|make sure to)\b[\s,:]*",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"\A\W*(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|has|have|had|can|could|may|"
    r"will|would|from when|up to which|until when|in which|by when|at what|since when)\b[^.]*\?",
    re.IGNORECASE,
)


def action_of(ask: str) -> Action | None:
    """Return what kind of action `ask` begins with; None where its first words do not say."""
    for sentence in sentences(ask)[:2]:
        if _QUESTION.match(sentence):
            return Action.LEARN
        rest = sentence
        for _ in range(3):
            rest = _LEADING.sub("", rest, count=1)
        for word in raw_words(rest)[:3]:
            found = _CLASS.get(stem(word.casefold().split("-")[0]))
            if found:
                return found
    return None


def does(word: str, action: Action | None) -> bool:
    """Tell whether a word names an action of the class `action`."""
    return action is not None and _CLASS.get(stem(word.casefold().split("-")[0])) is action
