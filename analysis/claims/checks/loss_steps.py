"""A step that falls out of a list of steps which is otherwise handed on in full."""

from collections.abc import Sequence
from functools import lru_cache

from misheard.analysis.claims.checks.base import Found
from misheard.analysis.claims.checks.support import all_tokens, content, is_absent, place, share
from misheard.analysis.claims.edits.record import bit_of
from misheard.analysis.claims.edits.telling import Pair, Sentence
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.lexicon.wordnet import tags

LEAST_STEPS = 3
"""Two steps make no list."""
KEPT = 0.8
"""So much of each other step must stand in the retelling."""
SURE = 0.6
_JOINTS = frozenset(
    ("and", "then", "next", "finally", "first", "after", "that", "afterwards", "lastly", "to", "second", "please")
)
_IN_TURN = bit_of(("then", "first", "afterwards"))
_SPLITS = frozenset((",", ";", ".", ":", "and", "then"))
_SPLIT, _JOINT = bit_of(_SPLITS), bit_of(_JOINTS)


def dropped_step(pair: Pair) -> Found | None:
    """Return the one step of a list of orders that the retelling leaves out."""
    in_turn = pair.source.bits & _IN_TURN
    if not in_turn and pair.source.text.count(",") < LEAST_STEPS - 2:
        return None
    least = 2 if in_turn else LEAST_STEPS
    if _count(pair.source) < least:
        return None
    steps = _steps(pair.source.tokens)
    if len(steps) < least:
        return None
    retold = all_tokens(pair.retold)
    lost = [step for step in steps if share(step, retold) < KEPT]
    rest = [word for step in steps if step not in lost for word in step]
    if len(lost) != 1 or len(_steps(pair.retelling.tokens)) != len(steps) - 1:
        return None
    if not is_absent(lost[0], pair.retold, 0, rest):
        return None
    words = pair.source.text[slice(*place(lost[0]))]
    return Found("loss", place(lost[0]), place(pair.retelling.tokens), f'the step "{words}" was left out', SURE)


def _count(sentence: Sentence) -> int:
    """Return how many pieces of a sentence may be steps, by their first words."""
    count, opens = 0, True
    for word in sentence.records:
        if word.bits & _SPLIT:
            opens = True
        elif opens and not word.bits & _JOINT:
            opens = False
            count += _may_order(word.lower)
    return count


def _steps(words: Sequence[Token]) -> list[list[Token]]:
    """Return the pieces of a sentence that open with a verb in the form of an order."""
    pieces: list[list[Token]] = [[]]
    for word in words:
        if word.lower in _SPLITS:
            pieces.append([])
        elif pieces[-1] or word.lower not in _JOINTS:
            pieces[-1].append(word)
    return [piece for piece in pieces if piece and _is_order(piece)]


def _is_order(piece: Sequence[Token]) -> bool:
    return _may_order(piece[0].lower) and len(piece) > 1 and bool(content(piece))


@lru_cache(maxsize=16384)
def _may_order(first: str) -> bool:
    """Tell whether an order may open with a word in lower case."""
    return first == "let" or (
        tags(first)[:2] in ("v", "vn", "nv", "va", "av", "vr") and not first.endswith(("ed", "ing", "s"))
    )
