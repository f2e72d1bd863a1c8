"""Words of a text, cut down to what two tellings of one fact share."""

import re
from functools import lru_cache

from misheard.analysis.claims.lists import words_of

WORD = re.compile(r"[^\W_]+(?:['’.][^\W\d_]+)*(?:[-/][^\W_]+)*")

STOP = words_of("stop_words.txt")

IRREGULAR = {
    "rose": "rise", "risen": "rise", "fell": "fall", "fallen": "fall", "grew": "grow", "grown": "grow",
    "lost": "lose", "loss": "lose", "held": "hold", "sold": "sell", "sale": "sell", "bought": "buy", "paid": "pay",
    "left": "leave", "went": "go", "gone": "go", "came": "come", "took": "take", "taken": "take", "gave": "give",
    "given": "give", "found": "find", "built": "build", "sent": "send", "met": "meet", "ran": "run", "cost": "cost",
    "said": "say", "made": "make", "kept": "keep", "began": "begin", "begun": "begin", "children": "child",
    "people": "person", "men": "man", "women": "woman", "data": "data", "shut": "shut", "wrote": "write",
    "written": "write", "chose": "choose", "chosen": "choose", "shown": "show", "driven": "drive", "drove": "drive",
    "permitted": "permit", "permitting": "permit", "was": "be", "news": "news", "series": "series", "gas": "gas",
    "per": "per", "percentage": "percent", "analyses": "analysis", "criteria": "criterion",
}  # fmt: skip

_LAST = frozenset("gdyse")
"""The last letters of all endings that are cut off."""


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Return a lower-case word without the endings that a retelling changes; crude, and the same for both sides."""
    word = word.replace("’", "'").removesuffix("'s").removesuffix("'")
    if word in IRREGULAR:
        return IRREGULAR[word]
    if len(word) <= 3 or word[-1] not in _LAST or (not word.isalpha() and any(c.isdigit() for c in word)):
        return word
    for ending, least in (("ies", 3), ("ied", 3)):
        if word.endswith(ending) and len(word) - 3 >= least:
            return word[:-3] + "y"
    for ending in ("ings", "ing", "edly", "ed", "es", "ly", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            if ending == "s" and word[-2] in "su":
                continue
            return _undoubled(word[: -len(ending)])
    return word


def _undoubled(word: str) -> str:
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "sl":
        return word[:-1]
    return word.removesuffix("e") if len(word) > 3 else word


def tokens(text: str) -> list[tuple[str, int, int]]:
    """Return the words of `text` with their places."""
    return [(match.group(), match.start(), match.end()) for match in WORD.finditer(text)]


@lru_cache(maxsize=65536)
def content_stem(word: str) -> str | None:
    """Return the stem of a word that carries content, or None for a function word or a bare number."""
    lower = word.lower()
    if lower in STOP or len(lower) == 1 or lower.isdigit():
        return None
    return stem(lower)


@lru_cache(maxsize=16384)
def content_words(text: str) -> frozenset[str]:
    """Return the stems of the words of `text` that carry content."""
    return frozenset(filter(None, map(content_stem, WORD.findall(text))))


def key_words(path: tuple[str, ...]) -> frozenset[str]:
    """Return the stems of the words that a payload path is made of: `revenueEur`, `revenue_eur` → revenu, eur."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])|[_\-.]", " ", " ".join(part for part in path if not part.isdigit()))
    return content_words(spaced)
