"""What a word of doubt belongs to, and when it is no doubt at all: a month, a permission, a rule, a definition."""

import re

from misheard.analysis.claims.certainty_lexicon import Mark, WordClass, marks

_BREAK = re.compile(
    r"""[;:\n]+\s* | \s[–—-]+\s | (?<!\b(?-i:[A-Z][a-z]))[.!?]+(?=\s|$)\s*
    | ,?\s+(?=(?:but|though|although|while|whereas|yet|because|since|so\s+that|which)\b)
    | ,\s+(?=(?:and|or|so|it|they|he|she|we|this|that|there|not|nobody|only|no|if|provided|unless)\b)
    | \s+(?=and\s+(?:the|a|an|it|they|he|she|we|this|that|there|no|our|its|their|both|all)\s)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_LABEL = re.compile(r"\W*(?:[\w'-]+\s+){0,2}[\w'-]+:\s*")
_QUESTION = re.compile(r"\?[\s\"'”’)]*$")
_REQUEST = re.compile(
    r"""^[\s\-*•\d.)(]*(?:please\b | (?:can|could|would|will|may|should|shall)\s+(?:you|we|i|someone|anyone|somebody|it|they|the)\b
    | (?:let\s+(?:me|us)|let's|do\s+not|don't|never\s+(?:use|do|let|add|assume|change|trust|rely|make))\b
    | (?:add|analy[sz]e|answer|apply|ask|assess|avoid|book|build|calculate|call|check|choose|clarify|collect|compare|compile
      |confirm|consider|count|create|decide|define|describe|design|determine|do|don't|double-check|draft|ensure|establish|estimate
      |evaluate|examine|explain|explore|extract|fetch|figure|fill|find|fix|flag|focus|gather|get|give|go|identify|implement
      |inspect|investigate|keep|list|locate|look|make|mark|measure|mention|name|note|order|pick|plan|prepare|price|propose
      |provide|read|recommend|record|remember|remove|repeat|replace|report|research|return|review|run|say|search|see|select
      |send|set|show|sort|start|state|suggest|sum|summari[sz]e|take|tell|test|treat|try|update|use|verify|wait|work|write)\s+
      (?:(?:the|an?|that|whether|if|all|any|each|every|our|your|my|their|its|this|these|those|them|it|me|us|for|out|up|into|on
      |with|how|what|who|which|when|where|why|to|only|both|no|one|two|three|down|back|through|as|by)\b|["'`\d]))""",
    re.VERBOSE | re.IGNORECASE,
)
_SIDE_CLAUSE = re.compile(
    r"^\W*(?:(?:and|or|but)\s+)?(?:where|wherever|when|whenever|if|unless|in case|should|whether|as long as|until)\b", re.IGNORECASE
)
_MONTH_AFTER = re.compile(r"^(?:\s+\d|\s*[,.)]|\s+(?:and|to|or|until|through)\s+(?:june|july|august|april)|\s*$|-)", re.IGNORECASE)
_PERMIT_AFTER = re.compile(
    r"""^\s+(?:only|not\s+be|no\s+longer|i|we|proceed|enter|start|begin|leave|continue|go|open|stay|access|request|apply|choose|stay|take
    |use|run|sign|submit|keep|spend|book|order|be\s+(?:fed|used|run|opened|sent|sold|taken|added|removed|published|shared|started
    |served|paid|kept|given|shown|entered|replaced|omitted|skipped|submitted|requested))\b""",
    re.VERBOSE | re.IGNORECASE,
)
_YOU = re.compile(r"\b(?:you|we|i|users?|staff|members?|who|anyone|visitors|guests)\s+$", re.IGNORECASE)
_NO_PERMIT_AFTER = re.compile(r"\s+(?:have|be|not|also|well|need)\b", re.IGNORECASE)
_RESERVED = WordClass("permission or condition", 0.9, reserves=True)
_MEANS = re.compile(r"^\W{0,2}\s*(?:means\b|stands? for|is defined|are defined|refers? to|denotes?|is the term)\b", re.IGNORECASE)
_NEGATED_OR_BOUNDED = re.compile(r"\b(?:as|if|where(?:ver)?|when(?:ever)?|best|all|any|every|not|no|without|beyond)\s+(?:a\s+)?$", re.IGNORECASE)
_ORDERED = re.compile(r"\b(?:should|must|shall|may|can|cannot|need|needs|to)\s+(?:not\s+)?$", re.IGNORECASE)
_SORT_OF_THING = re.compile(
    r"\b(?:for|of|all|any|every|(?:mark|list|flag|find|detect|handl|filter|count|collect|log|show|check)\w*)\s+(?:the\s+)?$", re.IGNORECASE
)
_OPENING, _CLOSING = "\"'`“‘«</.@#_$", "\"'`”’»(=/<>_"
_UNDONE = re.compile(
    r"(?:\b(?:not|never|nobody|cannot|to be|if|whether|until|once|unless|pending|needs?|must|should|will|would|can|could|may|might|when|before|hardly|yet)\b|n't)(?:\s+\w+){0,3}\s*$",
    re.IGNORECASE,
)


def clauses(text: str) -> list[tuple[int, int]]:
    """Return the start and end of each clause of `text`, cut at punctuation and at words that open a clause."""
    cuts = [0, *(match.end() for match in _BREAK.finditer(text)), len(text)]
    found: list[tuple[int, int]] = []
    for start, end in zip(cuts, cuts[1:], strict=False):
        if found and _LABEL.fullmatch(text, *found[-1]):
            found[-1] = (found[-1][0], end)
        elif text[start:end].strip():
            found.append((start, end))
    return found


def clause_at(text: str, place: int) -> tuple[int, int]:
    """Return the clause that the character at `place` belongs to."""
    return next(((start, end) for start, end in clauses(text) if start <= place < end), (0, len(text)))


def asserts(text: str) -> bool:
    """Tell whether `text` states something; a question or a request does not."""
    return not _QUESTION.search(text) and not _REQUEST.match(text)


def meant(text: str) -> tuple[Mark, ...]:
    """Return the marks of `text` that say how sure it is of what it says, and leave out those that only look so."""
    return tuple(mark for found in marks(text) if (mark := _read(text, found)) is not None)


def _read(text: str, mark: Mark) -> Mark | None:
    before, after = text[: mark.start], text[mark.end :]
    if before[-1:] in _OPENING and before[-1:] or after[:1] in _CLOSING and after[:1]:
        return None
    if _MEANS.match(after):
        return None
    if mark.word_class.hedge:
        return _hedge(text, mark)
    if mark.word_class.name == "certain" and _UNDONE.search(before):
        return None
    return mark


def _hedge(text: str, mark: Mark) -> Mark | None:
    before, after = text[: mark.start], text[mark.end :]
    if mark.text.lower() == "may":
        if mark.text == "May" or _MONTH_AFTER.match(after):
            return None
        if _is_permission(before, after):
            return mark._replace(word_class=_RESERVED)
    if _ORDERED.search(before):
        return mark._replace(word_class=_RESERVED)
    if _NEGATED_OR_BOUNDED.search(before) and mark.text.lower().startswith(("possible", "doubt")):
        return None
    if _SORT_OF_THING.search(before) and mark.text.lower().startswith(("possible", "likely", "suspected", "probable")):
        return None
    start = max((match.end() for match in _BREAK.finditer(before)), default=0)
    in_side_clause = _SIDE_CLAUSE.match(before[start:]) and "," not in before[start:]
    return mark._replace(word_class=_RESERVED) if in_side_clause else mark


def _is_permission(before: str, after: str) -> bool:
    if _YOU.search(before) and not _NO_PERMIT_AFTER.match(after):
        return True
    return bool(_PERMIT_AFTER.match(after))
