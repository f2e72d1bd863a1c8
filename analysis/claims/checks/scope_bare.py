"""A limit to a plural noun of a rule that is gone: children under six travel free, told as children travel free."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from misheard.analysis.claims.checks.base import Found
from misheard.analysis.claims.checks.entity_reading import Reading, is_event, read
from misheard.analysis.claims.checks.entity_words import DET, PREP
from misheard.analysis.claims.checks.scope_limits import LEAST_KEPT, found
from misheard.analysis.claims.checks.scope_words import AFTER, LOOSE
from misheard.analysis.claims.checks.support import all_tokens, content, missing, place, share
from misheard.analysis.claims.edits.record import Word
from misheard.analysis.claims.edits.telling import Pair
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.lexicon.wordnet import tags

SURE = 0.65


def find(pair: Pair) -> Iterator[Found]:
    """Yield a limit to a plural noun of a rule, where the retelling says the rest of the noun without it."""
    if pair.source.keys <= pair.retold.keys:
        return
    keys = pair.source.keys & pair.retelling.keys
    retold = pair.retelling.records
    bare = {
        word.key
        for i, word in enumerate(retold)
        if word.sort == "w" and _is_plural(word.lower) and word.key in keys and _is_bare(retold, i)
    }
    if not bare or is_event(pair.source):
        return
    told = pair.source.tokens
    reading = read(pair.source)
    others = all_tokens(pair.retold)
    for i, word in enumerate(told):
        if word.key not in bare or i in reading.verbs:
            continue
        words = _limit_of(told, reading, i)
        if words and len(missing(words, others, loose=True)) == len(content(words)) > 0:
            rest = [other for other in told if other not in words]
            if share(rest, others) >= LEAST_KEPT:
                yield found(pair, place(words), None, SURE)
                return


@lru_cache(maxsize=16384)
def _is_plural(word: str) -> bool:
    """Tell whether a word in lower case is first of all a noun, in the plural."""
    return (word.endswith("s") or word in {"children", "people", "men", "women"}) and tags(word)[:1] == "n"


def _is_bare(words: Sequence[Word], i: int) -> bool:
    """Tell whether a plural noun has neither an article nor anything else that limits it."""
    before = words[i - 1] if i else None
    if before is not None and (before.lower in DET or before.sort in "nd" or tags(before.lower)[:1] in {"a", "n"}):
        return False
    after = words[i + 1] if i + 1 < len(words) else None
    return after is None or after.lower not in AFTER


def _limit_of(words: Sequence[Token], reading: Reading, i: int) -> list[Token]:
    """Return what limits the noun at a place: the words in front of it, or those behind it up to a verb or mark.

    Only the noun that a rule is about can be limited: the first of the sentence, or one behind `for` or `to`.
    """
    start = i
    while start > 0 and words[start - 1].sort in "wn" and start - 1 not in reading.verbs:
        start -= 1
    if start and words[start - 1].lower not in {"for", "to", ","}:
        return []
    if start < i:
        limit = words[start:i]
        fine = all(tags(word.lower)[:1] in {"n", "a"} and word.lower not in LOOSE for word in limit)
        return list(limit) if fine else []
    if i + 1 >= len(words) or words[i + 1].lower not in AFTER:
        return []
    return list(words[i + 1 : _end(words, reading, i + 2)])


def _end(words: Sequence[Token], reading: Reading, i: int) -> int:
    """Return where a limit ends that begins just before a place: behind its first number or nouns, or at a verb."""
    clause = words[i - 1].lower not in PREP
    while i < len(words) and words[i].lower in DET:
        i += 1
    while i < len(words) and words[i].sort != "p":
        if words[i].sort == "d":
            counted = i + 1 < len(words) and (words[i + 1].sort == "m" or words[i + 1].lower.endswith("s"))
            return i + 2 if counted else i + 1
        if not clause and (words[i].sort == "f" or i in reading.verbs):
            break
        i += 1
    return i
