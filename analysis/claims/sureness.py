"""How sure a sentence sounds as a whole, by a linear model fitted to human ratings."""

import json
import math
import re
from collections.abc import Collection, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import compress
from typing import NamedTuple

from misheard.analysis.claims.certainty_lexicon import LONGEST_READ, read_data
from misheard.analysis.claims.lists import words_of

LEAST, MOST = 1.0, 6.0
"""The ends of the scale that people rated on: 1 very uncertain, 6 very certain."""
LONGEST_PHRASE = 4
"""Words of the longest phrase that is looked up."""
SHORT, LONG = 12, 35
"""Words from which a sentence counts as no longer short, and as long."""

WORDS = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+(?:[.,]\d+)*|[%:;()?=<>\"“,]")
_MONTH = re.compile(r"(?<=\w )May\b|\bMay(?= \d)")
_UNREAD = frozenset(".!\n–—")
_POINTS_BACK = frozenset(("this", "these", "it", "they", "such"))
_FORMS = (
    *("two hedges", "three hedges", "strong hedge", "two strong hedges", "short", "long", "points back"),
    *("colon", "quote", "bracket", "number", "numbers"),
)
_QUOTE = frozenset(('"', "“"))
_COLON = frozenset((":", ";"))


class Classes(NamedTuple):
    """The classes of sureness_words.toml: one bit each, by phrase; and the bits that hold a claim back."""

    names: tuple[str, ...]
    bits: dict[str, int]
    hedges: int
    strong: int


class Weights(NamedTuple):
    """The fitted weights by class (at the length of its bit), phrase and form; their sum is a rating of 1 to 6.

    `pairs` are, by first and second word, the phrases of two words, and whether a longer one begins so.
    """

    constant: float
    classes: tuple[float, ...]
    phrases: dict[str, tuple[int, float]]
    forms: dict[str, float]
    pairs: dict[str, dict[str, tuple[str, bool]]]


def words_in(text: str) -> list[str]:
    """Return the words and the telling marks of `text` in lower case; every number is "#"."""
    text = text[:LONGEST_READ].replace("’", "'")
    if "May" in text:
        text = _MONTH.sub("month", text)
    found = WORDS.findall(text.lower())
    return ["#" if word[0].isdecimal() else word for word in found]


@lru_cache(maxsize=65536)
def _spoken(word: str) -> str:
    return "" if word in _UNREAD else "#" if word[0].isdecimal() else word


def spoken(words: Sequence[str]) -> list[str]:
    """Return words cut by `phrases.tokens_of` as `words_in` would give them."""
    return [told for told in map(_spoken, words) if told]


@cache
def classes() -> Classes:
    """Return the word classes; read once."""
    data = read_data("sureness_words.toml")
    bits: dict[str, int] = {}
    hedges = strong = 0
    for place, entry in enumerate(data.values()):
        bit = 1 << place
        hedges |= bit * bool(entry.get("hedge"))
        strong |= bit * bool(entry.get("strong"))
        for phrase in entry["words"]:
            key = " ".join(words_in(phrase))
            bits[key] = bits.get(key, 0) | bit
    return Classes(tuple(data), bits, hedges, strong)


@cache
def closed_words() -> frozenset[str]:
    """Return the words that a fitted phrase may be made of: no words that name a topic."""
    listed = (word for phrase in classes().bits for word in phrase.split())
    return frozenset((*words_of("stop_words.txt"), *listed, "^", *'#,%;:("=<>pn'))


def forms(words: list[str], mask: int, known: Classes) -> list[str]:
    """Return the features of form: length, marks, and how many classes of hedges meet (`mask`)."""
    held, strong = (mask & known.hedges).bit_count(), (mask & known.strong).bit_count()
    numbers, length = words.count("#"), len(words)
    holds = (
        held >= 2,
        held >= 3,
        strong >= 1,
        strong >= 2,
        length < SHORT,
        length > LONG,
        bool(words) and words[0] in _POINTS_BACK,
        not _COLON.isdisjoint(words),
        not _QUOTE.isdisjoint(words),
        "(" in words,
        numbers >= 1,
        numbers >= 3,
    )
    return list(compress(_FORMS, holds))


def phrases(words: list[str], longest: int = LONGEST_PHRASE) -> set[str]:
    """Return the words of a text, the pairs and so on up to `longest`; "^" stands ahead of the first."""
    line = ["^", *words]
    found = set(line)
    behind = [line[place:] for place in range(longest)]
    for size in range(2, longest + 1):
        found.update(map(" ".join, zip(*behind[:size], strict=False)))
    return found


def length_of(words: list[str]) -> float:
    """Return the length of a text as the model takes it: half the natural logarithm of its words."""
    return math.log(len(words) or 1) / 2


@cache
def _weights() -> Weights:
    read = json.loads(files("misheard.analysis").joinpath("fitted", "certainty.json").read_text(encoding="utf-8"))
    known = classes()
    fitted: dict[str, float] = read["phrases"]
    table = {key: (known.bits.get(key, 0), fitted.get(key, 0.0)) for key in {*known.bits, *fitted}}
    by_bit = (0.0, *(read["classes"].get(name, 0.0) for name in known.names))
    return Weights(read["constant"], by_bit, table, read["forms"], _pairs(table.keys()))


def _pairs(phrases: Collection[str]) -> dict[str, dict[str, tuple[str, bool]]]:
    openings = {" ".join(key.split()[:2]) for key in phrases if key.count(" ") >= 2}
    found: dict[str, dict[str, tuple[str, bool]]] = {}
    for pair in {*openings, *(key for key in phrases if key.count(" ") == 1)}:
        first, second = pair.split(" ")
        found.setdefault(first, {})[second] = pair, pair in openings
    return found


@lru_cache(maxsize=8192)
def sureness(text: str) -> float:
    """Return how sure `text`, best a sentence, sounds to a reader: 0 not at all, 1 wholly.

    The scale is that of human ratings of scientific findings from 1 (very uncertain) to 6 (very certain), brought
    to 0 to 1 as (rating - 1) / 5. A plain statement lies about 0.8, one under "may" about 0.45. It is a matter of
    wording, and no probability: compare two texts by it, and do not read the figure alone.
    """
    return sureness_of(words_in(text))


def sureness_of(words: list[str]) -> float:
    """Return the sureness of a text cut into words by `words_in`."""
    if not words:
        return 0.5
    model = _weights()
    table, mask, total = model.phrases, 0, model.constant
    for phrase in _found(words, model):
        bits, weight = table[phrase]
        mask |= bits
        total += weight
    rest = mask
    while rest:
        total += model.classes[rest.bit_length()]
        rest ^= 1 << (rest.bit_length() - 1)
    total += model.forms["length"] * length_of(words)
    for name in forms(words, mask, classes()):
        total += model.forms[name]
    return min(1.0, max(0.0, (total - LEAST) / (MOST - LEAST)))


def _found(words: list[str], model: Weights) -> set[str]:
    """Return the phrases of the model that stand in a text; the longer ones are built only where due."""
    known, pairs, line = model.phrases, model.pairs, ["^", *words]
    found = known.keys() & line
    for place, (first, second) in enumerate(zip(line, words, strict=False)):
        if first not in pairs or second not in pairs[first]:
            continue
        pair, opens = pairs[first][second]
        if pair in known:
            found.add(pair)
        if opens:
            ahead = line[place : place + LONGEST_PHRASE]
            longer = (" ".join(ahead[:size]) for size in range(3, len(ahead) + 1))
            found.update([phrase for phrase in longer if phrase in known])
    return found
