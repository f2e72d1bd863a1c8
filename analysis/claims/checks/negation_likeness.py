"""Whether a word that one sentence denies and another says is said of the same thing."""

from misheard.analysis.claims.checks.negation_clauses import Denial, Reading
from misheard.analysis.claims.checks.negation_words import forms, words
from misheard.analysis.claims.edits.telling import Pair
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.lexicon.wordnet import Kind, relation, tags

COVERED = 0.5
"""So much of the clause that denies something (0 to 1) must the other sentence have."""
LONE = 0.6
"""A clause that denies but names nothing counts only in sentences that share so much (0 to 1)."""
WHOLE = 0.99
"""What is denied to exist, and nothing more, counts only where all the content is shared (0 to 1)."""
SPLIT = 2
"""So many words must two clauses share where a sentence was cut in two."""
LEAST_LIKE = 2
"""So many words must two clauses share before a synonym in the other counts as the word denied in the one."""


def are_like(pair: Pair, told: Reading, denied: Denial, other: Reading, place: int) -> bool:
    """Tell whether the word that is denied here and said there is said of the same thing."""
    target = told.tokens[denied.target]
    here, there = told.clause(denied.target), other.clause(place)
    if target.lower.endswith("est") and other.tokens[place - 1].lower != told.tokens[denied.target - 1].lower:
        return False
    common = here.keys & there.keys - {target.key, other.tokens[place].key}
    named = [
        told.tokens[k] for k in range(here.start, here.end) if k != denied.target and told.tokens[k].sort in "wn"
    ]
    is_verb = tags(target.lower)[:1] != "n" or denied.place == denied.target or target.lower.endswith("ing")
    is_verb = is_verb and not denied.noun and not _is_predicate_noun(told, denied)
    before = {token.key for token in told.tokens[here.start : denied.target]}
    behind = {token.lower for token in other.tokens[there.start : there.end]}
    exists = not words()["being"].isdisjoint(behind) or told.tokens[denied.place - 1].lower in behind
    if len(common) < SPLIT and len(pair.told.sentences) < len(pair.retold.sentences):
        return False
    if not named and denied.noun:
        return exists and pair.overlap >= WHOLE
    if not named:
        return is_verb and pair.overlap >= LONE and denied.place != denied.target
    if not common or _covered(named, other) < COVERED or is_verb:
        return bool(common) and _covered(named, other) >= COVERED
    light = forms(told.tokens[denied.place - 1].lower) if denied.place else frozenset()
    exists = exists or ("v" in tags(other.tokens[place].lower) and not words()["light"].isdisjoint(light))
    return exists and (denied.noun or not before.isdisjoint(common))


def _is_predicate_noun(told: Reading, denied: Denial) -> bool:
    """Tell whether a noun is denied of a subject: they are not attributes."""
    word = told.tokens[denied.target].lower
    is_noun = tags(word)[:1] == "n" or ("n" in tags(word) and word.endswith("s"))
    ahead = told.tokens[denied.place - 1].lower if denied.place else ""
    return is_noun and told.tokens[denied.place].lower == "not" and ahead in {"is", "are", "was", "were"}


def _covered(named: list[Token], other: Reading) -> float:
    """Return the share of some words (0 to 1) that another sentence has, in some form or as a synonym."""
    theirs = frozenset().union(*(forms(token.lower) for token in other.tokens if token.sort in "wn"))
    missing = [token for token in named if forms(token.lower).isdisjoint(theirs)]
    others = [token.lower for token in other.tokens if token.sort in "wn"]
    still = sum(not any(_alike(word, token.lower, forms(token.lower)) for word in others) for token in missing)
    return 1 - still / len(named)


def synonyms_in(told: Reading, denied: Denial, other: Reading) -> list[int]:
    """Return the words of the other sentence that mean the same as a denied verb or adjective, in like clauses."""
    word, here = told.tokens[denied.target].lower, told.clause(denied.target).keys
    if denied.noun or tags(word)[:1] not in {"v", "a"}:
        return []
    found = []
    for i, token in enumerate(other.tokens):
        if token.sort == "w" and len(here & other.clause(i).keys) >= LEAST_LIKE:
            known = relation(token.lower, word)
            if known.kind is Kind.SYNONYM and known.senses <= 2:
                found.append(i)
    return found


def _alike(word: str, like: str, wanted: frozenset[str]) -> bool:
    return is_form(word, wanted) or relation(word, like).kind in {Kind.SYNONYM, Kind.DERIVED, Kind.SIMILAR}


def is_form(word: str, wanted: frozenset[str]) -> bool:
    """Tell whether a word is one of which some forms are wanted."""
    return not forms(word).isdisjoint(wanted)


def is_object_told(told: Reading, target: int, other: Reading) -> bool:
    """Tell whether the other sentence has the next word too: not drinking coffee is no denial of drinking."""
    end = told.clause(target).end
    behind = next((token for token in told.tokens[target + 1 : end] if token.sort in "wnd"), None)
    if behind is None:
        return True
    wanted = forms(behind.lower)
    return any(token.sort in "wnd" and _alike(token.lower, behind.lower, wanted) for token in other.tokens)
