"""From a word as it stands in a text to its lemmas, by WordNet's rules of endings and lists of irregular forms."""

from collections.abc import Iterable, Iterator
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


_Levels = dict[tuple[str, str], int]

RARER = 4
"""How many times, in powers of two, a form by rule may be rarer than the word taken as it is listed."""


def normal(word: str) -> str:
    """Return a word as the lexicon spells it: lower case, spaces as `_`, no possessive ending."""
    return word.lower().replace("’", "'").replace(" ", "_").removesuffix("'s").removesuffix("'")


@lru_cache(maxsize=16384)
def lemmas(word: str) -> tuple[tuple[str, str], ...]:
    """Return the (lemma, part of speech) pairs a word can be a form of, the likeliest first; () when unknown.

    An abbreviation in capitals that is a function word otherwise is looked up with its points: US is u.s.
    """
    form = normal(word)
    first, mark, rest = form.partition("_")
    irregular = store().irregular.get(form, ())
    listed = _known([*((form, pos) for pos in "nvar"), *(pair for pair in irregular if pair[1] != "a")])
    ruled = _known([*_by_rule(form), *irregular])
    if mark:
        ruled |= _known([(f"{base}_{rest}", pos) for base, pos in lemmas(first) if pos == "v"])
    found = listed | {pair: level for pair, level in ruled.items() if _is_likely(pair, listed, ruled)}
    if not found and word.isupper() and word.isalpha():
        return lemmas(".".join(form) + ".")
    return tuple(sorted(found, key=lambda pair: (-found[pair], pair[0] != form)))


def _by_rule(form: str) -> Iterator[tuple[str, str]]:
    for pos, ending, new in _BY_LAST.get(form[-1:], ()):
        if form.endswith(ending) and len(form) > len(ending) + 1:
            base = form[: -len(ending)] + new
            yield base, pos
            if not new and len(base) > 3 and base[-1] == base[-2] and ending[0] in "ei":
                yield base[:-1], pos


def _is_likely(pair: tuple[str, str], listed: _Levels, ruled: _Levels) -> bool:
    """Tell whether a form by rule is no accident, such as offer of off, evening of even, does of doe."""
    if pair[1] == "a" and ruled[pair] <= max([listed[one] for one in listed if one[1] in "nv"], default=-1):
        return False
    return ruled[pair] > max([*listed.values(), *ruled.values()]) - RARER


def _known(pairs: Iterable[tuple[str, str]]) -> _Levels:
    return {pair: level for pair in pairs if (level := _level(*pair)) is not None}


def _level(lemma: str, pos: str) -> int | None:
    return next((level for one, level, _ in entry(lemma).senses if one == pos), None)


@lru_cache(maxsize=16384)
def tags(word: str) -> str:
    """Return the parts of speech a word can have, of n, v, a, r, the likeliest first; "" when unknown."""
    return "".join(dict.fromkeys(pos for _, pos in lemmas(word)))


def is_known(word: str) -> bool:
    """Tell whether a word is a form of any lemma; function words (the, with, they) mostly are not."""
    return bool(lemmas(word))
