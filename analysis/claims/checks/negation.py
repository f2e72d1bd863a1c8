"""What a source denies that its retelling says, or says that its retelling denies."""

from collections.abc import Iterator

from misheard.analysis.claims.checks.base import Check, Found, by_tokens
from misheard.analysis.claims.checks.bounded import is_other_side
from misheard.analysis.claims.checks.items import is_other_item
from misheard.analysis.claims.checks.mood import state_both
from misheard.analysis.claims.checks.negation_clauses import Denial, Reading
from misheard.analysis.claims.checks.negation_likeness import are_like, is_form, is_object_told, synonyms_in
from misheard.analysis.claims.checks.negation_limits import is_contrasted, is_exempt, is_part
from misheard.analysis.claims.checks.negation_mood import head_of, is_apart, is_news, is_plan
from misheard.analysis.claims.checks.negation_moved import changed_amount, elided, moved
from misheard.analysis.claims.checks.negation_scope import may_deny, read
from misheard.analysis.claims.checks.negation_words import PREFIXES, Known, forms, positive, words
from misheard.analysis.claims.checks.turns import is_complement
from misheard.analysis.claims.edits.telling import Pair, Sentence

KIND = "negation"
_WORDS = words()["deny"] | words()["none"] | words()["lacking"] | words()["ahead"] | {"no"}
_RULED = frozenset(("rule", "rules", "ruled", "ruling"))
_BEGIN = (*PREFIXES, *(word[:5] for word in words()["refuse"] if len(word) > 3))


def _find(pair: Pair) -> Iterator[Found]:
    changed = _has(pair.source.lower ^ pair.retelling.lower)
    if changed:
        may_find = _denies(pair.source) or _denies(pair.retelling)
    else:
        may_find = may_deny(pair.source) and may_deny(pair.retelling) and _has(pair.lower)
    if not may_find or is_news(pair.source, pair.retelling):
        return
    source, retelling = read(pair.source), read(pair.retelling)
    if not changed:
        yield from moved(KIND, source, retelling)
        return
    if is_other_side(pair) or is_other_item(pair) or is_complement(pair) or not state_both(pair):
        return
    for told, other, there, flipped in (
        (source, retelling, pair.retelling, False),
        (retelling, source, pair.source, True),
    ):
        for denied in _denied(told):
            if is_part(told, denied, there) or is_exempt(told, denied, there) or is_contrasted(told, denied, other):
                continue
            place = _said(pair, told, denied, other)
            if place is not None and not _is_known(pair, told.tokens[denied.target].lower, not flipped):
                yield _found(told, denied, other, place, flipped)
                return
    yield from changed_amount(KIND, source, retelling)
    yield from moved(KIND, source, retelling)


_BEGUN = Known(lambda word: word.startswith(_BEGIN))
_MADE = Known(lambda word: word.startswith(PREFIXES) and positive(word))


def _has(words: frozenset[str]) -> bool:
    """Tell whether a word denies, or begins like one that may."""
    return not _WORDS.isdisjoint(words) or _BEGUN.any(words)


def _denies(sentence: Sentence) -> bool:
    """Tell whether a sentence has a denying word, or one with a denying prefix."""
    return may_deny(sentence) or _MADE.any(sentence.lower)


def _found(told: Reading, denied: Denial, other: Reading, place: int, flipped: bool) -> Found:
    first, last = sorted((denied.place, denied.target))
    one, two = (first, last + 1), (place, place + 1)
    left = " ".join(token.text for token in told.tokens[first : last + 1])
    right = other.tokens[place].text
    if flipped:
        return Found(KIND, two, one, f'"{right}" is denied in the retelling: "{left}"', 0.8)
    return Found(KIND, one, two, f'"{left}" is no longer denied in the retelling: "{right}"', 0.8)


def _denied(told: Reading) -> Iterator[Denial]:
    """Yield what a sentence denies outright: by a word of its own or by a prefix, not by both."""
    targets = {denial.target for denial in told.denials}
    for denial in told.denials:
        if not told.clause(denial.target).open and not _is_restricted(told, denial):
            yield denial
    for i, token in enumerate(told.tokens):
        if token.sort == "w" and i not in targets and positive(token.lower) and _is_asserted(told, i):
            yield Denial(i, i, False)


def _is_asserted(told: Reading, place: int) -> bool:
    """Tell whether a word stands in a clause that asserts it and denies nothing."""
    return not told.clause(place).open and all(told.home[one.place] != told.home[place] for one in told.denials)


