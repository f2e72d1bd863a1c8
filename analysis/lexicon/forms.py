"""From a word as it stands in a text to its lemmas, by WordNet's rules of endings and lists of irregular forms."""

from collections.abc import Iterator
from functools import lru_cache

from misheard.analysis.lexicon.store import entry, store

_RULES: tuple[tuple[str, str, str], ...] = (
    ("n", "s", ""),
    ("n", "ses", "s"),
    ("n", "xes", "x"),
    ("n", "zes", "z"),
    ("n", "ches", "ch"),
    ("n", "shes", "sh"),
    ("n", "men", "man"),
    ("n", "ies", "y"),
    ("v", "s", ""),
    ("v", "ies", "y"),
    ("v", "es", "e"),
    ("v", "es", ""),
    ("v", "ed", "e"),
    ("v", "ed", ""),
    ("v", "ing", "e"),
    ("v", "ing", ""),
    ("a", "er", ""),
    ("a", "est", ""),
    ("a", "er", "e"),
    ("a", "est", "e"),
)
"""Part of speech, ending, what it becomes (man page morphy(7WN))."""

_BY_LAST = {last: tuple(rule for rule in _RULES if rule[1].endswith(last)) for last in "sndgrt"}


def normal(word: str) -> str:
    """Return a word as the lexicon spells it: lower case, spaces as `_`, no possessive ending."""
    return word.lower().replace("’", "'").replace(" ", "_").removesuffix("'s")


@lru_cache(maxsize=8192)
def lemmas(word: str) -> tuple[tuple[str, str], ...]:
    """Return the (lemma, part of speech) pairs a word can be a form of, the likeliest first; () when unknown."""
    form = normal(word)
    first, mark, rest = form.partition("_")
    found = dict.fromkeys(_candidates(form))
    if mark:
        found |= dict.fromkeys((f"{base}_{rest}", pos) for base, pos in _candidates(first) if pos == "v")
    levels = {pair: level for pair in found if (level := _level(*pair)) is not None}
    return tuple(sorted(levels, key=lambda pair: (-levels[pair], pair[0] != form)))


def _candidates(form: str) -> Iterator[tuple[str, str]]:
    yield from ((form, pos) for pos in "nvar")
    yield from store().irregular.get(form, ())
    for pos, ending, new in _BY_LAST.get(form[-1:], ()):
        if form.endswith(ending) and len(form) > len(ending) + 1:
            base = form[: -len(ending)] + new
            yield base, pos
            if not new and len(base) > 3 and base[-1] == base[-2] and ending[0] in "ei":
                yield base[:-1], pos


def _level(lemma: str, pos: str) -> int | None:
    return next((level for one, level, _ in entry(lemma).senses if one == pos), None)


@lru_cache(maxsize=8192)
def tags(word: str) -> str:
    """Return the parts of speech a word can have, of n, v, a, r, the likeliest first; "" when unknown."""
    return "".join(dict.fromkeys(pos for _, pos in lemmas(word)))


def is_known(word: str) -> bool:
    """Tell whether a word is a form of any lemma; function words (the, with, they) mostly are not."""
    return bool(lemmas(word))
