"""The checkable statements of a message: its sentences, list items and figures."""

import re
from dataclasses import dataclass
from functools import lru_cache

from misheard.analysis.claims import names as naming
from misheard.analysis.claims.lists import words_of
from misheard.analysis.claims.once import once
from misheard.analysis.claims.prose import sentences
from misheard.analysis.claims.quantities import Quantity, of_value, quantities_in
from misheard.analysis.claims.words import content_words, key_words
from misheard.analysis.text import Segment
from misheard.analysis.trace import Trace
from misheard.ingest.message import AgentMessage

CONTROL_KEYS = words_of("control_keys.txt")
"""Keys whose values steer a run or name things, and state nothing about the world."""

TOOL_KEY = "tool"
"""A payload with this key is a call of a tool or its raw answer: evidence, and no statement of an agent."""

REQUEST_KEYS = frozenset(
    ("objective", "expected_output", "expectedoutput", "requiredaction", "required_action", "task")
)
WRAPPER = "task"
LIMIT_KEYS = frozenset(
    ("constraints", "constraint", "limits", "limit", "deadline", "budget", "requirements", "rules")
)

_PLAN = re.compile(
    r"\b(?:let me|let's|let us|I'll|I will|we'll|we will|I'm going to|going to|I need to|next,? I|now I|I should|"
    r"plan(?:s|ned)? to|would like|todo|try to|want to|should we|could you|can you|please)\b",
    re.IGNORECASE,
)

_OUTPUT = re.compile(r"\s*(?:exit ?code|return code|stdout|stderr)\b\s*:?", re.IGNORECASE)


@dataclass(frozen=True)
class Claim:
    """One sentence, list item or figure of a message: `text` is `Trace.text(message)[start:end]`.

    `path` leads to the payload value it stands in.
    """

    message: str
    start: int
    end: int
    text: str
    path: tuple[str, ...] = ()
    is_value: bool = False

    @once
    def words(self) -> frozenset[str]:
        """The stems of its content words; those of its key, too, where it is a bare figure."""
        own = content_words(self.text)
        return own | key_words(self.path) if self.is_value else own

    @once
    def quantities(self) -> tuple[Quantity, ...]:
        """The numbers, amounts, dates and times in it, placed from the beginning of the claim."""
        return of_value(self.text, self.path) if self.is_value else quantities_in(self.text)

    @once
    def names(self) -> naming.Names:
        """The names and identifiers in it."""
        return naming.names_in(self.text)

    @property
    def key(self) -> str:
        """The key it stands under, in lower case: the innermost one that is no place in a list."""
        return _key_of(self.path)

    @property
    def is_request(self) -> bool:
        """True where it stands under a key for what is asked for; a `task` that only wraps other keys is none."""
        return _asks(self.path)

    @once
    def is_question(self) -> bool:
        """True where it asks, and so states nothing."""
        return self.text.rstrip("\"'”’)*_ ").endswith("?")

    @once
    def is_plan(self) -> bool:
        """True where it says what is to be done rather than what is."""
        return bool(_PLAN.search(self.text)) or self.is_request

    @once
    def is_limit(self) -> bool:
        """True where it stands under a key for limits, such as `constraints`."""
        return self.key in LIMIT_KEYS


@lru_cache(maxsize=4096)
def _key_of(path: tuple[str, ...]) -> str:
    return next((part.lower() for part in reversed(path) if not part.isdigit()), "")


@lru_cache(maxsize=4096)
def _asks(path: tuple[str, ...]) -> bool:
    return _key_of(path) == WRAPPER or any(part.lower() in REQUEST_KEYS - {WRAPPER} for part in path)


@lru_cache(maxsize=4096)
def _steers(path: tuple[str, ...]) -> bool:
    """Tell whether a value stands under a key of `CONTROL_KEYS`."""
    return any(part.lower() in CONTROL_KEYS for part in path if not part.isdigit())


def claims_of(trace: Trace, message: AgentMessage) -> tuple[Claim, ...]:
    """Return the claims of a message of `trace`, in order; made once per trace."""
    made: dict[str, tuple[Claim, ...]] = trace.__dict__.setdefault("_claims", {})
    claims = made.get(message.id)
    if claims is None:
        claims = made[message.id] = _claims(trace, message)
    return claims


def is_output(trace: Trace, message: AgentMessage) -> bool:
    """Tell whether a message is what a tool answered or a program printed: evidence, and no statement."""
    return TOOL_KEY in message.payload or bool(_OUTPUT.match(trace.text(message)))


def _claims(trace: Trace, message: AgentMessage) -> tuple[Claim, ...]:
    if TOOL_KEY in message.payload:
        return ()
    view = trace.view(message)
    found: list[Claim] = []
    for segment in view.segments:
        if _steers(segment.path):
            continue
        text = view.text[segment.start : segment.end]
        if segment.is_text:
            found.extend(
                Claim(message.id, segment.start + start, segment.start + end, text[start:end], segment.path)
                for start, end in sentences(text)
            )
        elif _is_figure(segment, text):
            found.append(Claim(message.id, segment.start, segment.end, text, segment.path, is_value=True))
    return tuple(found)


def _is_figure(segment: Segment, text: str) -> bool:
    return bool(key_words(segment.path)) and text not in ("true", "false")
