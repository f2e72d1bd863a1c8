"""A limit that is gone, so that what held for a part is said of the whole."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from misheard.analysis.claims.checks.base import Found
from misheard.analysis.claims.checks.entity_words import DET, PREP
from misheard.analysis.claims.checks.mood import mood_of
from misheard.analysis.claims.checks.phrases import Hit
from misheard.analysis.claims.checks.scope_words import AMOUNTS, BEINGS, EVERY, EVERYWHERE, WHERE, WIDE, amounts
from misheard.analysis.claims.checks.support import alike, all_tokens, content, missing, near, place, share
from misheard.analysis.claims.edits.record import bit_of
from misheard.analysis.claims.edits.telling import Pair
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.lexicon.wordnet import lexical_class, tags

SURE = 0.8
SURE_BARE = 0.65
LEAST_SHARED = 0.5
"""So much of it must the retelling keep where it names a wider whole."""
LEAST_KEPT = 0.6
"""So much of what a sentence says besides the limit must the retelling keep."""
_BEINGS = bit_of(BEINGS)
WIDENS = AMOUNTS.bit | _BEINGS
"""Words without one of which in the retelling nothing is widened."""
_PASSED = frozenset(("of", "the", "our", "its", "their", "in", "over", "across", "my", "your"))
_POINTING = frozenset(("this", "these", "that", "those"))
_ONLY = frozenset(("only", "solely", "exclusively", "just", "alone"))
_ANYBODY = frozenset(("people", "persons", "humans", "human", "men", "women", "children"))
_PLURALS = ("s", "men", "children", "mice", "people", "cattle", "sheep", "geese", "poultry")
_LIVING = frozenset(("noun.person", "noun.animal"))


class Limit(NamedTuple):
    """The nouns that limit a statement, and the token in front of the word that leads them, None at the start."""

    words: Sequence[Token]
    head: Token | None
    subject: bool


def find_widened(pair: Pair) -> Iterator[Found]:
    """Yield a limit that gave way to all, every or everywhere, or to a wider group."""
    wholes = [hit for hit in amounts(pair.retelling) if hit.tag == "whole"]
    wide = bool(pair.retelling.bits & _BEINGS) and not BEINGS.isdisjoint(pair.retelling.lower - pair.told.lower)
    if not (wholes or wide) or (wholes and any(hit.tag in {"whole", "none"} for hit in amounts(pair.source))):
        return
    told, others = pair.source.tokens, all_tokens(pair.retold)
    for limit in limits(told) if wholes else ():
        lost = missing(limit.words, others, loose=True)
        rest = [word for word in told if word not in limit.words]
        if limit.subject and mood_of(pair.source) == "order":
            continue  # what it opens with is a verb: collect, list
        if not lost or (not limit.subject and share(rest, others) < LEAST_SHARED):
            continue
        for hit in wholes:
            end = _widened_to(pair, hit, limit, lost)
            if end:
                after = pair.retelling.tokens[hit.start].start, end
                yield found(pair, place(limit.words), after, SURE)
                return
    if wide:
        yield from _wider(pair)


def _widened_to(pair: Pair, hit: Hit, limit: Limit, lost: Sequence[Token]) -> int:
    """Return where the wider whole ends, 0 where what is quantified has nothing to do with the limit."""
    retold, words = pair.retelling.tokens, limit.words
    gone = len(lost) == len(content(words))
    new = _quantified(retold, hit)
    if new is not None:
        wide = new.lower in WIDE and new.lower not in pair.told.lower
        narrowed = len(words) > 1 and words[-1] not in lost and alike(new.lower, words[-1].lower)
        if wide and (gone or (limit.subject and words[0] in lost and len(words) > 1)):
            return new.end
        if narrowed and (len(lost) == len(content(words[:-1])) or not limit.subject):
            return new.end
        if not limit.subject and (
            (gone and _is_of(limit, new)) or any(near(new.lower, word.lower) for word in lost)
        ):
            return new.end
    phrase = " ".join(word.lower for word in retold[hit.start : hit.end])
    if gone and not limit.subject and (phrase in EVERYWHERE or _is_only(pair, words)):
        return max(retold[hit.end - 1].end, new.end if new is not None else 0)
    return 0


def _is_of(limit: Limit, new: Token) -> bool:
    """Tell whether a limit stands right behind the noun that all is said of now."""
    return limit.head is not None and limit.head.sort == "w" and alike(limit.head.lower, new.lower)


def _quantified(words: Sequence[Token], hit: Hit) -> Token | None:
    """Return the noun that all or every is said of."""
    for word in words[hit.start : hit.end + 3]:
        if word.sort == "n" or (word.sort == "w" and word.lower not in EVERY and tags(word.lower)[:1] == "n"):
            return word
        if word.sort in "pd" or (word.sort == "f" and word.lower not in _PASSED and word.lower not in EVERY):
            return None
    return None


def _is_only(pair: Pair, words: Sequence[Token]) -> bool:
    """Tell whether `only` or a word like it stands beside a limit."""
    told = pair.source.tokens
    start, end = told.index(words[0]), told.index(words[-1])
    return any(word.lower in _ONLY for word in told[max(0, start - 3) : end + 2])


def _wider(pair: Pair) -> Iterator[Found]:
    """Yield a group of living beings that gave way to a wider one."""
    words, others = pair.retelling.tokens, all_tokens(pair.retold)
    for i, word in enumerate(words):
        if word.lower not in BEINGS or word.lower in pair.told.lower or word.key in pair.told.keys:
            continue
        if i and (words[i - 1].lower in DET or words[i - 1].sort == "d" or tags(words[i - 1].lower)[:1] == "a"):
            continue
        for one in pair.source.tokens:
            rest = [other for other in pair.source.tokens if other is not one]
            if _is_narrower(one, word, others) and share(rest, others, loose=True) >= LEAST_SHARED:
                yield found(pair, (one.start, one.end), (word.start, word.end), SURE)
                return


def _is_narrower(one: Token, wide: Token, others: Sequence[Token]) -> bool:
    """Tell whether a word names beings of one kind, of whom the retelling has no word but the wider one."""
    if one.sort != "w" or lexical_class(one.lower) not in _LIVING or not one.lower.endswith(_PLURALS):
        return False
    if wide.lower in _ANYBODY and lexical_class(one.lower) == "noun.person":
        return False
    left = [word for word in others if word.lower != wide.lower]
    return bool(missing([one], left, loose=True)) and not alike(one.lower, wide.lower)


def limits(words: Sequence[Token]) -> Iterator[Limit]:
    """Yield the nouns behind each word that can limit a statement, with their adjectives, and the subject."""
    first = next((i for i, word in enumerate(words) if word.lower not in DET), 0)
    for i, word in enumerate(words):
        if word.lower not in WHERE and i != first:
            continue
        behind = i + 1 if word.lower in WHERE else i
        if behind < len(words) and words[behind].lower == "by":
            behind += 1
        if behind < len(words) and words[behind].lower in _POINTING:
            continue
        nouns = _nouns(words[behind:])
        if nouns:
            yield Limit(nouns, words[i - 1] if i else None, word.lower not in WHERE)


def _nouns(words: Sequence[Token]) -> list[Token]:
    nouns: list[Token] = []
    for word in words:
        if word.lower in DET and not nouns:
            continue
        if not word.is_content or word.lower in PREP:
            break
        nouns.append(word)
    named = bool(nouns) and (nouns[-1].sort in "nd" or tags(nouns[-1].lower)[:1] not in {"a", "r"})
    return nouns if named else []


def found(pair: Pair, before: tuple[int, int], after: tuple[int, int] | None, sure: float) -> Found:
    """Return what a limit in the source became; `after` is None where it is only gone."""
    lost = pair.source.text[slice(*before)]
    new = pair.retelling.text[slice(*after)] if after and after[1] else ""
    text = f'"{lost}" became "{new}"' if new else f'the limit to "{lost}" is gone'
    return Found("scope", before, after if new else None, text, sure)
