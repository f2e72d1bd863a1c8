"""Words boiled down to what two texts can be compared by: stems of content words, numbers and names."""

import re
from collections.abc import Iterable
from functools import lru_cache

LONGEST = 4000
"""Characters of a text that are looked at: what a message is about stands near its beginning."""

_WORD = re.compile(r"[^\W_](?:[\w'’]|[-./](?=\w)|,(?=\d{3}\b))*")
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|\n+")
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")


def listed(words: str) -> frozenset[str]:
    """Return the words of a text as a set, for lists that are kept as text."""
    return frozenset(words.split())


_COUNTING = """two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen twenty"""
NUMBER_WORDS = {word: str(number) for number, word in enumerate(_COUNTING.split(), start=2)}

STOP = listed(
    """a about above after again against all also am an and any are as at be because been before being below
    between both but by can could did do does doing down during each few for from further get go had has have
    having he her here hers him his how i if in into is it its itself just let me more most my no nor not now of
    off on once only onto or other our ours out over own per please same shall she should so some such than that
    the their theirs them then there these they this those through to too under until up upon us very via was we
    were what when where whether which while who whom why will with within without would you your yours one
    there's it's i'll we'll don't make sure need needs want say tell give use using used according based
    """
)


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """Return a word without its commonest English endings, so that brake, braked and braking agree."""
    if len(word) < 4 or not word.isalpha():
        return word
    word = _without_plural(word)
    for ending in ("ing", "ied", "ed", "ly", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)] + ("y" if ending == "ied" else "")
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiols":
        word = word[:-1]
    return word[:-1] + "i" if word.endswith("y") and len(word) > 3 else word


def _without_plural(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def raw_words(text: str) -> list[str]:
    """Return the words of `text` as they are written, numbers and identifiers whole."""
    return [found.rstrip("./-,'’") for found in _WORD.findall(text[:LONGEST])]


@lru_cache(maxsize=200_000)
def _pieces(word: str) -> tuple[str, ...]:
    lower = word.casefold().replace("’", "'")
    if lower in STOP:
        return ()
    lower = lower.removesuffix("'s")
    if lower in NUMBER_WORDS:
        return (NUMBER_WORDS[lower],)
    if any(character.isdigit() for character in lower):
        if _THOUSANDS.fullmatch(lower):
            return (lower.replace(",", ""),)
        ordinal = _ORDINAL.fullmatch(lower)
        return (ordinal[1] if ordinal else lower,)
    parts = re.split(r"[-./]", lower)
    return tuple(stem(part) for part in parts if part and part not in STOP)


def content(text: str) -> list[str]:
    """Return the stems of the content words of `text` in order; numbers and identifiers as they are."""
    return [piece for word in raw_words(text) for piece in _pieces(word)]


@lru_cache(maxsize=200_000)
def is_fact(token: str) -> bool:
    """Tell a token that states something specific: one with a digit in it."""
    return any(character.isdigit() for character in token)


def names(text: str) -> set[str]:
    """Return the stems of words with a capital that do not merely begin a sentence."""
    found: set[str] = set()
    for sentence in sentences(text):
        for word in raw_words(sentence)[1:]:
            if word[0].isupper() and word.casefold() not in STOP:
                found.update(_pieces(word))
    return found


def sentences(text: str) -> list[str]:
    """Return the sentences and clauses of `text`, split at full stops, semicolons and line ends."""
    return [part.strip() for part in _SENTENCE_END.split(text[:LONGEST]) if part.strip()]


def overlap(one: Iterable[str], other: Iterable[str], weight: dict[str, float] | None = None) -> float:
    """Return which share (0 to 1) of the weight of `one` is also in `other`; words without weight count 1."""
    mine, theirs = set(one), set(other)
    total = sum(weight.get(token, 1.0) if weight else 1.0 for token in mine)
    if not total:
        return 0.0
    return sum(weight.get(token, 1.0) if weight else 1.0 for token in mine & theirs) / total
