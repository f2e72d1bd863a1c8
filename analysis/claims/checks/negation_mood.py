"""Whether two sentences may be held against one another: facts against facts, plans against plans."""

import re

from misheard.analysis.claims.checks.negation_clauses import Reading
from misheard.analysis.claims.checks.negation_scope import read
from misheard.analysis.claims.checks.negation_words import forms, words
from misheard.analysis.claims.compare import is_revised
from misheard.analysis.claims.edits.telling import Pair, Sentence, read_once
from misheard.analysis.lexicon.wordnet import lemmas, tags

_NOW = re.compile(r"\b(?:now|extended|postponed|moved to|earlier|newer|newly)\b", re.IGNORECASE)
"""Words that mark a correction of a date or figure, but not of what this package looks at."""


def is_news(source: Sentence, retelling: Sentence) -> bool:
    """Tell whether a retelling says of itself that it corrects what was said, or that its teller saw it anew."""
    return _is_news(retelling) and not _is_news(source)


@read_once
def _is_news(sentence: Sentence) -> bool:
    known = sentence.lower
    if not known.isdisjoint(("i", "we")) and not known.isdisjoint(("now", "meanwhile", "since")):
        return True
    return is_revised(_NOW.sub(" ", sentence.text))


@read_once
def is_order(sentence: Sentence) -> bool:
    """Tell whether a sentence begins with a verb in its base form: Find all rows."""
    opening = ("do", "not", "never", "always", "please", "then")
    token = next((one for one in sentence.tokens if one.sort != "p" and one.lower not in opening), None)
    if token is None or token.sort != "w":
        return False
    return tags(token.lower)[:1] == "v" and (token.lower, "v") in lemmas(token.lower)


def is_plan(sentence: Sentence, place: int) -> bool:
    """Tell whether what is said at a place is to be done or to come, and not told as a fact."""
    found = read(sentence)
    clause = found.clause(place)
    if is_order(sentence) or "'ll" in sentence.text:
        return True
    start = clause.start
    if found.home[place] and (place == start or found.tokens[start].lower == "that"):
        start = found.clauses[found.home[place] - 1].start
    known = words()["plan"]
    if any(found.tokens[k].lower in known for k in range(start, clause.end)):
        return True
    ahead = place - 2 if found.tokens[place - 1].lower.endswith("ly") else place - 1
    if ahead <= clause.start or found.tokens[ahead].lower != "to":
        return False
    return forms(found.tokens[ahead - 1].lower).isdisjoint(words()["able"] | words()["refuse"])


def is_apart(pair: Pair) -> bool:
    """Tell whether two sentences have numbers of which none is the same: exit code 1 and 0 are two records."""
    one = {token.key for token in pair.source.tokens if token.sort == "d" and token.text[0].isdigit()}
    other = {token.key for token in pair.retelling.tokens if token.sort == "d" and token.text[0].isdigit()}
    return bool(one and other) and one.isdisjoint(other)


def head_of(found: Reading, place: int) -> frozenset[str]:
    """Return the forms of the noun behind an adjective: of `unsupported` in `an unsupported language`."""
    after = found.tokens[place + 1] if place + 1 < found.clause(place).end else None
    return forms(after.lower) if after is not None and after.sort in "wn" else frozenset()
