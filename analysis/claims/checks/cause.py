"""Another cause for the same effect, cause and effect exchanged, a cause told as what stood in the way."""

from collections.abc import Iterator, Sequence

from misheard.analysis.claims.checks.base import Check, Found
from misheard.analysis.claims.checks.cause_read import WORDS, Link
from misheard.analysis.claims.checks.cause_told import cleared, links
from misheard.analysis.claims.checks.support import all_tokens, content, missing, place, quoted, share
from misheard.analysis.claims.edits.telling import Pair
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.lexicon.wordnet import is_known, lexical_class, tags

LEAST = 0.6
"""So much of a cause or effect must stand in the other one for the two to be the same."""
BACK = 0.5
"""And so much the other way round, as a retelling may say less."""
TURNED, DESPITE, ANOTHER, DENIED, AIM, CROSSED, SOLE = 0.85, 0.85, 0.75, 0.85, 0.65, 0.8, 0.7


def _find(pair: Pair) -> Iterator[Found]:
    mine = links(pair.retelling, pair.retold)
    if not mine or pair.retelling.text[:1] in "{[":
        return
    theirs = links(pair.source, pair.told)
    theirs += [one for other in pair.told.sentences if other is not pair.source for one in links(other, pair.told)]
    for other in mine:
        if other.denied:
            continue
        for one in theirs:
            sure = 0.0 if one.denied else _sure(pair, one, other)
            if sure:
                yield _found(pair, one, other, sure)
                return
        if other.sort == "cause" and theirs and (found := _cleared(pair, other, theirs)):
            yield found
            return


def _found(pair: Pair, one: Link, other: Link, sure: float) -> Found:
    after = place(_inside(other.cause))
    is_here = all(word in pair.source.tokens for word in one.cause)
    before = place(_inside(one.cause) if is_here else pair.source.tokens)
    return Found("cause", before, after, quoted(pair, before, after), sure)


def _inside(words: Sequence[Token]) -> Sequence[Token]:
    """Return a span without the function words at its beginning."""
    start = next((at for at, word in enumerate(words) if word.is_content), 0)
    return words[start:]


def _sure(pair: Pair, one: Link, other: Link) -> float:
    """Return how sure it is that one of the two tells the other wrongly; 0 where it does not."""
    sorts = {one.sort, other.sort}
    if sorts == {"cause"}:
        return _of_causes(pair, one, other)
    if not (_same(one.effect, other.effect) and _same(one.cause, other.cause)):
        return 0.0
    if sorts == {"aim", "cause"}:
        words = {word.lower for link in (one, other) for word in link.cause}
        return AIM if WORDS["aims"].isdisjoint(words) else 0.0
    return DESPITE if sorts == {"despite", "cause"} else 0.0


def _of_causes(pair: Pair, one: Link, other: Link) -> float:
    if _same(one.cause, other.effect) and _same(one.effect, other.cause):
        return 0.0 if _straight(pair, other) else TURNED
    if not _same(one.effect, other.effect):
        return 0.0
    if _is_crosswise(pair, one, other):
        return CROSSED
    return SOLE if _is_sole(pair, one, other) else ANOTHER if _is_another(pair, one, other) else 0.0


def _same(theirs: Sequence[Token], mine: Sequence[Token]) -> bool:
    return share(mine, theirs) >= LEAST and share(theirs, mine) >= BACK


def _straight(pair: Pair, other: Link) -> bool:
    """Tell whether some sentence of the source names this very cause for this effect."""
    return (
        any(
            not one.denied and _same(one.cause, other.cause) and _same(one.effect, other.effect)
            for sentence in pair.told.sentences
            for one in links(sentence, pair.told)
        )
        or share(other.cause, other.effect) >= LEAST
    )


def _is_crosswise(pair: Pair, one: Link, other: Link) -> bool:
    """Tell whether the retelling gives this effect the cause that the source gives another one."""
    if share(other.cause, one.cause) > 0 or _straight(pair, other):
        return False
    rivals = [rival for sentence in pair.told.sentences for rival in links(sentence, pair.told) if not rival.denied]
    return any(
        _same(rival.cause, other.cause)
        and not _meets(other.effect, rival.effect)
        and not _meets(rival.effect, one.cause)
        for rival in rivals
    )


def _meets(one: Sequence[Token], other: Sequence[Token]) -> bool:
    return share(one, other) > 0


def _is_sole(pair: Pair, one: Link, other: Link) -> bool:
    """Tell whether one cause of several is told as the only one."""
    if not _same(one.cause, other.cause) or WORDS["partial"].isdisjoint(word.lower for word in one.words):
        return False
    said = {word.lower for word in other.words}
    return bool(WORDS["sole"] & said) and WORDS["partial"].isdisjoint(pair.retelling.lower)


def _is_another(pair: Pair, one: Link, other: Link) -> bool:
    """Tell whether the retelling names a cause that the source does not have, and has nothing of the true one."""
    theirs, mine = _head(one.cause), _head(other.cause)
    if (
        not theirs
        or not mine
        or not WORDS["doubtful"].isdisjoint(word.lower for word in (*one.cause, *other.cause))
    ):
        return False
    tail = set(_split(other.cause)[1])
    rest = [word for word in all_tokens(pair.retold) if word not in tail]
    if _known(mine, all_tokens(pair.told), one.effect) or _known(theirs, rest, other.effect):
        return False
    return not any(_is_kin(word, ours) for word in theirs for ours in mine)


def _known(part: Sequence[Token], whole: Sequence[Token], spent: Sequence[Token]) -> bool:
    """Tell whether any of some words stands among others, however worded, but for those `spent` on the effect."""
    return len(missing(part, whole, loose=True, spent=spent)) < len(part)


def _split(words: Sequence[Token]) -> tuple[Sequence[Token], Sequence[Token]]:
    """Return a cause up to a preposition that tells where or when, and the rest."""
    start = next((at for at, word in enumerate(words) if word.is_content), 0)
    stop = next((at for at in range(start + 1, len(words)) if words[at].lower in WORDS["prepositions"]), len(words))
    return words[start:stop], words[stop:]


def _head(words: Sequence[Token]) -> list[Token]:
    """Return what a cause is about, without mere qualities such as new, late or cracked."""
    said = content(_split(words)[0])
    return [word for at, word in enumerate(said) if not _is_quality(word, at + 1 == len(said))]


def _is_quality(word: Token, is_last: bool) -> bool:
    if word.sort != "w":
        return False
    sorts = tags(word.lower)
    return bool(sorts) and (
        set(sorts) <= {"a", "r"} or (not is_last and "a" in sorts and word.lower.endswith("ed"))
    )


def _is_kin(one: Token, other: Token) -> bool:
    """Tell whether two words may name one thing though the lexicon does not say so: unknown, or abstract."""
    if not is_known(one.lower) or not is_known(other.lower):
        return one.sort != "n" and other.sort != "n"
    sort = lexical_class(one.lower)
    return sort == lexical_class(other.lower) and sort not in WORDS["concrete"]


def _cleared(pair: Pair, other: Link, theirs: Sequence[Link]) -> Found | None:
    """Return the change of a cause of which the source says that it was none."""
    if _straight(pair, other) or not any(_same(one.effect, other.effect) for one in theirs):
        return None
    true = next((one for one in theirs if not one.denied), theirs[0])
    denied = [one.cause for one in theirs if one.denied]
    denied += [words for sentence in pair.told.sentences if (words := cleared(sentence))]
    for words in denied:
        if share(other.cause, words) >= BACK and share(true.cause, other.cause) < BACK:
            return _found(pair, true, other, DENIED)
    return None


CHECK = Check(_find)
