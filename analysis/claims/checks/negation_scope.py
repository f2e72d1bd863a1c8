"""What a sentence denies: its denying words, and the word each of them denies."""

from functools import lru_cache

from misheard.analysis.claims.checks.negation_clauses import (
    Denial,
    Reading,
    last_of_run,
    next_content,
    past_adverb,
    split,
)
from misheard.analysis.claims.checks.negation_words import Family, Known, forms, words
from misheard.analysis.claims.edits.telling import Sentence, read_once
from misheard.analysis.lexicon.wordnet import tags

_DISOWN, _REFUSE = Family(words()["disown"]), Family(words()["refuse"])


_TIMED = frozenset(("for", "since", "in", "once"))
"""Behind a "not" that opens a sentence they turn its words round: not for six years was it so cold."""


@read_once
def read(sentence: Sentence) -> Reading:
    """Return the clauses and denials of a sentence."""
    found = split(sentence)
    if may_deny(sentence):
        found.denials.extend(_denials(found))
    return found


def _denials(found: Reading) -> list[Denial]:
    made: dict[int, Denial] = {}
    for i, token in enumerate(found.tokens):
        name = _group(token.lower)
        denial = _denial(found, i, name) if name else None
        if denial is not None:
            made[i] = denial
    for place, denial in list(made.items()):
        if denial.target in made and place in made:
            del made[place], made[denial.target]
            found.idle.update((place, denial.target))
    return list(made.values())


def _denial(found: Reading, i: int, name: str) -> Denial | None:
    token = found.tokens[i]
    if token.text[0].isupper() and not token.first and not token.text.isupper():
        return None
    readers = {"no": _no, "deny": _verb, "none": _none, "lacking": _lacking, "disown": _disowned, "phrase": _phrase}
    return readers[name](found, i)


@lru_cache(maxsize=16384)
def _group(word: str) -> str:
    """Return in what manner a word denies; "" where it does not."""
    groups = words()
    if word == "no":
        return "no"
    for name in ("deny", "none", "lacking"):
        if word in groups[name]:
            return name
    if _DISOWN.has(word):
        return "disown"
    return "phrase" if _REFUSE.has(word) or word in groups["ahead"] else ""


_DENYING = Known(_group)


def may_deny(sentence: Sentence) -> bool:
    """Tell whether a sentence has a denying word."""
    return _DENYING.any(sentence.lower)


def _disowned(found: Reading, i: int) -> Denial | None:
    """Read denied that he had met her, and denied having met her."""
    tokens = found.tokens
    if i + 2 >= len(tokens):
        return None
    if tokens[i + 1].lower == "that":
        helper = (k for k in range(i + 2, found.clause(i + 1).end) if tokens[k].lower in words()["auxiliary"])
        place = next(helper, None)
    else:
        place = i + 1 if tokens[i + 1].lower.endswith("ing") else None
    if place is None:
        return None
    j = place if tokens[place].sort == "w" else next_content(found, place + 1)
    return None if j is None else Denial(i, j, False)


def _lacking(found: Reading, i: int) -> Denial | None:
    j = next_content(found, i + 1)
    if j is None:
        return None
    return Denial(i, j, False) if found.tokens[j].lower.endswith("ing") else Denial(i, last_of_run(found, j), True)


def _phrase(found: Reading, i: int) -> Denial | None:
    """Read fails to close, and absence of rust."""
    tokens = found.tokens
    if i + 2 >= len(tokens) or tokens[i + 1].lower not in {"to", "of", "from"}:
        return None
    known = forms(tokens[i].lower)
    j = next_content(found, i + 2)
    if j is None:
        return None
    if tokens[i + 1].lower == "to":
        j = past_adverb(found, j)
        return Denial(i, j, False) if known & words()["refuse"] else None
    return Denial(i, last_of_run(found, j), True) if tokens[i].lower in words()["ahead"] else None


def _verb(found: Reading, i: int) -> Denial | None:
    after = found.tokens[i + 1].lower if i + 1 < len(found.tokens) else ""
    before = {token.lower for token in found.tokens[max(0, i - 2) : i]}
    if found.tokens[i].first and after in _TIMED:
        return None
    if after in words()["idle"] or not before.isdisjoint(words()["unsure"]):
        return None
    if found.tokens[i].text in {"t", "T"} and "can" not in before:
        return None
    if after in words()["all"]:
        return _none(found, i)
    j = next_content(found, i + 1)
    return None if j is None else Denial(i, past_adverb(found, j), False)


def _no(found: Reading, i: int) -> Denial | None:
    tokens = found.tokens
    after = tokens[i + 1].lower if i + 1 < len(tokens) else ""
    if after == "longer" and (i + 2 >= len(tokens) or tokens[i + 2].lower != "than"):
        return _verb(found, i + 1)
    if after == "one":
        return _none(found, i)
    is_idle = after in words()["idle"] or (i > 0 and tokens[i - 1].lower in words()["unsure"])
    j = None if is_idle or not after[:1].isalpha() else next_content(found, i + 1)
    if j is None:
        return None
    last = last_of_run(found, j)
    if (
        last + 1 < len(tokens)
        and tokens[last + 1].lower in words()["auxiliary"]
        and found.home[last + 1] == found.home[i]
    ):
        verb = next_content(found, last + 1)
        return None if verb is None else Denial(i, verb, False)
    return Denial(i, last, True)


def _none(found: Reading, i: int) -> Denial | None:
    """Return the denial of a clause that has nobody for its subject or object."""
    tokens, clause = found.tokens, found.clause(i)
    helper = next((k for k in range(i + 1, clause.end) if tokens[k].lower in words()["auxiliary"]), None)
    if helper is not None:
        j = next_content(found, helper + 1)
        return None if j is None else Denial(i, j, False)
    j = next_content(found, i + 1)
    if j is not None:
        last = last_of_run(found, j)
        begin = j + 1 if tokens[i + 1].lower == "of" else j
        verb = next((k for k in range(begin, last + 1) if tags(tokens[k].lower)[:1] == "v"), last)
        return Denial(i, verb, False)
    if i > clause.start and tokens[i - 1].sort == "w":
        return Denial(i, i - 1, False)
    return None
