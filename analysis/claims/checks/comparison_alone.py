"""Comparisons that name one side alone: A is the quieter pump, A has fewer faults."""

from collections.abc import Iterator

from misheard.analysis.claims.checks.comparison_words import Comparison, base, is_denied, made, quality_at
from misheard.analysis.claims.checks.negation_clauses import Reading
from misheard.analysis.claims.edits.record import Word, bit_of
from misheard.analysis.claims.edits.telling import Sentence, read_once

_COPULAS = bit_of(
    ("is", "are", "was", "were", "be", "been", "being", "as", "remains", "remained", "seems", "proved")
)
_THE = bit_of(("the",))
_FEWER = bit_of(("fewer", "less"))


@read_once
def named_alone(sentence: Sentence) -> list[int]:
    """Return where a sentence says of one thing alone that it has more: A is the quieter pump, A has fewer."""
    if "than" in sentence.lower or "two" in sentence.lower:
        return []
    records = sentence.records
    found = [place for place in sentence.numbers_of(_FEWER) if place and place + 1 < len(records)]
    if sentence.bits & _COPULAS:
        found += [place + 1 for place in sentence.numbers_of(_THE) if _is_called(records, place)]
    return found


def _is_called(records: list[Word], place: int) -> bool:
    """Tell whether `the` stands between a form of `be` and a comparative."""
    if not place or place + 1 >= len(records):
        return False
    return bool(records[place - 1].bits & _COPULAS) and base(records[place + 1].lower) is not None


def named(found: Reading, places: list[int]) -> Iterator[Comparison]:
    """Read `B was the slower one` and `B had fewer faults`, with one side alone."""
    for i in places:
        clause, quality = found.clause(i), quality_at(found, i)
        if quality is None or is_denied(found, i):
            continue
        stop = i - 1 if found.tokens[i - 1].lower == "the" else i
        one = made(found, (i, i + 1), quality, (clause.start, stop, clause.end))
        if one.front:
            yield one._replace(behind=frozenset())
