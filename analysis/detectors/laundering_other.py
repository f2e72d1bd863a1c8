"""Whether what looks like a repeat says another thing: other figures, an order, or something not quite definite."""

import re

from misheard.analysis.claims.certainty_lexicon import pattern
from misheard.analysis.detectors.laundering_claims import Statement, statements_of
from misheard.analysis.detectors.laundering_focus import only_aside
from misheard.analysis.detectors.laundering_repeats import Repeat
from misheard.analysis.detectors.laundering_undone import says_only_unseen
from misheard.analysis.trace import Trace

_FIGURE = re.compile(r"\d+(?:\.\d+)?")
_EVIDENCE = pattern("word", "evidence")
_NONE = pattern("word", "no_evidence")
_SOFT = frozenset(
    (
        *("estimate", "estimated", "estimates", "est", "expected", "expects", "expect", "forecast", "projected"),
        *("predicted", "anticipated", "rough", "tbd", "hope", "hopes", "hoped", "hopefully", "draft", "interim"),
        *(
            "planned",
            "plans to",
            "wants to",
            "intends to",
            "offered to",
            "not yet",
            "so far",
            "optimistic",
            "candidate",
        ),
    )
)
"""Reservations that "guaranteed" is at odds with."""
_FIRM = re.compile(
    r"\b(?:guaranteed|guarantees?|confirmed|certain(?:ly)?|definite(?:ly)?|fixed|firm(?:ly)?|final(?:ly)?|exactly|settled"
    r"|signed|sealed|secured?|assured|proven|for sure|beyond doubt|without doubt)\b",
    re.IGNORECASE,
)
_FOUND = re.compile(
    r"\b(?:shows?|showed|proves?|proved|confirm(?:s|ed)|turned out|turns out|found|revealed|measured)\b",
    re.IGNORECASE,
)
_BUT = re.compile(r"\W*(?:but|however|yet|in\s+fact|actually|though)\b", re.IGNORECASE)
_EXACT = re.compile(r"\b(?:exactly|precisely|to\s+the\s+\w+)\s+\d", re.IGNORECASE)
_ASKED = re.compile(r"(?<![\w?])\?\s?\w")
_OR = re.compile(r"\w\s+or\s+(?!so\b|more\b|less\b|later\b)\w", re.IGNORECASE)
_NEARLY = re.compile(
    r"\b(?:about|around|roughly|some|approximately|circa|nearly|almost|close\s+to)\s+\d|\d\s+or\s+so\b|~\s?\d",
    re.IGNORECASE,
)


def firmed(source: Statement, target: Statement) -> bool:
    """Tell whether what was only expected, hoped for or estimated is told with words such as "guaranteed"."""
    if _EXACT.search(target.text) and _NEARLY.search(source.text) and not source.certainty.hedges:
        return True
    if source.certainty.hedges or _FIRM.search(source.claim.text) or not _FIRM.search(target.text):
        return False
    return not _SOFT.isdisjoint(source.certainty.reservations)


def corrected(trace: Trace, source: Statement, target: Statement) -> bool:
    """Tell whether the very message goes on to say what it is: "may be heat, but the test shows chlorine"."""
    rest = target.words - source.words
    told = statements_of(trace, trace.by_id[source.claim.message]) if rest else ()
    later = (one for one in told if one.start > source.start and not one.hedge)
    return any(rest <= one.words and _BUT.match(one.text) and _FOUND.search(one.text) for one in later)


def sounds_firm(target: Statement) -> bool:
    """Tell whether a statement has words such as "guaranteed"."""
    return _FIRM.search(target.text) is not None


def names_its_evidence(source: Statement, target: Statement) -> bool:
    """Tell whether a statement names a study, and what it repeats told of one beside somebody's opinion."""
    told = source.claim.text
    return bool(_EVIDENCE.search(target.text) and _EVIDENCE.search(told) and not _NONE.search(told))


def says_other(repeat: Repeat) -> bool:
    """Tell whether a repeat says another thing, or no more than what there was no doubt about."""
    aside = says_only_unseen(repeat.source) or only_aside(repeat.source, repeat.target)
    return aside or _counts_other(repeat) or _leaves_open(repeat)


def _counts_other(repeat: Repeat) -> bool:
    """Tell whether the two give figures, and none in common: then the one does not repeat the other."""
    before, after = set(_FIGURE.findall(repeat.source.text)), set(_FIGURE.findall(repeat.target.text))
    return bool(before and after) and before.isdisjoint(after)


def _leaves_open(repeat: Repeat) -> bool:
    """Tell whether the repeat is itself not quite definite.

    It names two things ("rust or paint") where the doubtful statement named one, or says "some 300" for "300, a
    rough count".
    """
    target, source = repeat.target.text, repeat.source.text
    return any(shape.search(target) and not shape.search(source) for shape in (_OR, _NEARLY, _ASKED))


def orders(target: Statement, source: Statement) -> bool:
    """Tell whether the repeat opens with the verb that the hedge stood before: "may restart", then "Restart …"."""
    first = target.claim.text.split(maxsplit=1)[0].lower()
    return any(
        hedge.text.lower() in ("may", "might", "could")
        and source.text[hedge.end :].split(maxsplit=1)[:1] == [first]
        for hedge in source.certainty.hedges
    )
