"""What must be done told as what may be, a ban as leave, a least number as a most; a rule that fell out."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from misheard.analysis.claims.checks.base import Check, Found
from misheard.analysis.claims.checks.bounded import is_other_side, is_same_side
from misheard.analysis.claims.checks.items import is_other_item
from misheard.analysis.claims.checks.requirement_bounds import turned_bound
from misheard.analysis.claims.checks.requirement_read import TRIGGERS, WORDS, Rule, is_fewer, rules
from misheard.analysis.claims.checks.support import (
    alike,
    all_tokens,
    content,
    is_absent,
    kept,
    missing,
    opposed,
    place,
    quoted,
    share,
)
from misheard.analysis.claims.edits.record import bit_of
from misheard.analysis.claims.edits.telling import Pair
from misheard.analysis.claims.edits.tokens import Token

LEAST_ACT = 0.6
"""So much of the act must stand in the other clause, each way."""
LEAST_BACK = 0.5
"""So much of the act of the retelling must stand in the clause of the source."""
CLOSE = 0.75
"""Or so much where the levels lie close or the words are loose."""
LEAST_KEPT = 0.7
"""A rule counts as left out where the retelling keeps so much of all the rest."""
LEAST_REST = 4
"""The rest must have so many content words."""
GONE = 0.25
"""And so little of the rule itself."""
DROPPED = 0.65
CHANGES = {
    ("must", "may"): 0.85, ("may", "must"): 0.85, ("must", "should"): 0.75, ("should", "must"): 0.75,
    ("may", "should"): 0.6, ("should", "may"): 0.65, ("must_not", "may"): 0.85, ("may", "must_not"): 0.85,
    ("must_not", "should_not"): 0.75, ("should_not", "must_not"): 0.75, ("should_not", "may"): 0.7,
    ("may", "should_not"): 0.6, ("must_not", "should"): 0.7, ("should", "must_not"): 0.7,
    ("order", "may"): 0.7, ("order", "should"): 0.6,
}  # fmt: skip
"""How sure a change from one level to another is."""
_CODE = frozenset("→`{}[]*_=")
_TRIGGER, _ONLY = bit_of(TRIGGERS), bit_of(WORDS["only"])
_IS = frozenset(("is", "are"))
_NEAR = frozenset((("may", "should"), ("should", "may"), ("order", "may"), ("order", "should")))


def _find(pair: Pair) -> Iterator[Found]:
    if not (pair.bits & _TRIGGER or any(one.bits & _TRIGGER for one in pair.told.sentences)):
        return
    mine = rules(pair.retelling)
    theirs = rules(pair.source) if mine else []
    for one in theirs:
        for other in mine:
            sure = CHANGES.get((one.level, other.level), 0.0)
            if sure and _is_one_act(pair, one, other, sure) and not _is_told(pair, other):
                before, after = place(one.words), place(other.words)
                yield Found("requirement", before, after, quoted(pair, before, after), sure)
                return
    yield from turned_bound(pair)
    yield from _only(pair, theirs)
    yield from _dropped(pair, mine)


def _is_one_act(pair: Pair, one: Rule, other: Rule, sure: float) -> bool:
    """Tell whether two rules are about the same act, with nothing around that makes up for the other level."""
    lost = {word.lower for word in one.act} & WORDS["limits"] - pair.retold.lower
    if lost and _is_let_go(pair, one, other):
        one = one._replace(act=one.act[: next(i for i, word in enumerate(one.act) if word.lower in lost)])
        lost = set()
    if (
        _is_choice(pair, one, other)
        or not content(one.act)
        or kept(one.act, other.act) < min(2, len(content(one.act)), len(content(other.act)))
    ):
        return False
    least = CLOSE if (one.level, other.level) in _NEAR or (sure < 0.8 and "can" in pair.lower) else LEAST_ACT
    if share(one.act, other.words) < least or share(other.act, one.words) < min(least, LEAST_BACK):
        return False
    if one.level == "order" and not WORDS["soft"] & {word.lower for word in other.words}:
        return False
    theirs, mine = ({word.lower for word in rule.act} for rule in (one, other))
    if WORDS["limits"] & ((theirs - pair.retold.lower) | (mine - pair.told.lower)):
        return False
    if not _is_one_verb(pair, one, other) or _is_turned(pair, one, other):
        return False
    return not _is_bounded(pair, one, other) and not is_other_item(pair)


def _is_choice(pair: Pair, one: Rule, other: Rule) -> bool:
    """Tell whether one of two things is to be done: what must be either may be either."""
    return "either" in pair.source.lower and "or" in pair.retelling.lower and "may" in (one.level, other.level)


def _is_let_go(pair: Pair, one: Rule, other: Rule) -> bool:
    """Tell whether a ban that held until or without something is told as leave with no condition at all."""
    if (one.level, other.level) != ("must_not", "may"):
        return False
    return WORDS["conditions"].isdisjoint(pair.retold.lower)


def _is_bounded(pair: Pair, one: Rule, other: Rule) -> bool:
    """Tell whether a limit makes up for the level: not above 6 bar, up to 6 bar; a duty of no more, leave up to."""
    if {one.level, other.level} & {"must_not", "should_not"}:
        return is_other_side(pair)
    if {one.level, other.level} != {"must", "may"}:
        return False
    return is_same_side(pair) or bool(WORDS["edges"] & pair.retelling.lower)


def _is_one_verb(pair: Pair, one: Rule, other: Rule) -> bool:
    if not (one.verb and other.verb) or alike(one.verb, other.verb):
        return not (other.level == "may" and other.verb and _is_new(other.verb, pair.source.tokens))
    return not _is_crossed(one, other) and not (other.level == "may" and _is_new(other.verb, pair.source.tokens))


def _is_turned(pair: Pair, one: Rule, other: Rule) -> bool:
    """Tell whether an opposite makes up for the other level: not stay silent, speak."""
    left, right = missing(one.act, other.words), missing(other.act, pair.source.tokens)
    return any(opposed(word.lower, mine.lower) for word in left for mine in right)


def _is_crossed(one: Rule, other: Rule) -> bool:
    """Tell whether what one clause asks for is in the other clause only beside what that one asks for."""
    return all(
        any(alike(verb, word.lower) for word in content(rule.act) if word.lower != rule.verb)
        for verb, rule in ((one.verb, other), (other.verb, one))
    )


def _is_new(verb: str, words: Sequence[Token]) -> bool:
    """Tell whether none of some words can stand for a verb."""
    return not any(alike(verb, word.lower) for word in words if word.sort in "wn")


def _is_told(pair: Pair, other: Rule) -> bool:
    """Tell whether the source has a rule for this act that is as binding as the retelling has it."""
    return any(
        one.level == other.level
        and (share(other.act, one.words) >= LEAST_ACT or _may_mean(one, other, sentence.tokens))
        for sentence in pair.told.sentences
        for one in rules(sentence)
    )


def _may_mean(one: Rule, other: Rule, words: Sequence[Token]) -> bool:
    """Tell whether a rule has a pronoun for the act that its sentence names: it is a good idea on Saturdays."""
    points = not WORDS["pointing"].isdisjoint(word.lower for word in one.words)
    return points and share(other.act, words) >= LEAST_ACT


def _only(pair: Pair, theirs: Sequence[Rule]) -> Iterator[Found]:
    """Yield a rule that narrows with "only" and is told without: only fitters may, use only the blue cable."""
    if not pair.source.bits & _ONLY or WORDS["only_kept"] & pair.retold.lower:
        return
    if any(one.lower in _IS and other.lower == "for" for one, other in pairwise(pair.retelling.tokens)):
        return
    for one in theirs:
        at = next((i for i, word in enumerate(one.words) if word.lower in WORDS["only"]), None)
        if at is None or at + 1 >= len(one.words) or one.words[at + 1].lower in WORDS["time"]:
            continue
        bare = [word for word in one.words if word.lower not in WORDS["only"]]
        if len(content(bare)) > 2 and not missing(bare, pair.retelling.tokens):
            before, after = place(one.words[at : at + 2]), place(pair.retelling.tokens)
            yield Found("requirement", before, after, f'"{one.words[at].text}" was left out', DROPPED)
            return


def _dropped(pair: Pair, mine: Sequence[Rule]) -> Iterator[Found]:
    """Yield a ban or duty of a list of orders that the retelling hands on without it, while it keeps the rest."""
    if not is_fewer(pair.told, pair.retold):
        return
    is_first = pair.retelling is pair.retold.sentences[0]
    if not is_first or not _is_order(pair, mine) or not _CODE.isdisjoint(pair.told.text):
        return
    for sentence in pair.told.sentences:
        for rule in rules(sentence):
            if rule.level not in ("must_not", "must"):
                continue
            gone = set(map(id, rule.words))
            rest = [word for word in all_tokens(pair.told) if id(word) not in gone]
            if not is_absent(rule.act, pair.retold, GONE, rest):
                continue
            if len(content(rest)) >= LEAST_REST and share(rest, all_tokens(pair.retold)) >= LEAST_KEPT:
                lost = sentence.text[slice(*place(rule.words))].strip(" ,")
                before = place(rule.words) if sentence is pair.source else place(pair.source.tokens)
                yield Found("requirement", before, None, f'"{lost}" was left out', DROPPED)
                return


def _is_order(pair: Pair, mine: Sequence[Rule]) -> bool:
    """Tell whether the retelling hands on orders."""
    return any(rule.level == "order" for rule in mine) or bool(WORDS["handing"] & pair.retelling.lower)


CHECK = Check(_find)
