"""An exception, a caveat or a part left out, so that what is left of a claim is no longer true."""

from collections.abc import Iterator

from misheard.analysis.claims.checks.base import Check, Found
from misheard.analysis.claims.checks.loss_read import WORDS, Limit, against, behind, is_excepted, limits
from misheard.analysis.claims.checks.loss_steps import dropped_step
from misheard.analysis.claims.checks.support import (
    all_tokens,
    content,
    has_other_days,
    is_absent,
    kept,
    opposed,
    place,
    share,
)
from misheard.analysis.claims.edits.telling import Pair
from misheard.analysis.claims.edits.tokens import Token

LEAST_MAIN = 0.6
"""So much of the claim must stand in the retelling."""
GOOD_MAIN = 0.5
"""So much where both say that something is good, such as that it works."""
BARE_MAIN = 0.8
"""So much where the retelling has no word such as "all"."""
SURE = {"except": 0.85, "caveat": 0.75, "again": 0.75, "setting": 0.7}
OTHER = 0.34
"""A sentence is left out where the retelling has no more than this of it."""
_ELSEWHERE = frozenset(("elsewhere", "otherwise", "other", "others", "rest", "remaining"))
PART, NEXT, WIDENED = 0.65, 0.7, 0.65


def _find(pair: Pair) -> Iterator[Found]:
    said = pair.retelling.lower
    if len(pair.told.sentences) > 1:
        found = _widened(pair, said)
        if found:
            yield found
            return
    for limit in limits(pair.source):
        if WORDS["partial"] & said.difference(word.lower for word in limit.main):
            continue
        sure = _sure(pair, limit, said)
        if sure:
            yield _found(pair, limit.words, sure)
            return
    if len(pair.told.sentences) > 1 and WORDS["partial"].isdisjoint(said):
        yield from _next(pair, said) if behind(pair.told, pair.source) else _against(pair, said)
    step = dropped_step(pair)
    if step:
        yield step


def _found(pair: Pair, lost: list[Token], sure: float, before: tuple[int, int] | None = None) -> Found:
    words = " ".join(word.text for word in lost if word.sort != "p")
    after = place(pair.retelling.tokens)
    return Found("loss", before or place(lost), after, f'"{words}" was left out', sure)


def _sure(pair: Pair, limit: Limit, said: frozenset[str]) -> float:
    """Return how sure it is that the claim is told without what limits it; 0 where it is not."""
    retold = pair.retelling.tokens
    main = share(limit.main, retold)
    is_good = _is_good(limit, said)
    enough = kept(limit.main, retold) >= min(2, len(content(limit.main))) or main == 1
    if main < (GOOD_MAIN if is_good else LEAST_MAIN) or not enough:
        return 0.0
    if _denied(limit.main) != _denied(retold):
        return 0.0
    whole = bool(WORDS["universal"] & said)
    if limit.sort == "part":
        is_weak = limit.words[0].lower in WORDS["weak_part"] and not (is_good or whole)
        return PART if not is_weak and main >= BARE_MAIN and share(retold, limit.main) >= BARE_MAIN else 0.0
    is_full = main >= BARE_MAIN
    tells = {"except": whole or is_good or is_full, "setting": is_full}.get(limit.sort, is_good)
    if not tells or not is_absent(limit.words, pair.retold, spent=limit.main):
        return 0.0
    if limit.sort == "except" and (is_excepted(pair) or has_other_days(limit.words, pair)):
        return 0.0
    return SURE[limit.sort]


def _is_good(limit: Limit, said: frozenset[str]) -> bool:
    """Tell whether both the claim and its retelling say that something is good, in whatever words."""
    return bool(WORDS["good"] & said) and any(word.lower in WORDS["good"] for word in limit.main)


def _denied(words: list[Token]) -> bool:
    return any(word.lower in ("not", "never", "cannot") for word in words)


def _next(pair: Pair, said: frozenset[str]) -> Iterator[Found]:
    """Yield the claim whose next sentence limits it, where the retelling has nothing of that sentence."""
    main = pair.source.tokens
    lost = behind(pair.told, pair.source)
    if not lost or not (WORDS["good"] | WORDS["universal"]) & said:
        return
    if share(main, pair.retelling.tokens) < LEAST_MAIN or kept(main, pair.retelling.tokens) < 2:
        return
    if WORDS["partial"].isdisjoint(pair.retold.lower) and is_absent(lost, pair.retold, spent=main):
        yield _found(pair, lost, NEXT, place(main))


def _against(pair: Pair, said: frozenset[str]) -> Iterator[Found]:
    """Yield "all pass" where the next sentence of the source has some that fail, and the retelling none."""
    main, retold = pair.source.tokens, pair.retelling.tokens
    lost = against(pair.told, pair.source)
    if not lost or share(main, retold) < LEAST_MAIN or kept(main, retold) < min(2, len(content(main))):
        return
    bad = [word for word in lost if word.lower in WORDS["bad"]]
    whole = WORDS["universal"] & said & pair.source.lower
    good = [word for word in retold if word.lower in WORDS["good"]]
    contrary = whole or any(opposed(word.lower, mine.lower) for word in bad for mine in good)
    if contrary and share(lost, all_tokens(pair.retold)) <= OTHER:
        yield _found(pair, lost, NEXT, place(main))


def _widened(pair: Pair, said: frozenset[str]) -> Found | None:
    """Return a claim to which the retelling adds "all" or the like, against another sentence of the source."""
    added = WORDS["universal"] & said - pair.told.lower - {"any", "no"}
    main = pair.source.tokens
    if not _ELSEWHERE.isdisjoint(said):
        return None
    if not added or kept(main, pair.retelling.tokens) < 2 or share(main, pair.retelling.tokens) < LEAST_MAIN:
        return None
    for other in pair.told.sentences:
        if other is pair.source or not is_absent(other.tokens, pair.retold, spent=main):
            continue
        contrary = any(
            opposed(one.lower, word.lower)
            for one in content(other.tokens)
            for word in content(pair.retelling.tokens)
        )
        if contrary or other.tokens == behind(pair.told, pair.source):
            return _found(pair, other.tokens, WIDENED, place(main))
    return None


def _is_contrary(one: list[Token], other: list[Token]) -> bool:
    ours = content(other)
    return any(opposed(word.lower, mine.lower) for word in content(one) for mine in ours)


CHECK = Check(_find, copies=True)
