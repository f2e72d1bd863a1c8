"""Two statements that have changed places: A was released and B held, told on as A held and B released."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from misheard.analysis.claims.change import Change, span
from misheard.analysis.claims.claim import Claim
from misheard.analysis.claims.kinship import marks, shared
from misheard.analysis.claims.polarity import negations_in
from misheard.analysis.flag import Span

MOST_PARTS = 40
"""So many statements of a message are compared."""
SURE = 0.88
TOLD = 0.6
"""A message that has so much of a statement with its own subject has told it rightly."""

_AUX = "is|are|was|were|has|have|had|will|can|may|must|does|do|did|goes|go"
_BREAK = re.compile(
    r";\s|,\s+(?:and|but|while|whereas|yet)\s|\s(?:while|whereas|but)\s"
    rf"|(?:,?\s+and|,)\s+(?!(?:{_AUX}|which|who|that)\b)(?=(?:[\w'-]+\s+){{1,4}}?(?:{_AUX})\b)",
    re.IGNORECASE,
)
# Where no auxiliary shows the verb, an ending does.
_NAMED = re.compile(
    r"(?:,?\s+and|,)\s+(?=(?:[A-Z][\w-]*|(?:the|our|its)\s[\w-]+)(?:\s[\w-]+){0,2}?\s+[a-z]{2,}s\b)"
)
_ENDING = re.compile(r"(?<=[\w)])\s[a-z]{2,}(?<!s)s\b")
_VERB = re.compile(
    r"\s(?:is|are|was|were|has|have|had|will|can|cannot|may|must|should|does|do|did|goes|go|needs?|takes?|gets?|"
    r"holds?|comes?|"
    r"[a-z]{2,}ed|carr(?:y|ies)|lies?|stands?|runs?|fails?|pass(?:es)?)\b",
    re.IGNORECASE,
)
_LABEL = re.compile(r"(?<![\w.,])\d+(?![\w.,]\d|\w)|(?<=\w )[A-Z]\b")
_THERE = re.compile(
    r"\W*there\s+(?:is|are|was|were)\s+(.+?)\s(?:in|on|at|under|along|across|behind|near)\s+(.+)",
    re.IGNORECASE | re.DOTALL,
)
_NOT = "not"


@dataclass(frozen=True)
class _Part:
    """One statement of a claim: the marks of what it speaks of, and of what it says of it."""

    claim: Claim
    start: int
    end: int
    subject: frozenset[str]
    said: frozenset[str]

    @property
    def span(self) -> Span:
        """Its words."""
        return span(self.claim, self.start, self.end)


def exchanged(sources: Sequence[Claim], targets: Sequence[Claim]) -> Change | None:
    """Return the first two statements of `targets` that say of each other's subject what `sources` said."""
    mine = list(_parts(targets))
    theirs = list(_parts(sources)) if len(mine) > 1 else []
    for place, one in enumerate(mine):
        for two in mine[place + 1 :]:
            for origin, sibling in _pairs_about(theirs, one, two):
                told = any(_tells(part, origin, sibling) or _tells(part, sibling, origin) for part in mine)
                if not told and _is_crossed(origin, sibling, one, two):
                    before, after = origin.span, one.span
                    return Change("entity", before, after, f'"{before.text}" became "{after.text}"', SURE)
    return None


def _parts(claims: Sequence[Claim]) -> Iterator[_Part]:
    count = 0
    for claim in claims:
        if claim.is_value or claim.is_question:
            continue
        for start, stop, subject, said in _read(claim.text):
            if count < MOST_PARTS:
                count += 1
                yield _Part(claim, start, stop, subject, said)


@lru_cache(maxsize=8192)
def _read(text: str) -> tuple[tuple[int, int, frozenset[str], frozenset[str]], ...]:
    """Return where each statement of a text stands, what it speaks of, and what it says of it."""
    found, start = [], 0
    for stop, after in [*_breaks(text), (len(text),) * 2]:
        subject, said = _part(text[start:stop])
        if subject and said:
            found.append((start, stop, subject, said))
        start = after
    return tuple(found)


def _breaks(text: str) -> list[tuple[int, int]]:
    return sorted((m.start(), m.end()) for pattern in (_BREAK, _NAMED) for m in pattern.finditer(text))


def _part(text: str) -> tuple[frozenset[str], frozenset[str]]:
    there = _THERE.match(text)
    if there:
        return _marks(there[2]), marks(there[1])
    verb = _VERB.search(text) or _ENDING.search(text)
    if verb is None or not verb.start():
        return frozenset(), frozenset()
    subject = _marks(text[: verb.start()])
    said = marks(text[verb.start() :]) - subject
    if negations_in(text):
        said |= {_NOT}
    return subject, said


def _marks(text: str) -> frozenset[str]:
    return marks(text) | {"#" + match.group() for match in _LABEL.finditer(text)}


def _pairs_about(theirs: Sequence[_Part], one: _Part, two: _Part) -> Iterator[tuple[_Part, _Part]]:
    """Yield the statements that speak of the subjects of `one` and of `two`, each of one of them alone."""
    first, second = one.subject - two.subject, two.subject - one.subject
    for origin in theirs:
        if not origin.subject & first or origin.subject & second:
            continue
        for sibling in theirs:
            if sibling.subject & second and not sibling.subject & first:
                yield origin, sibling


def _is_crossed(origin: _Part, sibling: _Part, one: _Part, two: _Part) -> bool:
    first, second = origin.said - sibling.said, sibling.said - origin.said
    third, fourth = one.said - two.said, two.said - one.said
    if not (_same_subject(origin, sibling, one) and _same_subject(sibling, origin, two)):
        return False
    if shared(first, third) or shared(second, fourth):
        return False
    if first | second == {_NOT} and third | fourth == {_NOT}:
        return bool(first) == bool(fourth) and bool(origin.said & two.said)
    return _much(first, fourth) and _much(second, third)


def _same_subject(origin: _Part, sibling: _Part, part: _Part) -> bool:
    """Tell whether a statement speaks of what `origin` and not `sibling` spoke of."""
    common = (origin.subject - sibling.subject) & part.subject
    return bool(common) and 2 * len(common) >= min(len(origin.subject - sibling.subject), len(part.subject))


def _tells(part: _Part, origin: _Part, sibling: _Part) -> bool:
    """Tell whether a statement says of its subject what `origin`, and not `sibling`, said of it."""
    if not part.subject & (origin.subject - sibling.subject) or (_NOT in part.said) != (_NOT in origin.said):
        return False
    return len(shared(origin.said, part.said)) >= TOLD * len(origin.said)


def _much(one: frozenset[str], other: frozenset[str]) -> bool:
    common = shared(one, other) - {_NOT}
    return bool(common) and (len(common) >= 2 or 2 * len(common) >= min(len(one), len(other)))
