"""What the lexicon tells of a word and of a pair, to judge whether one in place of the other keeps the meaning.

Words are given as they stand in a text. Case does not matter; `carried out` may be written with a space or `_`.
Function words (the, with, they) are mostly not in WordNet and so unknown.
"""

from functools import lru_cache

from misheard.analysis.lexicon.forms import is_known, lemmas, tags
from misheard.analysis.lexicon.meaning import meaning
from misheard.analysis.lexicon.relations import Kind, Relation, is_far, relation
from misheard.analysis.lexicon.store import entry, parents, store

__all__ = [
    "Kind",
    "Relation",
    "antonyms",
    "hypernyms",
    "is_far",
    "is_known",
    "lemmas",
    "lexical_class",
    "relation",
    "synonyms",
    "tags",
]

_NAMES = """
adj.all adj.pert adv.all noun.Tops noun.act noun.animal noun.artifact noun.attribute noun.body noun.cognition
noun.communication noun.event noun.feeling noun.food noun.group noun.location noun.motive noun.object noun.person
noun.phenomenon noun.plant noun.possession noun.process noun.quantity noun.relation noun.shape noun.state
noun.substance noun.time verb.body verb.change verb.cognition verb.communication verb.competition verb.consumption
verb.contact verb.creation verb.emotion verb.motion verb.perception verb.possession verb.social verb.stative
verb.weather adj.ppl
"""
_CLASSES = _NAMES.split()
"""WordNet's lexicographer files in the order of their numbers (man page lexnames(5WN))."""


@lru_cache(maxsize=4096)
def antonyms(word: str) -> frozenset[str]:
    """Return the lemmas named as opposites of any lemma of a word, in any of its senses."""
    return frozenset(meaning(word).antonyms)


@lru_cache(maxsize=4096)
def synonyms(word: str) -> frozenset[str]:
    """Return the lemmas that share a sense with a word, without its own lemmas."""
    known = meaning(word)
    return frozenset(other for number in known.senses for other in store().members(number)).difference(known.lemmas)


@lru_cache(maxsize=4096)
def hypernyms(lemma: str, pos: str, steps: int) -> frozenset[str]:
    """Return the lemmas at most `steps` levels above any sense of a noun or verb, save those of several words."""
    level = {one for letter, _, numbers in entry(lemma).senses if letter == pos for one in numbers}
    found: set[str] = set()
    for _ in range(steps if pos in {"n", "v"} else 0):
        level = {parent for number in level for parent in parents(number)}
        found.update(word for number in level for word in store().members(number))
    return frozenset(found)


@lru_cache(maxsize=16384)
def lexical_class(word: str) -> str:
    """Return the lexicographer file of the first noun or verb sense, such as noun.time; "" without one."""
    for lemma, pos in lemmas(word):
        for letter, _, numbers in entry(lemma).senses if pos in {"n", "v"} else ():
            if letter == pos:
                return _CLASSES[store().file(numbers[0])]
    return ""
