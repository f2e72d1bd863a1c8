"""What tells one piece of work from another: action, object, numbers, names, commands, and what came out of it."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from misheard.analysis.actions import ACTIONS, Action, action_of
from misheard.analysis.asked_for import ASKED_FOR, CHANGED, STATUS
from misheard.analysis.delegations import Delegation
from misheard.analysis.gist import ask_of, list_of, objective_of, report_of
from misheard.analysis.replies import is_failure
from misheard.analysis.samework.bounds import bounds_in
from misheard.analysis.trace import Trace
from misheard.analysis.wording import content, is_fact, names
from misheard.ingest.contract import Level, confidence_of, level_of
from misheard.ingest.message import BROADCAST, AgentMessage

ASK_LIMIT = 700
REPORT_LIMIT = 1500
PLAIN = 1200
"""Characters up to which a result is taken for a report of what was found rather than for raw material."""

_FLAGS = r"(?:\s+(?:--?\w[\w-]*(?:[= ](?:\"[^\"]*\"|'[^']*'|[^\s\"']+))?|\"[^\"]*\"|'[^']*'))"
_COMMAND = re.compile(rf"\b[a-z][\w./-]*(?:\s+[\w./-]+){{0,2}}?{_FLAGS}+")
_CODE = re.compile(r"`([^`\n]{12,300})`")
_SQL = re.compile(r"\bselect\b.{5,300}?\bfrom\b[^\n;.]{3,200}", re.IGNORECASE | re.DOTALL)
_INTRODUCTION = re.compile(
    r"\A(?:(?:run|execute|call|use|then|with|via|query|command|try|and|the)\s+)+", re.IGNORECASE
)
_SO_LONG = re.compile(
    r"\b(?:past|last|previous|preceding|recent)\s+((?:[\w-]+\s+){1,4}?)"
    r"(?:minute|hour|day|night|week|fortnight|month|quarter|year|season)s?\b",
    re.IGNORECASE,
)
_ACRONYM = re.compile(r"\b[A-Z]{2,}s?\b")
_LITERAL = re.compile(
    r"(?<!\w)['‘“\"`]([^'’”\"`\n]{1,60})['’”\"`](?!\w)|(https?://\S+)|((?:[~.\w-]*/)+[\w.*-]+)|(\*\.?\w+|\w+\.\w{2,4}\b)"
)
_READ_UP = re.compile(
    r"\breview(?=\s+(?:\w+\s+){0,3}?(?:literature|stud(?:y|ies)|trials?|evidence|research|publications?|case law|"
    r"precedents?|prior art|market|options|logs?|records|data)\b)",
    re.IGNORECASE,
)
"""To review a literature or records is to find out what they hold, and no look at somebody's work."""
_DOCUMENT = re.compile(
    r"\b(report|draft|note|letter|version|labels?|page|text|document|summary|arithmetic|figures|plan|result|article|"
    r"copy|brief|answer|code|pull request|patch|translation|spelling|wording|layout|memo|proposal|schedule)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Work:
    """The facets of one task for an agent, and of what came back."""

    delegation: Delegation
    place: int
    ask: frozenset[str]
    action: Action | None
    brief: frozenset[str]
    brief_text: str

    @property
    def task(self) -> AgentMessage:
        """The task itself."""
        return self.delegation.task

    @cached_property
    def succeeded(self) -> bool:
        """True where a result came and does not say that the work failed."""
        return self.delegation.result is not None and not is_failure(self.delegation.result)

    @cached_property
    def doubtful(self) -> bool:
        """True where the result states low confidence: a good reason to ask again."""
        result = self.delegation.result
        confidence = confidence_of(result.payload) if result else None
        return confidence is not None and level_of(confidence) is Level.LOW

    @cached_property
    def plain(self) -> bool:
        """True where the results say in a few words what was found; a page that was fetched does not."""
        return sum(map(len, self.report_texts)) <= PLAIN

    @cached_property
    def objects(self) -> frozenset[str]:
        """What the task is about: the words of its objective but for the verb that opens it."""
        opening = content(ask_of(self.task)[:80])[:2]
        return self.ask - {token for token in opening if token in ACTIONS}

    @cached_property
    def core(self) -> frozenset[str]:
        """The words of what the task asks for, without the background that a plain text goes on with."""
        return frozenset(content(ask_of(self.task)[:ASK_LIMIT]))

    @cached_property
    def proper(self) -> tuple[frozenset[str], ...]:
        """The numbers, lengths of time, names, acronyms and literal things (quoted, paths) of the objective.

        Each tells work apart from its like: "the past six weeks" from "the past two", but not from "since May".
        """
        so_long = frozenset(
            piece for words in _SO_LONG.findall(objective_of(self.task)[:ASK_LIMIT]) for piece in content(words)
        )
        named = names(objective_of(self.task)[:ASK_LIMIT])
        short = frozenset(
            piece for word in _ACRONYM.findall(objective_of(self.task)[:ASK_LIMIT]) for piece in content(word)
        )
        literal = frozenset(
            piece
            for thing in _LITERAL.findall(objective_of(self.task)[:ASK_LIMIT])
            for piece in content(" ".join(thing))
        )
        counted = self.facts & so_long
        return self.facts - so_long, counted, frozenset(named - short - self.facts), short - self.facts, literal

    @cached_property
    def facts(self) -> frozenset[str]:
        """The numbers and identifiers of the objective."""
        return frozenset(token for token in self.ask if is_fact(token))

    @cached_property
    def bounds(self) -> dict[str, str]:
        """The years of the objective that begin or end a period, with what they say."""
        return bounds_in(objective_of(self.task)[:ASK_LIMIT])

    @cached_property
    def on_purpose(self) -> bool:
        """True where the task says that it is a review, a vote or another look on purpose."""
        text = self.brief_text
        if self.action is Action.LEARN and not _DOCUMENT.search(ask_of(self.task)):
            text = _READ_UP.sub("", text, count=1)
        return bool(ASKED_FOR.search(text))

    @cached_property
    def changes(self) -> frozenset[str]:
        """The words by which the task says that it goes another way or on, or asks how things stand by now."""
        ask = str(self.task.payload.get("objective") or self.brief_text)
        return frozenset(found[0].lower() for pattern in (CHANGED, STATUS) for found in pattern.finditer(ask))

    @cached_property
    def commands(self) -> frozenset[str]:
        """The commands and queries that the task wants run, blanks made alike."""
        found = [m[0] for m in _COMMAND.finditer(self.brief_text)]
        found = [command for command in found if " -" in command]
        found += [m[1] for m in _CODE.finditer(self.brief_text) if " " in m[1]]
        found += [m[0] for m in _SQL.finditer(self.brief_text)]
        plain = (_INTRODUCTION.sub("", " ".join(command.split())).rstrip(".,;") for command in found)
        return frozenset(command for command in plain if len(command) >= 12)

    @cached_property
    def reported(self) -> frozenset[str]:
        """The words of all results."""
        return frozenset(token for text in self.report_texts for token in content(text[:REPORT_LIMIT]))

    @cached_property
    def report_texts(self) -> tuple[str, ...]:
        """What the results say."""
        return tuple(report_of(result) for result in self.delegation.results)

    @cached_property
    def reported_names(self) -> frozenset[str]:
        """The names in the results, as far as capitals tell."""
        return frozenset(name for text in self.report_texts for name in names(text[:REPORT_LIMIT]))

    @cached_property
    def sources(self) -> frozenset[str]:
        """What the results name as their sources, in small letters."""
        found = (list_of(result.payload, "sources") for result in self.delegation.results)
        return frozenset(" ".join(source.lower().split()) for sources in found for source in sources)


def work_of(trace: Trace, delegation: Delegation) -> Work:
    """Return the facets of a delegation."""
    task = delegation.task
    objective = objective_of(task)[:ASK_LIMIT]
    context = task.payload.get("context")
    extra = [
        *list_of(task.payload, "constraints")[:10],
        *list_of(task.payload, "expected_output", "expectedOutput"),
    ]
    text = "\n".join([objective, context[:2000] if isinstance(context, str) else "", *extra])
    action = action_of(ask_of(task))
    if action is Action.CHECK and not _DOCUMENT.search(ask_of(task)):
        action = Action.LEARN
    return Work(
        delegation,
        trace.position[task.id],
        frozenset(content(objective)),
        action,
        frozenset(content(text)),
        text,
    )


class Known:
    """What each agent had been told, and when: for telling a finding from a relay."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace

    @cached_property
    def _first(self) -> dict[str, dict[str, int]]:
        first: dict[str, dict[str, int]] = defaultdict(dict)
        for place, message in enumerate(self._trace.messages):
            heard = first[message.recipient]
            for token in set(self.specifics(message)):
                heard.setdefault(token, place)
        return first

    def specifics(self, message: AgentMessage) -> Sequence[str]:
        """Return the numbers, identifiers and names in a message."""
        text = self._trace.text(message)
        return [*(token for token in content(text) if is_fact(token)), *names(text)]

    def place(self, message: AgentMessage) -> int:
        """Return where a message stands in the run."""
        return self._trace.position[message.id]

    def answered(self, work: Work) -> int:
        """Return where the last result of a task stands in the run; beyond its end where there is none."""
        result = work.delegation.result
        return self.place(result) if result else 1 << 60

    def heard(self, agent: str, token: str, before: int) -> bool:
        """Tell whether `agent` had been told `token` ahead of the message at `before`."""
        return any(self._first[box].get(token, before) < before for box in (agent, BROADCAST) if box in self._first)