def _is_restricted(told: Reading, denial: Denial) -> bool:
    tokens, groups = told.tokens, words()
    known = forms(tokens[denial.target].lower)
    after = tokens[denial.target + 1].lower if denial.target + 1 < len(tokens) else ""
    if not known.isdisjoint(groups["hold"]) or (
        after in groups["clauses"] and not known.isdisjoint(groups["raise"])
    ):
        return True
    between = {token.lower for token in tokens[denial.place + 1 : denial.target]}
    if not between.isdisjoint({"need", "have"}) and "to" in between:
        return True
    before = {token.lower for token in tokens[max(0, denial.place - 2) : denial.place]}
    if "might" in before or ("may" in before and not between.isdisjoint({"be", "have"})):
        return True
    end = told.clause(denial.target).end
    return not groups["restrict"].isdisjoint(token.lower for token in tokens[denial.place + 1 : end + 1])


def _said(pair: Pair, told: Reading, denied: Denial, other: Reading) -> int | None:
    """Return where the other sentence says what this one denies, if nothing in it may deny that too."""
    word = told.tokens[denied.target].lower
    wanted = forms((positive(word) or word) if denied.place == denied.target else word)
    places = _places(other, wanted)
    if not places and denied.place != denied.target:
        places = synonyms_in(told, denied, other)
    again = any(i != denied.target for i in _places(told, wanted))
    if len(places) != 1 or again or not is_object_told(told, denied.target, other):
        return None
    place = places[0]
    if is_apart(pair) or _is_planned(pair, told, denied, other, place) or _is_mentioned(other, place, word):
        return None
    if any(elided(told, part) is not None and part.keys & other.clause(place).keys for part in told.clauses):
        return None
    return place if not _may_deny(other, told, place) and are_like(pair, told, denied, other, place) else None


def _places(found: Reading, wanted: frozenset[str]) -> list[int]:
    return [i for i, token in enumerate(found.tokens) if token.sort in "wn" and is_form(token.lower, wanted)]


def _is_mentioned(other: Reading, place: int, word: str) -> bool:
    """Tell whether a word is named rather than said: denied there too, in a condition, or as an -ing form."""
    if other.clause(place).open or any(denial.target == place for denial in other.denials):
        return True
    if place >= 2 and [token.lower for token in other.tokens[place - 2 : place]] == ["used", "to"]:
        return True
    is_name = other.tokens[place].lower.endswith("ing") and not word.endswith("ing")
    return is_name and (not place or other.tokens[place - 1].lower not in words()["auxiliary"])


def _is_planned(pair: Pair, told: Reading, denied: Denial, other: Reading, place: int) -> bool:
    """Tell whether one of the two is a plan or an order and the other a fact, or both stand by other nouns."""
    here, there = pair.source, pair.retelling
    if told.tokens is not here.tokens:
        here, there = there, here
        if told.tokens[denied.target - 1].lower == "yet" or "yet" in here.lower:
            return True
    if is_plan(here, min(denied.place, denied.target)) != is_plan(there, place):
        return True
    if denied.place != denied.target:
        return False
    mine, yours = head_of(told, denied.target), head_of(other, place)
    return mine.isdisjoint(yours) and bool(mine | yours)


def _may_deny(other: Reading, told: Reading, place: int) -> bool:
    """Tell whether a sentence has a word that may deny what the other one denies in its own way."""
    denying = words()["denying"]
    known = {token.lower for token in told.tokens}
    clause, places = other.clause(place), {denial.place for denial in other.denials}
    for i, token in enumerate(other.tokens):
        if i == place:
            continue
        if token.key == "0" and token.lower not in known:
            return True
        if token.lower == "out" and i and other.tokens[i - 1].lower in _RULED and token.lower not in known:
            return True
        near = clause.start <= i < clause.end
        if i in other.idle or (token.lower in known and not (near and i in places)):
            continue
        if not forms(token.lower).isdisjoint(denying) or (token.sort == "w" and positive(token.lower)):
            return True
    return False


def _is_known(pair: Pair, word: str, said: bool) -> bool:
    """Tell whether another sentence of the source says what the retelling says."""
    wanted = forms(positive(word) or word)
    return any(_tells(sentence, wanted, said) for sentence in pair.told.sentences if sentence is not pair.source)


def _tells(sentence: Sentence, wanted: frozenset[str], said: bool) -> bool:
    reading = read(sentence)
    targets = {denial.target for denial in reading.denials}
    for i, token in enumerate(reading.tokens):
        if token.sort in "wn":
            base = positive(token.lower)
            if is_form(base or token.lower, wanted) and said == ((i in targets) == (base is not None)):
                return True
    return False


CHECK = Check(by_tokens(_find))
