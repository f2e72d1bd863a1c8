"""What a word of doubt belongs to, and when it is no doubt at all: a month, a permission, a rule, a definition."""

import re
from itertools import pairwise

from misheard.analysis.claims.certainty_lexicon import LONGEST_READ, Mark, WordClass, marks, pattern

_BREAK = pattern("scope", "clause_break")
_LEAD_IN = pattern("scope", "lead_in")
_LABEL = pattern("scope", "label")
_QUESTION = pattern("scope", "question")
_REQUEST = pattern("scope", "request")
_SIDE_CLAUSE = pattern("scope", "side_clause")
_WHETHER = re.compile(r"\W*whether\b", re.IGNORECASE)
_MONTH_AFTER = pattern("may", "month_after")
_PERMIT_AFTER = pattern("may", "permit_after")
_PERMIT_BEFORE = pattern("may", "permit_before")
_NO_PERMIT_AFTER = pattern("may", "no_permit_after")
_MEANS_AFTER = pattern("no_doubt", "means_after")
_BOUNDED_BEFORE = pattern("no_doubt", "bounded_before")
_SORT_BEFORE = pattern("no_doubt", "sort_before")
_ORDERED_BEFORE = pattern("no_doubt", "ordered_before")
_UNDONE_BEFORE = pattern("no_doubt", "undone_before")
NEAR = 160
"""Characters on each side of a word that decide what it means."""
_SORTS = ("possible", "likely", "suspected", "probable")
_OPENING, _CLOSING = "\"'`“‘«</.@#_$", "\"'`”’»(=/<>_"
_RESERVED = WordClass("permission or condition", 0.9, reserves=True)


def clauses(text: str) -> list[tuple[int, int]]:
    """Return the start and end of each clause of `text`, cut at punctuation and at words that open a clause."""
    read = text[:LONGEST_READ]
    cuts = [0, *(match.end() for match in _BREAK.finditer(read)), len(text)]
    found: list[tuple[int, int]] = []
    for start, end in pairwise(cuts):
        if found and _LABEL.fullmatch(text, *found[-1]):
            found[-1] = (found[-1][0], end)
        elif (lead := _LEAD_IN.match(read, start, end)) and lead.end() < end:
            found += [(start, lead.end()), (lead.end(), end)]
        elif text[start:end].strip():
            found.append((start, end))
    return found


def clause_at(text: str, place: int) -> tuple[int, int]:
    """Return the clause that the character at `place` belongs to."""
    return next(((start, end) for start, end in clauses(text) if start <= place < end), (0, len(text)))


def asserts(text: str) -> bool:
    """Tell whether `text` states something; a question or a request does not."""
    return not _QUESTION.search(text[-20:]) and not _REQUEST.match(text[:200])


def meant(text: str) -> tuple[Mark, ...]:
    """Return the marks of `text` that say how sure it is of what it says, and leave out those that only look so."""
    return tuple(mark for found in marks(text) if (mark := _read(text, found)) is not None)


def _read(text: str, mark: Mark) -> Mark | None:
    """Return the mark as it is meant in `text`, or None where it says nothing of how sure the text is."""
    before, after = text[max(0, mark.start - NEAR) : mark.start], text[mark.end : mark.end + NEAR]
    if (before and before[-1] in _OPENING) or (after and after[0] in _CLOSING) or _MEANS_AFTER.match(after):
        return None
    if mark.word_class.name == "certain" and _UNDONE_BEFORE.search(before):
        return None
    return _hedge(before, mark, after) if mark.word_class.hedge else mark


def _hedge(before: str, mark: Mark, after: str) -> Mark | None:
    word = mark.text.lower()
    if word == "may" and (mark.text == "May" or _MONTH_AFTER.match(after)):
        return None
    if word.startswith(("possible", "doubt")) and _BOUNDED_BEFORE.search(before):
        return None
    if word.startswith(_SORTS) and _SORT_BEFORE.search(before):
        return None
    only_reserved = (word == "may" and _is_permission(before, after)) or _is_condition(before, mark)
    return mark._replace(word_class=_RESERVED) if only_reserved else mark


def _is_permission(before: str, after: str) -> bool:
    if _PERMIT_BEFORE.search(before) and not _NO_PERMIT_AFTER.match(after):
        return True
    return bool(_PERMIT_AFTER.match(after))


def _is_condition(before: str, mark: Mark) -> bool:
    """Tell whether a word behind `before` stands in an order, or in a clause that only names a case."""
    start = max((match.end() for match in _BREAK.finditer(before)), default=0)
    clause = before[start:]
    if mark.word_class.name == "unknown" and _WHETHER.match(clause):
        return False
    return bool(_ORDERED_BEFORE.search(clause) or (_SIDE_CLAUSE.match(clause) and "," not in clause))
