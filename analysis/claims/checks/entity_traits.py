"""What is known of a word for the reading of verbs and roles, as one number per word: read once, then looked up."""

from functools import lru_cache

from misheard.analysis.claims.checks.entity_words import BE, DET, HELP, PREP, SUBJECTS
from misheard.analysis.claims.edits.record import MOST_KEPT, Word
from misheard.analysis.lexicon.wordnet import lemmas, tags

RELATIVE = frozenset(("who", "which", "that"))
LINKS = frozenset(["and", "or", "nor", "&"])
_JOINING = LINKS | DET | {","}
_ARTICLES = frozenset(("the", "a", "an", "its", "their", "our"))
_POSSESSIVE = frozenset(("'s", "’s", "s'", "s’"))
_HELP_ONLY = HELP - BE

(
    MAY_BE_VERB, NO_VERB_BEHIND, VERB_BEHIND, MANNER, ARTICLE, IS_NOUN, IS_VERB, IS_QUALITY, PAST, OPENS, MARK,
    NAME, WORD, NUMBER, THIRD, ING, CAPITAL, PLURAL, DETERMINER, PREPOSITION, BEING, HELPS, HELPS_ONLY, BY, OWNER,
    S, IN_CHUNK, ALL_CAPITALS, POINTS_BACK, LINK, JOINS, QUOTE,
) = (1 << n for n in range(32))  # fmt: skip
"""The traits; `MANNER` is an ending in -ly, `THIRD` a verb in -s, `OPENS` what begins no noun that would go on."""
END = OPENS
"""What stands behind the last word of a sentence."""


@lru_cache(maxsize=16384)
def verb_of(word: str) -> str:
    """Return the lemma of a word as a verb, "" when it cannot be one."""
    for lemma, pos in lemmas(word):
        if pos == "v":
            return lemma
    return ""


def _is_past(word: str) -> bool:
    if tags(word)[:1] != "v":
        return word.endswith("ed") and "v" in tags(word)
    return verb_of(word) != word and not word.endswith(("s", "ing"))


def _sorted(word: Word) -> int:
    """Return the traits that a word has by its sort and its spelling."""
    text, lower, sort = word.text, word.lower, word.sort
    is_prep = lower in PREP
    found = {"p": MARK, "n": NAME, "w": WORD, "d": NUMBER}.get(sort, 0)
    given = (
        (sort in "pdnf", OPENS),
        (lower.endswith("ly"), MANNER),
        (lower.endswith("ing"), ING),
        (lower.endswith("s"), PLURAL),
        (text[0].isupper(), CAPITAL),
        (sort in "wnd" and not is_prep, IN_CHUNK),
        (text.isupper() and not is_prep, ALL_CAPITALS),
        (text[-2:] in _POSSESSIVE, OWNER),
        (text in '"“``', QUOTE),
    )
    for holds, trait in given:
        if holds:
            found |= trait
    return found


def _listed(lower: str) -> int:
    """Return the traits that a word has by standing in a list."""
    found = 0
    lists = (
        (DET, DETERMINER), (PREP, PREPOSITION), (BE, BEING), (HELP, HELPS), (_HELP_ONLY, HELPS_ONLY),
        (_ARTICLES, ARTICLE), (RELATIVE, POINTS_BACK), (LINKS, LINK), (_JOINING, JOINS), ({"by"}, BY), ({"s"}, S),
        (DET | (PREP - {"to"}), NO_VERB_BEHIND), (HELP | SUBJECTS | {"to"}, VERB_BEHIND),
    )  # fmt: skip
    for words, trait in lists:
        if lower in words:
            found |= trait
    return found


def _meant(word: Word) -> int:
    """Return the traits that the lexicon gives a word."""
    if word.sort == "p":
        return 0
    lower, kind = word.lower, tags(word.lower)[:1]
    found = {"n": IS_NOUN, "v": IS_VERB, "a": IS_QUALITY, "r": IS_QUALITY}.get(kind, 0)
    verb = verb_of(lower)
    if verb and word.sort == "w" and not (word.first and word.text[0].isupper()):
        found |= MAY_BE_VERB
    if _is_past(lower):
        found |= PAST
    return found | (THIRD if lower.endswith("s") and verb != lower else 0)


class _Table(dict[Word, int]):
    def __missing__(self, word: Word) -> int:
        if len(self) >= MOST_KEPT:
            self.clear()
        found = self[word] = _sorted(word) | _listed(word.lower) | _meant(word)
        return found


TRAITS = _Table()
"""The traits of each word; asking for those of a new one reads them."""
