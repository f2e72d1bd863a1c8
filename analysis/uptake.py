"""Tells a note or status line that served as an answer: whoever had asked passes on what it says."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property

from misheard.analysis.actions import ACTIONS
from misheard.analysis.gist import report_of
from misheard.analysis.matched import Words
from misheard.analysis.replies import left_over
from misheard.analysis.wording import is_fact
from misheard.ingest.message import AgentMessage

TAKEN_UP = 2.5
"""How much of what is new in a message must be passed on to call it an answer; a number or date counts 1.5."""
ON_THE_MATTER = 1.0
"""What it counts that a message also names what the task is about."""
PASSED_ON = 0.4
"""Which share of what is new in a message must be passed on."""
REPORTS = 24
"""How many later messages of whoever asked are read for it."""

_UNDER_WAY = re.compile(
    r"\b(so far|halfway|half way|to go|remaining|still|not yet|interim|ongoing|in progress|under ?way|begun|"
    r"started|starting|continu\w+|working on|waiting|queued|\d+ (?:of|out of|/) \d+|tomorrow|shortly|soon)\b",
    re.IGNORECASE,
)


class Uptake:
    """Looks up what agents said after a message that they were sent."""

    def __init__(self, messages: Sequence[AgentMessage], words: Words) -> None:
        self._messages = messages
        self._words = words

    @cached_property
    def _place(self) -> dict[str, int]:
        return {message.id: place for place, message in enumerate(self._messages)}

    @cached_property
    def _said(self) -> dict[str, list[int]]:
        said: dict[str, list[int]] = defaultdict(list)
        for place, message in enumerate(self._messages):
            said[message.sender].append(place)
        return said

    def of(self, message: AgentMessage, task: AgentMessage) -> bool:
        """Tell whether the giver of `task` told others what is new in `message`, which is no progress line."""
        text = report_of(message)
        if _UNDER_WAY.search(text) or not left_over(text):
            return False
        told, asked = self._words.told(message), self._words.asked(task)
        new = told - asked
        places = self._said[task.sender]
        start = bisect_right(places, self._place[message.id])
        later = [self._messages[place] for place in places[start : start + REPORTS]]
        passed_on = frozenset(
            token
            for report in later
            if report.recipient != message.sender
            for token in self._words.told(report) & new
        )
        weight = sum(1.5 if is_fact(token) else 1.0 for token in passed_on)
        if passed_on and (told & asked) - ACTIONS:
            weight += ON_THE_MATTER
        return weight >= TAKEN_UP and len(passed_on) >= PASSED_ON * len(new)
