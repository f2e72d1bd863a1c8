"""Which unhedged statement of a message repeats a hedged one that its sender had received."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from misheard.analysis.claims.certainty import Certainty, Hedge, certainty_of
from misheard.analysis.claims.certainty_lexicon import pattern
from misheard.analysis.claims.certainty_scope import asserts, clauses, meant
from misheard.analysis.claims.claim import Claim, claims_of
from misheard.analysis.claims.once import once
from misheard.analysis.claims.words import WORD, content_stem
from misheard.analysis.trace import Trace
from misheard.ingest.message import AgentMessage

OTHER_KEYS = frozenset(("already_tried", "alreadytried", "blocked_by", "blockedby", "sources", "expected_output"))
UNKNOWN = 0.05
"""The level of a certainty that says it does not know."""
BEFORE, AFTER = 9, 12
"""A hedge binds to at most so many words of its clause ahead of it and behind it."""
LEAST_SAID = 3
"""A clause ahead of a colon says something of its own, and is no heading, from so many words of content on."""
NOTE = 6
"""A note of a row of them is no longer than so many words."""
_NOTE = re.compile(r"(?:[^,]|,(?!\s))+(?:,\s+|$)")
_SAYS_OF_IT = pattern("talk", "says_of_it")
_CAVEAT = pattern("talk", "caveat")
_TELLS = pattern("talk", "tells")
_POINTS = re.compile(r"\W*(?:that|this|it|these|those|which|they)\b", re.IGNORECASE)
_CODE = pattern("talk", "code")
_OPENS = (" that", " whether", " if")
_MODAL = ("may", "might", "could")
_TOKEN = re.compile(r"\d+(?:[.,:]\d+)*|" + WORD.pattern)


@lru_cache(maxsize=8192)
def words_of(text: str) -> frozenset[str]:
    """Return the content stems and the numbers of `text`."""
    return frozenset(filter(None, map(_stem_of, _TOKEN.findall(text))))


@lru_cache(maxsize=32768)
def _stem_of(token: str) -> str | None:
    return token if token[:1].isdigit() else content_stem(token)


@dataclass(frozen=True, eq=False)
class Statement:
    """One clause of a claim: its own words, the words around it that say what it is about, and its certainty."""

    claim: Claim
    start: int
    end: int
    text: str
    certainty: Certainty
    around: frozenset[str]

    @once
    def words(self) -> frozenset[str]:
        """What the clause says, without its words of doubt."""
        hedges = self.certainty.hedges
        if not hedges:
            return words_of(self.text)
        places = [0, *(place for hedge in hedges for place in hedge[:2]), len(self.text)]
        gaps = zip(places[::2], places[1::2], strict=True)
        parts = [self.text[start:end].split() for start, end in gaps]
        if hedges[0].text.lower().endswith(_OPENS) or self.text[hedges[0].end :].startswith(" that "):
            parts[0] = []
        near = [*parts[0][-BEFORE:], *(word for part in parts[1:-1] for word in part), *parts[-1][:AFTER]]
        return words_of(" ".join(near))

    @property
    def hedge(self) -> Hedge | None:
        """The first words of doubt, placed in the clause."""
        return self.certainty.hedges[0] if self.certainty.hedges else None


def statements_of(trace: Trace, message: AgentMessage) -> tuple[Statement, ...]:
    """Return the statements of a message; questions, requests, limits and plans state nothing."""
    made: dict[str, tuple[Statement, ...]] = trace.__dict__.setdefault("_statements", {})
    found = made.get(message.id)
    if found is None:
        found = made[message.id] = tuple(_joined(trace.text(message), _statements(claims_of(trace, message))))
    return found


def _statements(claims: tuple[Claim, ...]) -> Iterator[Statement]:
    before: Claim | None = None
    for claim in claims:
        told = _TELLS.match(claim.text) if not _states(claim) else None
        if told or _states(claim):
            topic = words_of(before.text) if before and before.path == claim.path else frozenset()
            whole = words_of(claim.text) | topic
            doubt = None
            for first, end in clauses(claim.text):
                if told and end <= told.end():
                    continue
                start = max(first, told.end() if told else 0) if doubt is None else doubt
                text = claim.text[start:end].rstrip()
                places = claim.start + start, claim.start + start + len(text)
                found = Statement(claim, *places, text, certainty_of(text), whole)
                heads = text.endswith(":") and (end == len(claim.text) or len(found.words) < LEAST_SAID)
                doubt = start if heads and found.hedge else None
                if len(text) > 2 and not heads and not _CODE.search(text):
                    yield from _notes(found)
        before = claim


def _notes(statement: Statement) -> Iterator[Statement]:
    """Yield a statement, or one for each of the notes it is made of, as in "valve loose, pump perhaps worn"."""
    parts = [match.span() for match in _NOTE.finditer(statement.text)]
    texts = [statement.text[start:end].rstrip(" ,") for start, end in parts]
    read = [certainty_of(text) for text in texts] if len(texts) > 1 and statement.certainty.hedges else []
    short = all(len(text.split()) <= NOTE and len(words_of(text)) > 1 for text in texts)
    opened = any(
        one.hedges and not words_of(text[: one.hedges[0].start]) for text, one in zip(texts, read, strict=False)
    )
    if not short or opened or len({bool(one.hedges) for one in read}) < 2:
        yield statement
        return
    for (start, _), text, found in zip(parts, texts, read, strict=True):
        first = statement.start + start
        yield Statement(statement.claim, first, first + len(text), text, found, statement.around)


def _joined(text: str, statements: Iterable[Statement]) -> list[Statement]:
    """Join a clause that only says how sure the one before it is, such as "that is a guess", to that one."""
    found: list[Statement] = []
    for statement in statements:
        before = found[-1] if found else None
        most = 2 if statement.certainty.level <= UNKNOWN else 1
        few = bool(statement.certainty.hedges) and len(statement.words) <= most
        plain = few and _SAYS_OF_IT.match(statement.text) and not _names_another(statement)
        caveat = _CAVEAT.match(statement.text) and hedges_in(statement.text)
        if caveat:
            found = _taken_together(found, text)
            before = found[-1] if found else None
        if (
            (plain or caveat)
            and before
            and before.claim.path == statement.claim.path
            and not before.certainty.hedges
        ):
            whole = text[before.start : statement.end]
            claim = before.claim
            found[-1] = Statement(claim, before.start, statement.end, whole, certainty_of(whole), before.around)
        else:
            found.append(statement)
    return found


def _taken_together(found: list[Statement], text: str) -> list[Statement]:
    """Join a last clause such as "that is from one bottle" to what it points to, so that a caveat reaches both."""
    while len(found) > 1 and _POINTS.match(found[-1].text) and len(found[-1].words) < LEAST_SAID:
        last, ahead = found[-1], found[-2]
        if last.claim.path != ahead.claim.path or ahead.certainty.hedges:
            break
        whole = text[ahead.start : last.end]
        found = [
            *found[:-2],
            Statement(ahead.claim, ahead.start, last.end, whole, certainty_of(whole), ahead.around),
        ]
    return found


def said_in(claim: Claim) -> str:
    """Return the text of a claim, of an order to tell something only what is to be told."""
    told = _TELLS.match(claim.text) if not asserts(claim.text) else None
    return claim.text[told.end() :] if told else claim.text


def _names_another(statement: Statement) -> bool:
    """Tell whether a doubtful clause has a thing of its own to say: "it might be rust", and not "it is a guess"."""
    return bool(statement.words) and any(
        hedge.text.lower().startswith(_MODAL) for hedge in statement.certainty.hedges
    )


def hedges_in(text: str) -> bool:
    """Tell whether a text has words of doubt, be it an order: "take that with a pinch of salt"."""
    return any(mark.word_class.hedge for mark in meant(text))


def _states(claim: Claim) -> bool:
    if _CAVEAT.match(claim.text):
        return True
    if claim.is_question or claim.is_limit or claim.is_value or not asserts(claim.text):
        return False
    return not (claim.is_request or any(part.lower() in OTHER_KEYS for part in claim.path))
