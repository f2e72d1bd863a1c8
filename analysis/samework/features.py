"""What two requests have in common and where they differ, in the figures that the fitted model weighs."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from misheard.analysis.actions import Action
from misheard.analysis.lexicon.wordnet import tags
from misheard.analysis.samework.asking import Asked
from misheard.analysis.samework.kinds import Kind
from misheard.analysis.samework.reading import Reading, Word
from misheard.analysis.samework.words import apart, base, near, weight

MET = 0.7
"""From this nearness on a word of the other request says the same."""
MOST = 120
"""How many words that only one request has are looked up in the lexicon; further ones count as unsaid."""
NEARLY = 0.3
"""Up to this nearness two nouns are not taken for the same thing."""

_BRIDGED = (frozenset((Action.LEARN, Action.MAKE)), frozenset((Action.LEARN, Action.CHECK)))
"""Summarise it, write a summary; find out whether, check whether."""
_OWN = frozenset((Asked.PERSON, Asked.PLACE))


@dataclass(frozen=True)
class Side:
    """The words of one request, each with how near (0 to 1) the other request comes to it."""

    words: tuple[Word, ...]
    met: tuple[float, ...]

    @cached_property
    def unmet(self) -> tuple[Word, ...]:
        """The words that the other request does not say."""
        return tuple(word for word, met in zip(self.words, self.met, strict=True) if met < MET)

    def covered(self, which: Callable[[Word], bool] = lambda _: True) -> float | None:
        """Return the share of the weight of these words that the other says; None where there is none of them."""
        pairs = [(word.weight, met) for word, met in zip(self.words, self.met, strict=True) if which(word)]
        total = sum(tells for tells, _ in pairs)
        return sum(tells * met for tells, met in pairs) / total if total else None

    def missing(self, which: Callable[[Word], bool]) -> float:
        """Return the weight that the other request fails to say."""
        pairs = zip(self.words, self.met, strict=True)
        return sum(word.weight * (1 - met) for word, met in pairs if met < MET and which(word))

    @cached_property
    def keys(self) -> dict[str, float]:
        """What the words are compared by, with their weights."""
        return {word.key: word.weight for word in self.words}


class Pair:
    """Two readings side by side."""

    def __init__(self, first: Reading, second: Reading) -> None:
        self.readings = (first, second)
        one, two = _as_written(first, second), _as_written(second, first)
        self.sides = (Side(one, _met(one, two)), Side(two, _met(two, one)))

    @cached_property
    def opposed(self) -> tuple[tuple[Word, Word], ...]:
        """Pairs of words, one of each request, that exclude each other: start, stop; May, June."""
        one, two = (side.unmet[:MOST] for side in self.sides)
        return tuple((a, b) for a in one for b in two if apart(a.text.lower(), b.text.lower()))

    def features(self) -> dict[str, float]:
        """Return all figures by name; the same for both orders of the two."""
        return {**self._in_common(), **self._apart()}

    def _in_common(self) -> dict[str, float]:
        one, two = (side.covered() or 0.0 for side in self.sides)
        keys, others = (side.keys for side in self.sides)
        shared = sum(min(keys[key], others[key]) for key in keys.keys() & others.keys())
        either = sum(keys.values()) + sum(others.values()) - shared
        square = math.sqrt(sum(v * v for v in keys.values()) * sum(v * v for v in others.values()))
        letters = [reading.letters for reading in self.readings]
        asked = [{asking.asked for asking in reading.asking} for reading in self.readings]
        return {
            "covered_both": one * two,
            "covered_poorer": min(one, two),
            "covered_richer": max(one, two),
            "cosine": sum(keys[k] * others[k] for k in keys.keys() & others.keys()) / square if square else 0.0,
            "jaccard": shared / either if either else 0.0,
            "letters": len(letters[0] & letters[1]) / max(1, min(map(len, letters))),
            "asked_alike": float(bool(asked[0] & asked[1])),
        }

    def _apart(self) -> dict[str, float]:
        values = [side.missing(lambda word: not word.plain) for side in self.sides]
        names = [side.missing(lambda word: not word.plain and word.kind is not Kind.NUMBER) for side in self.sides]
        keys = [{word.key for word in side.words if not word.plain} for side in self.sides]
        every = [set(side.keys) for side in self.sides]
        lost = [len(keys[0] - every[1]), len(keys[1] - every[0])]
        held = sum(map(len, keys))
        numbers = float(all(self._numbers_apart()))
        alike = self.likeness
        return {
            "values_apart": min(1.0, *values),
            "numbers_apart": numbers,
            "names_apart": float(min(names) > 0),
            "values_more": min(2.0, abs(values[0] - values[1])),
            "template": float(min(values) > 0) * alike,
            "numbers_template": numbers * alike,
            "values_lost": min(3.0, sum(lost)),
            "values_kept": 1.0 - sum(lost) / held if held else 1.0,
            "swapped": self.swapped,
            "opposed": float(bool(self.opposed)) * alike,
            "elsewhere": float(self.elsewhere),
            "asked_apart": float(self.asks_apart),
            "action_apart": float(self.acts_apart) * alike,
        }

    def _numbers_apart(self) -> tuple[bool, bool]:
        one, two = ({word.key for word in side.words if word.kind is Kind.NUMBER} for side in self.sides)
        return bool(one - two), bool(two - one)

    @cached_property
    def likeness(self) -> float:
        """How alike (0 to 1) the plain words are: two requests of one template have nearly all in common."""
        shares = [side.covered(lambda word: word.plain) for side in self.sides]
        return math.prod(0.5 if share is None else share for share in shares)

    @cached_property
    def swapped(self) -> float:
        """How much (0 to 1) a thing tells that stands for another one: one odd noun a side, and not near."""
        odd = [[word for word in side.unmet if word.kind is Kind.OBJECT] for side in self.sides]
        if any(len(words) != 1 or tags(words[0].text)[:1] != "n" for words in odd):
            return 0.0
        (one,), (two,) = odd
        return 0.0 if near(one.text.lower(), two.text.lower()) > NEARLY else min(one.weight, two.weight)

    @cached_property
    def elsewhere(self) -> bool:
        """True where the two name a value in common, and hardly anything else of what they say is in common."""
        first = self.sides[0]
        named = any(met >= MET and not word.plain for word, met in zip(first.words, first.met, strict=True))
        shares = [side.covered(lambda word: word.plain) for side in self.sides]
        return named and all(share is not None and share < NEARLY for share in shares)

    @cached_property
    def acts_apart(self) -> bool:
        """True where both say what is to be done, and it is of classes that no other wording bridges."""
        first = [next(iter(reading.words), None) for reading in self.readings]
        if any(word is None or word.kind is not Kind.ACTION for word in first):
            return False
        classes = frozenset(reading.action for reading in self.readings)
        return len(classes) == 2 and classes not in _BRIDGED

    @cached_property
    def asks_apart(self) -> bool:
        """True where both ask, but one for a person or a place and the other for something else."""
        one, two = ({asking.asked for asking in reading.asking} for reading in self.readings)
        return bool(one and two and not one & two and (one | two) & _OWN)


def _met(words: Sequence[Word], others: Sequence[Word]) -> tuple[float, ...]:
    """Return how near the other request comes to each word; a word that both say stands for no third one."""
    mine, theirs = {word.key for word in words}, {other.key for other in others}
    free = [other for other in others if other.key not in mine][:MOST]
    own = [word for word in words if word.key not in theirs][:MOST]
    found = {word: max((_near(word, other) for other in free), default=0.0) for word in own}
    return tuple(1.0 if word.key in theirs else found.get(word, 0.0) for word in words)


def _near(word: Word, other: Word) -> float:
    if Kind.NUMBER in (word.kind, other.kind):
        return float(word.key == other.key)
    return near(word.text.lower(), other.text.lower())


def _as_written(reading: Reading, other: Reading) -> tuple[Word, ...]:
    """Return the words of a request, two of them as one where the other writes them so: top up, topup."""
    theirs = {word.text.lower() for word in other.words}
    whole = {part: pair for pair in reading.joined if "".join(pair) in theirs for part in pair}
    if not whole:
        return reading.words
    found: dict[str, Word] = {}
    for place, word in enumerate(reading.words):
        pair = whole.get(word.text.lower())
        if pair is None:
            found[str(place)] = word
        else:
            joined = "".join(pair)
            found.setdefault(joined, replace(word, key=base(joined), weight=weight(joined), text=joined))
    return tuple(found.values())
