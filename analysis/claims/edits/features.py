"""The features of each edit between two texts, as names that a linear model weighs.

A name says what was done (swap, move, put, cut; f for a function word) and what is known of it: sorts of the words,
their relation in the lexicon, how much of the texts is alike around them (`dense`), how large the place is.
`facts_of` reads what is known of an edit, and one function a kind of edit turns that into names: many edits share
their facts, and what they weigh need be worked out once.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import Any

from misheard.analysis.claims.edits import feature_names, wordpair
from misheard.analysis.claims.edits.align import Alignment, Edit, Words
from misheard.analysis.claims.edits.feature_names import Names
from misheard.analysis.claims.edits.reading import NEGATORS, PRONOUNS, Reading

Facts = tuple[Callable[..., Names], tuple[Any, ...]]
"""A function that gives the names of the features of an edit, and its arguments: what is known of the edit."""

_SIZES = (2, 3, 5, 8)
_SPECIAL = NEGATORS | PRONOUNS


def features_of(made: Alignment) -> list[Names]:
    """Return the names of the features of each edit of an alignment, in the order of its edits."""
    return [names(*known) for names, known in facts_of(made)]


def facts_of(made: Alignment) -> list[Facts]:
    """Return what is known of each edit of an alignment, in the order of its edits."""
    reading = Reading(made)
    return [_of(reading, edit) for edit in made.edits]


def _of(reading: Reading, edit: Edit) -> Facts:
    kind, before, after = edit
    if before is None or after is None:
        if after is not None:
            content = reading.made.retelling[after].is_content
            return _put(reading, after) if content else _put_function(reading, after)
        assert before is not None  # noqa: S101 - an edit has at least one side
        content = reading.made.source[before].is_content
        return _cut(reading, before) if content else _cut_function(reading, before)
    return _move(reading, before, after) if kind == "move" else _swap(reading, before, after)


def _swap(reading: Reading, i: int, j: int) -> Facts:
    made = reading.made
    one, other, away = made.source[i], made.retelling[j], made.away[j]
    s0, s1, t0, t1 = made.blocks[away]
    size = bisect_right(_SIZES, max(s1 - s0, t1 - t0))
    sorts, here, known = one.sort + other.sort, made.home[i] == away, other.key in reading.theirs
    if sorts == "dd":
        return feature_names.figure, (reading.dense, size, here, known)
    words = wordpair.features(one.lower, other.lower)
    opposite = words[0] == "rel:antonym"
    others = opposite and reading.turned[away] > 1, opposite and bool(reading.moved), known, one.key in reading.mine
    return feature_names.swap, (sorts, reading.dense, size, here, words, others)


def _move(reading: Reading, i: int, j: int) -> Facts:
    made = reading.made
    home, away = made.home[i], made.away[j]
    token, other = made.source[i], made.retelling[j]
    tests = (away, home) in reading.routes, reading.slot(away), home == away, token.first, other.first
    lead = _lead(made.source, i)
    return feature_names.move, (other.sort, tests, lead, lead == _lead(made.retelling, j), reading.dense // 2)


def _lead(tokens: Words, place: int) -> str:
    """Return the nearest function word within four tokens ahead of a token, in its clause, or `-`."""
    for token in reversed(tokens[max(0, place - 4) : place]):
        if token.sort == "f":
            return token.lower
        if token.sort == "p":
            break
    return "-"


def _put(reading: Reading, j: int) -> Facts:
    made = reading.made
    token, away = made.retelling[j], made.away[j]
    behind = ""
    if j + 1 < len(made.retelling) and j + 1 not in made.away:
        after = made.retelling[j + 1]
        behind = "put:modifies" if after.is_content else "put:ends" if after.sort == "p" else "put:inner"
    place = reading.only_put(away), min(reading.put_words(away), 4), behind
    about = wordpair.about(token.lower)
    return feature_names.put, (token.sort, reading.dense, place, about, token.key in reading.theirs)


def _put_function(reading: Reading, j: int) -> Facts:
    made = reading.made
    key, away = made.retelling[j].key, made.away[j]
    s0, s1, t0, t1 = made.blocks[away]
    lost = reading.lost_functions(away) if s1 > s0 else ()
    if key in lost:
        return feature_names.put_function, (key, None, False, ())
    special = tuple(_put_special(reading, j)) if key in _SPECIAL else ()
    return feature_names.put_function, (key, lost[:3], t1 - t0 == 1 and s1 == s0, special)


def _put_special(reading: Reading, j: int) -> Iterator[str]:
    """Yield what is known besides of a negator or a pronoun that was put in."""
    made = reading.made
    token = made.retelling[j]
    if token.key in NEGATORS:
        yield from reading.negator(made.away[j])
    if token.key in PRONOUNS and reading.lost_a_word(made.away[j]):
        known = sum(other.sort in "nw" for other in made.retelling[:j])
        yield "pronoun"
        yield f"pronoun:first{token.first:d}"
        yield f"pronoun:known{min(known, 3)}"
        yield f"pronoun:dense{reading.dense // 2}"


def _cut(reading: Reading, i: int) -> Facts:
    made = reading.made
    token, home = made.source[i], made.home[i]
    modifies = i + 1 < len(made.source) and i + 1 not in made.home and made.source[i + 1].is_content
    place = reading.only_cut(home), min(reading.cut_words(home), 4), modifies
    about = wordpair.about(token.lower)
    return feature_names.cut, (token.sort, reading.dense, place, about, token.key in reading.mine)


def _cut_function(reading: Reading, i: int) -> Facts:
    made = reading.made
    key, home = made.source[i].key, made.home[i]
    _, _, t0, t1 = made.blocks[home]
    special: Names = tuple(reading.negator(home)) if key in NEGATORS else ()
    if key in PRONOUNS and reading.got_a_word(home):
        special = (*special, "named")
    return feature_names.cut_function, (key, t0 == t1, special)
