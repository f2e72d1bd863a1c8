"""Words by which a task is taken back, taken over or replaced, or says that something is missing."""

import re

from misheard.analysis.gap_words import GAP
from misheard.analysis.gist import objective_of
from misheard.analysis.wording import content, sentences
from misheard.ingest.message import AgentMessage

WITHDRAWN = re.compile(
    r"\b(cancel\w*|no longer (?:need|require|necessary)\w*|not needed|never ?mind|withdraw\w*|withdrawn|scrap that|"
    r"forget (?:it|that|about)|skip (?:it|that|this)|call(?:ed|ing)? off|stand down|drop (?:it|that|this)|"
    r"stop (?:work|working|it)|leave (?:it|that|this|them)(?: out| aside| be)?(?=[\s.,;!]*(?:\Z|please|for now))|"
    r"(?:can|may|please|should) stop|already (?:have (?:it|one|them|what)|solved|done)|"
    r"no \w+ after all|(?:is|are|it['’]s) off|no need (?:to|for|of)|(?:do not|don['’]t) bother|hold off)\b",
    re.IGNORECASE,
)
"""Words by which a task is taken back."""
STOPPED = re.compile(
    r"\A\W*(?:please |ok(?:ay)?,? |sorry,? )*(?:stop|abort|halt|cancel|scrap|drop|call off|forget)"
    r"(?: (?:it|that|this|all|everything|the (?:run|job|whole (?:thing|job|run))))?"
    r"(?:\s+please)?\s*(?:[.,;:!—–-]|\Z)",
    re.IGNORECASE,
)
"""A message that begins by calling everything off, and names nothing that it is limited to."""
_TAKES_OVER = re.compile(
    r"\b(instead|in place of|take over|taking over|no (?:answer|reply|response|word)|not (?:answered|"
    r"replied|responded|"
    r"reacted)|did(?: not|n['’]t) (?:answer|reply|respond|react|come back)|silent|unanswered|not available|"
    r"unavailable|"
    r"stuck|timed out|hand(?:ed)? over|step in|stand in|waited|still waiting)\b",
    re.IGNORECASE,
)


REPLACES = re.compile(
    r"\b(new (?:brief|version|spec\w*|plan|order|wording|request)|supersed\w*|"
    r"replac(?:es|ing) (?:my|the|what|that)|instead of (?:what|the|that|my)|change of plan|changed? my mind|"
    r"(?:is|are) (?:dropped|out|off)|"
    r"revised (?:brief|task|request|spec\w*|order))\b",
    re.IGNORECASE,
)
"""Words by which a task says that it replaces another."""


ANOTHER_WAY = re.compile(
    r"\b(instead|another|other|others|different\w*|alternative\w*|this time|again|once more|anew|"
    r"re-?tr(?:y|ies|ying)|fall ?back|revis(?:ed|ion)|"
    r"switch(?:es|ing)? (?:to|from|over)|stand-in|work-?around|in place of|rather than|else(?:where)?)\b",
    re.IGNORECASE,
)
"""Words by which a task says that it goes another way to what had been wanted."""


def brief_of(task: AgentMessage) -> str:
    """Return what a task asks for, and its context."""
    context = task.payload.get("context")
    return f"{objective_of(task)[:1500]} {context[:1500] if isinstance(context, str) else ''}"


def speaks_of_gap(task: AgentMessage, telling: frozenset[str]) -> bool:
    """Tell a task that says that something is missing in a sentence that holds one of the `telling` words."""
    gaps = (part for part in sentences(brief_of(task)) if GAP.search(part))
    return any(telling.intersection(content(part)) for part in gaps)


def takes_over(later: AgentMessage, earlier: AgentMessage) -> bool:
    """Tell a task that says that its receiver is to do what another had been asked."""
    text = brief_of(later)
    named = later.recipient != earlier.recipient and earlier.recipient.casefold() in text.casefold()
    return named or bool(_TAKES_OVER.search(text))
