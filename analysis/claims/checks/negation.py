"""What a source denies that its retelling says, or says that its retelling denies."""

from collections.abc import Iterator

from misheard.analysis.claims.checks.base import Check, Found
from misheard.analysis.claims.checks.negation_moved import changed_amount, elided, moved
from misheard.analysis.claims.checks.negation_scope import Denial, Reading, content, read
from misheard.analysis.claims.checks.negation_words import PREFIXES, forms, positive, words
from misheard.analysis.claims.edits.telling import Pair, Sentence
from misheard.analysis.lexicon.wordnet import Kind, relation, tags

KIND = "negation"
LEAST_LIKE = 2
"""So many words must two clauses share before a synonym in the other counts as the word denied in the one."""
_WORDS = words()["deny"] | words()["none"] | words()["lacking"] | words()["ahead"] | {"no"}
_BEGIN = (*PREFIXES, *(word[:5] for word in words()["refuse"] if len(word) > 3))


def _find(pair: Pair) -> Iterator[Found]:
    if _WORDS.isdisjoint(pair.lower) and not any(word.startswith(_BEGIN) for word in pair.lower):
        return
    apart = pair.source.lower ^ pair.retelling.lower
    source, retelling = read(pair.source), read(pair.retelling)
    if _WORDS.isdisjoint(apart) and not any(word.startswith(_BEGIN) for word in apart):
        yield from moved(KIND, source, retelling)
        return
    for told, other, flipped in ((source, retelling, False), (retelling, source, True)):
        for denied in _denied(told):
            place = _said(told, denied, other)
            if place is not None and not _is_known(pair, told.tokens[denied.target].lower, not flipped):
                yield _found(told, denied, other, place, flipped)
                return
    yield from changed_amount(KIND, source, retelling)
    yield from moved(KIND, source, retelling)


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
        is_plain = positive(told.tokens[denial.target].lower) is None
        if is_plain and not told.clause(denial.target).open and not _is_restricted(told, denial):
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


def _said(told: Reading, denied: Denial, other: Reading) -> int | None:
    """Return where the other sentence says what this one denies, if nothing in it may deny that too."""
    word = told.tokens[denied.target].lower
    wanted = forms(positive(word) or word)
    places = [i for i, token in enumerate(other.tokens) if token.sort in "wn" and _is(token.lower, wanted)]
    if denied.place != denied.target:
        places = places or _alikes(told, denied, other)
    again = [i for i, token in enumerate(told.tokens) if token.sort in "wn" and _is(token.lower, wanted)]
    if (
        len(places) != 1
        or not _is_object_told(told, denied.target, other)
        or [i for i in again if i != denied.target]
    ):
        return None
    place = places[0]
    if any(elided(told, part) is not None and part.keys & other.clause(place).keys for part in told.clauses):
        return None
    if other.clause(place).open or _may_deny(other, told, place):
        return None
    return place if _are_like(told, denied, other, place) else None


def _is_object_told(told: Reading, target: int, other: Reading) -> bool:
    """Tell whether the other sentence has the next word too: not drinking coffee is no denial of drinking."""
    end = told.clause(target).end
    behind = next((token for token in told.tokens[target + 1 : end] if token.sort in "wnd"), None)
    if behind is None:
        return True
    wanted = forms(behind.lower)
    return any(token.sort in "wnd" and _alike(token.lower, behind.lower, wanted) for token in other.tokens)


def _alikes(told: Reading, denied: Denial, other: Reading) -> list[int]:
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
    return _is(word, wanted) or relation(word, like).kind in {Kind.SYNONYM, Kind.DERIVED, Kind.SIMILAR}


def _is(word: str, wanted: frozenset[str]) -> bool:
    return not forms(word).isdisjoint(wanted)


def _may_deny(other: Reading, told: Reading, place: int) -> bool:
    """Tell whether a sentence has a word that may deny what the other one denies in its own way."""
    denying = words()["denying"]
    known = {token.lower for token in told.tokens}
    clause = other.clause(place)
    for i, token in enumerate(other.tokens):
        if i == place:
            continue
        if token.key == "0" and token.lower not in known:
            return True
        near = clause.start <= i < clause.end
        if i in other.idle or (token.lower in known and not (near and token.lower in _WORDS)):
            continue
        if not forms(token.lower).isdisjoint(denying) or (token.sort == "w" and positive(token.lower)):
            return True
    return False


def _are_like(told: Reading, denied: Denial, other: Reading, place: int) -> bool:
    """Tell whether the word that is denied here and said there is said of the same thing."""
    target = told.tokens[denied.target]
    here, there = told.clause(denied.target), other.clause(place)
    common = here.keys & there.keys - {target.key, other.tokens[place].key}
    if tags(target.lower)[:1] == "n" and denied.place != denied.target and not target.lower.endswith("ing"):
        before = {token.key for token in told.tokens[here.start : denied.target]}
        behind = {token.lower for token in other.tokens[there.start : there.end]}
        exists = not words()["being"].isdisjoint(behind) or told.tokens[denied.target - 1].lower in behind
        return exists and (denied.noun or not before.isdisjoint(common)) and bool(common)
    if target.lower.endswith("est") and other.tokens[place - 1].lower != told.tokens[denied.target - 1].lower:
        return False
    if common or denied.place == denied.target:
        return bool(common)
    whole = [content(one.tokens) for one in (told, other)]
    return len(whole[0] & whole[1] - {target.key}) >= 2


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
            if _is(base or token.lower, wanted) and said == ((i in targets) == (base is not None)):
                return True
    return False


CHECK = Check(_find)
