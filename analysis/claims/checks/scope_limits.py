"""A limit that is gone, so that what held for a part is said of the whole."""

from collections.abc import Iterator, Sequence

from misheard.analysis.claims.checks.base import Found
from misheard.analysis.claims.checks.entity_reading import DET, PREP
from misheard.analysis.claims.checks.phrases import Hit
from misheard.analysis.claims.checks.scope_words import BEINGS, EVERY, EVERYWHERE, TRIAL, WHERE, WIDE, amounts
from misheard.analysis.claims.checks.support import all_tokens, content, missing, near, place, share
from misheard.analysis.claims.edits.telling import Pair
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.lexicon.wordnet import lexical_class, tags

SURE = 0.8
SURE_BARE = 0.65
LEAST_SHARED = 0.5
"""So much of it must the retelling keep where it names a wider whole."""
LEAST_KEPT = 0.6
"""So much of what a sentence says besides the limit must the retelling keep."""
_PASSED = frozenset(("of", "the", "our", "its", "their", "in", "over", "across", "my", "your"))
_ONLY = frozenset(("only", "solely", "exclusively", "just", "alone"))
_LIVING = frozenset(("noun.person", "noun.animal"))


def find_widened(pair: Pair) -> Iterator[Found]:
    """Yield a limit that gave way to all, every or everywhere, or to a wider group."""
    wholes = [hit for hit in amounts(pair.retelling) if hit.tag == "whole"]
    wide = not BEINGS.isdisjoint(pair.retelling.lower - pair.told.lower)
    if not (wholes or wide) or (wholes and any(hit.tag in {"whole", "none"} for hit in amounts(pair.source))):
        return
    told, others = pair.source.tokens, all_tokens(pair.retold)
    for words in limits(told):
        lost = missing(words, others, loose=True)
        rest = [word for word in told if word not in words]
        if not lost or (words[0].start and share(rest, others) < LEAST_SHARED):
            continue
        for hit in wholes:
            end = _widened_to(pair, hit, words, len(lost) == len(content(words)))
            if end:
                yield found(pair, place(words), (pair.retelling.tokens[hit.start].start, end), SURE)
                return
        if words[-1] in lost and words[0].start:
            yield from _wider(pair, words)


def _widened_to(pair: Pair, hit: Hit, words: Sequence[Token], gone: bool) -> int:
    """Return where the wider whole ends, 0 where what is quantified has nothing to do with the limit."""
    retold = pair.retelling.tokens
    new = _quantified(retold, hit)
    subject = not words[0].start
    if new is not None:
        wide = new.lower in WIDE and new.lower not in pair.told.lower
        if (gone or subject) and wide:
            return new.end
        if not subject and any(near(new.lower, word.lower) for word in words):
            return new.end
    if subject:
        return 0
    if gone and (
        " ".join(word.lower for word in retold[hit.start : hit.end]) in EVERYWHERE or _is_only(pair, words)
    ):
        return max(retold[hit.end - 1].end, new.end if new is not None else 0)
    return 0


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


def _wider(pair: Pair, words: Sequence[Token]) -> Iterator[Found]:
    """Yield a group of living beings that gave way to a wider one."""
    for i, word in enumerate(pair.retelling.tokens):
        if word.lower not in BEINGS or word.lower in pair.told.lower or word.key in pair.told.keys:
            continue
        if i and (pair.retelling.tokens[i - 1].lower in DET or pair.retelling.tokens[i - 1].sort == "d"):
            continue
        if lexical_class(words[-1].lower) in _LIVING:
            yield found(pair, place(words), (word.start, word.end), SURE)
            return


def limits(words: Sequence[Token]) -> Iterator[list[Token]]:
    """Yield the nouns behind each word that can limit a statement, with their adjectives, and the subject."""
    for i, word in enumerate(words):
        if word.lower not in WHERE and i:
            continue
        found: list[Token] = []
        for other in words[i + 1 if word.lower in WHERE else i :]:
            if other.lower in DET and not found:
                continue
            if not other.is_content or other.lower in PREP:
                break
            found.append(other)
        if found and (found[-1].sort in "nd" or tags(found[-1].lower)[:1] != "a"):
            yield found


def find_trial(pair: Pair) -> Iterator[Found]:
    """Yield words that say among whom or where something was tried, and that the retelling drops."""
    if TRIAL.isdisjoint(pair.source.lower) or not TRIAL.isdisjoint(pair.retold.lower):
        return
    told, others = pair.source.tokens, all_tokens(pair.retold)
    for words in limits(told):
        named = words if len(words) <= 2 else words[-1:]
        if not any(word.lower in TRIAL for word in named) or len(missing(words, others, loose=True)) < len(words):
            continue
        rest = [word for word in told if word not in words]
        if share(rest, others) >= LEAST_KEPT:
            yield found(pair, place(words), None, SURE)
            return


def found(pair: Pair, before: tuple[int, int], after: tuple[int, int] | None, sure: float) -> Found:
    """Return what a limit in the source became; `after` is None where it is only gone."""
    lost = pair.source.text[slice(*before)]
    new = pair.retelling.text[slice(*after)] if after and after[1] else ""
    text = f'"{lost}" became "{new}"' if new else f'the limit to "{lost}" is gone'
    return Found("scope", before, after if new else None, text, sure)
