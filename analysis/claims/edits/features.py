"""The features of each edit between two texts, as names that a linear model weighs.

A name says what was done (swap, move, put, cut; f for a function word) and what is known of it: sorts of the words,
their relation in the lexicon, how much of the texts is alike around them (`dense`), how large the place is.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from misheard.analysis.claims.edits import wordpair
from misheard.analysis.claims.edits.align import Alignment, Edit
from misheard.analysis.claims.edits.reading import NEGATORS, PRONOUNS, Reading
from misheard.analysis.claims.edits.tokens import Token

_SIZES = (2, 3, 5, 8)
_SPECIAL = NEGATORS | PRONOUNS


def features_of(made: Alignment) -> list[tuple[str, ...]]:
    """Return the names of the features of each edit of an alignment, in the order of its edits."""
    reading = Reading(made)
    return [_of(reading, edit) for edit in made.edits]


def _of(reading: Reading, edit: Edit) -> tuple[str, ...]:
    before, after = edit.before, edit.after
    if before is None or after is None:
        if after is not None:
            is_content = reading.made.retelling[after].is_content
            return tuple(_put(reading, after)) if is_content else _put_function(reading, after)
        assert before is not None  # noqa: S101 - an edit has at least one side
        is_content = reading.made.source[before].is_content
        return tuple(_cut(reading, before)) if is_content else _cut_function(reading, before)
    return _move(reading, before, after) if edit.kind == "move" else tuple(_swap(reading, before, after))


def _swap(reading: Reading, i: int, j: int) -> Iterator[str]:
    made, dense = reading.made, reading.dense
    one, other, away = made.source[i], made.retelling[j], made.away[j]
    block = made.blocks[away]
    size = max(block.s1 - block.s0, block.t1 - block.t0)
    yield "swap"
    yield f"swap:{one.sort}{other.sort}"
    yield f"swap:dense{dense}"
    yield f"swap:size{sum(size >= cut for cut in _SIZES)}"
    yield "swap:here" if made.home[i] == away else "swap:far"
    if one.sort == "d" and other.sort == "d":
        yield "num:kept" if other.key in reading.theirs else "num:new"
        yield f"num:dense{dense // 2}"
        return
    words = wordpair.features(one.lower, other.lower)
    yield from words
    yield f"{words[0]}:{one.sort}{other.sort}"
    yield f"{words[0]}:dense{dense // 2}"
    if words[0] == "rel:antonym":
        if reading.turned[away] > 1:
            yield "turned:twice"
        if reading.moved:
            yield "rel:antonym:moved"
    if other.key in reading.theirs:
        yield "swap:known"
    if one.key in reading.mine:
        yield "swap:kept"


def _move(reading: Reading, i: int, j: int) -> tuple[str, ...]:
    made = reading.made
    home, away = made.home[i], made.away[j]
    token, other = made.source[i], made.retelling[j]
    return _move_names(
        other.sort,
        ((away, home) in reading.routes, *reading.slot(away), home == away, token.first, other.first),
        _lead(made.source, i),
        _lead(made.retelling, j),
        reading.dense // 2,
    )


@lru_cache(maxsize=8192)
def _move_names(sort: str, tests: tuple[bool, ...], own: str, others: str, dense: int) -> tuple[str, ...]:
    """Return the features of a word that moved; `own` and `others` are the function words ahead of it."""
    exchange, gone, lost, here, first, then = tests
    alike = "=" if own == others else "#"
    return (
        "move",
        f"move:{sort}",
        f"move:exchange{exchange:d}:{sort}",
        f"move:slot{gone:d}{lost:d}",
        f"move:slot{gone:d}{lost:d}:{sort}",
        "move:here" if here else "move:far",
        f"move:first{first:d}{then:d}",
        f"move:lead{alike}",
        f"move:lead:{own}{alike}",
        f"move:dense{dense}",
    )


def _lead(tokens: Sequence[Token], place: int) -> str:
    """Return the nearest function word within four tokens ahead of a token, in its clause, or `-`."""
    for number in range(place - 1, max(-1, place - 5), -1):
        token = tokens[number]
        if token.sort == "f":
            return token.lower
        if token.sort == "p":
            break
    return "-"


def _put(reading: Reading, j: int) -> Iterator[str]:
    made, dense = reading.made, reading.dense
    token, away = made.retelling[j], made.away[j]
    yield "put"
    yield f"put:pure{reading.only_put(away):d}"
    yield f"put:{token.sort}"
    yield f"put:run{min(reading.put_words(away), 4)}"
    yield f"put:dense{dense}"
    yield f"put:{token.sort}:dense{dense // 2}"
    for name in wordpair.about(token.lower):
        yield f"put:{name}"
    if token.key in reading.theirs:
        yield "put:known"
    if j + 1 < len(made.retelling) and j + 1 not in made.away:
        behind = made.retelling[j + 1]
        yield "put:modifies" if behind.is_content else "put:ends" if behind.sort == "p" else "put:inner"


def _put_function(reading: Reading, j: int) -> tuple[str, ...]:
    made = reading.made
    token, block = made.retelling[j], made.blocks[made.away[j]]
    lost = reading.lost_functions(made.away[j])
    if token.key in lost:
        return ("fput:kept",)
    names = _put_names(token.key, lost[:3], block.t1 - block.t0 == 1 and block.s1 == block.s0)
    return (*names, *_put_special(reading, j)) if token.key in _SPECIAL else names


@lru_cache(maxsize=8192)
def _put_names(key: str, lost: tuple[str, ...], alone: bool) -> tuple[str, ...]:
    names = ("fput", f"f+{key}", "fput:for" if lost else "fput:alone", *[f"f:{word}>{key}" for word in lost])
    return (*names, f"f+alone:{key}") if alone else names


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


def _cut(reading: Reading, i: int) -> Iterator[str]:
    made = reading.made
    token, home = made.source[i], made.home[i]
    yield "cut"
    yield f"cut:pure{reading.only_cut(home):d}"
    yield f"cut:{token.sort}"
    yield f"cut:run{min(reading.cut_words(home), 4)}"
    yield f"cut:dense{reading.dense}"
    for name in wordpair.about(token.lower):
        yield f"cut:{name}"
    if i + 1 < len(made.source) and i + 1 not in made.home and made.source[i + 1].is_content:
        yield "cut:modifies"
    if token.key in reading.mine:
        yield "cut:kept"


def _cut_function(reading: Reading, i: int) -> tuple[str, ...]:
    made = reading.made
    key, block = made.source[i].key, made.blocks[made.home[i]]
    names = _cut_names(key, block.t1 == block.t0)
    if key not in _SPECIAL:
        return names
    if key in NEGATORS:
        names = (*names, *reading.negator(made.home[i]))
    return (*names, "named") if key in PRONOUNS and reading.got_a_word(made.home[i]) else names


@lru_cache(maxsize=1024)
def _cut_names(key: str, alone: bool) -> tuple[str, ...]:
    return ("fcut", f"f-{key}", f"f-alone:{key}") if alone else ("fcut", f"f-{key}")
